/** explainAccess for the caller and for somebody else, and `viewer { access }`. */
import { describe, expect, it } from '@jest/globals';
import { graphql } from 'graphql';
import { pino } from 'pino';
import { ReviewError } from '../../../identity/access-reviews.ts';
import { grantKey } from '../../../rbac/types.ts';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';
import { ScriptedReviews } from '../../access/reviews/scripted-reviews.ts';

const ID = 'leaf//Pod/team-a/web';
const EXPLAIN = `query ($id: ID!, $verb: String! = "list", $asUser: String, $asGroups: [String!]) {
  explainAccess(id: $id, verb: $verb, asUser: $asUser, asGroups: $asGroups) {
    visible allowed reason grantsSyncedAt grants { cluster aggregated aggregatedFrom binding { kind namespace name } role { kind name } rule { resourceNames } subject { kind name } } } }`;

/** So long is a cluster waited for. */
const LEAF_TIMEOUT_MS = 100;

function fleetOf(...leafGrants: ReturnType<typeof grant>) {
  const reviews = new ScriptedReviews();
  reviews.grants.set('leaf', leafGrants);
  const fleet = new ScriptedFleet(
    { leaf: { rows: [rowAt('leaf', 'Pod', 'team-a/web')], grants: leafGrants } },
    { reviews, leafTimeoutMs: LEAF_TIMEOUT_MS },
  );
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { base: null, level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const ask = async (user: string, variableValues: Record<string, unknown>, groups: readonly string[] = []) => {
    const contextValue = fleet.subgraph.context({ ...fleet.request(user, groups), log });
    const { data, errors } = await graphql({
      schema: fleet.subgraph.schema,
      source: EXPLAIN,
      variableValues: { id: ID, ...variableValues },
      contextValue,
    });
    if (errors) throw errors[0];
    return JSON.parse(JSON.stringify(data?.['explainAccess'])) as Record<string, any>;
  };
  return { fleet, reviews, lines, ask };
}

const JOES = grant('joe', allow('list', 'pods'), 'team-a');
const may = (who: string, resource: string, ...names: string[]) =>
  grant(who, allow('impersonate', resource, ...names)).map(object => ({
    ...object,
    name: `${object.name}-i`,
    ...('roleRef' in object && { roleRef: { ...object.roleRef, name: `${object.roleRef.name}-i` } }),
  }));

describe('an explanation to the caller', () => {
  it('names the chain and the age of the grants', async () => {
    const { ask, lines } = fleetOf(...JOES);
    expect(await ask('joe', {})).toMatchObject({
      visible: true,
      allowed: true,
      reason: expect.stringContaining('lets you list pods "web" in namespace "team-a"'),
      grantsSyncedAt: '2026-01-31T11:59:59.900Z',
      grants: [
        {
          cluster: 'leaf',
          aggregated: false,
          binding: { kind: 'RoleBinding', namespace: 'team-a' },
          subject: { kind: 'User', name: 'joe' },
        },
      ],
    });
    expect(lines).toEqual([]);
  });

  it('says of an aggregated role that it is one, and of which', async () => {
    const selectors = [[{ key: 'to-joe', operator: 'Exists' as const, values: [] }]];
    const objects = JOES.flatMap<(typeof JOES)[number]>(object =>
      'rules' in object
        ? [
            { ...object, aggregated: true, aggregation: { labels: {}, selectors } },
            { ...object, name: 'part', aggregation: { labels: { 'to-joe': '' }, selectors: [] } },
          ]
        : object,
    );
    expect((await fleetOf(...objects).ask('joe', {}))['grants']).toMatchObject([{ aggregated: true, aggregatedFrom: ['part'] }]);
    expect((await fleetOf(...JOES).ask('joe', {}))['grants']).toMatchObject([{ aggregated: false, aggregatedFrom: [] }]);
  });

  it('tells of no grant and no time when there is nothing to tell', async () => {
    const { ask } = fleetOf(...JOES);
    const nothing = { visible: false, allowed: false, grants: [], grantsSyncedAt: null };
    expect(await ask('jane', {})).toMatchObject(nothing);
    expect(await ask('jane', { id: 'nowhere//Pod/team-a/web' })).toMatchObject(nothing);
  });

  it('tells of resourceNames only the one that matched', async () => {
    const { ask } = fleetOf(...grant('joe', allow('get', 'pods', 'secret-1', 'web', 'secret-2'), 'team-a'));
    const answer = await ask('joe', { verb: 'get' });
    expect(answer['grants']).toMatchObject([{ rule: { resourceNames: ['web'] } }]);
    expect(JSON.stringify(answer['grants'][0].rule)).not.toContain('secret');
  });
});

describe('an explanation for somebody else', () => {
  it('is given to who may impersonate them, and logged', async () => {
    const { ask, lines } = fleetOf(...JOES, ...may('admin', 'users', 'joe'));
    expect(await ask('admin', { asUser: 'joe' })).toMatchObject({
      visible: true,
      allowed: true,
      reason: expect.stringContaining('lets user "joe" list'),
    });
    expect(lines).toMatchObject([{ asker: 'admin', asUser: 'joe', cluster: 'leaf', granted: true, about: `list ${ID}` }]);
  });

  it('needs the right to each group', async () => {
    const grants = grant('group:dev', allow('list', 'pods'), 'team-a');
    const { ask, lines } = fleetOf(...grants, ...may('admin', 'users'), ...may('admin', 'groups', 'dev'));
    expect(await ask('admin', { asUser: 'joe', asGroups: ['dev'] })).toMatchObject({ visible: true });
    expect(await ask('admin', { asUser: 'joe', asGroups: ['dev', 'ops'] })).toMatchObject({ visible: false, allowed: false, grants: [] });
    expect(lines).toMatchObject([{ granted: true }, { granted: false }]);
  });

  it('asks for a ServiceAccount as one', async () => {
    const { ask, reviews } = fleetOf(...JOES, ...may('admin', 'serviceaccounts'));
    await ask('admin', { asUser: 'system:serviceaccount:team-a:robot' });
    expect(reviews.asked).toEqual(['may leaf admin impersonate serviceaccounts team-a/robot']);
  });

  it('reads alike for who may not impersonate, where nothing is granted, and where there is no such cluster', async () => {
    const { ask, reviews, lines } = fleetOf(...JOES, ...may('admin', 'users'));
    const refused = await ask('jane', { asUser: 'joe' });
    expect(await ask('admin', { asUser: 'ann' })).toEqual({ ...refused, reason: String(refused['reason']).replaceAll('"joe"', '"ann"') });
    expect(await ask('admin', { id: 'nowhere//Pod/team-a/web', asUser: 'joe' })).toEqual(refused);
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    expect(await ask('admin', { asUser: 'joe' })).toEqual(refused);
    expect(lines.filter(line => 'asUser' in line).map(({ granted }) => granted)).toEqual([false, true, false, false]);
  });

  it('takes no more time on a hidden cluster than on none: neither is asked', async () => {
    const { ask, reviews } = fleetOf(...JOES);
    for (const id of [ID, 'nowhere//Pod/team-a/web'])
      expect(await ask('jane', { id, asUser: 'joe', asGroups: ['dev'] })).toMatchObject({ visible: false, allowed: false });
    expect(reviews.asked).toEqual([]);
  });

  it('of a cluster that does not answer ends in time, and for a while the cluster is not asked again by this caller', async () => {
    const given = fleetOf(...JOES, ...may('admin', 'users'));
    given.reviews.gate = new Promise(() => {});
    const [first, ...others] = await Promise.all(Array.from({ length: 40 }, () => given.ask('admin', { asUser: 'joe' })));
    expect(first).toMatchObject({ visible: false, allowed: false });
    expect(others.every(other => JSON.stringify(other) === JSON.stringify(first))).toBe(true);
    // Half of a cluster's places, at most; those behind them found out with them.
    expect(given.reviews.asked.length).toBeLessThanOrEqual(8);
    const asked = given.reviews.asked.length;
    expect(await given.ask('admin', { asUser: 'joe' })).toEqual(first);
    expect(given.reviews.asked).toHaveLength(asked);
  });

  it.each([
    [{ asGroups: ['dev'] }, 'asGroups: groups alone are nobody. Name the user, too, with asUser.'],
    [
      { asUser: 'joe', asGroups: Array.from({ length: 51 }, (_, i) => `g${i}`) },
      'asGroups: 51 groups were given, and at most 50 are taken.',
    ],
    [{ asUser: '' }, 'asUser, asGroups: The credentials name no user.'],
    [{ asUser: 'system:anonymous' }, 'cannot sign in'],
  ])('refuses %j', async (variables, message) => {
    await expect(fleetOf(...JOES).ask('admin', variables)).rejects.toThrow(message);
  });

  it('is not given on a cluster that is asked live, which answers for nobody else', async () => {
    const { fleet, ask } = fleetOf(...JOES, ...may('admin', 'users'));
    fleet.set('leaf', { state: { authorization: 'mixed' } });
    expect(await ask('admin', { asUser: 'joe' })).toMatchObject({ visible: false, allowed: false });
  });
});

describe('viewer { access }', () => {
  const ACCESS = '{ viewer { access { cluster { name } everywhere inNamespaces { kinds namespaces namespaceCount } byName truncated } } }';
  it('sums up each cluster that may be named', async () => {
    const fleet = new ScriptedFleet({
      a: {
        grants: [
          ...grant('jane', allow('list', 'pods')),
          ...grant('jane', allow('list', 'deployments'), 'team-a'),
          ...grant('jane', allow('list', 'deployments'), 'team-b'),
        ],
      },
      b: { grants: grant('jane', allow('list', 'pods'), 'team-a'), rows: [] },
      c: { grants: grant('joe', allow('list', 'pods')) },
    });
    const { data, errors } = await fleet.ask('jane', ACCESS);
    expect(errors).toBeUndefined();
    expect((data as any).viewer.access).toMatchObject([
      {
        cluster: { name: 'a' },
        everywhere: ['Pod'],
        inNamespaces: [{ kinds: ['Deployment.apps'], namespaceCount: 2 }],
        byName: false,
        truncated: false,
      },
      { cluster: { name: 'b' }, everywhere: [], inNamespaces: [{ kinds: ['Pod'], namespaces: ['team-a'] }] },
    ]);
  });

  it('is cut to a bound, and says so', async () => {
    const many = Array.from({ length: 25 }, (_, i) => grant('jane', allow('list', 'pods'), `ns-${i}`)).flat();
    const objects = [...new Map(many.map(object => [grantKey(object), object])).values()];
    const { data } = await new ScriptedFleet({ a: { grants: objects } }).ask('jane', ACCESS);
    const [access] = (data as any).viewer.access;
    expect([access.inNamespaces[0].namespaces.length, access.inNamespaces[0].namespaceCount, access.truncated]).toEqual([20, 25, true]);
  });
});
