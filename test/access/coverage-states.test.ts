/** The state of a cluster, whoever asks: the first that holds, worst news first. */
import { describe, expect, it } from '@jest/globals';
import { coverageOf, countStates, stateCauses, statesText, type Circumstances } from '../../access/coverage.ts';
import { SENTENCES, type CoverageCause } from '../../access/coverage-causes.ts';
import { policiesOf } from '../../access/fail-closed.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';
import type { ClusterState, KindState } from '../../store/store.ts';
import { RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const NOW = 1_700_000_000_000;
const kind = (number: number, state: KindState['state'], reason: KindState['reason'] = ''): KindState => {
  const { group, kind } = RESOURCES[number]!;
  return { group, kind, state, reason };
};
const watching = RESOURCES.map((_, number) => kind(number, 'watching'));
const healthy: ClusterState = {
  ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, resources: RESOURCES, kinds: watching },
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

it('a healthy cluster is indexed, and says when it was heard of', () => {
  expect(coverageOf(index(), circumstances())).toEqual({
    ...{ cluster: 'leaf', state: 'INDEXED', cause: null, reason: null, kindsListed: 5, kindsTotal: 5 },
    ...{ syncedAt: NOW - 100, grantsSyncedAt: NOW - 200, kinds: expect.anything() },
  });
});

it('of a cluster that was not heard of no time and no number is told', () => {
  expect(coverageOf(index({ state: null, answeredAgo: undefined, grantsConfirmedAgo: undefined }), circumstances())).toEqual({
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
    ['that cannot be reached, for a reason', 'UNREACHABLE', 'TLS', { state: { phase: 'unreachable', reason: 'TLS' } }],
    ['that cannot be reached, for none', 'UNREACHABLE', 'UNREACHABLE', { state: { phase: 'unreachable' } }],
    ['that was never read and cannot be reached', 'UNREACHABLE', 'UNREACHABLE', { state: { phase: 'unreachable' }, ...unread }],
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
    ['that is being connected to', 'REBUILDING', 'CONNECTING', { state: { phase: 'connecting', reason: 'CONNECTING' }, ...unread }],
    ['that is not known', 'REBUILDING', 'RBAC_NOT_READ', { state: null }],
    ['that is followed while another part of the store is away', 'INDEXED', null, {}, true],
    ['that was not read again since the store was away', 'STALE', 'STORE_AWAY', { stale: true, loading: true }],
    ['that is not known while the store is away', 'REBUILDING', 'STORE_AWAY', { state: null }, true],
    ['that is not known, since it could not be read', 'REBUILDING', 'STORE_AWAY', { state: null, stale: true }],
    ['that is being read while another server of the store is away', 'REBUILDING', 'RBAC_NOT_READ', { state: null, stale: false }, true],
    ['that is being loaded', 'REBUILDING', 'LOADING', { loading: true, answeredAgo: 30_000 }],
    ['that has been silent', 'STALE', 'SILENT', { answeredAgo: 25_001 }],
    ['that has been silent for a moment', 'INDEXED', null, { answeredAgo: 25_000 }],
    ['that never answered', 'INDEXED', null, { answeredAgo: undefined }],
    ['that is connected to again, for a reason', 'REBUILDING', 'TIMEOUT', { state: { phase: 'connecting', reason: 'TIMEOUT' } }],
    ['that is connected to again, for none', 'REBUILDING', 'LISTING', { state: { phase: 'connecting' } }],
    ['that is being listed, whatever it says besides', 'REBUILDING', 'LISTING', { state: { phase: 'listing', reason: 'TIMEOUT' } }],
    ['of which a kind fails', 'STALE', 'KINDS_NOT_FOLLOWED', { state: { kinds: [watching[0]!, kind(1, 'failing', 'TIMEOUT')] } }],
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
    ['counts kinds while they are listed', 'listing 1/2 kinds', [kind(1, 'polling'), kind(2, 'pending')], { phase: 'listing' }],
    ['counts no kinds where all are listed', SENTENCES.LISTING, [kind(1, 'polling'), kind(2, 'watching')], { phase: 'listing' }],
    ['is none where nothing is wrong', null, watching],
  ])('%s', (_case, reason, kinds, state = {}) => {
    expect(coverageOf(index({ state: { kinds, ...state } }), circumstances()).reason).toBe(reason);
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
    const kinds = [kind(1, 'watching'), kind(2, 'forbidden', 'NOT_SERVED'), { ...kind(1, 'forbidden', 'TIMEOUT'), group: 'other' }];
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
    expect(countStates(many, circumstances())).toEqual({ total: 6, indexed: 1, rebuilding: 1, stale: 1, unreachable: 2, closed: 1 });
    expect(countStates([], circumstances())).toEqual({ total: 0, indexed: 0, rebuilding: 0, stale: 0, unreachable: 0, closed: 0 });
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
    const texts = [[], [index()], [index(), index({}, 'b')], [index({ loading: true })], [index({}, 'b')]].map(clusters =>
      statesText(clusters, circumstances()),
    );
    expect(new Set(texts).size).toBe(texts.length);
    expect(statesText([index({ answeredAgo: 200 })], circumstances())).toBe(texts[1]);
  });
});
