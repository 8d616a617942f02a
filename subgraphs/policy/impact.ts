/** What depends on a node: paths, nodes below, policies, and what its deletion would change. */
import { compareText } from '../../readmodel/texts/id-order.ts';
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
  /** Sorted by id. */
  readonly reaches: readonly Node[];
  /** Sorted by id. */
  readonly orphaned: readonly PolicyState[];
}

export interface Effect {
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy | undefined;
}

export function impactOf({ toRules, nodes }: ClusterPolicy, node: Node): Impact {
  const through = passes([node]);
  const paths = toRules.filter(through);
  const isAny = paths.some(({ hostnames }) => hostnames.length === 0);
  return {
    pathCount: paths.length,
    hostnames: isAny ? [] : sorted(paths.flatMap(({ hostnames }) => hostnames)),
    reaches: reachedBelow(node),
    orphaned: sortedPolicies(nodes.flatMap(other => (other.policy && losesAllTargets(other, node) ? [other.policy] : []))),
  };
}

function reachedBelow(node: Node): readonly Node[] {
  const found = new Set<Node>();
  const targets = node.policy ? node.below.filter(({ kind, holds }) => kind === 'POLICY' && holds).map(({ to }) => to) : [];
  for (const start of node.policy ? targets : [node])
    for (const other of reached(start, 'below', ({ holds }) => holds)) if (node.policy || other !== node) found.add(other);
  return [...found].sort((a, b) => a.place - b.place);
}

function losesAllTargets({ below }: Node, { id, object, section }: Node): boolean {
  const targets = below.filter(({ kind }) => kind === 'POLICY');
  const goes = (to: Node) => to.id === id || (section === undefined && to.object.id === object.id);
  return targets.length > 0 && targets.every(({ to }) => goes(to));
}

/**
 * Effective policies that are gone or have other rules, sorted by id.
 * @param after The cluster without the node
 */
export function effectsOf(before: ClusterPolicy, after: ClusterPolicy): readonly Effect[] {
  const remaining = new Map(after.effective.map(effective => [effectiveId(effective), effective]));
  const found = before.effective.flatMap((effective): { readonly id: string; readonly effect: Effect }[] => {
    const id = effectiveId(effective);
    const now = remaining.get(id);
    return now && haveSameRules(effective, now) ? [] : [{ id, effect: { before: effective, after: now } }];
  });
  return found.sort((a, b) => compareText(a.id, b.id)).map(({ effect }) => effect);
}

function haveSameRules({ merged: { rules: a } }: EffectivePolicy, { merged: { rules: b } }: EffectivePolicy): boolean {
  return a.length === b.length && a.every(({ key, source }, i) => key === b[i]!.key && source.id === b[i]!.source.id);
}
