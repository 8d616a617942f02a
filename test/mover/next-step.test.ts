/**
 * Transitions of a move: the observed state, and the one patch that follows. Also the patches of Karmada's bindings,
 * and the taints of members.
 */
import { describe, expect, it } from '@jest/globals';
import type { BindingFacts, Finding, PolicyFacts } from '../../mover/facts.ts';
import { memberPatch, wantedTaints } from '../../mover/member-step.ts';
import { spelled, type MoveState } from '../../mover/move-state.ts';
import { isWithin, nextStep, type Memory, type Situation, type Step } from '../../mover/next-step.ts';
import { hold, release, restore } from '../../mover/orders.ts';
import { fieldsDigest, pinned, type PinFields } from '../../subgraphs/placement-intent.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const MOVE = 'placement.fleetgraph.dev/move';
const FREE: PinFields = { predicates: null, numberOfClusters: 1 };

type Json = Record<string, any>;

const state = (over: Partial<MoveState> = {}): MoveState => ({
  ...{ phase: 'EXTENDED', from: ['a'], to: ['b'], isDrain: false, startedAt: NOW - 60_000, since: NOW - 60_000 },
  ...over,
});

/** A Placement with a move state. By default it chooses one member. */
function placement(of: MoveState | undefined, spec: Json = { numberOfClusters: 1 }): any {
  const annotations = of ? { [MOVE]: spelled(of)! } : {};
  return { kind: 'Placement', metadata: { name: 'where', namespace: 'shop', resourceVersion: '7', annotations }, spec };
}

function policy(
  of: MoveState | undefined,
  spec: Json = { placement: { clusterAffinity: { clusterNames: ['a'] } } },
): any {
  return { ...placement(of, spec), kind: 'PropagationPolicy' };
}

const facts = (over: Partial<PolicyFacts> = {}): PolicyFacts => ({
  ...{
    id: 'p',
    engine: 'OCM',
    isDeleting: false,
    phase: undefined,
    wish: { type: 'move', to: ['b'] },
    assigned: ['a'],
    drained: [],
    bindings: [],
  },
  object: { cluster: 'hub', group: 'g', kind: 'Placement', namespace: 'shop', name: 'where' },
  check: { unseen: [] },
  ...over,
});
const ofKarmada = (over: Partial<PolicyFacts> = {}) =>
  facts({
    engine: 'KARMADA',
    object: { cluster: 'hub', group: 'g', kind: 'PropagationPolicy', namespace: 'shop', name: 'where' },
    ...over,
  });

function step(of: PolicyFacts, object: any, over: Partial<Situation> = {}): Step {
  return nextStep({
    facts: of,
    policy: object,
    bindings: new Map(),
    memory: {},
    now: NOW,
    settleMs: 30_000,
    mayStart: true,
    ...over,
  });
}

/** Move state and specification in the patch of the policy. Undefined if there is no patch. */
function written({ patches }: Step): { readonly state: Json | null; readonly spec: Json | undefined } | undefined {
  const [patch] = patches as readonly { readonly body: Json }[];
  const value = patch?.body['metadata'].annotations?.[MOVE];
  if (patch) expect(patch.body['metadata'].resourceVersion).toBe('7');
  return patch && { state: value === null ? null : JSON.parse(value), spec: patch.body['spec'] };
}

const names = (members: readonly string[]) => `managedCluster.metadata.name in ${JSON.stringify(members)}`;
const pin = (members: readonly string[]) => ({
  ...{
    predicates: [{ requiredClusterSelector: { celSelector: { celExpressions: [names(members)] } } }],
    numberOfClusters: members.length,
  },
});
const pinnedState = (members: readonly string[], over: Partial<MoveState> = {}) =>
  state({ was: FREE, wrote: fieldsDigest(pinned(FREE, members)), ...over });
const proof = (finding?: Finding) => ({
  ...(finding && { finding }),
  ...{
    members: ['b'],
    services: [],
    copies: [
      { member: 'b', object: { cluster: 'b', group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' } },
    ],
  },
});

describe('a move of Open Cluster Management', () => {
  it('begins with the old and the new members together', () => {
    expect(written(step(facts(), placement(undefined)))).toMatchObject({
      state: { phase: 'EXTENDED', from: ['a'], to: ['b'], was: { predicates: null, numberOfClusters: 1 } },
      spec: pin(['a', 'b']),
    });
  });

  it.each<[string, Partial<PolicyFacts>, Partial<Situation>, Json]>([
    [
      'a check refuses it',
      { check: { finding: { reason: 'REJECTED', member: 'b' }, unseen: [] } },
      {},
      { phase: 'BLOCKED', reason: 'REJECTED', member: 'b' },
    ],
    ['the list is none', { wish: { type: 'unreadable' } }, {}, { phase: 'BLOCKED', reason: 'INVALID_LIST' }],
    [
      'it names a drained member',
      { wish: { type: 'refused', to: ['a'], member: 'a' } },
      {},
      { phase: 'BLOCKED', reason: 'REJECTED', member: 'a' },
    ],
    ['others have to end first', {}, { mayStart: false }, { phase: 'PENDING', reason: 'QUEUED' }],
    ['the hub refuses it', {}, { memory: { forbiddenAt: NOW - 1_000 } }, { phase: 'PENDING', reason: 'FORBIDDEN' }],
  ])('changes no specification if %s', (_what, over, situation, expected) => {
    const reported = written(step(facts(over), placement(undefined), situation))!;
    expect(reported.state).toMatchObject(expected);
    expect(reported.spec).toBeUndefined();
  });

  it('to where it is only pins, and narrowing only proves', () => {
    expect(written(step(facts({ wish: { type: 'move', to: ['a'] } }), placement(undefined)))).toMatchObject({
      state: { phase: 'DONE' },
      spec: pin(['a']),
    });
    const both = facts({ assigned: ['a', 'b'] });
    expect(written(step(both, placement(undefined)))).toMatchObject({
      state: { phase: 'EXTENDED', from: ['a', 'b'], to: ['b'] },
      spec: pin(['a', 'b']),
    });
    expect(written(step(facts({ assigned: [] }), placement(undefined)))).toMatchObject({
      state: { phase: 'EXTENDED' },
      spec: pin(['b']),
    });
  });

  const extended = placement(pinnedState(['a', 'b']), pin(['a', 'b']));
  const key = `${NOW - 60_000}/b`;
  const settled: Memory = { proof: { key, since: NOW - 30_000, seenAt: NOW - 1_000 } };
  const live = (finding?: Finding, at = NOW): Memory => ({
    ...settled,
    live: { key: `${key}/${NOW - 30_000} `, at, ...(finding && { finding }) },
  });

  it.each<[string, Partial<PolicyFacts>, Memory, Json]>([
    [
      'a line of the proof fails',
      { proof: proof({ reason: 'NOT_CURRENT', member: 'b' }) },
      settled,
      { phase: 'EXTENDED', reason: 'NOT_CURRENT', member: 'b' },
    ],
    ['it has not held for long enough', { proof: proof() }, {}, { phase: 'EXTENDED', reason: 'SETTLING' }],
    [
      'nobody looked for a while',
      { proof: proof() },
      { proof: { key, since: 0, seenAt: NOW - 6_000 } },
      { phase: 'EXTENDED', reason: 'SETTLING' },
    ],
    [
      'the live reads fail',
      { proof: proof() },
      live({ reason: 'NOT_CURRENT', member: 'b' }),
      { phase: 'EXTENDED', reason: 'NOT_CURRENT' },
    ],
  ])('is not narrowed while %s', (_what, over, memory, expected) => {
    const reported = step(facts({ phase: 'EXTENDED', ...over }), extended, { memory });
    expect(reported.patches.map(({ enters }) => enters)).toEqual([undefined]);
    expect(written(reported)).toMatchObject({ state: expected });
    expect(written(reported)!.spec).toBeUndefined();
  });

  it('asks the member once more when the proof has settled, and is narrowed by a fresh answer alone', () => {
    const it = facts({ phase: 'EXTENDED', proof: proof() });
    expect(step(it, extended, { memory: settled }).question).toMatchObject({ copies: [{ member: 'b' }] });
    expect(step(it, extended, { memory: live(undefined, NOW - 6_000) }).question).toBeDefined();
    expect(written(step(it, extended, { memory: live() }))).toMatchObject({
      state: { phase: 'NARROWED', to: ['b'] },
      spec: pin(['b']),
    });
  });

  it.each<[string, PolicyFacts['wish']]>([
    ['removed', { type: 'none' }],
    ['changed', { type: 'move', to: ['c'] }],
    ['unreadable', { type: 'unreadable' }],
  ])('goes back to the old members when the list is %s', (_what, wish) => {
    expect(written(step(facts({ phase: 'EXTENDED', proof: proof(), wish }), extended))).toMatchObject({
      state: { phase: 'REVERTING' },
      spec: pin(['a']),
    });
  });

  it('goes back to what the policy said if nothing was assigned', () => {
    const object = placement(pinnedState(['b'], { from: [] }), pin(['b']));
    expect(written(step(facts({ phase: 'EXTENDED', wish: { type: 'none' } }), object))).toMatchObject({
      state: { phase: 'REVERTING' },
      spec: { predicates: null, numberOfClusters: 1 },
    });
  });

  it('ends when nothing is left, and keeps the pin until the list goes', () => {
    const narrowed = placement(pinnedState(['b'], { phase: 'NARROWED' }), pin(['b']));
    expect(
      written(step(facts({ phase: 'NARROWED', left: { reason: 'REMOVING', member: 'a' } }), narrowed)),
    ).toMatchObject({
      state: { phase: 'NARROWED', reason: 'REMOVING' },
    });
    const done = written(step(facts({ phase: 'NARROWED', assigned: ['b'] }), narrowed))!;
    expect(done).toMatchObject({ state: { phase: 'DONE', was: { numberOfClusters: 1 } }, spec: undefined });
    const object = placement(pinnedState(['b'], { phase: 'DONE' }), pin(['b']));
    expect(step(facts({ phase: 'DONE', assigned: ['b'] }), object).patches).toEqual([]);
    expect(written(step(facts({ phase: 'DONE', assigned: ['b'], wish: { type: 'none' } }), object))).toEqual({
      state: null,
      spec: { predicates: null, numberOfClusters: 1 },
    });
  });

  it('cannot be cancelled once it is narrowed', () => {
    const narrowed = placement(pinnedState(['b'], { phase: 'NARROWED' }), pin(['b']));
    expect(
      step(facts({ phase: 'NARROWED', wish: { type: 'none' }, left: { reason: 'REMOVING', member: 'a' } }), narrowed)
        .patches,
    ).toHaveLength(1);
    expect(written(step(facts({ phase: 'NARROWED', wish: { type: 'none' } }), narrowed))).toMatchObject({
      state: { phase: 'DONE', to: ['b'] },
    });
  });

  it('stops where somebody has edited what it wrote, and never undoes that', () => {
    for (const phase of ['EXTENDED', 'NARROWED', 'REVERTING'] as const) {
      const object = placement(pinnedState(['a', 'b'], { phase }), { numberOfClusters: 3 });
      const reported = written(step(facts({ phase, proof: proof() }), object))!;
      expect([reported.state, reported.spec]).toMatchObject(
        [{ phase: 'BLOCKED', reason: 'SPEC_EDITED' }, undefined].slice(0, 1),
      );
      expect(reported.spec).toBeUndefined();
    }
    const blocked = placement(pinnedState(['a', 'b'], { phase: 'BLOCKED', reason: 'SPEC_EDITED' }), {
      numberOfClusters: 3,
    });
    expect(step(facts({ phase: 'BLOCKED' }), blocked).patches).toEqual([]);
    expect(written(step(facts({ phase: 'BLOCKED', wish: { type: 'none' } }), blocked))).toEqual({
      state: null,
      spec: undefined,
    });
    expect(written(step(facts({ phase: 'BLOCKED', wish: { type: 'move', to: ['c'] } }), blocked))).toMatchObject({
      state: { phase: 'EXTENDED', was: { numberOfClusters: 3 } },
      spec: { ...pin(['a', 'c']) },
    });
  });

  it('does nothing for a policy that is being deleted', () => {
    expect(step(facts({ isDeleting: true, phase: 'EXTENDED', proof: proof() }), extended).patches).toEqual([]);
  });
});

describe('a drain of Open Cluster Management', () => {
  const wish = { type: 'drain', member: 'a' } as const;

  it('fills one more cluster, pins what was chosen, and gives the policy back what it said', () => {
    const begun = written(step(facts({ wish, drained: ['a'] }), placement(undefined)))!;
    expect(begun).toMatchObject({
      state: { phase: 'EXTENDED', drain: true, from: ['a'], to: [] },
      spec: { predicates: null, numberOfClusters: 2 },
    });
    const narrowed = placement(pinnedState(['b'], { phase: 'NARROWED', isDrain: true }), pin(['b']));
    expect(written(step(facts({ phase: 'NARROWED', wish, drained: ['a'], assigned: ['b'] }), narrowed))).toMatchObject({
      state: { phase: 'DONE', drain: true },
      spec: { predicates: null, numberOfClusters: 1 },
    });
  });

  it('goes back when the member is not drained any more', () => {
    const fields: PinFields = { predicates: null, numberOfClusters: 2 };
    const object = placement(state({ isDrain: true, to: [], was: FREE, wrote: fieldsDigest(fields) }), {
      numberOfClusters: 2,
    });
    expect(written(step(facts({ phase: 'EXTENDED', wish: { type: 'none' }, proof: proof() }), object))).toMatchObject({
      state: { phase: 'REVERTING' },
      spec: pin(['a']),
    });
  });
});

describe('a move of Karmada', () => {
  const binding = (over: Partial<BindingFacts> = {}): BindingFacts => ({
    ...{
      id: 'web',
      object: { cluster: 'hub', group: 'g', kind: 'ResourceBinding', namespace: 'shop', name: 'web' },
      level: 1,
      isOwn: true,
    },
    ...{ assigned: ['a'], neededIn: [], tasks: [] },
    ...over,
  });
  const config = (over: Partial<BindingFacts> = {}) => binding({ id: 'config', level: 0, isOwn: false, ...over });
  const task = { from: 'a', isOurs: true, isKept: true };
  const object = (spec: Json): any => ({ metadata: { name: 'web', resourceVersion: '3' }, spec });
  const bodies = ({ patches }: Step) => patches.map(({ body }) => (body as Json)['spec']);

  it('holds before it pins, dependencies first, and reads what it patches', () => {
    expect(written(step(ofKarmada({ bindings: [config(), binding()] }), policy(undefined)))).toMatchObject({
      state: { phase: 'HOLDING' },
      spec: undefined,
    });
    const holding = policy(state({ phase: 'HOLDING' }));
    const both = ofKarmada({ phase: 'HOLDING', bindings: [config(), binding()] });
    expect(step(both, holding).reads).toHaveLength(1);
    const read = new Map([['config', object({ clusters: [], requiredBy: [] })]]);
    expect(bodies(step(both, holding, { bindings: read }))).toMatchObject([
      { clusters: [], gracefulEvictionTasks: [{ fromCluster: 'a', suppressDeletion: true }] },
    ]);
    const held = ofKarmada({
      phase: 'HOLDING',
      bindings: [config({ tasks: [task] }), binding({ assigned: [], tasks: [task] })],
      assigned: [],
    });
    expect(written(step(held, holding))).toMatchObject({
      state: { phase: 'EXTENDED' },
      spec: { placement: { clusterAffinity: { clusterNames: ['b'] } } },
    });
  });

  it('needs no hold if every old member stays', () => {
    expect(
      written(step(ofKarmada({ wish: { type: 'move', to: ['a', 'b'] }, bindings: [binding()] }), policy(undefined))),
    ).toMatchObject({
      state: { phase: 'EXTENDED' },
    });
  });

  it('releases with dependencies last', () => {
    const narrowed = policy(state({ phase: 'NARROWED' }));
    const spec = {
      clusters: [{ name: 'b' }],
      gracefulEvictionTasks: [{ fromCluster: 'a', producer: 'fleetgraph', suppressDeletion: true }],
    };
    const both = ofKarmada({ phase: 'NARROWED', bindings: [config({ tasks: [task] }), binding({ tasks: [task] })] });
    expect(step(both, narrowed).reads.map(({ name }) => name)).toEqual(['web']);
    expect(bodies(step(both, narrowed, { bindings: new Map([['web', object(spec)]]) }))).toMatchObject([
      { clusters: [{ name: 'b' }], gracefulEvictionTasks: [{ fromCluster: 'a', suppressDeletion: false }] },
    ]);
  });

  it('leaves the policy alone in a drain', () => {
    const drain = { wish: { type: 'drain', member: 'a' }, drained: ['a'], bindings: [binding()] } as const;
    expect(written(step(ofKarmada(drain), policy(undefined)))).toMatchObject({
      state: { phase: 'HOLDING', drain: true },
      spec: undefined,
    });
    const held = ofKarmada({ ...drain, phase: 'HOLDING', bindings: [binding({ assigned: ['b'], tasks: [task] })] });
    expect(written(step(held, policy(state({ phase: 'HOLDING', isDrain: true, to: [] }))))).toMatchObject({
      state: { phase: 'EXTENDED' },
      spec: undefined,
    });
  });
});

describe('orders to bindings', () => {
  const ours = { fromCluster: 'a', producer: 'fleetgraph', suppressDeletion: true, replicas: 2 };
  const theirs = { fromCluster: 'c', producer: 'TaintManager' };
  const binding = (clusters: readonly Json[], gracefulEvictionTasks: readonly Json[] = []) => ({
    ...{ metadata: { resourceVersion: '3' }, spec: { clusters, gracefulEvictionTasks } },
  });

  it('hold, release and restore touch no task of others', () => {
    expect(hold(binding([{ name: 'a', replicas: 2 }, { name: 'b' }], [theirs]), ['a'], true)).toEqual({
      metadata: { resourceVersion: '3' },
      spec: {
        clusters: [{ name: 'b' }],
        gracefulEvictionTasks: [
          theirs,
          {
            fromCluster: 'a',
            purgeMode: 'Gracefully',
            producer: 'fleetgraph',
            reason: 'FleetgraphMove',
            suppressDeletion: true,
            replicas: 2,
          },
        ],
      },
    });
    expect(hold(binding([{ name: 'c' }], [theirs]), ['c'], true)).toBeUndefined();
    expect(hold(binding([], [ours]), ['a'], true)).toBeUndefined();
    expect(release(binding([], [ours, theirs]), ['a', 'c'])).toMatchObject({
      spec: { gracefulEvictionTasks: [{ ...ours, suppressDeletion: false }, theirs] },
    });
    expect(release(binding([], [{ ...ours, suppressDeletion: false }]), ['a'])).toBeUndefined();
    expect(restore(binding([{ name: 'b' }], [ours, theirs]), ['a'], true)).toMatchObject({
      spec: { clusters: [{ name: 'b' }, { name: 'a', replicas: 2 }], gracefulEvictionTasks: [theirs] },
    });
    // A dependency without replicas gets no cluster back: Karmada places it with the workload that requires it.
    const { replicas: _replicas, ...dependency } = ours;
    expect(restore(binding([], [dependency]), ['a'], false)).toMatchObject({
      spec: { clusters: [], gracefulEvictionTasks: [] },
    });
  });
});

describe('taints of members', () => {
  const FULL = 'placement.fleetgraph.dev/full';
  const member = (over: Json) => ({
    ...{ id: 'm', object: facts().object, name: 'a', engine: 'OCM' as const, isDrained: false, taints: [], ...over },
  });

  it.each([
    ['below the bound', { bound: 100, pods: 99 }, []],
    ['at the bound', { bound: 100, pods: 100 }, [FULL]],
    ['within the margin below it', { bound: 100, pods: 90, taints: [FULL] }, [FULL]],
    ['below the margin', { bound: 100, pods: 89, taints: [FULL] }, []],
    ['where Pods are not known, full before', { bound: 100, taints: [FULL] }, [FULL]],
    ['where Pods are not known', { bound: 100 }, []],
    ['without a bound', { pods: 500, taints: [FULL] }, []],
    ['drained', { isDrained: true }, ['placement.fleetgraph.dev/drain']],
  ])('%s', (_what, over, expected) => {
    expect(wantedTaints(member(over))).toEqual(expected);
  });

  it('leave those of others', () => {
    const other = { key: 'x', effect: 'NoSelect' };
    const object = {
      metadata: { resourceVersion: '5' },
      spec: { taints: [other, { key: FULL, effect: 'NoSelectIfNew' }] },
    };
    expect(memberPatch(member({ isDrained: true, taints: [FULL] }), object, NOW)).toEqual({
      metadata: { resourceVersion: '5' },
      spec: {
        taints: [
          other,
          { key: 'placement.fleetgraph.dev/drain', effect: 'NoSelectIfNew', timeAdded: '2026-01-31T12:00:00Z' },
        ],
      },
    });
    expect(memberPatch(member({}), { metadata: {}, spec: { taints: [other] } }, NOW)).toBeUndefined();
  });
});

it.each([
  ['just now', 100, 100, true],
  ['shortly before its end', 100, 149, true],
  ['at its end', 100, 150, false],
  ['in the future, after the clock was set back', 100, 99, false],
  ['never', undefined, 99, false],
] as const)('counts what was %s', (_when, since, now, isCounted) => {
  expect(isWithin(50, since, now)).toBe(isCounted);
});
