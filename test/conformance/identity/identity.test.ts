/**
 * Follows an identity from authentication through each cluster's mapping to the permissions shown. Two identities that
 * a leaf distinguishes must not be merged.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptIdentity, BadCredentialsError } from '../../../identity/authenticator.ts';
import { identityOn, type IdentityPolicy } from '../../../identity/identity.ts';
import { trustedHeaders } from '../../../identity/trusted-headers.ts';
import { parseGrantObject } from '../../../rbac/parse.ts';
import {
  grantKey,
  type ClusterGrants,
  type GrantObject,
  type LeafIdentity,
  type Resource,
  type Visibility,
} from '../../../rbac/types.ts';
import { sees } from '../../../rbac/visibility.ts';
import { CallerAccesses, identityKey, type VisibilitySource } from '../../../access/request-access.ts';
import { Fleet, memorySite, serverOf } from '../failclosed/fleet.ts';
import { everything, podRow, mayListPods } from '../failclosed/scripted.ts';
import { anyText } from '../../any-text.ts';

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const RESOURCES = [PODS];
const policy = (usernamePrefix = '', groupPrefix = ''): IdentityPolicy => ({
  mode: 'impersonate',
  usernamePrefix,
  groupPrefix,
});
const who = (user: string, ...groups: string[]): LeafIdentity => ({ user, groups });

/** Pairs of identities that a careless key or comparison would treat as one identity. */
const DIFFERENT: [why: string, one: LeafIdentity, other: LeafIdentity][] = [
  ['a comma in a group', who('jane', 'a,b'), who('jane', 'a', 'b')],
  ['a slash in a group', who('jane', 'a/b'), who('jane', 'a', 'b')],
  ['a NUL in a group', who('jane', 'a\0b'), who('jane', 'a', 'b')],
  ['a line break in a group', who('jane', 'a\nb'), who('jane', 'a', 'b')],
  ['a group that looks like a length and a name', who('jane', '1:a1:b'), who('jane', 'a', 'b')],
  ['a user that looks like a length and a group', who('jane3:dev'), who('jane', 'dev')],
  ['a group that looks like two in quotes', who('jane', 'a","b'), who('jane', 'a', 'b')],
  ['a user that looks like one in quotes and a group', who('jane","dev'), who('jane', 'dev')],
  ['a quote and a backslash', who('jane', '\\"'), who('jane', '"')],
  ['a user that is the group', who('dev'), who('', 'dev')],
  ['digits at the border', who('1', '23'), who('12', '3')],
  ['case of the user', who('Jane'), who('jane')],
  ['case of a group', who('jane', 'Dev'), who('jane', 'dev')],
  ['composed and decomposed letters', who('zo\u00eb'), who('zoe\u0308')],
  ['composed and decomposed letters of a group', who('jane', '\u00e9quipe'), who('jane', 'e\u0301quipe')],
  ['letters of two alphabets', who('\u0430dmin'), who('admin')],
  ['an invisible letter', who('jane\u200b'), who('jane')],
  ['a blank at the end', who('jane', 'dev '), who('jane', 'dev')],
  ['letters outside the first plane', who('\ud83d\ude80'), who('\ud83d\ude81')],
];

function compiledFor(
  accesses: CallerAccesses,
  identity: LeafIdentity,
  source: Omit<VisibilitySource, 'identity' | 'key'>,
): Visibility {
  const key = identityKey(identity);
  return accesses.of(key).compileNow({ ...source, identity, key });
}

describe('identities that a leaf tells apart', () => {
  it.each(DIFFERENT)('are two here: %s', (_why, one, other) => {
    expect(identityKey(one)).not.toBe(identityKey(other));
    const accesses = new CallerAccesses();
    const grants = grantsOf(one);
    const source = { cluster: 'leaf', grants, resources: RESOURCES, resourcesRevision: 1 };
    const shown = (identity: LeafIdentity) => sees(compiledFor(accesses, identity, source), 0, 'apps', 'web');
    expect([shown(one), shown(other), shown(one), shown(other)]).toEqual([true, false, true, false]);
  });

  it('have two keys, whatever they are called; and the order of groups and their repetition do not matter', () => {
    const name = fc.oneof(
      anyText(),
      fc.constantFrom('1:a', ':', '0:', '2:ab', 'a', 'b', '\0', ',', '"', '","', '\\', '\\"', '\ud800'),
    );
    const identity = fc.record({ user: name, groups: fc.array(name, { maxLength: 4 }) });
    const isSame = (a: LeafIdentity, b: LeafIdentity) =>
      a.user === b.user &&
      a.groups.every(group => b.groups.includes(group)) &&
      b.groups.every(group => a.groups.includes(group));
    fc.assert(
      fc.property(identity, identity, (a, b) => (identityKey(a) === identityKey(b)) === isSame(a, b)),
      { numRuns: 500 },
    );
    expect(identityKey(who('jane', 'b', 'a', 'b'))).toBe(identityKey(who('jane', 'a', 'b')));
  });

  it('are two on clusters whose names and users run into each other', () => {
    const accesses = new CallerAccesses();
    const grants = grantsOf(who('1:x'));
    const on = (cluster: string, identity: LeafIdentity) =>
      sees(
        compiledFor(accesses, identity, { cluster, grants, resources: RESOURCES, resourcesRevision: 1 }),
        0,
        'apps',
        'web',
      );
    expect(on('leaf', who('1:x'))).toBe(true);
    expect(on('leaf3', who('x'))).toBe(false);
    expect(on('lea', who('f1:x'))).toBe(false);
    expect(accesses.stats.callers).toBe(3);
  });

  it('are two without a UID, and a UID decides nothing', () => {
    const jane = acceptIdentity({ user: 'jane', groups: ['dev'] });
    const bob = acceptIdentity({ user: 'bob', groups: ['dev'] });
    expect([jane.uid, bob.uid]).toEqual(['', '']);
    const key = (identity: typeof jane) => identityKey(identityOn(policy(), identity));
    expect(key(jane)).not.toBe(key(bob));
    expect(key(acceptIdentity({ user: 'jane', groups: ['dev'], uid: '1' }))).toBe(key(jane));
  });
});

describe('what is kept of an identity', () => {
  it('is not used for other grants of the same cluster, though their revision be the same', () => {
    const accesses = new CallerAccesses();
    const jane = who('jane');
    const shown = (grants: ClusterGrants) =>
      sees(
        compiledFor(accesses, jane, { cluster: 'leaf', grants, resources: RESOURCES, resourcesRevision: 1 }),
        0,
        'apps',
        'web',
      );
    const before = grantsOf(jane);
    expect(shown(before)).toBe(true);
    expect(shown({ ...before, revision: before.revision + 1 })).toBe(true);
    expect(shown(grantsOf(who('bob')))).toBe(false);
    expect(shown(before)).toBe(true);
    expect(accesses.stats).toMatchObject({ hits: 0, misses: 4 });
    expect(shown(before)).toBe(true);
    expect(accesses.stats.hits).toBe(1);
  });

  it('holds five hundred groups', () => {
    const groups = Array.from({ length: 500 }, (_, i) => `group-${i}`);
    const many = identityOn(policy('', 'g:'), acceptIdentity({ user: 'jane', groups }));
    expect(many.groups).toHaveLength(501);
    const accesses = new CallerAccesses();
    const grants = grantsOf(who('nobody', 'g:group-499'));
    const source = { cluster: 'leaf', grants, resources: RESOURCES, resourcesRevision: 1 };
    expect(sees(compiledFor(accesses, many, source), 0, 'apps', 'web')).toBe(true);
    const fewer = identityOn(policy('', 'g:'), acceptIdentity({ user: 'jane', groups: groups.slice(0, 499) }));
    expect(sees(compiledFor(accesses, fewer, source), 0, 'apps', 'web')).toBe(false);
  });
});

describe('the names a front door may say', () => {
  const claims = (groups: readonly string[]) => acceptIdentity({ user: 'jane', groups }).groups;

  it.each<[string, readonly string[], readonly string[]]>([
    ['system:masters', ['system:masters', 'dev'], ['dev']],
    [
      'names that only look like it',
      ['System:masters', 'system:masters:', 'system:master'],
      ['System:masters', 'system:masters:', 'system:master'],
    ],
    ['other names of Kubernetes', ['system:nodes'], ['system:nodes']],
    ['the empty group', ['', 'dev'], ['dev']],
  ])('of %s, what passes', (_what, groups, expected) => {
    expect(claims(groups)).toEqual(expected);
  });

  it('system:masters passes where it is allowed to, and makes no cluster of a prefix its own', () => {
    const root = acceptIdentity({ user: 'root', groups: ['system:masters'] }, { allowSystemMasters: true });
    expect(identityOn(policy(), root).groups).toContain('system:masters');
    expect(identityOn(policy('', 'g:'), root).groups).toEqual(['g:system:masters', 'system:authenticated']);
  });

  it.each([
    ['a caller that nobody knows', { user: 'system:anonymous' }],
    ['the group of callers that nobody knows', { user: 'jane', groups: ['system:unauthenticated'] }],
    ['nobody', { user: '' }],
    ['an endless name', { user: 'x'.repeat(1_025) }],
    ['an endless group', { user: 'jane', groups: ['x'.repeat(1_025)] }],
    ['a blank at the end, which no header carries', { user: 'jane', groups: ['system:masters '] }],
    ['a line break', { user: 'jane\r\nImpersonate-Group: system:masters' }],
    ['groups without end', { user: 'jane', groups: Array.from({ length: 1_001 }, (_, i) => `g${i}`) }],
  ])('%s is refused', (_what, claim) => {
    expect(() => acceptIdentity(claim)).toThrow(BadCredentialsError);
  });

  it('groups in headers are one each, never split and never joined', async () => {
    const proxy = trustedHeaders({ sharedSecret: { header: 'X-Secret', value: 's' } });
    const rawHeaders = [
      'X-Secret',
      's',
      'X-Remote-User',
      'jane',
      'X-Remote-Group',
      'a,b',
      'x-remote-group',
      'a',
      'X-REMOTE-GROUP',
      'c/d',
    ];
    const identity = await proxy.authenticate({ headers: {}, rawHeaders, remoteAddress: undefined });
    expect(identity?.groups).toEqual(['a,b', 'a', 'c/d']);
  });
});

describe('one person on several leaves', () => {
  it('is somebody else on each, and sees there what that somebody sees', async () => {
    await using fleet = await filled({ plain: ['jane'], prefixed: ['corp:jane'], other: ['hub:jane', 'jane'] });
    const replica = await fleet.replica();
    await all(replica);
    expect(await replica.ids('jane')).toEqual(
      ['other', 'plain', 'prefixed'].map(cluster => `${cluster}//Pod/apps/web`),
    );
    const { clusters } = (
      await replica.ask('jane', { query: '{ viewer { clusters { cluster { name } user groups } } }' })
    ).viewer;
    expect(clusters).toEqual([
      { cluster: { name: 'other' }, user: 'hub:jane', groups: ['system:authenticated'] },
      { cluster: { name: 'plain' }, user: 'jane', groups: ['system:authenticated'] },
      { cluster: { name: 'prefixed' }, user: 'corp:jane', groups: ['system:authenticated'] },
    ]);
  });

  it('is not taken for who is called there what the mapping would call them', async () => {
    await using fleet = await filled({ plain: ['corp:jane'], prefixed: ['jane'], other: ['jane'] });
    const replica = await fleet.replica();
    await all(replica);
    expect(await replica.ids('jane')).toEqual([]);
    expect(await replica.ids('corp:jane')).toEqual(['plain//Pod/apps/web']);
  });

  it('loses with the next request what a group gave that the front door no longer says', async () => {
    await using fleet = await filled({ plain: [], prefixed: [], other: [] }, 'dev');
    const replica = await fleet.replica();
    await all(replica);
    const count = async (groups: string[]) =>
      (await replica.ask('jane', { groups, query: '{ objects { totalCount } }' })).objects.totalCount as number;
    expect([await count(['dev', 'ops']), await count(['ops']), await count(['dev']), await count([])]).toEqual([
      1, 0, 1, 0,
    ]);
  });
});

/**
 * Clusters `plain`, `prefixed` (prefix corp:) and `other` (prefix hub:). Each has a pod, which the given users may
 * list. The group may list the pod of `plain`.
 */
async function filled(
  users: Readonly<Record<'plain' | 'prefixed' | 'other', readonly string[]>>,
  group?: string,
): Promise<Fleet> {
  const fleet = new Fleet(await memorySite());
  const prefixes = { plain: '', prefixed: 'corp:', other: 'hub:' };
  for (const [cluster, names] of Object.entries(users)) {
    const lease = (await fleet.site.writer.acquire(cluster, 'test', 3_600_000))!;
    const subjects = [...names, ...(group && cluster === 'plain' ? [`group:${group}`] : [])];
    const grantPuts = subjects.flatMap(subject =>
      mayListPods(subject).map(object => ({
        ...object,
        name: subject,
        ...('roleRef' in object && { roleRef: { ...object.roleRef, name: subject } }),
      })),
    );
    const leaf = await fleet.leaf(cluster);
    await fleet.site.writer.identify(lease, await serverOf(leaf));
    await fleet.site.writer.apply(lease, { ...everything(cluster), puts: [podRow(cluster, 'web')], grantPuts });
    await fleet.register(leaf, cluster, { usernamePrefix: prefixes[cluster as keyof typeof prefixes] });
  }
  return fleet;
}

async function all({ readModel }: Awaited<ReturnType<Fleet['replica']>>): Promise<void> {
  while (readModel.clusters().filter(({ loading }) => !loading).length < 3) {
    await new Promise<void>(resolve => {
      const stop = readModel.onChange(() => (stop(), resolve()));
    });
  }
}

/** Grants by which the identity may list pods. */
function grantsOf({ user, groups }: LeafIdentity): ClusterGrants {
  const binding = {
    metadata: { name: 'b' },
    roleRef: { kind: 'ClusterRole', name: 'r' },
    // The subject must tell identities apart: the first group if the identity has groups, else the user.
    subjects:
      groups.length > 0 ? groups.slice(0, 1).map(name => ({ kind: 'Group', name })) : [{ kind: 'User', name: user }],
  };
  const objects: GrantObject[] = [
    parseGrantObject('ClusterRole', {
      metadata: { name: 'r' },
      rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }],
    }),
    parseGrantObject('ClusterRoleBinding', binding),
  ];
  return { revision: 1, objects: new Map(objects.map(object => [grantKey(object), object])) };
}
