/** Computes what depends on a node: paths, nodes below, and policies. Also computes the effects of its deletion. */
import type { Steps } from '../../async/fair-turns.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import type { Counter } from './cluster-view.ts';
import { digestOfRules } from './digests.ts';
import { effectiveId, type EffectivePolicy } from './effective.ts';
import type { Node } from './graph.ts';
import { sorted } from './hostnames.ts';
import { sortedPolicies, type Merged } from './merge.ts';
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

/** Operations for comparing two effective policies: building an id, and comparing two digests. */
const COMPARISON = 15;

/**
 * Effective policies that the deletion removes or whose rules it changes, sorted by id. Both lists of effective
 * policies are sorted by id, so one pass through both finds the pairs.
 * @param after The cluster without the node
 */
export function* effectsOf(before: ClusterPolicy, after: ClusterPolicy, counter: Counter): Steps<readonly Effect[]> {
  const found: Effect[] = [];
  let next = 0;
  for (const effective of before.effective) {
    const id = effectiveId(effective);
    for (; next < after.effective.length && effectiveId(after.effective[next]!) < id; next++)
      if (counter.spent(COMPARISON)) yield;
    const candidate = after.effective[next];
    const now = candidate && effectiveId(candidate) === id ? candidate : undefined;
    if (!now || !(yield* haveSameRules(effective.merged, now.merged, counter)))
      found.push({ before: effective, after: now });
    if (counter.spent(COMPARISON)) yield;
  }
  return found;
}

function* haveSameRules(a: Merged, b: Merged, counter: Counter): Steps<boolean> {
  return (yield* digestOfRules(a, counter)) === (yield* digestOfRules(b, counter));
}
