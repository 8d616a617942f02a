import { describe, expect, it } from '@jest/globals';
import { GRANT_TYPES, grantItem, grantResource, grantsState } from '../../collector/grants.ts';
import type { StateReason } from '../../store/causes.ts';
import type { ClusterState } from '../../store/store.ts';

type Collections = Parameters<typeof grantsState>[0];
type Reported = Collections extends ReadonlyMap<string, infer T> ? T : never;

const TOLD: Reported = { listed: true, confirmedAt: 900, reason: '' };
const four = (one: Partial<Reported> = {}): Collections =>
  new Map(GRANT_TYPES.map((type, index) => [type, index === 1 ? { ...TOLD, ...one } : TOLD]));
const NONE: Collections = new Map();
type Case = readonly [
  string,
  Collections,
  ClusterState['grants'] | undefined,
  boolean,
  number | undefined,
  StateReason,
];
const CARRIED = { complete: true, confirmedAgo: 5_000, reason: '' } as const;

describe('what the state says of the grants', () => {
  it.each<Case>([
    ['all four kinds have listed', four(), undefined, true, 100, ''],
    ['one has been silent for longer', four({ confirmedAt: 400 }), undefined, true, 600, ''],
    ['one has not listed', four({ listed: false }), undefined, false, undefined, 'RBAC_NOT_READ'],
    ['one may not be read', four({ listed: false, reason: 'FORBIDDEN' }), undefined, false, undefined, 'FORBIDDEN'],
    ['one may no longer be read', four({ confirmedAt: 200, reason: 'FORBIDDEN' }), undefined, true, 800, 'FORBIDDEN'],
    ['none has begun', NONE, undefined, false, undefined, 'RBAC_NOT_READ'],
    ['none has begun, and the store knew them', NONE, CARRIED, true, 5_000, 'RBAC_NOT_READ'],
    ['one has not listed, and the store knew them', four({ listed: false }), CARRIED, true, 5_000, 'RBAC_NOT_READ'],
    [
      'none has begun, and the store knew half of them',
      NONE,
      { ...CARRIED, complete: false },
      false,
      undefined,
      'RBAC_NOT_READ',
    ],
  ])('the state tells of grants when %s', (_when, collections, carried, complete, confirmedAgo, reason) => {
    expect(grantsState(collections, carried, 1_000)).toEqual({ complete, confirmedAgo, reason });
  });
});

describe('a grant object', () => {
  it('is kept under its key', () => {
    const role = { metadata: { name: 'viewer', namespace: 'apps', resourceVersion: '3' }, rules: [] };
    expect(grantItem('Role', role)).toMatchObject({ key: 'Role/apps/viewer', version: '3' });
    expect(grantItem('ClusterRole', role)).toMatchObject({ key: 'ClusterRole//viewer' });
  });

  it.each([
    ['without a name', 'ClusterRole', { metadata: {} }],
    ['with a separator in its name', 'ClusterRole', { metadata: { name: 'a/b' } }],
    ['without a namespace', 'Role', { metadata: { name: 'a' } }],
    ['that is no object', 'RoleBinding', 'x'],
  ] as const)('a grant object %s is refused', (_what, type, object) =>
    expect(grantItem(type, object)).toHaveProperty('refused'),
  );

  it('is only read from the resource that Kubernetes serves it as', () => {
    const resource = {
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      kind: 'Role',
      plural: 'roles',
      namespaced: true,
      verbs: ['list'],
    };
    expect(grantResource([{ ...resource, group: 'example.org' }, resource], 'Role')).toBe(resource);
    expect(grantResource([{ ...resource, namespaced: false }], 'Role')).toBeUndefined();
  });
});

describe('a grant of which nothing but its name could be read', () => {
  it.each(GRANT_TYPES)('has the key of the whole %s, so that it can be deleted', type => {
    const metadata = { name: 'a', ...(type.startsWith('Cluster') ? {} : { namespace: 'n' }), resourceVersion: '7' };
    const whole = grantItem(type, { metadata, roleRef: { kind: 'ClusterRole', name: 'x' }, subjects: [], rules: [] });
    const rest = grantItem(type, { metadata });
    expect('key' in rest && rest.key).toBe('key' in whole && whole.key);
    expect(rest).toHaveProperty('key');
  });
});
