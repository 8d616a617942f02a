/** When a cluster contributes nothing, and what is said of it. */
import { describe, expect, it } from '@jest/globals';
import type { IdentityPolicy } from '../../../identity/identity.ts';
import type { ClusterIndex } from '../../../readmodel/readmodel.ts';
import type { ClusterState } from '../../../store/store.ts';
import { closure } from '../../../subgraphs/fleet/fail-closed.ts';

const MAX_AGE_MS = 600_000;
const policy: IdentityPolicy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' };
const open: ClusterState = {
  ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, kinds: [], resources: [] },
  grants: { complete: true, confirmedAgo: 0, reason: '' },
};
const incomplete = (reason: string): ClusterState => ({ ...open, grants: { complete: false, confirmedAgo: 0, reason } });

interface Case {
  readonly state?: ClusterState | undefined;
  readonly confirmedAgo?: number | undefined;
  readonly policy?: IdentityPolicy | undefined;
  /** Given where clusters can be asked. */
  readonly reviewProblem?: (cluster: string) => string | undefined;
}

function closed(given: Case = {}) {
  const {
    state,
    confirmedAgo,
    policy: known,
    reviewProblem,
  } = { state: open, confirmedAgo: 0, policy, reviewProblem: undefined, ...given };
  const index: ClusterIndex = {
    ...{ cluster: 'leaf', loading: false, state, answeredAgo: 0, grantsConfirmedAgo: confirmedAgo },
    ...{ grants: { revision: 1, objects: new Map() }, resources: [], resourcesRevision: 1, rowCount: 0 },
  };
  return closure(index, {
    policies: name => (name === 'leaf' ? known : undefined),
    maxAgeMs: MAX_AGE_MS,
    ...(reviewProblem && { reviewProblem }),
  });
}

describe('a cluster is open', () => {
  it.each([0, 1, MAX_AGE_MS])('when its grants were confirmed %i ms ago', confirmedAgo => {
    expect(closed({ confirmedAgo })).toBeUndefined();
  });

  it('when it answers for its callers itself, however old its grants are', () => {
    expect(
      closed({ state: { ...incomplete(''), authorization: 'mixed' }, confirmedAgo: undefined, reviewProblem: () => undefined }),
    ).toBeUndefined();
  });
});

describe('a cluster is closed', () => {
  it.each<[string, Case, string, boolean]>([
    ['the collector has said nothing of it', { state: undefined }, 'its RBAC has not been read yet', true],
    ['nobody knows how it names its users', { policy: undefined }, 'how it names its users is not configured', false],
    [
      'it needs live reviews',
      { state: { ...open, authorization: 'mixed' } },
      'its API server also uses authorizers other than RBAC: needs live reviews',
      false,
    ],
    [
      'its live reviews fail',
      { state: { ...open, authorization: 'mixed' }, reviewProblem: cluster => `${cluster} refuses reviews` },
      'leaf refuses reviews',
      false,
    ],
    ['its grants are incomplete', { state: incomplete('') }, 'its RBAC has not been read completely', false],
    ['its grants are incomplete for a reason', { state: incomplete('roles: forbidden') }, 'roles: forbidden', false],
    ['its grants were never read', { state: incomplete('roles: forbidden'), confirmedAgo: undefined }, 'roles: forbidden', true],
    ['its grants were never confirmed', { confirmedAgo: undefined }, 'its RBAC has not been read completely', true],
    ['its grants are old', { confirmedAgo: MAX_AGE_MS + 1 }, 'it has not confirmed its RBAC for longer than 600 s', false],
    [
      'its grants are old for a reason',
      { state: { ...open, grants: { complete: true, confirmedAgo: 0, reason: 'roles: forbidden' } }, confirmedAgo: MAX_AGE_MS + 1 },
      'it has not confirmed its RBAC for longer than 600 s (roles: forbidden)',
      false,
    ],
    ['the age of its grants is not a number', { confirmedAgo: NaN }, 'it has not confirmed its RBAC for longer than 600 s', false],
  ])('while %s', (_case, given, reason, unread) => {
    expect(closed(given)).toEqual({ reason, unread });
  });

  it('while its prefixes could make a system: name', () => {
    expect(closed({ policy: { ...policy, groupPrefix: 'system:' } })).toEqual({
      reason: expect.stringContaining('identity.groupPrefix: "system:"'),
      unread: false,
    });
  });
});
