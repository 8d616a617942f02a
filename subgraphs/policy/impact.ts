/** Computes what depends on a node: paths, nodes below, and policies. Also computes the effects of its deletion. */
import { sorted, sortedBy, type Steps } from '../../async/fair-turns.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import type { Counter } from './cluster-view.ts';
import { digestOfRules } from './digests.ts';
import { effectiveId, type EffectivePolicy } from './effective.ts';
import type { Node } from './graph.ts';
import type { Merged } from './merge.ts';
import { onPaths, reached, targetsOf } from './part.ts';
import { sortedPolicies, type PolicyState } from './policy-state.ts';

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

export function* impactOf({ toRules, nodes }: ClusterPolicy, node: Node, counter: Counter): Steps<Impact> {
  const on = yield* onPaths([node], counter);
  let pathCount = 0;
  let isAny = false;
  const lists = new Set<readonly string[]>();
  for (const path of toRules) {
    if (counter.spent(3)) yield;
    if (!path.touches(on)) continue;
    pathCount++;
    isAny ||= path.hostnames.length === 0;
    lists.add(path.hostnames);
  }
  const orphaned: PolicyState[] = [];
  for (const other of nodes) {
    if (counter.spent()) yield;
    if (other.policy && losesAllTargets(other, node)) orphaned.push(other.policy);
  }
  return {
    pathCount,
    hostnames: isAny ? [] : yield* allOf(lists, counter),
    reaches: yield* reachedBelow(node, counter),
    orphaned: sortedPolicies(orphaned),
  };
}

/** The hostnames of all lists, sorted. Paths share lists, so the lists are few. */
function* allOf(lists: Iterable<readonly string[]>, counter: Counter): Steps<readonly string[]> {
  const found = new Set<string>();
  for (const list of lists) {
    for (const hostname of list) found.add(hostname);
    if (counter.spent(list.length)) yield;
  }
  return yield* sorted([...found]);
}

function* reachedBelow(node: Node, counter: Counter): Steps<readonly Node[]> {
  const starts = node.policy ? targetsOf(node) : [node];
  const found = new Set(yield* reached(starts, 'below', counter, ({ holds }) => holds));
  if (!node.policy) found.delete(node);
  return yield* sortedBy([...found], (a, b) => a.place - b.place);
}

function losesAllTargets({ below }: Node, { id, object, section }: Node): boolean {
  const targets = below.filter(({ kind }) => kind === 'POLICY');
  const goes = (to: Node) => to.id === id || (section === undefined && to.object.id === object.id);
  return targets.length > 0 && targets.every(({ to }) => goes(to));
}

/** Operations for comparing two effective policies: building an id, and comparing two digests. */
const COMPARISON = 15;

/**
 * Effective policies that the deletion removes or whose rules it changes, sorted by id. Effective policies are sorted
 * by kind and path, and an id consists of the kind and the path. So both lists are sorted by id, and one pass through
 * both finds the pairs.
 * @param after The cluster without the node
 */
export function* effectsOf(before: ClusterPolicy, after: ClusterPolicy, counter: Counter): Steps<readonly Effect[]> {
  const found: Effect[] = [];
  const idAt = (place: number): string | undefined => after.effective[place] && effectiveId(after.effective[place]);
  let next = 0;
  let nextId = idAt(0);
  for (const effective of before.effective) {
    const id = effectiveId(effective);
    for (; nextId !== undefined && nextId < id; nextId = idAt(++next)) if (counter.spent(COMPARISON)) yield;
    const now = nextId === id ? after.effective[next] : undefined;
    if (!now || !(yield* haveSameRules(effective.merged, now.merged, counter)))
      found.push({ before: effective, after: now });
    if (counter.spent(COMPARISON)) yield;
  }
  return found;
}

function* haveSameRules(a: Merged, b: Merged, counter: Counter): Steps<boolean> {
  return (yield* digestOfRules(a, counter)) === (yield* digestOfRules(b, counter));
}
