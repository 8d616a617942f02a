/** Coverage: the state of each cluster, its reason, and the numbers of clusters in each state. */
import { describe, expect, it } from '@jest/globals';
import {
  type Circumstances,
  countCauses,
  countStates,
  coverageOf,
  stateCauses,
  statesText,
  because,
  type CoverageCause,
  policiesOf,
  SENTENCES,
} from '../../access/coverage.ts';
import type { GrantObject, Resource, Visibility } from '../../rbac/types.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';
import type { StateReason } from '../../store/causes.ts';
import type { ClusterState, KindCollection, KindState } from '../../store/store.ts';
import {
  allow,
  grant,
  RESOURCES,
  type ScriptedCluster,
  ScriptedFleet,
  tooLargeGrants,
} from '../subgraphs/fleet/scripted-fleet.ts';

describe('coverage', () => {
  const grants = grant('jane', allow('list', '*'));
  const kinds = (...states: [KindCollection, StateReason?][]) =>
    states.map(([state, reason = ''], i) => ({
      group: RESOURCES[i]?.group ?? '',
      kind: RESOURCES[i]?.kind ?? '',
      state,
      reason,
    }));
  const unconfirmed = { complete: false, confirmedAgo: undefined, reason: 'RBAC_NOT_READ' } as const;

  const query =
    '{ coverage { total indexed rebuilding stale unreachable closed clusters { nodes { cluster { name } state cause reason kindsListed kindsTotal syncedAt grantsSyncedAt kinds { kind state cause reason } } } } }';
  const coverage = async (change: Partial<ScriptedCluster>, { user = 'jane' }: { user?: string } = {}) => {
    const fleet = new ScriptedFleet({ leaf: { grants, ...change } });
    const { data } = await fleet.ask(user, query);
    return data?.['coverage'] as { clusters: { nodes: Record<string, unknown>[] }; [number: string]: unknown };
  };

  describe('coverage of a caller whose grants are more than is read', () => {
    it('says that the cluster shows them nothing, and says nothing to others', async () => {
      const fleet = new ScriptedFleet({
        leaf: { grants: [...grants, ...tooLargeGrants('tom')] },
        'leaf-2': { grants: grant('tom', allow('list', 'pods')) },
      });
      const reported = (user: string) =>
        fleet.ask(
          user,
          '{ coverage { indexed closed withheld { cause count } clusters { nodes { cluster { name } } } } }',
        );
      for (const _request of [1, 2]) {
        expect((await reported('tom')).data).toEqual({
          coverage: {
            indexed: 2,
            closed: 0,
            withheld: [{ cause: 'TOO_LARGE', count: 1 }],
            clusters: { nodes: [{ cluster: { name: 'leaf-2' } }] },
          },
        });
      }
      expect((await reported('jane')).data).toEqual({
        coverage: { indexed: 2, closed: 0, withheld: [], clusters: { nodes: [{ cluster: { name: 'leaf' } }] } },
      });
    });
  });

  it('tells causes by name, with how many clusters each has', () => {
    expect(countCauses([])).toEqual([]);
    expect(countCauses(['SLOW', 'ASKING', 'SLOW'])).toEqual([
      { cause: 'ASKING', count: 1 },
      { cause: 'SLOW', count: 2 },
    ]);
  });

  it('counts for operators in which state clusters are and why, without a name', () => {
    const { access } = new ScriptedFleet({
      healthy: { grants },
      refused: { state: { phase: 'unreachable', reason: 'CREDENTIALS' } },
      away: { state: { phase: 'unreachable', reason: 'CREDENTIALS' } },
      blind: { state: { grants: { ...unconfirmed, reason: 'FORBIDDEN' } }, index: { grantsConfirmedAgo: undefined } },
    });
    expect(access.coverage()).toMatchObject({ total: 4, indexed: 1, unreachable: 2, closed: 1 });
    expect(access.causes()).toEqual([
      { state: 'UNREACHABLE', cause: 'CREDENTIALS', count: 2 },
      { state: 'CLOSED', cause: 'RBAC_INCOMPLETE', count: 1 },
    ]);
  });

  describe('coverage', () => {
    it('tells of the kinds by name, in whatever order the cluster serves them', async () => {
      const watched = kinds(...RESOURCES.map(() => ['watching'] as ['watching']));
      const reported = async (served: typeof watched) =>
        (await coverage({ state: { kinds: served } })).clusters.nodes[0]?.['kinds'];
      expect(await reported(watched.toReversed())).toEqual(await reported(watched));
    });

    it('tells of a healthy cluster', async () => {
      expect(await coverage({})).toEqual({
        ...{ total: 1, indexed: 1, rebuilding: 0, stale: 0, unreachable: 0, closed: 0 },
        clusters: {
          nodes: [
            {
              ...{
                cluster: { name: 'leaf' },
                state: 'INDEXED',
                cause: null,
                reason: null,
                kindsListed: 5,
                kindsTotal: 5,
              },
              ...{
                syncedAt: '2026-01-31T11:59:59.900Z',
                grantsSyncedAt: '2026-01-31T11:59:59.900Z',
                kinds: ['Namespace', 'Pod', 'Deployment', 'HelmRelease', 'Kustomization'].map(kind => ({
                  kind,
                  state: 'WATCHING',
                  cause: null,
                  reason: null,
                })),
              },
            },
          ],
        },
      });
    });

    it.each<[StateReason, string | null, string | null]>([
      ['SHOWN_ELSEWHERE', null, null],
      ['PER_CALLER', null, '1 kind: left out, since its API server shows each caller other objects of it'],
      ['UNWATCHABLE', null, '1 kind: left out, since its API server cannot watch it'],
      ['TOO_MANY_KINDS', 'TOO_MANY_KINDS', '1 kind: the cluster serves more kinds than are collected'],
    ])('of a cluster with a kind that is left out, since %s, has the cause %s', async (left, cause, reason) => {
      const [namespaces, pods] = kinds(['watching'], ['uncollected', left]);
      const shownAs = left === 'SHOWN_ELSEWHERE' ? 'deployments.apps' : undefined;
      const { clusters } = await coverage({ state: { kinds: [namespaces!, { ...pods!, shownAs }] } });
      expect(clusters.nodes).toMatchObject([{ state: 'INDEXED', cause, reason, kindsListed: 1, kindsTotal: 1 }]);
      expect(clusters.nodes[0]?.['kinds']).toContainEqual(
        expect.objectContaining({ kind: 'Pod', state: 'UNCOLLECTED', cause: left }),
      );
    });

    const missing = '1 kind: its objects are shown as those of another kind, which you may not list everywhere';
    it.each<[string, GrantObject[], string | null]>([
      ['may list both', grant('jane', allow('list', 'pods,deployments')), null],
      ['may list both in a namespace', grant('jane', allow('list', 'pods,deployments'), 'shop'), null],
      [
        'may list the other everywhere',
        [...grant('jane', allow('list', 'pods'), 'shop'), ...grant('jane', allow('list', 'deployments'))],
        null,
      ],
      ['may list the one alone', grant('jane', allow('list', 'pods')), missing],
      ['may list the one alone in a namespace', grant('jane', allow('list', 'pods'), 'shop'), missing],
      [
        'may list both in a namespace, and the one in another',
        [...grant('jane', allow('list', 'pods,deployments'), 'shop'), ...grant('jane', allow('list', 'pods'), 'other')],
        missing,
      ],
      [
        'may list the one everywhere, and the other in a namespace',
        [...grant('jane', allow('list', 'pods')), ...grant('jane', allow('list', 'deployments'), 'shop')],
        missing,
      ],
    ])('of a kind that another kind shows says what is missing to a caller who %s', async (_who, grants, reason) => {
      const [pods, deployments] = kinds(['watching'], ['uncollected', 'SHOWN_ELSEWHERE'], ['watching']).slice(1);
      const state = { kinds: [{ ...pods!, shownAs: 'deployments.apps' }, deployments!] };
      const { clusters } = await coverage({ grants, state });
      expect(clusters.nodes).toMatchObject([
        { state: 'INDEXED', cause: reason === null ? null : 'SHOWN_ELSEWHERE', reason },
      ]);
    });

    it.each<[StateReason, string]>([
      ['TOO_MANY_KINDS', 'the cluster serves more kinds than are collected'],
      ['SOME_NAMESPACES', 'only the namespaces of collect.namespaces are collected'],
    ])('says of an indexed cluster what it leaves out on purpose: %s', async (left, reason) => {
      const { clusters } = await coverage({ state: { phase: 'synced', reason: left } });
      expect(clusters.nodes).toMatchObject([{ state: 'INDEXED', cause: left, reason }]);
    });

    it.each<[string, string, string, string, Partial<ScriptedCluster>]>([
      [
        'is being listed',
        'REBUILDING',
        'LISTING',
        'listing 2/3 kinds',
        { state: { phase: 'listing', kinds: kinds(['watching'], ['polling'], ['listing']) } },
      ],
      [
        'is being loaded from the store',
        'REBUILDING',
        'LOADING',
        'its index is being loaded',
        { index: { loading: true } },
      ],
      [
        'has been silent',
        'STALE',
        'SILENT',
        'nothing has been heard of it for 75 s: its API server does not answer, or no collector asks it',
        { index: { answeredAgo: 75_400 } },
      ],
      [
        'cannot be brought up to date',
        'STALE',
        'STORE_AWAY',
        'the store of the index cannot be reached or followed; what is known is what was read before',
        { index: { stale: true } },
      ],
      [
        'cannot be reached',
        'UNREACHABLE',
        'TLS',
        'no trusted connection to its API server can be made',
        { state: { phase: 'unreachable', reason: 'TLS' }, index: { answeredAgo: 30_000 } },
      ],
    ])('says why a cluster is not simply indexed that %s', async (_case, state, cause, reason, change) => {
      const { clusters, ...numbers } = await coverage(change);
      expect(clusters.nodes).toMatchObject([{ state, cause, reason }]);
      expect(numbers).toMatchObject({ total: 1, indexed: 0, [state.toLowerCase()]: 1 });
    });

    it.each<[string, string, Partial<ScriptedCluster>]>([
      ['has said nothing yet', 'rebuilding', { state: undefined }],
      [
        'is reading its RBAC',
        'rebuilding',
        { state: { phase: 'listing', grants: unconfirmed }, index: { grantsConfirmedAgo: undefined } },
      ],
      [
        'was never reached',
        'unreachable',
        { state: { phase: 'unreachable', grants: unconfirmed }, index: { grantsConfirmedAgo: undefined } },
      ],
      [
        'may not read its RBAC',
        'closed',
        {
          state: { grants: { ...unconfirmed, reason: 'FORBIDDEN' } },
          index: { grantsConfirmedAgo: undefined },
        },
      ],
      ['has been gone for long', 'closed', { state: { phase: 'unreachable' }, index: { grantsConfirmedAgo: 700_000 } }],
      ['needs live reviews', 'closed', { state: { authorization: 'mixed' } }],
      ['is not registered', 'closed', { policy: undefined }],
    ])('counts and does not name a cluster that %s', async (_case, state, change) => {
      expect(await coverage(change)).toEqual({
        ...{ total: 1, indexed: 0, rebuilding: 0, stale: 0, unreachable: 0, closed: 0 },
        [state]: 1,
        clusters: { nodes: [] },
      });
    });

    it('is indexed without the kinds that its collector may not list, and says so to those who may', async () => {
      const change = {
        state: { kinds: kinds(['watching'], ['watching'], ['watching'], ['watching'], ['forbidden', 'FORBIDDEN']) },
      };
      expect((await coverage(change)).clusters.nodes).toMatchObject([
        {
          state: 'INDEXED',
          cause: 'FORBIDDEN',
          reason: '1 kind: forbidden to the collector',
          kindsListed: 4,
          kindsTotal: 5,
        },
      ]);
    });

    it('says which kinds are missing or late, to those who may list them', async () => {
      const change = {
        state: {
          kinds: kinds(
            ['watching'],
            ['watching'],
            ['polling', 'NOT_WATCHED'],
            ['failing', 'FORBIDDEN'],
            ['forbidden', 'FORBIDDEN'],
          ),
        },
      };
      const forbidden = { cause: 'FORBIDDEN', reason: 'forbidden to the collector' };
      const polled = 'watching is forbidden to the collector, listed every now and then';
      expect((await coverage(change)).clusters.nodes).toMatchObject([
        {
          state: 'STALE',
          cause: 'KINDS_NOT_FOLLOWED',
          reason: `not all of its kinds can be followed just now; 1 kind: ${polled}; 2 kinds: forbidden to the collector`,
          kindsListed: 3,
          kindsTotal: 5,
          kinds: [
            { kind: 'Namespace', state: 'WATCHING', cause: null, reason: null },
            { kind: 'Pod', state: 'WATCHING', cause: null, reason: null },
            { kind: 'Deployment', state: 'POLLING', cause: 'NOT_WATCHED', reason: polled },
            { kind: 'HelmRelease', state: 'FORBIDDEN', ...forbidden },
            { kind: 'Kustomization', state: 'FAILING', ...forbidden },
          ],
        },
      ]);
      const podsOnly = { ...change, grants: grant('tom', allow('list', 'pods')) };
      expect((await coverage(podsOnly, { user: 'tom' })).clusters.nodes).toMatchObject([
        { state: 'STALE', reason: 'not all of its kinds can be followed just now', kinds: [{ kind: 'Pod' }] },
      ]);
    });

    it('says at once when changes of RBAC cannot be followed, long before that closes the cluster', async () => {
      const change = { state: { grants: { complete: true, confirmedAgo: 5_000, reason: 'SERVER_ERROR' as const } } };
      expect((await coverage(change)).clusters.nodes).toMatchObject([
        { state: 'STALE', reason: 'changes of its RBAC cannot be followed just now' },
      ]);
    });

    it('of a cluster is also had from the cluster', async () => {
      const fleet = new ScriptedFleet({ leaf: { grants, index: { answeredAgo: 90_000 } } });
      expect(await fleet.ask('jane', '{ cluster(name: "leaf") { kubernetesVersion coverage { state } } }')).toEqual({
        data: { cluster: { kubernetesVersion: 'v1.36.0', coverage: { state: 'STALE' } } },
      });
    });
  });
});

describe('coverage states', () => {
  const NOW = 1_700_000_000_000;
  const kind = (number: number, state: KindState['state'], reason: KindState['reason'] = ''): KindState => {
    const { group, kind } = RESOURCES[number]!;
    return { group, kind, state, reason };
  };
  const watching = RESOURCES.map((_, number) => kind(number, 'watching'));
  const healthy: ClusterState = {
    ...{
      phase: 'synced',
      reason: '',
      version: 'v1.36.0',
      authorization: 'rbac',
      answeredAgo: 0,
      resources: RESOURCES,
      kinds: watching,
    },
    grants: { complete: true, confirmedAgo: 0, reason: '' },
  };
  const unread = { grantsConfirmedAgo: undefined };

  interface Change extends Partial<Omit<ClusterIndex, 'state'>> {
    readonly state?: Partial<ClusterState> | null;
  }

  function index({ state = {}, ...more }: Change = {}, cluster = 'leaf'): ClusterIndex {
    return {
      ...{
        cluster,
        loading: false,
        answeredAgo: 100,
        grantsConfirmedAgo: 200,
        resources: RESOURCES,
        resourcesRevision: 1,
        uncollected: [],
        rowRevision: 1,
        rowCount: 0,
      },
      ...{ labels: {}, grants: { revision: 1, objects: new Map() }, ...more },
      state: state ? { ...healthy, ...state } : undefined,
    };
  }

  function circumstances(storeProblem = false): Circumstances {
    const policies = policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' }));
    return { rules: { policies, maxAgeMs: 600_000 }, storeProblem, now: NOW, nameable: RESOURCES };
  }

  describe('a kind whose objects another kind shows', () => {
    const resource = (group: string, kind: string, plural: string) => ({
      ...{ group, version: 'v1', kind, plural, namespaced: true },
    });
    const EVENTS = resource('', 'Event', 'events');
    const NEW_EVENTS = resource('events.k8s.io', 'Event', 'events');
    const PODS = resource('', 'Pod', 'pods');

    /** Visibility of a caller who may list some of these resources everywhere. */
    const listing = (resources: readonly Resource[], ...listed: readonly Resource[]): Visibility => ({
      ...{ resources, namespaces: new Map(), empty: false },
      cluster: { list: Uint8Array.from(resources, it => (listed.includes(it) ? 1 : 0)), names: new Map() },
    });

    it.each<[string, boolean, Visibility | undefined, Partial<KindState>?]>([
      ['may list both, which are known in this order', false, listing([EVENTS, NEW_EVENTS], EVENTS, NEW_EVENTS)],
      ['may list both, which are known in the other order', false, listing([NEW_EVENTS, EVENTS], EVENTS, NEW_EVENTS)],
      ['may not list the other', true, listing([EVENTS, NEW_EVENTS, PODS], NEW_EVENTS, PODS)],
      ['has unknown rights', true, undefined],
      ['may list the one, and the other is not known', true, listing([NEW_EVENTS], NEW_EVENTS)],
      ['may list neither, and the other is not known', true, listing([NEW_EVENTS])],
      ['may list the other, and the one is not known', true, listing([EVENTS], EVENTS)],
      [
        'may list both, but objects are left out',
        true,
        listing([EVENTS, NEW_EVENTS], EVENTS, NEW_EVENTS),
        { reason: 'LEFT_OUT' },
      ],
    ])('is told as missing or not to a caller who %s: %s', (_who, isTold, visibility, change = {}) => {
      const kinds: KindState[] = [
        {
          ...{ group: 'events.k8s.io', kind: 'Event', state: 'uncollected', reason: 'SHOWN_ELSEWHERE' },
          ...{ shownAs: 'events', ...change },
        },
      ];
      const asker = { ...circumstances(), nameable: [NEW_EVENTS], visibility };
      const { cause } = coverageOf(index({ state: { kinds } }), asker);
      expect(cause).toBe(isTold ? (change.reason ?? 'SHOWN_ELSEWHERE') : null);
    });

    it('is found by its group where other groups have a kind of that name', () => {
      const kinds: KindState[] = [
        { ...{ group: '', kind: 'Event', state: 'uncollected', reason: 'SHOWN_ELSEWHERE' }, shownAs: 'pods' },
      ];
      const causeOf = (...listed: readonly Resource[]) => {
        const visibility = listing([NEW_EVENTS, EVENTS, PODS], ...listed);
        const asker = { ...circumstances(), nameable: [EVENTS], visibility };
        return coverageOf(index({ state: { kinds } }), asker).cause;
      };
      expect([causeOf(EVENTS), causeOf(EVENTS, PODS)]).toEqual(['SHOWN_ELSEWHERE', null]);
    });
  });

  it('closed clusters, and no others, are told to operators by name', () => {
    const unread = { complete: false, confirmedAgo: undefined, reason: 'RBAC_NOT_READ' } as const;
    const { access } = new ScriptedFleet({
      healthy: {},
      unheard: { state: { phase: 'unreachable', reason: 'TIMEOUT' } },
      closed: { policy: undefined },
      unread: { state: { grants: unread } },
    });
    expect([...access.closed()].sort()).toEqual(['closed', 'unread']);
  });

  it('a healthy cluster is indexed, and says when it was heard of', () => {
    expect(coverageOf(index(), circumstances())).toEqual({
      ...{ cluster: 'leaf', state: 'INDEXED', cause: null, reason: null, kindsListed: 5, kindsTotal: 5 },
      ...{ syncedAt: NOW - 100, grantsSyncedAt: NOW - 200, kinds: expect.anything() },
    });
  });

  it('of a cluster that was not heard of no time and no number is told', () => {
    expect(
      coverageOf(index({ state: null, answeredAgo: undefined, grantsConfirmedAgo: undefined }), circumstances()),
    ).toEqual({
      ...{
        cluster: 'leaf',
        state: 'REBUILDING',
        cause: 'RBAC_NOT_READ',
        reason: SENTENCES.RBAC_NOT_READ,
        kindsListed: null,
        kindsTotal: null,
      },
      ...{ syncedAt: null, grantsSyncedAt: null, kinds: [] },
    });
  });

  describe('a cluster', () => {
    it.each<[string, string, CoverageCause | null, Change, boolean?]>([
      [
        'that cannot be reached, for a reason',
        'UNREACHABLE',
        'TLS',
        { state: { phase: 'unreachable', reason: 'TLS' } },
      ],
      ['that cannot be reached, for none', 'UNREACHABLE', 'UNREACHABLE', { state: { phase: 'unreachable' } }],
      [
        'that was never read and cannot be reached',
        'UNREACHABLE',
        'UNREACHABLE',
        { state: { phase: 'unreachable' }, ...unread },
      ],
      [
        'that was read too long ago and cannot be reached',
        'CLOSED',
        'RBAC_TOO_OLD',
        { state: { phase: 'unreachable' }, grantsConfirmedAgo: 600_001 },
      ],
      ['that was read long ago, but not too long', 'INDEXED', null, { grantsConfirmedAgo: 600_000 }],
      [
        'whose RBAC cannot be read',
        'CLOSED',
        'RBAC_INCOMPLETE',
        { state: { grants: { complete: false, confirmedAgo: 0, reason: '' } }, ...unread },
      ],
      ['whose RBAC is being read', 'REBUILDING', 'RBAC_NOT_READ', { state: { phase: 'listing' }, ...unread }],
      [
        'that is being connected to',
        'REBUILDING',
        'CONNECTING',
        { state: { phase: 'connecting', reason: 'CONNECTING' }, ...unread },
      ],
      ['that is not known', 'REBUILDING', 'RBAC_NOT_READ', { state: null }],
      ['that is followed while another part of the store is away', 'INDEXED', null, {}, true],
      ['that was not read again since the store was away', 'STALE', 'STORE_AWAY', { stale: true, loading: true }],
      ['that is not known while the store is away', 'REBUILDING', 'STORE_AWAY', { state: null }, true],
      ['that is not known, since it could not be read', 'REBUILDING', 'STORE_AWAY', { state: null, stale: true }],
      [
        'that is being read while another server of the store is away',
        'REBUILDING',
        'RBAC_NOT_READ',
        { state: null, stale: false },
        true,
      ],
      ['that is being loaded', 'REBUILDING', 'LOADING', { loading: true, answeredAgo: 30_000 }],
      ['that has been silent', 'STALE', 'SILENT', { answeredAgo: 25_001 }],
      ['that has been silent for a moment', 'INDEXED', null, { answeredAgo: 25_000 }],
      ['that never answered', 'INDEXED', null, { answeredAgo: undefined }],
      [
        'that is connected to again, for a reason',
        'REBUILDING',
        'TIMEOUT',
        { state: { phase: 'connecting', reason: 'TIMEOUT' } },
      ],
      ['that is connected to again, for none', 'REBUILDING', 'LISTING', { state: { phase: 'connecting' } }],
      [
        'that is being listed, whatever it says besides',
        'REBUILDING',
        'LISTING',
        { state: { phase: 'listing', reason: 'TIMEOUT' } },
      ],
      [
        'of which a kind fails',
        'STALE',
        'KINDS_NOT_FOLLOWED',
        { state: { kinds: [watching[0]!, kind(1, 'failing', 'TIMEOUT')] } },
      ],
      [
        'whose RBAC is not followed',
        'STALE',
        'RBAC_NOT_FOLLOWED',
        { state: { grants: { complete: true, confirmedAgo: 0, reason: 'TIMEOUT' } } },
      ],
      ['that is indexed, and has a word to say', 'INDEXED', 'LEFT_OUT', { state: { reason: 'LEFT_OUT' } }],
    ])('%s is %s: %s', (_case, state, cause, change, storeProblem = false) => {
      expect(coverageOf(index(change), circumstances(storeProblem))).toMatchObject({ state, cause });
    });
  });

  describe('the reason', () => {
    it.each<[string, string | null, KindState[], Partial<ClusterState>?]>([
      [
        'names each cause of kinds once, with how many',
        '1 kind: not served; 2 kinds: ' + SENTENCES.TIMEOUT,
        [kind(1, 'forbidden', 'NOT_SERVED'), kind(3, 'listing', 'TIMEOUT'), kind(2, 'listing', 'TIMEOUT')],
      ],
      [
        'does not say of kinds again what is said of the cluster',
        SENTENCES.TLS,
        [kind(1, 'failing', 'TLS')],
        { phase: 'unreachable', reason: 'TLS' },
      ],
      [
        'says of kinds what is another cause',
        `${SENTENCES.TLS}; 1 kind: ${SENTENCES.TIMEOUT}`,
        [kind(1, 'failing', 'TIMEOUT')],
        { phase: 'unreachable', reason: 'TLS' },
      ],
      [
        'counts kinds while they are listed',
        'listing 1/2 kinds',
        [kind(1, 'polling'), kind(2, 'pending')],
        { phase: 'listing' },
      ],
      [
        'counts no kinds where all are listed',
        SENTENCES.LISTING,
        [kind(1, 'polling'), kind(2, 'watching')],
        { phase: 'listing' },
      ],
      ['is none where nothing is wrong', null, watching],
    ])('%s', (_case, reason, kinds, state = {}) => {
      expect(coverageOf(index({ state: { kinds, ...state } }), circumstances()).reason).toBe(reason);
    });

    it('counts the kinds that are collected while they are listed', () => {
      const kinds = [kind(1, 'watching'), kind(2, 'listing'), kind(3, 'uncollected', 'UNWATCHABLE')];
      const { reason } = coverageOf(index({ state: { phase: 'listing', kinds } }), circumstances());
      expect(reason).toContain('listing 1/2 kinds');
    });

    it('counts no kind as listed that has more objects than are kept', () => {
      const kinds = [kind(1, 'watching'), kind(2, 'watching', 'OVER_LIMIT'), kind(3, 'polling', 'OVER_LIMIT')];
      expect(coverageOf(index({ state: { kinds } }), circumstances())).toMatchObject({ kindsListed: 1, kindsTotal: 3 });
    });

    it('tells for how long a cluster has been silent', () => {
      expect(coverageOf(index({ answeredAgo: 75_400 }), circumstances()).reason).toContain('for 75 s:');
    });

    it('is that of the first kind by name where the cluster has none', () => {
      const kinds = [kind(3, 'forbidden', 'TIMEOUT'), kind(2, 'forbidden', 'NOT_SERVED'), kind(1, 'watching')];
      expect(coverageOf(index({ state: { kinds } }), circumstances())).toMatchObject({
        cause: 'NOT_SERVED',
        kinds: [{ kind: 'Pod' }, { kind: 'Deployment' }, { kind: 'Kustomization' }],
      });
    });

    it('says nothing of kinds that the asker may not know of', () => {
      const kinds = [
        kind(1, 'watching'),
        kind(2, 'forbidden', 'NOT_SERVED'),
        { ...kind(1, 'forbidden', 'TIMEOUT'), group: 'other' },
      ];
      const asker = { ...circumstances(), nameable: [RESOURCES[1]!] };
      expect(coverageOf(index({ state: { kinds } }), asker)).toMatchObject({
        cause: null,
        reason: null,
        kindsTotal: 1,
        kindsListed: 1,
        kinds: [kinds[0]],
      });
    });
  });

  describe('of many clusters', () => {
    const many = [
      index(),
      index({ state: { phase: 'unreachable' } }, 'away'),
      index({ state: { phase: 'unreachable' } }, 'gone'),
      index({ answeredAgo: 30_000 }, 'silent'),
      index({ loading: true }, 'loading'),
      index({ grantsConfirmedAgo: 700_000 }, 'old'),
    ];

    it('the states are counted', () => {
      expect(countStates(many, circumstances())).toEqual({
        total: 6,
        indexed: 1,
        rebuilding: 1,
        stale: 1,
        unreachable: 2,
        closed: 1,
      });
      expect(countStates([], circumstances())).toEqual({
        total: 0,
        indexed: 0,
        rebuilding: 0,
        stale: 0,
        unreachable: 0,
        closed: 0,
      });
    });

    it('the causes are counted by state, of those that are not simply indexed', () => {
      expect(stateCauses(many, circumstances())).toEqual([
        { state: 'UNREACHABLE', cause: 'UNREACHABLE', count: 2 },
        { state: 'STALE', cause: 'SILENT', count: 1 },
        { state: 'REBUILDING', cause: 'LOADING', count: 1 },
        { state: 'CLOSED', cause: 'RBAC_TOO_OLD', count: 1 },
      ]);
    });

    it('the text of states is another one when a cluster comes, goes, or is in another state', () => {
      const texts = [[], [index()], [index(), index({}, 'b')], [index({ loading: true })], [index({}, 'b')]].map(
        clusters => statesText(clusters, circumstances()),
      );
      expect(new Set(texts).size).toBe(texts.length);
      expect(statesText([index({ answeredAgo: 200 })], circumstances())).toBe(texts[1]);
    });
  });
});

describe('coverage causes', () => {
  it('each cause has a sentence of its own', () => {
    const sentences = Object.values(SENTENCES);
    expect(sentences.filter(sentence => sentence.trim() === '')).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('a cause is told by its sentence unless there is more to say', () => {
    expect([because('LISTING'), because('LISTING', 'listing 2/3 kinds')]).toEqual([
      { cause: 'LISTING', reason: SENTENCES.LISTING },
      { cause: 'LISTING', reason: 'listing 2/3 kinds' },
    ]);
  });
});
