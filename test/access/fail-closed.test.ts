/** Conditions under which a cluster is open or closed, and the quarantine of callers. */
import { describe, expect, it } from '@jest/globals';
import { closure, type CoverageCause, policiesOf, Quarantine } from '../../access/coverage.ts';
import type { IdentityPolicy } from '../../identity/identity.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';
import type { StateReason } from '../../store/causes.ts';
import type { ApiServer, ClusterState } from '../../store/store.ts';

describe('fail closed', () => {
  const MAX_AGE_MS = 600_000;
  const policy: IdentityPolicy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' };
  const open: ClusterState = {
    ...{
      phase: 'synced',
      reason: '',
      version: 'v1.36.0',
      authorization: 'rbac',
      answeredAgo: 0,
      kinds: [],
      resources: [],
    },
    grants: { complete: true, confirmedAgo: 0, reason: '' },
  };
  const incomplete = (reason: StateReason): ClusterState => ({
    ...open,
    grants: { complete: false, confirmedAgo: 0, reason },
  });

  interface Case {
    readonly state?: ClusterState | undefined;
    readonly confirmedAgo?: number | undefined;
    readonly policy?: IdentityPolicy | undefined;
    readonly server?: ApiServer;
    /** Connection of the registration. If absent, stored content is not compared with a connection. */
    readonly connection?: string | undefined;
    /** Returns true for a cluster whose reviews fail. If absent, live reviews are not available. */
    readonly reviewsFail?: (cluster: string) => boolean;
  }

  function closed(given: Case = {}) {
    const {
      state,
      confirmedAgo,
      policy: known,
      reviewsFail,
    } = { state: open, confirmedAgo: 0, policy, reviewsFail: undefined, ...given };
    const index: ClusterIndex = {
      ...{
        cluster: 'leaf',
        loading: false,
        server: given.server,
        state,
        answeredAgo: 0,
        grantsConfirmedAgo: confirmedAgo,
      },
      ...{
        grants: { revision: 1, objects: new Map() },
        resources: [],
        resourcesRevision: 1,
        uncollected: [],
        rowCount: 0,
        rowRevision: 0,
        labels: {},
      },
    };
    return closure(index, {
      policies: policiesOf(name => (name === 'leaf' ? known : undefined)),
      maxAgeMs: MAX_AGE_MS,
      ...('connection' in given && { connections: name => (name === 'leaf' ? given.connection : undefined) }),
      ...(reviewsFail && { reviewsFail }),
    });
  }

  describe('a cluster is open', () => {
    it.each([0, 1, MAX_AGE_MS])('when its grants were confirmed %i ms ago', confirmedAgo => {
      expect(closed({ confirmedAgo })).toBeUndefined();
    });

    it('when it answers for its callers itself, however old its grants are', () => {
      expect(
        closed({
          state: { ...incomplete(''), authorization: 'mixed' },
          confirmedAgo: undefined,
          reviewsFail: () => false,
        }),
      ).toBeUndefined();
    });
  });

  const server = { connection: 'here', uid: 'uid' };

  it('a cluster is open when its content was read over the connection of its registration', () => {
    expect(closed({ server, connection: 'here' })).toBeUndefined();
    expect(closed({ server: { ...server, uid: '' }, connection: 'here' })).toBeUndefined();
  });

  const OTHER = 'what is stored of it was read from another API server than the one that it is registered with now';

  describe('a cluster is closed', () => {
    it.each<[string, Case, CoverageCause, string, boolean]>([
      [
        'the collector has said nothing of it',
        { state: undefined },
        'RBAC_NOT_READ',
        'its RBAC has not been read yet',
        true,
      ],
      [
        'nobody knows how it names its users',
        { policy: undefined },
        'POLICY_UNUSABLE',
        'how it names its users is not configured, or cannot be used',
        false,
      ],
      [
        'it needs live reviews',
        { state: { ...open, authorization: 'mixed' } },
        'NEEDS_REVIEWS',
        'its API server also uses authorizers other than RBAC: needs live reviews',
        false,
      ],
      [
        'its live reviews fail',
        { state: { ...open, authorization: 'mixed' }, reviewsFail: cluster => cluster === 'leaf' },
        'REVIEWS_FAIL',
        'its live reviews fail: its API server does not answer them',
        false,
      ],
      [
        'its content was read over another connection',
        { server, connection: 'elsewhere' },
        'OTHER_API_SERVER',
        OTHER,
        false,
      ],
      ['it is not registered any more', { server, connection: undefined }, 'OTHER_API_SERVER', OTHER, false],
      [
        'it answers for its callers itself, and its content was read over another connection',
        { server, connection: 'elsewhere', state: { ...open, authorization: 'mixed' }, reviewsFail: () => false },
        'OTHER_API_SERVER',
        OTHER,
        false,
      ],
      [
        'nobody has said whose its content is',
        { connection: 'here' },
        'RBAC_NOT_READ',
        'its RBAC has not been read yet',
        true,
      ],
      [
        'another registration of its API server is collected',
        { server, connection: 'here', state: { ...open, reason: 'DUPLICATE' } },
        'DUPLICATE',
        'another registration reaches the same API server and is shown in its place',
        false,
      ],
      [
        'its grants are incomplete',
        { state: incomplete('') },
        'RBAC_INCOMPLETE',
        'its RBAC has not been read completely',
        false,
      ],
      [
        'its grants are incomplete for a reason',
        { state: incomplete('FORBIDDEN') },
        'RBAC_INCOMPLETE',
        'its RBAC has not been read completely: forbidden to the collector',
        false,
      ],
      [
        'its grants may not be read',
        { state: incomplete('FORBIDDEN'), confirmedAgo: undefined },
        'RBAC_INCOMPLETE',
        'its RBAC has not been read completely: forbidden to the collector',
        true,
      ],
      [
        'its grants were never read',
        { state: incomplete('RBAC_NOT_READ'), confirmedAgo: undefined },
        'RBAC_NOT_READ',
        'its RBAC has not been read yet',
        true,
      ],
      [
        'its grants were never confirmed',
        { confirmedAgo: undefined },
        'RBAC_INCOMPLETE',
        'its RBAC has not been read completely',
        true,
      ],
      [
        'its grants are old',
        { confirmedAgo: MAX_AGE_MS + 1 },
        'RBAC_TOO_OLD',
        'it has not confirmed its RBAC for longer than 600 s',
        false,
      ],
      [
        'its grants are old for a reason',
        {
          state: { ...open, grants: { complete: true, confirmedAgo: 0, reason: 'FORBIDDEN' } },
          confirmedAgo: MAX_AGE_MS + 1,
        },
        'RBAC_TOO_OLD',
        'it has not confirmed its RBAC for longer than 600 s: forbidden to the collector',
        false,
      ],
      [
        'the age of its grants is not a number',
        { confirmedAgo: NaN },
        'RBAC_TOO_OLD',
        'it has not confirmed its RBAC for longer than 600 s',
        false,
      ],
    ])('while %s', (_case, given, cause, reason, unread) => {
      expect(closed(given)).toEqual({ cause, reason, unread });
    });

    it('while its prefixes could make a system: name', () => {
      // The reason must not contain the prefix, because callers see the reason.
      expect(closed({ policy: { ...policy, groupPrefix: 'system:' } })).toEqual({
        cause: 'POLICY_UNUSABLE',
        reason: 'how it names its users is not configured, or cannot be used',
        unread: false,
      });
    });
  });

  it('policies that never change are of one revision', () => {
    expect(policiesOf(() => policy).revision()).toBe(0);
  });
});

describe('quarantine', () => {
  it('has a revision that grows with everybody who comes or goes, so that nothing kept outlives either', () => {
    const quarantine = new Quarantine();
    const revisions = [quarantine.revision];
    for (const change of [
      () => quarantine.add('leaf', 'jane'),
      () => quarantine.add('leaf', 'tom'),
      () => quarantine.release('leaf', 'jane'),
      () => quarantine.forget('leaf'),
    ]) {
      change();
      revisions.push(quarantine.revision);
    }
    expect(revisions[0]).toBe(0);
    expect(revisions.slice(1).every((revision, i) => revision > revisions[i]!)).toBe(true);
  });
});
