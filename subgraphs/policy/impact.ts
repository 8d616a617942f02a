/** Computes what depends on a node: paths, nodes below, and policies. Also computes the effects of its deletion. */
import type { Steps } from '../../async/fair-turns.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import { effectiveId, type EffectivePolicy } from './effective.ts';
import type { Node } from './graph.ts';
import { sorted } from './hostnames.ts';
import { sortedPolicies } from './merge.ts';
import { passes, reached } from './part.ts';
import type { PolicyState } from './policy-state.ts';

export interface Impact {
  readonly pathCount: number;
  readonly hostnames: readonly string[];
  /**
   * Nodes below the node, found by following edges that hold. For a policy: its targets and the nodes below them.
   * Sorted by id.
   */
  readonly reaches: readonly Node[];
  /** Policies that would lose all their targets if the node were deleted, sorted by id. */
  readonly orphaned: readonly PolicyState[];
}

export interface Effect {
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy | undefined;
}

/** Number of paths or effective policies processed before yielding. */
const STEP = 1_024;

export function* impactOf({ toRules, nodes }: ClusterPolicy, node: Node): Steps<Impact> {
  const through = passes([node]);
  let pathCount = 0;
  let isAny = false;
  const found = new Set<string>();
  for (const [looked, path] of toRules.entries()) {
    if (looked % STEP === STEP - 1) yield;
    if (!through(path)) continue;
    pathCount++;
    isAny ||= path.hostnames.length === 0;
    for (const hostname of path.hostnames) found.add(hostname);
  }
  return {
    pathCount,
    hostnames: isAny ? [] : sorted([...found]),
    reaches: reachedBelow(node),
    orphaned: sortedPolicies(
      nodes.flatMap(other => (other.policy && losesAllTargets(other, node) ? [other.policy] : [])),
    ),
  };
}

function reachedBelow(node: Node): readonly Node[] {
  const found = new Set<Node>();
  const targets = node.policy
    ? node.below.filter(({ kind, holds }) => kind === 'POLICY' && holds).map(({ to }) => to)
    : [];
  for (const start of node.policy ? targets : [node])
    for (const other of reached(start, 'below', ({ holds }) => holds))
      if (node.policy || other !== node) found.add(other);
  return [...found].sort((a, b) => a.place - b.place);
}

function losesAllTargets({ below }: Node, { id, object, section }: Node): boolean {
  const targets = below.filter(({ kind }) => kind === 'POLICY');
  const goes = (to: Node) => to.id === id || (section === undefined && to.object.id === object.id);
  return targets.length > 0 && targets.every(({ to }) => goes(to));
}

/**
 * Effective policies that the deletion removes or whose rules it changes, sorted by id.
 * @param after The cluster without the node
 */
export function* effectsOf(before: ClusterPolicy, after: ClusterPolicy): Steps<readonly Effect[]> {
  const remaining = new Map<string, EffectivePolicy>();
  for (const [looked, effective] of after.effective.entries()) {
    remaining.set(effectiveId(effective), effective);
    if (looked % STEP === STEP - 1) yield;
  }
  const found: Effect[] = [];
  for (const [looked, effective] of before.effective.entries()) {
    const now = remaining.get(effectiveId(effective));
    if (!now || !haveSameRules(effective, now)) found.push({ before: effective, after: now });
    if (looked % STEP === STEP - 1) yield;
  }
  // The list is already sorted by id: effective policies are sorted by kind and id, and an id begins with the kind.
  return found;
}

function haveSameRules({ merged: { rules: a } }: EffectivePolicy, { merged: { rules: b } }: EffectivePolicy): boolean {
  return a.length === b.length && a.every(({ key, source }, i) => key === b[i]!.key && source.id === b[i]!.source.id);
}
