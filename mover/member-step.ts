/**
 * Taints of member clusters that follow their annotations `drain` and `bound`. Pure. Only taints of the mover's own
 * keys change. Neither removes anything by itself: the engine assigns nothing new to the member.
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

/** Leaves a margin of a tenth, so that the taint does not come and go with each Pod. */
function fills(bound: number, pods: number | undefined, isFull: boolean): boolean {
  if (pods === undefined) return isFull;
  return pods >= bound || (isFull && pods >= bound - Math.ceil(bound / 10));
}

/** True if the taints of the member have to change. */
export function isMemberDue(facts: MemberFacts): boolean {
  const wanted = wantedTaints(facts);
  return wanted.length !== facts.taints.length || wanted.some(key => !facts.taints.includes(key));
}

/** Merge patch for the member as it was read. Undefined if the member needs no change. */
export function memberPatch(facts: MemberFacts, member: unknown, now: number): object | undefined {
  const wanted = wantedTaints(facts);
  const all = list(at(member, 'spec', 'taints'));
  const isOurs = (taint: unknown) => OURS.has(at(taint, 'key'));
  const there = new Set(all.filter(isOurs).map(taint => at(taint, 'key')));
  const added = wanted.filter(key => !there.has(key));
  const kept = all.filter(taint => !isOurs(taint) || wanted.includes(at(taint, 'key') as string));
  if (added.length === 0 && kept.length === all.length) return undefined;
  // Whole seconds, as API servers keep them.
  const timeAdded = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const taints = [...kept, ...added.map(key => ({ key, effect: TAINT_EFFECT[facts.engine], timeAdded }))];
  return { metadata: { resourceVersion: resourceVersion(member) }, spec: { taints } };
}

const OURS: ReadonlySet<unknown> = new Set([INTENT.drainTaint, INTENT.fullTaint]);
