/** Clusters with `authorization: mixed`. Their own reviews decide visibility, and without reviews no row is shown. */
import { describe, expect, it } from '@jest/globals';
import { graphql } from 'graphql';
import { ReviewError } from '../../../identity/access-reviews.ts';
import type { GrantObject } from '../../../rbac/types.ts';
import { identityKey } from '../../../access/request-access.ts';
import { until } from '../../kubernetes/until.ts';
import { allow, grant, rowAt, ScriptedFleet } from '../../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './scripted-reviews.ts';

const ROWS = [
  rowAt('leaf', 'Namespace', 'team-a'),
  rowAt('leaf', 'Namespace', 'team-b'),
  rowAt('leaf', 'Pod', 'team-a/web'),
  rowAt('leaf', 'Pod', 'team-b/db'),
  rowAt('leaf', 'Deployment', 'team-a/app'),
];

function mixed(grants: readonly GrantObject[]): { fleet: ScriptedFleet; reviews: ScriptedReviews } {
  const reviews = new ScriptedReviews();
  reviews.grants.set('leaf', grants);
  // By the grants in the index, jane would see everything. These grants must have no effect.
  const fleet = new ScriptedFleet(
    { leaf: { rows: ROWS, grants: grant('jane', allow('*', '*')), state: { authorization: 'mixed' } } },
    { reviews },
  );
  return { fleet, reviews };
}

const LIST = '{ objects { nodes { kind name } totalCount } coverage { indexed closed } clusters { nodes { name } } }';
const LIST_AND_CAUSE = '{ objects { totalCount } coverage { indexed closed withheld { cause count } } }';
async function seen(fleet: ScriptedFleet, user = 'jane'): Promise<string[]> {
  const { data, errors } = await fleet.ask(user, LIST);
  expect(errors).toBeUndefined();
  return (data as any).objects.nodes.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).sort();
}

const CASES: readonly [string, readonly GrantObject[], readonly string[]][] = [
  ['nothing granted', [], []],
  ['a list everywhere', grant('jane', allow('list', 'pods')), ['Pod db', 'Pod web']],
  [
    'everything',
    grant('jane', allow('*', '*')),
    ['Deployment app', 'Namespace team-a', 'Namespace team-b', 'Pod db', 'Pod web'],
  ],
  ['a list in one namespace', grant('jane', allow('list', 'pods'), 'team-a'), ['Pod web']],
  ['an unrestricted get alone', grant('jane', allow('get', 'pods')), []],
  ['a get by name', grant('jane', allow('get', 'pods', 'db'), 'team-b'), ['Pod db']],
  [
    'a cluster-wide get by name',
    grant('jane', allow('get', 'pods,namespaces', 'db', 'team-a')),
    ['Namespace team-a', 'Pod db'],
  ],
  ['a RoleBinding that reads its namespace', grant('jane', allow('get', 'namespaces'), 'team-a'), ['Namespace team-a']],
  ['a cluster-wide get of namespaces', grant('jane', allow('get', 'namespaces')), []],
  ['somebody else’s rights', grant('joe', allow('list', 'pods')), []],
];

describe.each([
  ['that list their rules', undefined],
  ['of which one cannot list its rules', () => undefined],
] as const)('a mixed cluster with authorizers %s', (_what, webhook) => {
  it.each(CASES)('shows by its reviews: %s', async (_case, grants, expected) => {
    const { fleet, reviews } = mixed(grants);
    reviews.webhook = webhook;
    expect(await seen(fleet)).toEqual([...expected].sort());
  });
});

describe('a mixed cluster', () => {
  it('shows a RoleBinding’s namespace also to whom the same rule is given everywhere', async () => {
    const rule = allow('get', 'namespaces');
    const inA = grant('jane', rule, 'team-a').map(object => ({ ...object, name: `${object.name}-a` }));
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: inA[0]!.name };
    const { fleet } = mixed([...grant('jane', rule), inA[0]!, { ...inA[1]!, roleRef } as GrantObject]);
    expect(await seen(fleet)).toEqual(['Namespace team-a']);
  });

  it('hides what a webhook denies and shows what it allows', async () => {
    const { fleet, reviews } = mixed(grant('jane', allow('list', 'pods')));
    reviews.webhook = (_who, { resource, namespace }) =>
      resource === 'pods' && namespace !== 'team-b'
        ? 'deny'
        : resource === 'deployments' && namespace === 'team-a'
          ? 'allow'
          : undefined;
    expect(await seen(fleet)).toEqual(['Deployment app', 'Pod db']);
  });

  it('is asked once for the requests of one caller, and anew for another', async () => {
    const { fleet, reviews } = mixed([
      ...grant('jane', allow('list', 'pods')),
      ...grant('joe', allow('list', 'deployments')),
    ]);
    await Promise.all([seen(fleet), seen(fleet)]);
    await seen(fleet);
    expect(reviews.requested.filter(it => it.startsWith('rules leaf jane'))).toHaveLength(3);
    expect(await seen(fleet, 'joe')).toEqual(['Deployment app']);
    expect(await seen(fleet)).toEqual(['Pod db', 'Pod web']);
  });

  it('is counted as closed, and not named, while its reviews fail for several callers', async () => {
    const { fleet, reviews } = mixed(grant('jane', allow('list', 'pods')));
    reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
    for (const user of ['jane', 'jill']) expect(await seen(fleet, user)).toEqual([]);
    const { data } = await fleet.ask('joe', LIST);
    expect(data).toMatchObject({
      coverage: { closed: 1, indexed: 0 },
      clusters: { nodes: [] },
      objects: { totalCount: 0 },
    });
  });

  it('opens again when its reviews answer again', async () => {
    const { fleet, reviews } = mixed(grant('joe', allow('list', 'pods')));
    reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
    for (const user of ['jane', 'jill']) expect(await seen(fleet, user)).toEqual([]);
    reviews.failure = undefined;
    // Callers do not wait for a closed cluster. A later query triggers a review that opens the cluster.
    await until(async () => (await seen(fleet, 'joe')).join() === 'Pod db,Pod web');
    expect((await fleet.ask('joe', LIST)).data).toMatchObject({ coverage: { closed: 0, indexed: 1 } });
  });

  it.each(['TOO_LARGE', 'THROTTLED', 'FAILED', 'TIMEOUT'] as const)(
    'is not closed to others by one whose reviews fail as %s',
    async code => {
      const { fleet, reviews } = mixed(grant('joe', allow('list', 'pods')));
      const { rules } = reviews;
      reviews.rules = async (cluster, who, ...rest) => {
        if (who.user === 'mallory') throw new ReviewError(code, 'leaf: the answer is larger than 4194304 bytes');
        return rules(cluster, who, ...rest);
      };
      const cause = code === 'TIMEOUT' ? 'SLOW' : code === 'TOO_LARGE' ? code : 'FAILED';
      const reported = (user: string) =>
        fleet.ask(user, '{ objects { totalCount } }').then(() => fleet.ask(user, LIST_AND_CAUSE));
      expect((await reported('mallory')).data).toMatchObject({
        coverage: { closed: 0, withheld: [{ cause, count: 1 }] },
      });
      expect((await reported('joe')).data).toMatchObject({
        objects: { totalCount: 2 },
        coverage: { indexed: 1, closed: 0, withheld: [] },
      });
    },
  );

  it('that does not answer is not waited for, nor asked, by a list that cannot read it', async () => {
    const { fleet, reviews } = mixed([]);
    reviews.gate = new Promise(() => {});
    fleet.set('plain', { rows: [rowAt('plain', 'Pod', 'team-a/web')], grants: grant('joe', allow('list', 'pods')) });
    const only = [
      { clusters: ['plain'] },
      { and: [{ clusters: ['plain', 'leaf'] }, { clusters: ['plain', 'nowhere'] }] },
      { or: [{ clusters: ['plain'] }, { clusters: ['plain'], kinds: ['Pod'] }] },
    ];
    for (const filter of only) {
      const query =
        'query ($filter: ObjectFilter) { objects(filter: $filter) { nodes { id } totalCount facets(fields: [KIND]) { values { count } } } }';
      const { data } = await fleet.ask('joe', query, { filter });
      expect(data).toEqual({
        objects: { nodes: [{ id: 'plain//Pod/team-a/web' }], totalCount: 1, facets: [{ values: [{ count: 1 }] }] },
      });
    }
    expect(reviews.requested).toEqual([]);
    await fleet.access.close();
  });

  it('shows nothing to whom it refuses reviews, and stays open for others', async () => {
    const { fleet, reviews } = mixed(grant('joe', allow('list', 'pods')));
    reviews.failure = new ReviewError('REFUSED', 'leaf: may not impersonate jane');
    expect(await seen(fleet)).toEqual([]);
    reviews.failure = undefined;
    expect(await seen(fleet, 'joe')).toEqual(['Pod db', 'Pod web']);
  });

  it('shows nothing while its answer does not come within the request’s time', async () => {
    const { fleet, reviews } = mixed(grant('jane', allow('list', 'pods')));
    const gate = Promise.withResolvers<void>();
    reviews.gate = gate.promise;
    const request = { ...fleet.request('jane'), deadline: performance.now() + 20 };
    expect(await fleet.access.visibleIds(['leaf//Pod/team-a/web'], request)).toEqual([false]);
    gate.resolve();
    expect(await fleet.access.visibleIds(['leaf//Pod/team-a/web'], fleet.request('jane'))).toEqual([true]);
  });

  it('explains what its API server says, not what its RBAC alone would', async () => {
    const { fleet, reviews } = mixed(grant('jane', allow('list', 'pods')));
    const ask = (id: string) => fleet.ask('jane', `{ explainAccess(id: "${id}") { visible allowed } }`);
    expect((await ask('leaf//Pod/team-a/web')).data).toEqual({ explainAccess: { visible: true, allowed: true } });
    expect((await ask('leaf/apps/Deployment/team-a/app')).data).toEqual({
      explainAccess: { visible: false, allowed: null },
    });
    expect(reviews.requested.some(it => it.startsWith('may leaf jane list deployments team-a/'))).toBe(true);
  });

  it('explains alike whether or not the namespace holds a row', async () => {
    const { fleet, reviews } = mixed([]);
    reviews.webhook = (_, { verb, resource }) => (verb === 'list' && resource === 'pods' ? 'allow' : 'deny');
    const ask = (id: string) => fleet.ask('jane', `{ explainAccess(id: "${id}") { visible allowed } }`);
    const expected = { explainAccess: { visible: true, allowed: true } };
    expect((await ask('leaf//Pod/team-a/web')).data).toEqual(expected);
    expect((await ask('leaf//Pod/nothing-here/web')).data).toEqual(expected);
  });
});

describe('coverage of a caller to whom a mixed cluster shows nothing', () => {
  const WITHHELD =
    '{ coverage { indexed closed withheld { cause count } clusters { nodes { cluster { name } } } } objects { totalCount } }';
  const reported = async (fleet: ScriptedFleet, user: string) => {
    const { data, errors } = await fleet.ask(user, WITHHELD);
    expect(errors).toBeUndefined();
    return data as any;
  };

  it('names the cause and no cluster, and is nobody else’s', async () => {
    const { fleet, reviews } = mixed([...grant('jane', allow('list', 'pods')), ...grant('joe', allow('list', 'pods'))]);
    reviews.failure = new ReviewError('REFUSED', 'leaf: may not impersonate jane');
    expect(await reported(fleet, 'jane')).toEqual({
      coverage: { indexed: 1, closed: 0, withheld: [{ cause: 'REFUSED', count: 1 }], clusters: { nodes: [] } },
      objects: { totalCount: 0 },
    });
    reviews.failure = undefined;
    expect(await reported(fleet, 'joe')).toEqual({
      coverage: { indexed: 1, closed: 0, withheld: [], clusters: { nodes: [{ cluster: { name: 'leaf' } }] } },
      objects: { totalCount: 2 },
    });
  });

  it('says so while the cluster is still being asked', async () => {
    const { fleet, reviews } = mixed(grant('jane', allow('list', 'pods')));
    const gate = Promise.withResolvers<void>();
    reviews.gate = gate.promise;
    const contextValue = fleet.subgraph.context({ ...fleet.request('jane'), deadline: performance.now() + 20 });
    const { data } = await graphql({ schema: fleet.subgraph.schema, source: WITHHELD, contextValue });
    expect(data).toMatchObject({ coverage: { indexed: 1, closed: 0, withheld: [{ cause: 'ASKING', count: 1 }] } });
    gate.resolve();
    expect(await reported(fleet, 'jane')).toMatchObject({ coverage: { withheld: [] }, objects: { totalCount: 2 } });
  });

  it('does not count twice what is closed for everybody', async () => {
    const { fleet, reviews } = mixed(grant('jane', allow('list', 'pods')));
    reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
    for (const user of ['jane', 'jill']) await reported(fleet, user);
    expect(await reported(fleet, 'joe')).toMatchObject({ coverage: { indexed: 0, closed: 1, withheld: [] } });
  });
});

it('a mixed cluster that never answers holds up no question about other clusters', async () => {
  const reviews = new ScriptedReviews();
  reviews.gate = Promise.withResolvers<void>().promise;
  const fleet = new ScriptedFleet(
    {
      leaf: { rows: ROWS, grants: [], state: { authorization: 'mixed' } },
      other: { rows: [rowAt('other', 'Pod', 'team-a/web')], grants: grant('jane', allow('list', 'pods')) },
    },
    { reviews },
  );
  const healthy = `{
    objects(filter: { clusters: ["other"] }) {
      nodes { name cluster { name kubernetesVersion coverage { state } } }
      coverage { total indexed withheld { cause } clusters { nodes { cluster { name } state } } }
    }
    cluster(name: "other") { name coverage { state } }
    node(id: "other") { id }
    explainAccess(id: "other//Pod/team-a/web", verb: "delete") { allowed }
  }`;
  const { data, errors } = await fleet.ask('jane', healthy);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    objects: {
      nodes: [
        { name: 'web', cluster: { name: 'other', kubernetesVersion: 'v1.36.0', coverage: { state: 'INDEXED' } } },
      ],
      coverage: {
        total: 1,
        indexed: 1,
        withheld: [],
        clusters: { nodes: [{ cluster: { name: 'other' }, state: 'INDEXED' }] },
      },
    },
    cluster: { name: 'other', coverage: { state: 'INDEXED' } },
    node: { id: 'other' },
    explainAccess: { allowed: false },
  });
  expect(reviews.requested).toEqual([]);
  await fleet.access.close();
});

it('a caller in quarantine is answered by the cluster itself, and nobody else is', async () => {
  const reviews = new ScriptedReviews();
  reviews.grants.set('leaf', [...grant('jane', allow('list', 'deployments')), ...grant('joe', allow('list', 'pods'))]);
  const grants = [...grant('jane', allow('list', 'pods')), ...grant('joe', allow('list', 'pods'))];
  const fleet = new ScriptedFleet({ leaf: { rows: ROWS, grants } }, { reviews, auditPerMinute: 1 });
  try {
    expect(await seen(fleet)).toEqual(['Pod db', 'Pod web']);
    fleet.access.audit?.quarantine.add('leaf', identityKey({ user: 'jane', groups: ['system:authenticated'] }));
    expect(await seen(fleet)).toEqual(['Deployment app']);
    expect(reviews.requested.every(it => it.includes(' jane '))).toBe(true);
    expect(await seen(fleet, 'joe')).toEqual(['Pod db', 'Pod web']);
  } finally {
    await fleet.access.close();
  }
});
