/** State of a cluster's collection: the next phase for each event in each phase, and the calls of observers. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ClusterStatus, type CarriedState } from '../../collector/cluster-status.ts';
import { KindStatus, type KindPhase } from '../../collector/kind-status.ts';
import { GRANT_TYPES } from '../../collector/grants.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { ReflectorState } from '../../kubernetes/reflector.ts';
import type { Resource } from '../../rbac/types.ts';
import type { StateReason } from '../../store/causes.ts';
import type { ClusterPhase, KindCollection } from '../../store/store.ts';

const LEAF = { name: 'leaf', authorization: 'rbac' } as const;
const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const JOBS: Resource = { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true };

function open(carried?: CarriedState) {
  let now = 1_000;
  const status = new ClusterStatus(LEAF, carried, () => now);
  const start = (resource: Resource): KindStatus => {
    const kind = new KindStatus(status, resource);
    status.kinds.set(resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`, kind);
    return kind;
  };
  return { status, start, pass: (ms: number) => (now += ms) };
}

const list = (kind: KindStatus) => {
  kind.listBegins();
  kind.listEnds();
  kind.confirmed();
  kind.follow({ phase: 'watching' });
};

describe('a kind', () => {
  const EVENTS: Readonly<Record<Exclude<KindPhase, 'pending' | 'restarted'>, ReflectorState>> = {
    listing: { phase: 'listing', objects: 0, first: true },
    watching: { phase: 'watching' },
    polling: { phase: 'polling', reason: 'x' },
    forbidden: { phase: 'forbidden', reason: 'x' },
    gone: { phase: 'gone', reason: 'x' },
    failing: {
      phase: 'failing',
      error: new KubernetesError('SERVER_ERROR', '500', { cluster: 'leaf', status: 500 }),
      retryInMs: 1,
    },
    unreachable: { phase: 'failing', error: new KubernetesError('TIMEOUT', 'x', { cluster: 'leaf' }), retryInMs: 1 },
  };
  const events = Object.keys(EVENTS) as (keyof typeof EVENTS)[];
  const phases: readonly KindPhase[] = ['pending', ...events, 'restarted'];
  /** Reported state of a kind by its phase. The last element is `open` while the kind is still expected to list. */
  const TOLD: Readonly<Record<KindPhase, readonly [KindCollection, StateReason, 'open' | 'settled']>> = {
    pending: ['pending', '', 'open'],
    listing: ['listing', '', 'open'],
    watching: ['watching', '', 'open'],
    polling: ['polling', 'NOT_WATCHED', 'open'],
    forbidden: ['forbidden', 'FORBIDDEN', 'settled'],
    gone: ['failing', 'NOT_SERVED', 'settled'],
    failing: ['failing', 'SERVER_ERROR', 'open'],
    unreachable: ['failing', 'TIMEOUT', 'open'],
    restarted: ['failing', 'TIMEOUT', 'open'],
  };
  const into = (phase: KindPhase) => {
    const { status, start } = open();
    const kind = start(PODS);
    if (phase !== 'pending') kind.follow(EVENTS[phase === 'restarted' ? 'unreachable' : phase]);
    if (phase === 'restarted') kind.restarts();
    expect([kind.phase, kind.state, kind.reason]).toEqual([phase, ...TOLD[phase].slice(0, 2)]);
    return { status, kind };
  };

  it.each(phases.flatMap(from => events.map(event => [from, event] as const)))(
    'a kind that is %s is, before its first list, %s when told so',
    (from, event) => {
      const { kind } = into(from);
      kind.follow(EVENTS[event]);
      expect([kind.phase, kind.state, kind.reason, kind.settled ? 'settled' : 'open']).toEqual([event, ...TOLD[event]]);
    },
  );

  it.each(phases.flatMap(from => events.map(event => [from, event] as const)))(
    'a kind that has listed and is %s is then %s',
    (from, event) => {
      const { kind } = into(from);
      kind.listEnds();
      const reported = [kind.state, kind.reason];
      const isNew = kind.follow(EVENTS[event]);
      if (event === 'listing') {
        // A kind that begins to list keeps the state and reason that it has reported.
        expect([kind.phase, isNew]).toEqual([from === 'gone' ? 'failing' : from, false]);
        expect([kind.state, kind.reason]).toEqual(reported);
      } else {
        expect([kind.phase, kind.state, kind.reason]).toEqual([event, ...TOLD[event].slice(0, 2)]);
        expect(isNew).toBe(reported.join() !== [kind.state, kind.reason].join());
      }
      expect(kind.settled).toBe(true);
    },
  );

  it.each(events)('a kind that is %s says what follows for the leaf and for discovery', event => {
    const { status, start, pass } = open();
    status.identifiedSince(status.suspicions);
    status.heard();
    pass(1);
    start(PODS).follow(EVENTS[event]);
    expect(status.silentSince).toBe(event === 'unreachable' ? -Infinity : 1_000);
    expect(status.staleSince).toBe(event === 'gone' ? 1_001 : -Infinity);
  });

  it('a kind that fails three times in a row holds up no start, and may again once it is confirmed', () => {
    const { status, kind } = into('pending');
    status.discover([PODS]);
    for (const settled of [false, false, true]) {
      kind.follow(EVENTS.failing);
      expect(kind.settled).toBe(settled);
    }
    expect(status.phase).toBe('synced');
    kind.confirmed();
    expect(kind.settled).toBe(false);
  });

  it('is forbidden since the first time, until it may be read', () => {
    const { start, pass } = open();
    const kind = start(PODS);
    for (const event of ['forbidden', 'failing', 'listing', 'forbidden'] as const) {
      kind.follow(EVENTS[event]);
      pass(1);
    }
    expect(kind.forbiddenSince).toBe(1_000);
    kind.follow(EVENTS.polling);
    expect(kind.forbiddenSince).toBeUndefined();
  });
});

describe('kinds that are left out', () => {
  const left = (cause: 'UNWATCHABLE' | 'TOO_MANY_KINDS') => ({
    leftOut: [{ resource: JOBS, cause }],
    unnamed: 0,
    overLimit: cause === 'TOO_MANY_KINDS' ? 1 : 0,
  });

  it.each([
    ['UNWATCHABLE', ''],
    ['TOO_MANY_KINDS', 'TOO_MANY_KINDS'],
  ] as const)('since %s are in the state, and hold up nothing', (cause, reason) => {
    const { status, start } = open();
    status.discover([PODS], left(cause));
    list(start(PODS));
    expect(status.state()).toMatchObject({ phase: 'synced', reason, resources: [PODS, JOBS] });
    expect(status.state().kinds).toMatchObject([
      { kind: 'Pod', state: 'watching' },
      { kind: 'Job', state: 'uncollected', reason: cause },
    ]);
    expect(status.resources).toEqual([PODS]);
    expect(status.progress).toMatchObject({ kindsListed: 1, kindsTotal: 1 });
  });

  it('are in it with the resource that shows their objects', () => {
    const { status } = open();
    const { leftOut, ...counts } = left('UNWATCHABLE');
    status.discover([PODS], { ...counts, leftOut: [{ ...leftOut[0]!, cause: 'SHOWN_ELSEWHERE', shownAs: 'pods' }] });
    expect(status.state().kinds[1]).toEqual({
      group: 'batch',
      kind: 'Job',
      state: 'uncollected',
      reason: 'SHOWN_ELSEWHERE',
      shownAs: 'pods',
    });
  });

  it('are told of the cluster where they are too many to be named', () => {
    const { status, start } = open();
    status.discover([PODS], { ...left('UNWATCHABLE'), unnamed: 1 });
    list(start(PODS));
    expect(status.state()).toMatchObject({ phase: 'synced', reason: 'TOO_MANY_KINDS' });
  });

  it('are in it no more when they are collected', () => {
    const { status, start } = open();
    status.discover([PODS], left('TOO_MANY_KINDS'));
    status.discover([PODS, JOBS]);
    for (const resource of [PODS, JOBS]) list(start(resource));
    expect(status.state()).toMatchObject({ phase: 'synced', reason: '', resources: [PODS, JOBS] });
  });
});

it('the state of a cluster whose namespaces are limited says so', () => {
  const status = new ClusterStatus({ ...LEAF, collect: { namespaces: ['shop'] } });
  status.discover([]);
  expect(status.state()).toMatchObject({ phase: 'synced', reason: 'SOME_NAMESPACES' });
});

describe('a cluster', () => {
  type Event = 'lost' | 'answered' | 'discovered' | 'one more kind' | 'all listed' | 'a role type starts';
  const phases = ['connecting', 'listing', 'synced', 'unreachable'] as const;
  /** A cluster in this phase, and the events that are possible in it. */
  const at = (phase: ClusterPhase) => {
    const { status, start } = open();
    const happens: Readonly<Record<Event, () => void>> = {
      lost: () => void status.lost('TLS', 'a bad certificate'),
      answered: () => void status.answered('v1'),
      discovered: () => status.discover([PODS]),
      'one more kind': () => status.discover([PODS, JOBS]),
      'all listed': () => [...status.kinds.values(), ...status.grants.values()].forEach(list),
      'a role type starts': () => void status.grants.set('Role', new KindStatus(status, PODS)),
    };
    start(PODS);
    if (phase === 'listing' || phase === 'synced') happens.discovered();
    if (phase === 'synced') happens['all listed']();
    if (phase === 'unreachable') happens.lost();
    return { status, happens };
  };
  const LEADS_TO: Readonly<Record<Event, Readonly<Record<ClusterPhase, ClusterPhase>>>> = {
    lost: { connecting: 'unreachable', listing: 'unreachable', synced: 'unreachable', unreachable: 'unreachable' },
    answered: { connecting: 'connecting', listing: 'listing', synced: 'synced', unreachable: 'connecting' },
    discovered: { connecting: 'listing', listing: 'listing', synced: 'synced', unreachable: 'unreachable' },
    'one more kind': { connecting: 'listing', listing: 'listing', synced: 'listing', unreachable: 'unreachable' },
    'all listed': { connecting: 'connecting', listing: 'synced', synced: 'synced', unreachable: 'unreachable' },
    'a role type starts': {
      connecting: 'connecting',
      listing: 'listing',
      synced: 'listing',
      unreachable: 'unreachable',
    },
  };
  const REASONS = { connecting: 'CONNECTING', listing: 'LISTING', synced: '', unreachable: 'TLS' } as const;

  it.each((Object.keys(LEADS_TO) as Event[]).flatMap(event => phases.map(from => [from, event] as const)))(
    'a cluster that is %s is then: %s',
    (from, event) => {
      const { status, happens } = at(from);
      expect(status.phase).toBe(from);
      happens[event]();
      const phase = LEADS_TO[event][from];
      expect(status.state()).toMatchObject({ phase, reason: REASONS[phase] });
    },
  );

  it.each<[ClusterPhase, Event[]]>([
    ['synced', ['discovered', 'all listed']],
    ['listing', ['discovered']],
    ['connecting', []],
  ])('a cluster that was lost is %s when it answers, by what is known', (phase, before) => {
    const { status, happens } = at('unreachable');
    for (const event of before) happens[event]();
    expect(status.answered(undefined)).toBe(true);
    expect(status.phase).toBe(phase);
    expect(status.answered(undefined)).toBe(false);
  });

  it('a lost cluster counts as heard only when it answers its prober', () => {
    const { status, pass } = open();
    status.answered('v1');
    status.lost('TIMEOUT', 'x');
    pass(500);
    status.heard();
    expect(status.state().answeredAgo).toBe(500);
    expect(status.silentSince).toBe(-Infinity);
    status.identifiedSince(status.suspicions);
    status.answered(undefined);
    expect(status.state()).toMatchObject({ answeredAgo: 0, version: 'v1' });
    // Resources of the cluster may have changed while it was silent.
    expect([status.silentSince, status.staleSince]).toEqual([1_500, 1_500]);
  });

  it('a suspected cluster is asked at once who it is, whatever it sends meanwhile', () => {
    const { status } = open();
    status.heard();
    status.suspect();
    status.heard();
    expect(status.silentSince).toBe(-Infinity);
    status.identifiedSince(status.suspicions);
    expect(status.silentSince).toBe(1_000);
  });

  it('has another revision when it says something new, and not when only an age has changed', () => {
    const { status, start, pass } = open();
    const kind = start(PODS);
    status.discover([PODS]);
    const revisions: number[] = [];
    status.observe(() => revisions.push(status.revision));
    for (const happens of [
      () => status.changed(), // revision 1, because no state was recorded before
      () => status.answered('v1'),
      () => kind.confirmed(), // calls no observer
      () => list(kind), // revision 2
      () => status.answered('v1'),
      () => status.lost('TIMEOUT', 'x'), // revision 3
      () => status.lost('TIMEOUT', 'y'), // calls no observer
      () => status.lost('TLS', 'z'), // revision 4
      () => status.suspect(),
      () => status.discoveryIsStale(),
      () => kind.leftOut('LEFT_OUT'), // revision 5
      () => kind.leftOut('LEFT_OUT'), // calls no observer
    ]) {
      pass(100);
      happens();
    }
    expect(revisions).toEqual([1, 1, 2, 2, 3, 4, 4, 4, 5]);
  });

  it('has another revision whenever its state without ages has changed', () => {
    const others: Resource[] = [{ ...PODS, version: 'v2' }, { ...JOBS, policy: 'direct' }, JOBS];
    const resources = fc.subarray([PODS, ...others]);
    const said: readonly ReflectorState[] = [
      { phase: 'watching' },
      { phase: 'polling', reason: 'x' },
      { phase: 'forbidden', reason: 'x' },
      { phase: 'failing', error: new KubernetesError('TIMEOUT', 'x', { cluster: 'leaf' }), retryInMs: 1 },
    ];
    const step = fc.oneof(
      fc.record({ discover: resources, leftOut: fc.subarray(others), overLimit: fc.nat(1) }),
      fc.record({ uncollected: resources }),
      fc.record({ start: fc.constantFrom(PODS, JOBS), projections: fc.subarray(['a/1', 'b/1']), rules: fc.nat(1) }),
      fc.record({ list: fc.nat(1) }),
      fc.record({ follow: fc.nat(1), said: fc.constantFrom(...said) }),
      fc.record({ leftOut: fc.nat(1), cause: fc.constantFrom('LEFT_OUT' as const, 'OVER_LIMIT' as const) }),
      fc.record({ grants: fc.constantFrom(...GRANT_TYPES), said: fc.constantFrom(...said) }),
      fc.record({ lost: fc.constantFrom<StateReason[]>('', 'TIMEOUT', 'TLS') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const { status } = open();
        const at = (index: number) => [...status.kinds.values()][index];
        const stated = () => JSON.stringify(status.state(), (key, value: unknown) => (/Ago$/.test(key) ? 0 : value));
        status.answered('v1'); // the version does not count
        let before = { revision: status.revision, state: stated() };
        for (const it of steps) {
          if ('discover' in it) {
            const leftOut = it.leftOut.map(resource => ({ resource, cause: 'UNWATCHABLE' as const }));
            status.discover(it.discover, { leftOut, unnamed: 0, overLimit: it.overLimit });
          } else if ('uncollected' in it) {
            status.uncollected.discover(
              it.uncollected.map(resource => ({ ...resource, verbs: [] })),
              [],
              () => true,
            );
          } else if ('start' in it) {
            const name = it.start === PODS ? 'pods' : 'jobs.batch';
            const running = status.kinds.get(name);
            if (running) status.ended(running);
            status.kinds.set(name, new KindStatus(status, it.start, it.projections, `r${it.rules}`));
          } else if ('list' in it) {
            const kind = at(it.list);
            if (kind) list(kind);
          } else if ('follow' in it) at(it.follow)?.follow(it.said);
          else if ('cause' in it) at(it.leftOut)?.leftOut(it.cause);
          else if ('grants' in it) {
            const kind = status.grants.get(it.grants) ?? new KindStatus(status, PODS);
            status.grants.set(it.grants, kind);
            kind.follow(it.said);
            if (it.said.phase === 'watching') kind.listEnds();
          } else if (it.lost === '') status.answered('v1');
          else status.lost(it.lost, 'x');
          status.changed();
          const after = { revision: status.revision, state: stated() };
          if (after.state !== before.state) expect(after.revision).toBeGreaterThan(before.revision);
          before = after;
        }
      }),
    );
  });

  it('says what was known until it has been discovered anew, with ages that grow', () => {
    const grants = { complete: true, confirmedAgo: 50, reason: '' } as const;
    const kinds = [{ group: '', kind: 'Pod', state: 'watching', reason: '' }] as const;
    const known = {
      phase: 'synced',
      reason: '',
      version: 'v1',
      authorization: 'rbac',
      answeredAgo: 30,
      kinds,
      resources: [PODS],
      grants,
    } as const;
    const { status, pass } = open({ state: known, at: 900 });
    pass(1_000);
    expect(status.state()).toEqual({
      ...known,
      ...{ phase: 'connecting', reason: 'CONNECTING', answeredAgo: 1_130 },
      grants: { ...grants, confirmedAgo: 1_150, reason: 'RBAC_NOT_READ' },
    });
    status.discover([JOBS]);
    expect(status.state()).toMatchObject({
      resources: [JOBS],
      kinds: [{ group: 'batch', kind: 'Job', state: 'pending', reason: '' }],
    });
  });

  it('says which resources it does not collect that rows lead to, as the store had them until rows say so', () => {
    const rollouts: Resource = {
      group: 'argoproj.io',
      version: 'v1',
      kind: 'Rollout',
      plural: 'rollouts',
      namespaced: true,
    };
    const { status } = open();
    status.discover([PODS]);
    expect(status.state()).not.toHaveProperty('uncollected');
    status.uncollected.discover([{ ...rollouts, verbs: ['list'] }], [PODS]);
    status.changed();
    const before = status.revision;
    status.uncollected.name([{ type: 'OWNS', to: 'argoproj.io/Rollout/team-a/web' }]);
    status.changed();
    expect([status.revision, status.state().uncollected]).toEqual([before + 1, [rollouts]]);
    expect(open({ state: status.state(), at: 0 }).status.state().uncollected).toEqual([rollouts]);
  });

  it('confirms by its answers the grants whose watches are open, and no others', () => {
    const { status, pass } = open();
    const [open_, failing] = GRANT_TYPES.map(type => {
      const grant = new KindStatus(status, PODS);
      status.grants.set(type, grant);
      list(grant);
      return grant;
    });
    failing?.follow({ phase: 'failing', error: new Error('x'), retryInMs: 1 });
    pass(500);
    status.answered('v1');
    expect([open_?.confirmedAt, failing?.confirmedAt]).toEqual([1_500, 1_000]);
    expect(status.state().grants).toEqual({ complete: true, confirmedAgo: 500, reason: 'UNKNOWN' });
  });

  it('reports its progress to a terminal', () => {
    const { status, start } = open();
    const words = () => [status.progress.phase, status.progress.reason];
    expect(words()).toEqual(['connecting', 'not reached yet']);
    status.discover([PODS, JOBS]);
    list(start(PODS));
    expect(words()).toEqual(['listing', 'listing 1/2 kinds']);
    list(start(JOBS));
    const role = new KindStatus(status, PODS);
    status.grants.set('Role', role);
    expect(words()).toEqual(['listing', 'listing roles and bindings']);
    list(role);
    expect(words()).toEqual(['synced', '']);
    status.lost('TLS', 'a bad certificate');
    expect(words()).toEqual(['unreachable', 'a bad certificate']);
  });
});
