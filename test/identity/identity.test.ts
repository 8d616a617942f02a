/**
 * The names of a caller on a leaf: prefixes and implied groups. No prefix can turn a name into one that Kubernetes
 * reserves.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptIdentity, type Naming } from '../../identity/authenticator.ts';
import {
  callerKey,
  clusterName,
  identityOn,
  identityPolicyProblem,
  impersonatedGroups,
  type IdentityPolicy,
  callerOn,
} from '../../identity/identity.ts';

const policy = (usernamePrefix = '', groupPrefix = ''): IdentityPolicy => ({
  mode: 'impersonate',
  usernamePrefix,
  groupPrefix,
});

describe('an identity on a cluster', () => {
  it.each([
    ['nobody special', policy(), 'jane', ['dev'], 'jane', ['dev', 'system:authenticated']],
    ['prefixes', policy('u:', 'g:'), 'jane', ['dev'], 'u:jane', ['g:dev', 'system:authenticated']],
    ['a repeated group', policy(), 'jane', ['dev', 'dev'], 'jane', ['dev', 'system:authenticated']],
    ['an implied group that was sent', policy(), 'jane', ['system:authenticated'], 'jane', ['system:authenticated']],
    [
      'other system names',
      policy(),
      'system:kube-scheduler',
      ['system:nodes'],
      'system:kube-scheduler',
      ['system:nodes', 'system:authenticated'],
    ],
    ['group names with separators', policy(), 'jane', ['a,b', 'a/b'], 'jane', ['a,b', 'a/b', 'system:authenticated']],
    [
      'a ServiceAccount, beside other groups',
      policy(),
      'system:serviceaccount:team-a:ci.bot',
      ['dev'],
      'system:serviceaccount:team-a:ci.bot',
      ['dev', 'system:serviceaccounts', 'system:serviceaccounts:team-a', 'system:authenticated'],
    ],
    [
      'a ServiceAccount under a prefix, which is not the leaf’s',
      policy('hub:'),
      'system:serviceaccount:a:b',
      [],
      'hub:system:serviceaccount:a:b',
      ['system:authenticated'],
    ],
    [
      'a ServiceAccount with the longest name',
      policy(),
      `system:serviceaccount:a:${'b'.repeat(253)}`,
      [],
      `system:serviceaccount:a:${'b'.repeat(253)}`,
      ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
    ],
    [
      'a system group under a prefix',
      policy('', 'g:'),
      'jane',
      ['system:nodes'],
      'jane',
      ['g:system:nodes', 'system:authenticated'],
    ],
  ])('knows %s', (_case, on, user, groups, expectedUser, expectedGroups) => {
    const identity = identityOn(on, acceptIdentity({ user, groups }));
    expect([identity.user, identity.groups]).toEqual([expectedUser, expectedGroups]);
  });

  it.each<[string, string, string[], string[]]>([
    ['no group', 'jane', [], []],
    ['the group of everybody', 'jane', ['system:authenticated'], []],
    ['groups', 'jane', ['dev', 'ops'], ['dev', 'ops']],
    ['no group of a ServiceAccount', 'system:serviceaccount:team-a:ci', [], []],
    ['a ServiceAccount’s own groups', 'system:serviceaccount:team-a:ci', ['system:serviceaccounts'], []],
    [
      'other groups of a ServiceAccount, whose own a leaf then does not add',
      'system:serviceaccount:team-a:ci',
      ['dev'],
      ['dev', 'system:serviceaccounts', 'system:serviceaccounts:team-a'],
    ],
    ['what are groups of somebody else', 'jane', ['system:serviceaccounts'], ['system:serviceaccounts']],
  ])('sends of %s what the leaf does not add', (_case, user, groups, sent) => {
    expect(impersonatedGroups(identityOn(policy(), acceptIdentity({ user, groups })))).toEqual(sent);
  });

  it.each([
    'system:serviceaccount:a',
    'system:serviceaccount:a:b:c',
    'system:serviceaccount::b',
    'system:serviceaccount:a:',
    'system:serviceaccount:A:b',
    'system:serviceaccount:a.b:c',
    'system:serviceaccount:a:B',
    'system:serviceaccount:a:b/c',
    `system:serviceaccount:${'a'.repeat(64)}:b`,
    `system:serviceaccount:a:${'b'.repeat(254)}`,
    'System:serviceaccount:a:b',
  ])('gives no ServiceAccount groups to %s', user => {
    expect(identityOn(policy(), acceptIdentity({ user })).groups).toEqual(['system:authenticated']);
  });

  it.each(['s', 'sys', 'system', 'system:', 'system:node:'])(
    'refuses the prefix %s, which could make a system: name',
    prefix => {
      expect(identityPolicyProblem(policy(prefix))).toContain(`identity.usernamePrefix: "${prefix}"`);
      expect(identityPolicyProblem(policy('', prefix))).toContain(`identity.groupPrefix: "${prefix}"`);
      expect(identityPolicyProblem(policy(prefix))).toContain("one of Kubernetes' own system: names");
      expect(() => identityOn(policy(prefix), acceptIdentity({ user: 'jane' }))).toThrow(
        expect.objectContaining({
          name: 'IdentityPolicyError',
          message: expect.stringMatching(/Choose another prefix/),
        }),
      );
    },
  );

  it('never makes a system: name of a name that was none', () => {
    const tricky = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.nat(8).map(n => 'system:masters'.slice(n)),
      fc.nat(8).map(n => `${'system:'.slice(0, n)}x`),
    );
    fc.assert(
      fc.property(tricky, tricky, (prefix, name) => {
        fc.pre(identityPolicyProblem(policy(prefix, prefix)) === undefined);
        fc.pre(name === name.trim() && !/\p{Cc}/u.test(name)); // users with such names are refused
        const identity = identityOn(
          policy(prefix, prefix),
          acceptIdentity({ user: `u${name}`, groups: [name] }, { allowSystemMasters: true }),
        );
        expect(identity.user.startsWith('system:')).toBe(false);
        expect(identity.groups.filter(group => group.startsWith('system:'))).toEqual(['system:authenticated']);
      }),
    );
  });
});

describe('a ServiceAccount that one cluster alone knows', () => {
  const account = 'system:serviceaccount:team-a:ci';
  const knownTo = (cluster: string): Naming => {
    const local = (name: string) => (name.startsWith('system:') ? clusterName(cluster, name) : name);
    return { cluster, user: local, group: local };
  };
  const identity = acceptIdentity(
    { user: account, groups: ['system:serviceaccounts:team-a', 'dev'], token: 'their-token' },
    {},
    knownTo('leaf-01'),
  );
  const on = (cluster: string, mode: 'impersonate' | 'passthrough' = 'impersonate') => ({
    ...{ mode, usernamePrefix: 'oidc:', groupPrefix: 'oidc:', cluster },
  });

  it('has its own name there, without the prefixes for outside names', () => {
    expect(identityOn(on('leaf-01'), identity)).toMatchObject({
      user: account,
      groups: ['system:serviceaccounts:team-a', 'oidc:dev', 'system:serviceaccounts', 'system:authenticated'],
    });
  });

  it('is nobody elsewhere, least of all the account of the same name', () => {
    expect(identityOn(on('leaf-02'), identity)).toMatchObject({
      user: `oidc:fleetgraph:cluster:leaf-01:${account}`,
      groups: ['oidc:fleetgraph:cluster:leaf-01:system:serviceaccounts:team-a', 'oidc:dev', 'system:authenticated'],
    });
  });

  it('is not of a cluster whose name is the beginning of its cluster’s', () => {
    const other = acceptIdentity({ user: account }, {}, knownTo('a:b'));
    expect(identityOn(on('a'), other).user).toContain('fleetgraph:cluster:a%3Ab:system:');
  });

  it('has its token sent to that cluster alone', () => {
    expect(callerOn({ identity: on('leaf-01', 'passthrough') }, identity)).toMatchObject({
      type: 'token',
      token: 'their-token',
    });
    expect(callerOn({ identity: on('leaf-02', 'passthrough') }, identity)).toBeUndefined();
    const unnamed: IdentityPolicy = { ...policy(), mode: 'passthrough' };
    expect(callerOn({ identity: unnamed }, identity)).toBeUndefined();
  });

  it('and any other name needs a token for a cluster that takes no impersonation', () => {
    const jane = acceptIdentity({ user: 'jane' });
    for (const passthrough of [on('leaf-01', 'passthrough'), { ...policy(), mode: 'passthrough' as const }]) {
      expect(callerOn({ identity: passthrough }, jane)).toBeUndefined();
      const caller = callerOn({ identity: passthrough }, { ...jane, token: 'her-token' });
      expect(caller).toEqual({ type: 'token', token: 'her-token', user: 'jane' });
    }
    const { token: _, ...tokenless } = identity;
    expect(callerOn({ identity: on('leaf-01', 'passthrough') }, tokenless)).toBeUndefined();
  });

  it('cannot be named by any other authenticator', () => {
    expect(() => acceptIdentity({ user: clusterName('leaf-01', account) })).toThrow('one cluster alone knows');
    expect(() => acceptIdentity({ user: 'jane', groups: [clusterName('leaf-01', 'system:masters')] })).toThrow(
      'one cluster alone knows',
    );
  });
});

describe('the owner of the process', () => {
  const owner = { ...acceptIdentity({ user: 'fleetgraph:owner' }), isOwner: true } as const;
  const known = { ...policy('u:', 'g:'), owner: { user: 'jane@one', groups: ['dev'] } };

  it('is on a cluster whom it takes the user of its kubeconfig for, without prefixes', () => {
    expect(identityOn(known, owner)).toEqual({
      user: 'jane@one',
      groups: ['dev', 'system:authenticated'],
      uid: '',
      extra: {},
    });
    const account = { ...known, owner: { user: 'system:serviceaccount:team-a:ci', groups: [] } };
    expect(identityOn(account, owner).groups).toContain('system:serviceaccounts:team-a');
  });

  it('is nobody before the cluster has said so, and asks it nothing', () => {
    expect(identityOn(policy(), owner)).toMatchObject({ user: 'fleetgraph:owner', groups: ['system:authenticated'] });
    expect(callerOn({ identity: policy() }, owner)).toBeUndefined();
  });

  it('asks with the credentials of the kubeconfig, as which nobody else ever asks', () => {
    expect(callerOn({ identity: known }, owner)).toEqual({ type: 'owner', user: 'fleetgraph:owner' });
    const other = acceptIdentity({ user: 'fleetgraph:owner' });
    expect(callerOn({ identity: known }, other)).toMatchObject({ type: 'impersonate', user: 'u:fleetgraph:owner' });
    expect(identityOn(known, other).user).toBe('u:fleetgraph:owner');
  });
});

it('shares slots, turns and budgets among all tokens and groups of one user', () => {
  const keys = [acceptIdentity({ user: 'jane' }), acceptIdentity({ user: 'jane', groups: ['dev'] })].map(callerKey);
  expect(keys).toEqual(['jane', 'jane']);
  expect(callerKey(acceptIdentity({ user: 'tom' }))).toBe('tom');
});
