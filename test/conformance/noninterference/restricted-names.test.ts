/**
 * Names of clusters, namespaces and kinds that a caller may know. The names come from grants and rows alone, so nobody
 * needs `list namespaces`. Fields of a Namespace object are shown only to callers who see the Namespace.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grantKey, type GrantObject, type PolicyRule } from '../../../rbac/types.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { oracleAllows } from '../../rbac/oracle.ts';
import { rowAt as indexRow } from '../../subgraphs/fleet/scripted-fleet.ts';
import { anyWorld } from './arbitraries.ts';
import { identityOn, knowledge } from './knowledge.ts';
import { Product } from './product.ts';
import { COMMON, RARE } from './vocabulary.ts';
import { grant, isClosed, newCluster, type Cluster, type World } from './world.ts';

const NAMES =
  '{ clusters { nodes { name objectCount } } namespaces(first: 500) { nodes { cluster { name } name objectCount object { labels } } } kinds { name group objectCount } }';
const NODES = RARE.find(({ kind }) => kind === 'Node')!;

const row = (kind: string, place: string, labels: Record<string, string> = {}): Row =>
  indexRow('leaf-b', kind, place, { labels });
const ROWS = [
  row('Namespace', 'team-a', { tenant: 'secret-customer' }),
  row('Namespace', 'kube-system', { tenant: 'us' }),
  row('Pod', 'team-a/web'),
  row('Pod', 'kube-system/dns'),
  row('Node', 'node-1'),
];
const rule = (verbs: string, resources: string, ...resourceNames: string[]): PolicyRule => ({
  verbs: verbs.split(','),
  apiGroups: ['*'],
  resources: resources.split(','),
  resourceNames,
});
const everywhere = (rule: PolicyRule) => grant('jane', rule);
const inNamespace = (namespace: string, rule: PolicyRule) => grant('jane', rule, namespace);

interface Names {
  readonly clusters?: readonly string[];
  /** Names of namespaces. A `!` after the name means that the Namespace object is shown too. */
  readonly namespaces?: readonly string[];
  readonly kinds?: readonly string[];
}

const LEAF = { clusters: ['leaf-b'] };
const TABLE: readonly (readonly [grants: string, readonly GrantObject[], Names])[] = [
  ['no grant', [], {}],
  [
    'list pods by a RoleBinding',
    inNamespace('team-a', rule('list', 'pods')),
    { ...LEAF, namespaces: ['team-a'], kinds: ['Pod'] },
  ],
  [
    'list pods where there are none',
    inNamespace('team-a-2', rule('list', 'pods')),
    { ...LEAF, namespaces: ['team-a-2'], kinds: ['Pod'] },
  ],
  [
    'list pods everywhere',
    everywhere(rule('list', 'pods')),
    { ...LEAF, namespaces: ['kube-system', 'team-a'], kinds: ['Pod'] },
  ],
  [
    'list deployments everywhere, and there are none',
    everywhere(rule('list', 'deployments')),
    { ...LEAF, kinds: ['Deployment'] },
  ],
  [
    'get one pod by its name',
    inNamespace('team-a', rule('get', 'pods', 'web')),
    { ...LEAF, namespaces: ['team-a'], kinds: ['Pod'] },
  ],
  ['get a pod by a name that there is not', inNamespace('team-a', rule('get', 'pods', 'absent')), {}],
  [
    'get one Namespace in itself',
    inNamespace('team-a', rule('get', 'namespaces')),
    { ...LEAF, namespaces: ['team-a!'], kinds: ['Namespace'] },
  ],
  ['list namespaces by a RoleBinding', inNamespace('team-a', rule('list', 'namespaces')), {}],
  [
    'list namespaces',
    everywhere(rule('list', 'namespaces')),
    { ...LEAF, namespaces: ['kube-system!', 'team-a!'], kinds: ['Namespace'] },
  ],
  [
    'one Namespace by its name',
    everywhere(rule('get', 'namespaces', 'kube-system')),
    { ...LEAF, namespaces: ['kube-system!'], kinds: ['Namespace'] },
  ],
  ['list nodes by a RoleBinding', inNamespace('team-a', rule('list', 'nodes')), {}],
  ['list nodes', everywhere(rule('list', 'nodes')), { ...LEAF, kinds: ['Node'] }],
  ['get, watch and create without list', everywhere(rule('get,watch,create', '*')), {}],
  ['list of what is not indexed, and of a part', everywhere(rule('list', 'secrets,pods/log')), {}],
];

let product: Product;
beforeAll(async () => {
  product = await Product.start();
});
afterAll(() => product[Symbol.asyncDispose]());

async function namesFor(world: World): Promise<Required<Names>> {
  await product.show(world);
  const { body } = await product.ask('jane', NAMES, {});
  expect(body.errors).toBeUndefined();
  const { clusters, namespaces, kinds } = body.data;
  return {
    clusters: clusters.nodes.map(({ name }: any) => name),
    namespaces: namespaces.nodes.map(({ name, object }: any) => `${name}${object ? '!' : ''}`),
    kinds: kinds.map(({ name }: any) => name),
  };
}

function worldWith(grants: readonly GrantObject[], more: object = {}): World {
  const cluster = newCluster({
    resources: [...COMMON, NODES],
    rows: new Map(ROWS.map(it => [encodeObjectId(it), it])),
    grants: new Map(grants.map(object => [grantKey(object), object])),
    ...more,
  });
  return new Map([['leaf-b', cluster]]);
}

describe('the names that are told to somebody with', () => {
  it.each(TABLE)('%s', async (_grants, grants, expected) => {
    expect(await namesFor(worldWith(grants))).toEqual({ clusters: [], namespaces: [], kinds: [], ...expected });
  });

  it.each(TABLE)('%s, of a closed cluster: none', async (_grants, grants) => {
    expect(await namesFor(worldWith(grants, { closed: true }))).toEqual({ clusters: [], namespaces: [], kinds: [] });
  });

  it('a namespace that only its name is told of: neither labels nor any other field of it', async () => {
    await product.show(worldWith(inNamespace('team-a', rule('list', 'pods'))));
    const { body } = await product.ask(
      'jane',
      `{ namespaces { nodes { name objectCount object { id labels uid createdAt } } } object(id: "leaf-b//Namespace//team-a") { labels } objects { totalCount facets(fields: [LABEL, KIND], labelKey: "tenant") { values { value } } } }`,
      {},
    );
    expect(body).toEqual({
      data: {
        namespaces: { nodes: [{ name: 'team-a', objectCount: 1, object: null }] },
        object: null,
        objects: { totalCount: 1, facets: [{ values: [] }, { values: [{ value: 'Pod' }] }] },
      },
      extensions: { leafRequests: {} },
    });
  });

  it('any grants: exactly the names that the rule gives', async () => {
    await fc.assert(
      fc.asyncProperty(worldsOfRbac, async world => {
        expect(await namesFor(world)).toEqual(namesByTheRule(world));
      }),
      { numRuns: 40 },
    );
  });
});

/**
 * Worlds whose clusters have the authorization `rbac` or `mixed`. With other authorizations, the product may show fewer
 * names.
 */
const worldsOfRbac = anyWorld.map((world): World => {
  const listed = ([name, cluster]: [string, Cluster]): [string, Cluster] => {
    const { authorization } = cluster;
    return [name, authorization === 'rbac' ? cluster : { ...cluster, authorization: 'mixed' }];
  };
  return new Map([...world].map(listed));
});

/** Names that jane may know, computed from the definition in knowledge.ts and from RoleBindings. */
function namesByTheRule(world: World): Required<Names> {
  const namespaces = new Set<string>();
  const shown = new Set<string>();
  const kinds = new Map<string, string>();
  const known = Object.entries(knowledge(world, 'jane'));
  for (const [name, { rows, kinds: nameable }] of known) {
    for (const { kind, group } of nameable ?? []) kinds.set(`${kind} ${group}`, kind);
    for (const { kind, group, namespace, name: own } of rows) {
      if (namespace !== '') namespaces.add(`${namespace} ${name}`);
      if (kind !== 'Namespace' || group !== '') continue;
      namespaces.add(`${own} ${name}`);
      shown.add(`${own} ${name}`);
    }
    const cluster = world.get(name)!;
    const bound = [...cluster.grants.values()]
      .filter(({ type }) => type === 'RoleBinding')
      .map(({ namespace }) => namespace);
    const byRoleBinding = new Map([...cluster.grants].filter(([, { type }]) => type !== 'ClusterRoleBinding'));
    for (const namespace of isClosed(cluster) ? [] : bound) {
      const lists = cluster.resources.some(
        ({ namespaced, group, plural }) =>
          namespaced &&
          oracleAllows({ revision: 0, objects: byRoleBinding }, identityOn(cluster, 'jane'), {
            verb: 'list',
            group,
            resource: plural,
            namespace,
            name: '',
          }),
      );
      if (lists) namespaces.add(`${namespace} ${name}`);
    }
  }
  const inOrder = (names: Iterable<string>) => [...names].sort();
  return {
    clusters: known.filter(([, { named }]) => named).map(([name]) => name),
    namespaces: inOrder(namespaces).map(place => `${place.split(' ')[0]}${shown.has(place) ? '!' : ''}`),
    kinds: inOrder(kinds.keys()).map(key => kinds.get(key)!),
  };
}
