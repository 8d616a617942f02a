/**
 * Computes the taints of member clusters from their annotations `drain` and `bound` and their number of Pods. Only
 * taints with the mover's own keys change. The taints remove no copies. They only stop the engine from assigning new
 * copies to the member. All functions are pure.
 */
import { at, list } from '../kinds/untrusted.ts';
import { INTENT } from '../subgraphs/placement-intent.ts';
import type { Engine } from '../subgraphs/placement/hubs.ts';
import type { MemberFacts } from './facts.ts';
import { resourceVersion } from './move-state.ts';

export const TAINT_EFFECT: Readonly<Record<Engine, string>> = { OCM: 'NoSelectIfNew', KARMADA: 'NoSchedule' };

/** Keys of the taints that the member should have. */
export function wantedTaints({ isDrained, bound, taints, pods }: MemberFacts): readonly string[] {
  const isFull = taints.includes(INTENT.fullTaint);
  return [
    ...(isDrained ? [INTENT.drainTaint] : []),
    ...(bound !== undefined && fills(bound, pods, isFull) ? [INTENT.fullTaint] : []),
  ];
}

/**
 * True if the member counts as full. A full member stays full until its Pods are about a tenth below the bound. So the
 * taint does not change with each Pod. If the number of Pods is unknown, nothing changes.
 */
function fills(bound: number, pods: number | undefined, isFull: boolean): boolean {
  if (pods === undefined) return isFull;
  return pods >= bound || (isFull && pods >= bound - Math.ceil(bound / 10));
}

/** True if the taints of the member must change. */
export function isMemberDue(facts: MemberFacts): boolean {
  const wanted = wantedTaints(facts);
  return wanted.length !== facts.taints.length || wanted.some(key => !facts.taints.includes(key));
}

/** Merge patch for the member, conditional on the version that was read. Undefined if no change is needed. */
export function memberPatch(facts: MemberFacts, member: unknown, now: number): object | undefined {
  const wanted = wantedTaints(facts);
  const all = list(at(member, 'spec', 'taints'));
  const isOurs = (taint: unknown) => OURS.has(at(taint, 'key'));
  const there = new Set(all.filter(isOurs).map(taint => at(taint, 'key')));
  const added = wanted.filter(key => !there.has(key));
  const kept = all.filter(taint => !isOurs(taint) || wanted.includes(at(taint, 'key') as string));
  if (added.length === 0 && kept.length === all.length) return undefined;
  // API servers store whole seconds.
  const timeAdded = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const taints = [...kept, ...added.map(key => ({ key, effect: TAINT_EFFECT[facts.engine], timeAdded }))];
  return { metadata: { resourceVersion: resourceVersion(member) }, spec: { taints } };
}

const OURS: ReadonlySet<unknown> = new Set([INTENT.drainTaint, INTENT.fullTaint]);
