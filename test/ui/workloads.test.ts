/** Placed workloads in the Explorer: the order of members, assignments, and the steps of a move. */
import { describe, expect, it } from '@jest/globals';
import {
  assignedCount,
  inOrder,
  nameOf,
  PHASES,
  STATUS_OF,
  stepsOf,
  worstFirst,
} from '../../ui/src/workloads/placement.ts';

it('has members with the workload first, then those that are refused, each by score and name', () => {
  const of = (
    member: string,
    verdict: 'ASSIGNED' | 'REJECTED' | 'OUTRANKED' | 'ELIGIBLE',
    score: number | null = null,
  ) => ({
    ...{ member, verdict, score },
  });
  const candidates = [
    of('e', 'ELIGIBLE'),
    of('d', 'OUTRANKED', 1),
    of('c', 'OUTRANKED', 9),
    of('b', 'REJECTED'),
    of('z', 'ASSIGNED'),
    of('a', 'ASSIGNED'),
  ];
  expect(inOrder(candidates).map(({ member }) => member)).toEqual(['a', 'z', 'b', 'c', 'd', 'e']);
});

it('counts as actual what is assigned, not what is kept or removed', () => {
  expect(assignedCount([{ state: 'ASSIGNED' }, { state: 'HELD' }, { state: 'REMOVING' }])).toBe(1);
});

it('has a status for each phase, and trouble first', () => {
  expect(PHASES[0]).toBe('FAILED');
  expect(PHASES.at(-1)).toBe('RUNNING');
  expect(new Set(PHASES.map(phase => STATUS_OF[phase]))).toContain('TERMINATING');
});

it('lists workloads in trouble first, and keeps their order otherwise', () => {
  const lines = [
    { phase: 'RUNNING' as const, at: 1 },
    { phase: 'UNSCHEDULABLE' as const, at: 2 },
    { phase: 'RUNNING' as const, at: 3 },
    { phase: 'FAILED' as const, at: 4 },
  ];
  expect(worstFirst(lines).map(({ at }) => at)).toEqual([4, 2, 1, 3]);
});

it('names a workload by its template, or its binding, or its id', () => {
  const binding = { id: 'b', kind: 'ManifestWorkReplicaSet', namespace: 'team', name: 'web', cluster: { name: 'hub' } };
  expect(
    nameOf({ template: { id: 't', kind: 'Deployment', namespace: 'shop', name: 'api' }, binding, bindingId: 'b' }),
  ).toBe('shop/api');
  expect(nameOf({ template: null, binding, bindingId: 'b' })).toBe('team/web');
  expect(nameOf({ template: null, binding: null, bindingId: 'b' })).toBe('b');
});

describe('the steps of a move', () => {
  const words = (phase: Parameters<typeof stepsOf>[0]['phase'], engine: 'OCM' | 'KARMADA') =>
    stepsOf({ phase }, engine).map(({ phase, state }) => `${phase} ${state}`);

  it.each([
    ['EXTENDED', 'OCM', ['PENDING done', 'EXTENDED current', 'NARROWED toCome', 'DONE toCome']],
    ['HOLDING', 'KARMADA', ['PENDING done', 'HOLDING current', 'EXTENDED toCome', 'NARROWED toCome', 'DONE toCome']],
    ['BLOCKED', 'OCM', ['BLOCKED current', 'EXTENDED toCome', 'NARROWED toCome', 'DONE toCome']],
    ['REVERTING', 'KARMADA', ['PENDING done', 'EXTENDED done', 'REVERTING current', 'DONE toCome']],
    ['DONE', 'OCM', ['PENDING done', 'EXTENDED done', 'NARROWED done', 'DONE done']],
  ] as const)('in %s of %s are told', (phase, engine, steps) => {
    expect(words(phase, engine)).toEqual(steps);
  });
});
