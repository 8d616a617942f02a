/** The policies that edges attach to each node. */
import { sortedBy, type Steps } from '../../async/fair-turns.ts';
import { addTo } from '../../readmodel/table/containers.ts';
import type { Counter } from './cluster-view.ts';
import type { Edge, Node } from './graph.ts';
import { compareAge, type PolicyState } from './policy-state.ts';

/** For each node and kind of policy, the policies that take part in merging, oldest first. */
export type AttachedPolicies = ReadonlyMap<Node, ReadonlyMap<string, readonly PolicyState[]>>;

/** Operations for reading one edge. */
const EDGE = 3;

export function* attachedPolicies(edges: readonly Edge[], counter: Counter): Steps<AttachedPolicies> {
  const attached = new Map<Node, Map<string, PolicyState[]>>();
  for (const {
    kind,
    from: { policy },
    to,
    holds,
  } of edges) {
    if (counter.spent(EDGE)) yield;
    if (kind !== 'POLICY' || !holds || !policy || policy.isOut) continue;
    let byKind = attached.get(to);
    if (!byKind) attached.set(to, (byKind = new Map<string, PolicyState[]>()));
    addTo(byKind, policy.kind, policy);
  }
  for (const byKind of attached.values())
    for (const [kind, policies] of byKind)
      if (policies.length > 1) byKind.set(kind, [...(yield* sortedBy(policies, compareAge))]);
  return attached;
}
