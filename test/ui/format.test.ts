/** Durations, revisions, commands, coverage and RBAC rules as the Explorer writes them. */
import { describe, expect, it } from '@jest/globals';
import { parse, validate, buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import {
  fleetgraphList,
  fleetgraphQuery,
  fluxGet,
  graphiqlUrl,
  kubectlGet,
  listQuery,
  objectQuery,
} from '../../ui/src/format/commands.ts';
import { coverageWords } from '../../ui/src/format/coverage.ts';
import { referenceWords, ruleWords } from '../../ui/src/format/grant.ts';
import { shortRevision } from '../../ui/src/format/revision.ts';
import { age, span } from '../../ui/src/format/time.ts';

describe('a span of time', () => {
  it.each([
    [-5_000, '0s'],
    [0, '0s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [3_599_000, '59m'],
    [5 * 3_600_000, '5h'],
    [30 * 86_400_000, '30d'],
    [800 * 86_400_000, '2y'],
  ])('%i ms is %s', (ms, words) => expect(span(ms)).toBe(words));

  it('is nothing where it is not known since when', () => {
    expect([null, undefined, 'soon'].map(since => age(since, 0))).toEqual([undefined, undefined, undefined]);
  });
});

it.each([
  ['main@sha1:b1a409cc8e5d75fd0471ccdf5c370314f09961ba', 'main@sha1:b1a409c'],
  ['sha256:39dc5f0f855dab556d49a569c254dd1163a05f69bd78c526587f47caabe729c9', 'sha256:39dc5f0'],
  ['registry.example.org:5000/team/web:1.2', 'team/web:1.2'],
  ['3.41.0', '3.41.0'],
])('the revision %s is short as %s', (revision, short) => expect(shortRevision(revision)).toBe(short));

describe('a command', () => {
  it.each([
    [
      { cluster: 'eu-1', group: 'apps', kind: 'Deployment', namespace: 'a', name: 'web' },
      'kubectl --context eu-1 --namespace a get deployment.apps web --output yaml',
    ],
    [
      { cluster: "it's", group: '', kind: 'Node', namespace: null, name: 'n' },
      `kubectl --context 'it'\\''s' get node n --output yaml`,
    ],
  ])('%#: of an object', (named, command) => expect(kubectlGet(named)).toBe(command));

  it('of flux is there for what is of Flux', () => {
    const named = { cluster: 'eu-1', namespace: 'a', name: 'web' };
    expect(fluxGet({ ...named, group: 'source.toolkit.fluxcd.io', kind: 'GitRepository' })).toBe(
      'flux --context eu-1 --namespace a get sources git web',
    );
    expect(fluxGet({ ...named, group: 'apps', kind: 'Deployment' })).toBeUndefined();
  });

  it.each([
    [{}, "fleetgraph get '--server=http://x?'"],
    [
      {
        kinds: ['Pod', 'Job.batch'],
        clusters: ['eu-1', 'eu-2'],
        statuses: ['FAILED' as const],
        text: "it's",
        labelSelector: 'a=b',
      },
      `fleetgraph get Pod,Job.batch --failed --cluster=eu-1,eu-2 --selector=a=b '--text=it'\\''s' '--server=http://x?'`,
    ],
  ])('of fleetgraph is short where its flags say as much: %j', (filter, command) =>
    expect(fleetgraphList(filter, [], 'http://x?')).toBe(command),
  );
  it.each([{ statuses: ['CURRENT' as const] }, { clusters: [] }, { not: { text: 'a' } }, { namespaces: ['--help'] }])(
    'of fleetgraph is a query where they do not: %j',
    filter => expect(fleetgraphList(filter, [], 'http://x')).toBe(fleetgraphQuery(listQuery(filter, []), 'http://x')),
  );
  it('of a query ends where the query does, whatever it holds', () => {
    expect(
      fleetgraphQuery(objectQuery('a\nQUERY\nrm -rf ~'), 'http://x')
        .split('\n')
        .filter(line => line === 'QUERY'),
    ).toHaveLength(1);
  });
  it('opens GraphiQL with the whole query', () =>
    expect(new URL(graphiqlUrl(listQuery({ text: 'a&b#c' }, [])), 'http://x').searchParams.get('query')).toBe(
      listQuery({ text: 'a&b#c' }, []),
    ));

  it('as GraphQL is one that the graph takes', () => {
    const schema = buildSchema(readFileSync(new URL('../../schema/api.graphql', import.meta.url), 'utf8'));
    const filter = {
      statuses: ['FAILED' as const],
      and: [{ not: { kinds: ['Pod'] } }, { name: { contains: 'say "no"' } }],
    };
    for (const query of [
      objectQuery('c/g/k/n/"x"'),
      listQuery({}, []),
      listQuery(filter, [{ field: 'TRANSITIONED', direction: 'DESC' }]),
    ])
      expect(validate(schema, parse(query))).toEqual([]);
  });
});

describe('coverage in words', () => {
  const none = { total: 100, indexed: 100, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [] };
  it.each([
    [none, 'well', 'All 100 clusters of the fleet are up to date.'],
    [{ ...none, total: 1, indexed: 1 }, 'well', 'The cluster is up to date.'],
    [{ ...none, total: 0, indexed: 0 }, 'well', 'No clusters are registered.'],
    [{ ...none, indexed: 35, rebuilding: 65 }, 'busy', 'Rebuilding indices… 35/100 clusters.'],
    [
      { ...none, indexed: 99, unreachable: 1 },
      'trouble',
      '1 cluster cannot be read at the moment; its last known state is shown.',
    ],
    [
      { ...none, indexed: 97, closed: 1, stale: 2 },
      'trouble',
      '1 cluster shows nothing, because its RBAC is not known. 2 clusters may be out of date.',
    ],
    [{ ...none, withheld: [{ cause: 'ASKING' as const, count: 2 }] }, 'trouble', 'Reading your rights on 2 clusters.'],
  ])('%#', (coverage, tone, words) => {
    const said = coverageWords(coverage);
    expect([said.tone, said.sentences.join(' ')]).toEqual([tone, words]);
  });

  it.each([
    [1, ['a'], 'a cannot be read at the moment; its last known state is shown.'],
    [2, ['a', 'b'], 'a and b cannot be read at the moment; their last known state is shown.'],
    [3, ['a', 'b', 'c'], '3 clusters cannot be read at the moment; their last known state is shown.'],
    [2, ['a'], '2 clusters cannot be read at the moment; their last known state is shown.'],
  ])('names one cluster or two if it knows all of them: %i, %j', (unreachable, names, words) => {
    const clusters = ['other', ...names].map(name => ({
      cluster: { name },
      state: name === 'other' ? ('STALE' as const) : ('UNREACHABLE' as const),
    }));
    expect(coverageWords({ ...none, unreachable }, clusters).sentences).toEqual([words]);
  });
});

it('a grant is read as a path', () => {
  expect(referenceWords({ kind: 'RoleBinding', namespace: 'a', name: 'b' })).toBe('RoleBinding a/b');
  expect(referenceWords({ kind: 'Group', namespace: null, name: 'dev' })).toBe('Group dev');
  expect(
    ruleWords({
      verbs: ['get', 'list'],
      apiGroups: ['', 'apps'],
      resources: ['pods', 'deployments'],
      resourceNames: [],
    }),
  ).toBe('get, list on pods, deployments in core, apps');
  expect(ruleWords({ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: ['web'] })).toBe(
    'everything on every resource in every group named web',
  );
});
