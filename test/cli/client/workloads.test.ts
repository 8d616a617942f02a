/** `fleetgraph get workloads`, `move` and `drain`: queries, output and waiting. */
import { describe, expect, it } from '@jest/globals';
import { drainLines, reported as reportedDrain } from '../../../cli/commands/drain.ts';
import { isOver, reported as reportedMove, type MoveState } from '../../../cli/commands/move.ts';
import { UsageError } from '../../../cli/usage-error.ts';
import {
  listWorkloads,
  missingFrom,
  memberOf,
  moveWords,
  policyOf,
  printedWorkloads,
  type ListedWorkload,
} from '../../../cli/client/workloads.ts';
import { waitFor } from '../../../cli/client/waiting.ts';
import { answering } from './answering.ts';

const POLICY = 'hub/policy.karmada.io/PropagationPolicy/shop/where';
const move = {
  phase: 'EXTENDED',
  reason: 'NOT_CURRENT',
  member: 'b',
  from: ['a'],
  to: ['b'],
  drain: false,
  overdue: false,
};
const workload = (over: Partial<ListedWorkload> = {}): ListedWorkload => ({
  ...{
    bindingId: 'hub/work.karmada.io/ResourceBinding/shop/web',
    engine: 'KARMADA',
    template: { id: 'hub/apps/Deployment/shop/web' },
  },
  ...{ policies: [{ id: POLICY, move }], phase: 'MOVING', reason: 'Extended', message: null, wantedMembers: 1 },
  status: { status: 'CURRENT', replicas: 3, readyReplicas: 2, stale: false },
  assignments: {
    totalCount: 2,
    nodes: [
      { member: 'a', state: 'HELD' },
      { member: 'b', state: 'ASSIGNED' },
    ],
  },
  ...over,
});
const page = (nodes: readonly ListedWorkload[], endCursor: string | null = null) => ({
  placedWorkloads: {
    totalCount: 2,
    complete: true,
    phaseCounts: [],
    pageInfo: { hasNextPage: endCursor !== null, endCursor },
    nodes,
  },
});

describe('get workloads', () => {
  it('reads all pages', async () => {
    const { ask, requested } = answering(page([workload()], 'x'), page([workload()]));
    expect((await listWorkloads(ask, { hubs: ['hub'] }, 1_000)).items).toHaveLength(2);
    expect(requested).toEqual([
      { filter: { hubs: ['hub'] }, first: 100, after: null, counts: true },
      { filter: { hubs: ['hub'] }, first: 100, after: 'x', counts: false },
    ]);
  });

  it('counts phases once, and is complete only if all pages are', async () => {
    const phaseCounts = [{ phase: 'MOVING', count: 2 }];
    const first = { placedWorkloads: { ...page([workload()], 'x').placedWorkloads, complete: false, phaseCounts } };
    const { phaseCounts: _, ...last } = page([workload()]).placedWorkloads;
    const { ask } = answering(first, { placedWorkloads: last });
    expect(await listWorkloads(ask, {}, 1_000)).toMatchObject({ complete: false, phaseCounts, totalCount: 2 });
  });

  it('says what is missing', async () => {
    const nothing = { items: [], totalCount: 0, complete: true };
    const coverage = { total: 3, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [], clusters: null };
    const missing = (listing: Partial<typeof nothing>, closed: number) =>
      missingFrom(answering({ coverage: { ...coverage, closed } }).ask, { ...nothing, ...listing }, []);
    expect(await missing({}, 0)).toEqual(['No workloads found.']);
    expect(await missing({ complete: false }, 1)).toEqual([
      'No workloads found.',
      'There may be more: a hub (placement.hubs) is not completely read.',
      expect.stringMatching(/^1 of 3 clusters not indexed/),
    ]);
    expect(await missing({ complete: false }, 0)).toEqual([
      'No workloads found.',
      'There may be more: a hub (placement.hubs) is not completely read.',
    ]);
  });

  it('names clusters of --cluster that do not exist', async () => {
    const nothing = { items: [workload()], totalCount: 1, complete: false };
    const clusters = { clusters: { nodes: [{ name: 'hub' }] } };
    expect(await missingFrom(answering(clusters).ask, nothing, ['typo'])).toEqual([
      'No such cluster, or you may not know it: typo.',
    ]);
    const coverage = { total: 3, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [], clusters: null };
    expect(await missingFrom(answering(clusters, { coverage }).ask, nothing, ['typo', 'hub'])).toEqual([
      'No such cluster, or you may not know it: typo.',
      'There may be more: a hub (placement.hubs) is not completely read.',
    ]);
  });

  it('prints a table, names and documents', () => {
    const listing = {
      items: [workload()],
      totalCount: 1,
      complete: true,
      phaseCounts: [{ phase: 'MOVING', count: 1 }],
    };
    expect(printedWorkloads('table', listing)).toBe(
      'HUB   NAMESPACE   KIND         NAME   PHASE    REASON     READY   MEMBERS\n' +
        'hub   shop        Deployment   web    MOVING   Extended   2/3     a (held),b\n',
    );
    expect(printedWorkloads('wide', listing, false)).toContain('EXTENDED: NOT_CURRENT (b)');
    expect(printedWorkloads('name', listing)).toBe('hub/work.karmada.io/ResourceBinding/shop/web\n');
    expect(JSON.parse(printedWorkloads('json', listing))).toEqual(listing);
  });
});

describe('an id', () => {
  it('of a policy is the policy, and of a workload the one that places it', async () => {
    expect(await policyOf(answering({ object: { placementPolicy: { id: POLICY }, placed: null } }).ask, POLICY)).toBe(
      POLICY,
    );
    const placed = (...ids: string[]) => ({
      object: { placementPolicy: null, placed: { policies: ids.map(id => ({ id })) } },
    });
    expect(await policyOf(answering(placed(POLICY)).ask, 'leaf/apps/Deployment/shop/web')).toBe(POLICY);
    await expect(policyOf(answering(placed('x', 'y')).ask, 'z')).rejects.toThrow('Name one of them: x, y');
    await expect(policyOf(answering(placed()).ask, 'z')).rejects.toThrow(UsageError);
    await expect(policyOf(answering({ object: null }).ask, 'z')).rejects.toThrow('Not found: z');
  });

  it('of a member may be its name', async () => {
    const found = (...ids: string[]) => ({
      objects: { nodes: ids.map(id => ({ id, placementMember: { id } })) },
      coverage: { total: 5, indexed: 5 },
    });
    expect(await memberOf(answering().ask, 'hub/g/ManagedCluster//a', undefined)).toBe('hub/g/ManagedCluster//a');
    expect(await memberOf(answering(found('x')).ask, 'a', 'hub')).toBe('x');
    await expect(memberOf(answering(found('x', 'y')).ask, 'a', undefined)).rejects.toThrow('Name one with --hub');
    await expect(memberOf(answering(found()).ask, 'a', undefined)).rejects.toThrow(
      'No hub has a member "a" that you may see. Print',
    );
    const early = answering({ ...found(), coverage: { total: 5, indexed: 2 } }).ask;
    await expect(memberOf(early, 'a', undefined)).rejects.toThrow('Only 2 of 5 clusters are indexed now');
  });
});

describe('waiting', () => {
  it('says each state once, asks again after failures, and ends with the last state', async () => {
    const states = [1, 1, new UsageError('gone away.'), 2, 3];
    const lines: string[] = [];
    let now = 0;
    const last = await waitFor({
      ask: async () => {
        const state = states.shift()!;
        if (state instanceof Error) throw state;
        return state;
      },
      ...{ isOver: (state: number) => state === 3, lines: (state: number) => [`state ${state}`], timeoutMs: 60_000 },
      ...{
        say: (line: string) => lines.push(line),
        clock: { now: () => now, wait: async (ms: number) => void (now += ms) },
      },
    });
    expect([last, lines]).toEqual([3, ['state 1', 'No answer: gone away. It is asked again.', 'state 2', 'state 3']]);
  });

  it('ends in time', async () => {
    let now = 0;
    const clock = { now: () => now, wait: async (ms: number) => void (now += ms) };
    const options = { isOver: () => false, lines: () => [], timeoutMs: 5_000, say: () => undefined, clock };
    expect(await waitFor({ ...options, ask: async () => 'open' })).toBe('open');
    await expect(waitFor({ ...options, ask: () => Promise.reject(new UsageError('no')) })).rejects.toThrow('no');
  });

  it.each<[string, Partial<MoveState>, readonly string[] | undefined, boolean]>([
    ['nothing has begun', { move: null }, ['b'], false],
    ['it is under way', { move }, ['b'], false],
    ['it is complete', { move: { ...move, phase: 'DONE' } }, ['b'], true],
    ['it is blocked', { move: { ...move, phase: 'BLOCKED' } }, ['b'], true],
    ['the move before is complete', { move: { ...move, phase: 'DONE', to: ['c'] } }, ['b'], false],
    ['a cancelled move goes back', { wanted: null, move }, undefined, false],
    ['a cancelled move has gone back', { wanted: null, move: null }, undefined, true],
  ])('for a move: %s', (_what, state, to, expected) => {
    expect(isOver({ wanted: ['b'], assigned: [], move: null, ...state }, to)).toBe(expected);
  });
});

it('tells how far a move and a drain are', () => {
  expect(moveWords({ ...move, overdue: true })).toBe('EXTENDED: NOT_CURRENT (b), overdue');
  const result = { id: POLICY, outcome: 'DONE', message: null, reason: null, warnings: ['careful'] };
  expect(
    reportedMove('text', result, {
      wanted: ['b'],
      assigned: ['b'],
      move: { ...move, phase: 'DONE', reason: null, member: null },
    }),
  ).toBe(`${POLICY}: warning: careful\n${POLICY}: DONE; assigned: b\n`);
  expect(reportedMove('text', result, undefined)).toBe(`${POLICY}: asked for\n${POLICY}: warning: careful\n`);
  expect(reportedDrain('text', { ...result, warnings: [] }, { done: true, remaining: 0, stuck: [] })).toBe(
    'No workload is left.\n',
  );
  expect(
    drainLines({
      done: false,
      remaining: 2,
      stuck: [{ id: POLICY, move: { ...move, phase: 'BLOCKED', reason: 'VOLUME', member: null } }],
    }),
  ).toEqual(['2 workloads are left; 1 policy is stuck:', `  ${POLICY}: BLOCKED: VOLUME`]);
  expect(drainLines({ done: false, remaining: 0, stuck: [] })).toEqual([
    expect.stringMatching(/that you see is left\. There may be others/),
  ]);
  expect(JSON.parse(reportedDrain('json', result, { done: true, remaining: 0, stuck: [] }))).toMatchObject({
    outcome: 'DONE',
    drain: { done: true },
  });
});
