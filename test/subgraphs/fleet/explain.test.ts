/** explainAccess for the caller and for another user, and `viewer { access }`. */
import { describe, expect, it } from '@jest/globals';
import { graphql } from 'graphql';
import { pino } from 'pino';
import { ReviewError } from '../../../identity/access-reviews.ts';
import { grantKey } from '../../../rbac/types.ts';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';
import { ScriptedReviews } from '../../access/reviews/scripted-reviews.ts';

const ID = 'leaf//Pod/team-a/web';
const EXPLAIN = `query ($id: ID!, $verb: String! = "list", $subresource: String, $asUser: String, $asGroups: [String!]) {
  explainAccess(id: $id, verb: $verb, subresource: $subresource, asUser: $asUser, asGroups: $asGroups) {
    visible allowed basis reason grantsSyncedAt grants { cluster { name } aggregated aggregatedFrom binding { kind namespace name } role { kind name } rule { resourceNames } subject { kind name } } } }`;

const fleetOf = (...leafGrants: ReturnType<typeof grant>) => fleetWithin(60_000, ...leafGrants);
/** A fleet that waits only 100 ms for a cluster. */
const impatientFleetOf = (...leafGrants: ReturnType<typeof grant>) => fleetWithin(100, ...leafGrants);

/** @param leafTimeoutMs Maximum time in milliseconds for a request to a cluster */
function fleetWithin(leafTimeoutMs: number, ...leafGrants: ReturnType<typeof grant>) {
  const reviews = new ScriptedReviews();
  reviews.grants.set('leaf', leafGrants);
  const fleet = new ScriptedFleet(
    { leaf: { rows: [rowAt('leaf', 'Pod', 'team-a/web')], grants: leafGrants } },
    { reviews, leafTimeoutMs },
  );
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { base: null, level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  /** Cost of the last answer. */
  const extra = { cost: 0 };
  const ask = async (user: string, variableValues: Record<string, unknown>, groups: readonly string[] = []) => {
    extra.cost = 0;
    const contextValue = fleet.subgraph.context({ ...fleet.request(user, groups), log, extra });
    const { data, errors } = await graphql({
      schema: fleet.subgraph.schema,
      source: EXPLAIN,
      variableValues: { id: ID, ...variableValues },
      contextValue,
    });
    if (errors) throw errors[0];
    return JSON.parse(JSON.stringify(data?.['explainAccess'])) as Record<string, any>;
  };
  return { fleet, reviews, lines, ask, extra };
}

const JOES = grant('joe', allow('list', 'pods'), 'team-a');
const may = (who: string, resource: string, ...names: string[]) =>
  grant(who, { ...allow('impersonate', resource, ...names), apiGroups: [''] }).map(object => ({
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
          cluster: { name: 'leaf' },
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
    expect((await fleetOf(...objects).ask('joe', {}))['grants']).toMatchObject([
      { aggregated: true, aggregatedFrom: ['part'] },
    ]);
    expect((await fleetOf(...JOES).ask('joe', {}))['grants']).toMatchObject([
      { aggregated: false, aggregatedFrom: [] },
    ]);
  });

  it('tells of no grant and no time when there is nothing to tell', async () => {
    const { ask } = fleetOf(...JOES);
    const nothing = { visible: false, allowed: null, basis: 'UNKNOWN', grants: [], grantsSyncedAt: null };
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

describe('the price of an explanation', () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `pod-${i}`);
  const large = grant('joe', allow('get', 'pods', ...names), 'team-a');

  it('follows the size of the grants of whom it is about', async () => {
    const { ask, extra } = fleetOf(...JOES, ...large, ...may('admin', 'users', 'joe'));
    await ask('joe', {});
    expect(extra.cost).toBeCloseTo(1_010 / 50, 0);
    await ask('admin', { asUser: 'joe' });
    expect(extra.cost).toBeCloseTo(1_010 / 50, 0);
  });

  it('is the same for a cluster that the caller may not name and for one that does not exist', async () => {
    const { ask, extra } = fleetOf(...grant('joe', allow('create', 'pods', ...names), 'team-a'));
    await ask('joe', { verb: 'delete' });
    expect(extra.cost).toBe(0);
    await ask('joe', { verb: 'delete', id: 'nowhere//Pod/team-a/web' });
    expect(extra.cost).toBe(0);
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
    expect(lines).toMatchObject([
      { user: 'admin', asUser: 'joe', cluster: 'leaf', granted: true, about: `list ${ID}` },
    ]);
  });

  it('needs the right to each group', async () => {
    const grants = grant('group:dev', allow('list', 'pods'), 'team-a');
    const { ask, lines } = fleetOf(...grants, ...may('admin', 'users'), ...may('admin', 'groups', 'dev'));
    expect(await ask('admin', { asUser: 'joe', asGroups: ['dev'] })).toMatchObject({ visible: true });
    expect(await ask('admin', { asUser: 'joe', asGroups: ['dev', 'ops'] })).toMatchObject({
      visible: false,
      allowed: null,
      basis: 'UNKNOWN',
      grants: [],
    });
    expect(lines).toMatchObject([{ granted: true }, { granted: false }]);
  });

  it('without groups says so, and names the group that would let them', async () => {
    const grants = [...grant('group:dev', allow('list', 'pods'), 'team-a'), ...grant('admin', allow('list', 'pods'))];
    const { ask, reviews } = fleetOf(...grants, ...may('admin', 'users'), ...may('admin', 'groups'));
    const without = /No grant that reaches user "joe" .*\. This was asked without groups: .*--as-group\)\./;
    const answer = await ask('admin', { asUser: 'joe' });
    expect(answer).toMatchObject({ allowed: false, grants: [], reason: expect.stringMatching(without) });
    expect(answer['reason']).toMatch(
      /RoleBinding "[^"]*" in namespace "team-a", which gives .* to Group "dev", lets its members list pods "web"/,
    );
    expect(reviews.requested).toEqual(['may leaf admin impersonate users /joe', 'may leaf admin impersonate groups /']);
    expect((await ask('admin', { asUser: 'joe', asGroups: ['dev'] }))['reason']).not.toContain('without groups');
    expect((await ask('admin', { asUser: 'joe', verb: 'delete' }))['reason']).toMatch(/--as-group\)\.$/);
  });

  it('without groups names no group to who may not impersonate every group', async () => {
    const grants = [...grant('group:dev', allow('list', 'pods'), 'team-a'), ...grant('admin', allow('list', 'pods'))];
    const { ask, reviews } = fleetOf(...grants, ...may('admin', 'users'), ...may('admin', 'groups', 'dev'));
    const { reason } = await ask('admin', { asUser: 'joe' });
    expect(reason).toMatch(/asked without groups/);
    expect(reason).not.toMatch(/"dev"/);
    expect(reviews.requested).toEqual(['may leaf admin impersonate users /joe']);
  });

  it('without groups names no group of the cluster itself, and looks at 5000 groups at most', async () => {
    const reasonWith = async (...grants: ReturnType<typeof grant>) => {
      const rights = [...grant('admin', allow('list', 'pods')), ...may('admin', 'users'), ...may('admin', 'groups')];
      const { ask } = fleetOf(...grants, ...rights);
      return (await ask('admin', { asUser: 'joe' }))['reason'] as string;
    };
    const list = allow('list', 'pods');
    expect(await reasonWith(...grant('group:system:nodes', list))).toMatch(
      /No grant .*without groups: .*--as-group\)\.$/,
    );
    expect(await reasonWith(...grant('group:system', list))).toContain('to Group "system", lets its members');
    const others = (count: number) =>
      Array.from({ length: count }, (_, i) => grant(`group:other-${i}`, allow('list', 'nodes'))).flat();
    expect(await reasonWith(...others(4_999), ...grant('group:dev', list))).toContain('to Group "dev"');
    expect(await reasonWith(...others(5_000), ...grant('group:dev', list))).toMatch(/--as-group\)\.$/);
  });

  it('without groups names only groups that fleetgraph can send there', async () => {
    const reasonWith = async (groupPrefix: string) => {
      const { fleet, ask } = fleetOf(
        ...[...grant('group:g:dev', allow('list', 'pods')), ...grant('admin', allow('list', 'pods'))],
        ...[...may('admin', 'users'), ...may('admin', 'groups')],
      );
      fleet.set('leaf', { policy: { mode: 'impersonate', usernamePrefix: '', groupPrefix } });
      return (await ask('admin', { asUser: 'joe' }))['reason'] as string;
    };
    expect(await reasonWith('g:')).toContain('to Group "g:dev"');
    expect(await reasonWith('dev')).toMatch(/--as-group\)\.$/);
  });

  it('without groups names no group where the cluster does not confirm the right, and hides no fault', async () => {
    const grants = [...grant('group:dev', allow('list', 'pods')), ...grant('admin', allow('list', 'pods'))];
    const askWith = (fault: Error) => {
      const { ask, reviews } = fleetOf(...grants, ...may('admin', 'users'), ...may('admin', 'groups'));
      const { may: confirm } = reviews;
      reviews.may = async (cluster, caller, question, signal) => {
        if (question.resource === 'groups') throw fault;
        return confirm(cluster, caller, question, signal);
      };
      return ask('admin', { asUser: 'joe' });
    };
    expect((await askWith(new ReviewError('TIMEOUT', 'leaf: timeout')))['reason']).toMatch(/--as-group\)\.$/);
    const fault = new TypeError('a fault of the program');
    await expect(askWith(fault)).rejects.toThrow('a fault of the program');
    const { fleet, reviews: failing } = fleetOf(...grant('group:dev', allow('list', 'pods')));
    Object.assign(failing, { refusedGroups: () => Promise.reject(fault) });
    const { errors } = await fleet.ask('joe', '{ viewer { clusters { refusedGroups } } }', {}, ['dev']);
    expect(errors?.[0]?.message).toBe('a fault of the program');
  });

  it.each(['users', 'groups'])(
    'without groups names none of a cluster that is closed while it confirms %s',
    async asked => {
      const grants = [...grant('group:dev', allow('list', 'pods')), ...grant('joe', allow('list', 'pods'), 'team-b')];
      const { fleet, ask, reviews } = fleetOf(...grants, ...may('admin', 'users'), ...may('admin', 'groups'));
      const { may: confirm } = reviews;
      reviews.may = async (cluster, caller, question, signal) => {
        const confirmed = await confirm(cluster, caller, question, signal);
        if (question.resource === asked) fleet.set('leaf', { policy: undefined });
        return confirmed;
      };
      expect((await ask('admin', { asUser: 'joe' }))['reason']).toMatch(/--as-group\)\.$/);
    },
  );

  it('asks for a ServiceAccount as one', async () => {
    const { ask, reviews } = fleetOf(...JOES, ...may('admin', 'serviceaccounts'));
    await ask('admin', { asUser: 'system:serviceaccount:team-a:robot' });
    expect(reviews.requested).toEqual(['may leaf admin impersonate serviceaccounts team-a/robot']);
  });

  it('reads alike for who may not impersonate, where nothing is granted, and where there is no such cluster', async () => {
    const { ask, reviews, lines } = fleetOf(...JOES, ...may('admin', 'users'));
    const refused = await ask('jane', { asUser: 'joe' });
    expect(await ask('admin', { asUser: 'ann' })).toEqual({
      ...refused,
      reason: String(refused['reason']).replaceAll('"joe"', '"ann"'),
    });
    expect(await ask('admin', { id: 'nowhere//Pod/team-a/web', asUser: 'joe' })).toEqual(refused);
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    expect(await ask('admin', { asUser: 'joe' })).toEqual(refused);
    expect(lines.filter(line => 'asUser' in line).map(({ granted }) => granted)).toEqual([false, true, false, false]);
  });

  it('takes no more time on a hidden cluster than on none: neither is asked', async () => {
    const { ask, reviews } = fleetOf(...JOES);
    for (const id of [ID, 'nowhere//Pod/team-a/web'])
      expect(await ask('jane', { id, asUser: 'joe', asGroups: ['dev'] })).toMatchObject({
        visible: false,
        allowed: null,
        basis: 'UNKNOWN',
      });
    expect(reviews.requested).toEqual([]);
  });

  it('of a cluster that does not answer ends in time, and for a while the cluster is not asked again by this caller', async () => {
    const given = impatientFleetOf(...JOES, ...may('admin', 'users'));
    given.reviews.gate = new Promise(() => {});
    const [first, ...others] = await Promise.all(
      Array.from({ length: 40 }, () => given.ask('admin', { asUser: 'joe' })),
    );
    expect(first).toMatchObject({ visible: false, allowed: null, basis: 'UNKNOWN' });
    expect(others.every(other => JSON.stringify(other) === JSON.stringify(first))).toBe(true);
    // One caller may occupy at most half of the 16 slots for requests about a cluster.
    expect(given.reviews.requested.length).toBeLessThanOrEqual(8);
    const requested = given.reviews.requested.length;
    expect(await given.ask('admin', { asUser: 'joe' })).toEqual(first);
    expect(given.reviews.requested).toHaveLength(requested);
  });

  it.each([
    [{ asGroups: ['dev'] }, 'asGroups: groups alone are nobody. Name the user, too, with asUser.'],
    [
      { asUser: 'joe', asGroups: Array.from({ length: 51 }, (_, i) => `g${i}`) },
      'asGroups: 51 groups were given, and at most 50 are taken.',
    ],
    [{ asUser: '' }, 'asUser, asGroups: The credentials name no user.'],
    [{ asUser: 'system:anonymous' }, 'cannot sign in'],
    [
      { asUser: 'fleetgraph:cluster:leaf:system:serviceaccount:team-a:ci' },
      'which is reserved for what one cluster alone knows',
    ],
    [
      { asUser: 'joe', asGroups: ['fleetgraph:cluster:leaf:system:masters'] },
      'which is reserved for what one cluster alone knows',
    ],
  ])('refuses %j', async (variables, message) => {
    await expect(fleetOf(...JOES).ask('admin', variables)).rejects.toThrow(message);
  });

  it('is not given on a cluster that is asked live, which answers for nobody else', async () => {
    const { fleet, ask } = fleetOf(...JOES, ...may('admin', 'users'));
    fleet.set('leaf', { state: { authorization: 'mixed' } });
    expect(await ask('admin', { asUser: 'joe' })).toMatchObject({ visible: false, allowed: null, basis: 'UNKNOWN' });
  });
});

describe('what is allowed', () => {
  const UNKNOWN = { visible: false, allowed: null, basis: 'UNKNOWN', grants: [], grantsSyncedAt: null };

  it('is not known of a verb that Kubernetes does not have, also for an admin, who is still told that the object is visible', async () => {
    const { ask } = fleetOf(...grant('admin', allow('*', '*')));
    for (const verb of ['bogus', 'connect', '*'])
      expect(await ask('admin', { verb })).toMatchObject({
        ...UNKNOWN,
        visible: true,
        grantsSyncedAt: '2026-01-31T11:59:59.900Z',
      });
    expect(await ask('admin', { verb: 'delete' })).toMatchObject({ visible: true, allowed: true, basis: 'GRANTS' });
  });

  it('is not known of a kind that is not collected, also for an admin', async () => {
    const { ask } = fleetOf(...grant('admin', allow('*', '*')));
    const answer = await ask('admin', { id: 'leaf//ConfigMap/team-a/web', verb: 'get' });
    expect(answer).toMatchObject(UNKNOWN);
    expect(answer['reason']).toBe(
      'It is not known whether the cluster lets you get ConfigMap "web" in namespace "team-a": that kind is not collected there or not known to you, or Kubernetes has no such verb. Ask the cluster (kubectl auth can-i).',
    );
  });

  it('is told of a kind that the caller may know in that cluster, and of no other', async () => {
    const { ask } = fleetOf(...JOES);
    const no = {
      visible: false,
      allowed: false,
      basis: 'GRANTS',
      grants: [],
      grantsSyncedAt: '2026-01-31T11:59:59.900Z',
    };
    expect(await ask('joe', { verb: 'delete' })).toMatchObject({ ...no, visible: true });
    expect(await ask('joe', { id: 'leaf//Pod/team-b/web' })).toMatchObject(no);
    const hidden = await ask('joe', { id: 'leaf/apps/Deployment/team-a/web' });
    expect(hidden).toMatchObject(UNKNOWN);
    // The answer, in which KIND replaces the name of the queried kind. A hidden cluster must look like an absent
    // cluster, and a hidden kind like a kind that is not served.
    const alike = (answer: Record<string, any>) => ({
      ...answer,
      reason: String(answer['reason']).replace(/Widget.x.io|Deployment.apps/, 'KIND'),
    });
    expect(alike(await ask('joe', { id: 'leaf/x.io/Widget/team-a/web' }))).toEqual(alike(hidden));
    expect(await ask('jane', { verb: 'get' })).toEqual(
      await ask('jane', { id: 'nowhere//Pod/team-a/web', verb: 'get' }),
    );
  });

  it('is told of a kind of which the caller sees one object by its name', async () => {
    const { ask } = fleetOf(...grant('joe', allow('get', 'pods', 'web'), 'team-a'));
    expect(await ask('joe', { id: 'leaf//Pod/team-b/web', verb: 'get' })).toMatchObject({
      allowed: false,
      basis: 'GRANTS',
    });
  });

  it('to somebody else is told where they may list the kind, though the asker may not', async () => {
    const { ask } = fleetOf(...JOES, ...may('admin', 'users', 'joe'));
    expect(await ask('admin', { asUser: 'joe', verb: 'delete' })).toMatchObject({ allowed: false, basis: 'GRANTS' });
    expect(await ask('admin', { asUser: 'joe', id: 'leaf/apps/Deployment/team-a/web' })).toMatchObject(UNKNOWN);
  });

  it.each<[string, string, ReturnType<typeof allow>, boolean]>([
    ['get', 'log', allow('get', 'pods/log'), true],
    ['get', 'log', allow('get', '*/log'), true],
    ['get', 'log', allow('*', 'pods'), false],
    ['get', 'log', allow('get', 'pods/log', 'web'), true],
    ['get', 'log', allow('get', 'pods/log', 'db'), false],
    ['create', 'exec', allow('create', 'pods/exec'), true],
    ['create', 'exec', allow('create', 'pods/exec', 'web'), true],
    ['create', 'exec', allow('create', 'pods'), false],
    ['create', 'exec', allow('get', 'pods/exec'), false],
  ])('of a subresource is told by its own rules: %s %s by %j', async (verb, subresource, rule, allowed) => {
    const { ask } = fleetOf(...JOES, ...grant('joe', rule, 'team-a'));
    const answer = await ask('joe', { verb, subresource });
    expect(answer).toMatchObject({ visible: true, allowed, basis: 'GRANTS' });
    expect(answer['reason']).toMatch(
      allowed ? `lets you ${verb} pods/${subresource} "web"` : `lets you ${verb} Pod/${subresource} "web"`,
    );
    expect(answer['grants']).toHaveLength(allowed ? 1 : 0);
  });

  it.each(['LOG', 'a b', '*', 'log/'])('refuses the subresource %j', async subresource => {
    await expect(fleetOf(...JOES).ask('joe', { subresource })).rejects.toThrow(
      'is not a subresource. Examples are log, exec, status and scale.',
    );
  });

  it('of a cluster that decides by more than RBAC is what that cluster says', async () => {
    const { fleet, reviews, ask } = fleetOf(...JOES, ...grant('joe', allow('get', 'pods/log'), 'team-a'));
    fleet.set('leaf', { state: { authorization: 'mixed' } });
    expect(await ask('joe', { verb: 'get', subresource: 'log' })).toMatchObject({
      allowed: true,
      basis: 'REVIEW',
      reason:
        'The API server of the cluster says that it lets you get Pod/log "web" in namespace "team-a"; its RBAC alone does not decide.',
    });
    expect(reviews.requested).toContain('may leaf joe get pods/log team-a/web');
    expect(await ask('joe', { verb: 'delete' })).toMatchObject({
      allowed: false,
      basis: 'REVIEW',
      reason: 'The API server of the cluster does not let you delete Pod "web" in namespace "team-a".',
    });
    expect(await ask('joe', { verb: 'bogus' })).toMatchObject({ visible: true, allowed: null, basis: 'UNKNOWN' });
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    expect(await ask('joe', { verb: 'delete' })).toMatchObject({ allowed: null, basis: 'UNKNOWN' });
  });
});

describe('viewer { access }', () => {
  const ACCESS =
    '{ viewer { access { nodes { cluster { name } everywhere inNamespaces { kinds namespaces namespaceCount } byName truncated } } } }';
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
    expect((data as any).viewer.access.nodes).toMatchObject([
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
    const [access] = (data as any).viewer.access.nodes;
    expect([access.inNamespaces[0].namespaces.length, access.inNamespaces[0].namespaceCount, access.truncated]).toEqual(
      [20, 25, true],
    );
  });

  it('comes in pages, by name', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const fleet = new ScriptedFleet(
      Object.fromEntries(
        names.map(name => [name, { grants: grant(name === 'c' ? 'joe' : 'jane', allow('list', 'pods')) }]),
      ),
    );
    const page = async (args: string) =>
      (
        (
          await fleet.ask(
            'jane',
            `{ viewer { access(${args}) { nodes { cluster { name } } totalCount pageInfo { hasNextPage endCursor } } } }`,
          )
        ).data as any
      ).viewer.access;
    const first = await page('first: 2');
    expect(first).toMatchObject({
      nodes: [{ cluster: { name: 'a' } }, { cluster: { name: 'b' } }],
      totalCount: 3,
      pageInfo: { hasNextPage: true },
    });
    expect(await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).toMatchObject({
      nodes: [{ cluster: { name: 'd' } }],
      pageInfo: { hasNextPage: false },
    });
    const { errors } = await fleet.ask('jane', '{ viewer { access(first: 501) { totalCount } } }');
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'first' } }]);
  });
});

describe('the groups that fleetgraph may not impersonate', () => {
  const VIEWER = '{ viewer { clusters { cluster { name } groups refusedGroups } } }';
  const cluster = (refusedGroups: unknown) => ({
    data: {
      viewer: {
        clusters: [{ cluster: { name: 'leaf' }, groups: ['dev', 'everyone', 'system:authenticated'], refusedGroups }],
      },
    },
  });

  it('are told to the caller, for clusters that they may know of alone', async () => {
    const requested: unknown[] = [];
    const refusedGroups = async (...question: unknown[]) => (requested.push(question), ['everyone']);
    const { fleet, reviews } = fleetOf(...grant('group:dev', allow('list', 'pods')));
    Object.assign(reviews, { refusedGroups });
    expect(await fleet.ask('joe', VIEWER, {}, ['dev', 'everyone'])).toEqual(cluster(['everyone']));
    expect(await fleet.ask('ann', VIEWER, {}, ['everyone'])).toEqual({ data: { viewer: { clusters: [] } } });
    expect(requested).toEqual([['leaf', expect.objectContaining({ user: 'joe' })]]);
  });

  it('are told in an explanation where every grant is of them', async () => {
    const dev = grant('group:dev', allow('list', 'pods'));
    const but = 'But fleetgraph may not impersonate "dev" there, so live reads and actions lack this right.';
    const reasonOf = async (refused: readonly string[] | undefined, ...grants: typeof dev) => {
      const { ask, reviews } = fleetOf(...grants);
      Object.assign(reviews, { refusedGroups: async () => refused });
      return (await ask('joe', {}, ['dev', 'everyone']))['reason'] as string;
    };
    expect(await reasonOf(['dev', 'everyone'], ...dev)).toContain(but);
    expect(await reasonOf(['everyone'], ...dev)).not.toContain('impersonate');
    expect(await reasonOf(undefined, ...dev)).not.toContain('impersonate');
    expect(await reasonOf(['dev'], ...dev, ...grant('joe', allow('list', 'pods')))).not.toContain('impersonate');
  });

  it.each([
    ['does not say', async () => undefined],
    ['does not answer in time', () => new Promise(() => undefined)],
    ['is not asked here', undefined],
  ])('are null where the cluster %s', async (_why, refusedGroups) => {
    const { fleet, reviews } = impatientFleetOf(...grant('group:dev', allow('list', 'pods')));
    Object.assign(reviews, { refusedGroups });
    expect(await fleet.ask('joe', VIEWER, {}, ['dev', 'everyone'])).toEqual(cluster(null));
  });
});
