/**
 * A new subgraph needs a folder, an SDL file and one line of code. The test adds only these to a copy of the source
 * tree.
 *
 * The subgraph is then composed, its projections are collected, and its answers follow the callers' RBAC. A field
 * without a visibility rule is refused. The import rules apply to the subgraph.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'graphql';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { grant, namespace, pod, ROBOT, startLeaf } from '../sim/fixtures.ts';

const SDL = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

"""
Object of a leaf cluster.
"""
type KubernetesObject @key(fields: "id") @rbacRows {
  "Id of the object."
  id: ID!
  "Length of the name of the object."
  nameLength: Int
  "Images of the containers of a Pod."
  containerImages: [String!]
}

"""
Root type of all read operations.
"""
type Query {
  "Length of the name of an object."
  nameLength("Id of the object." id: ID!): Int @rbacRows
  "Names of Pods that are also the name of a Service in another cluster."
  sharedNames: [String!] @rbacRows
  "Ids of the Pods that run an image."
  podsWith("Name of the image." image: String!): [ID!] @rbacRows
  "Whether the Service of a Pod's name is there, absent, or unknown to the caller."
  serviceOf("Id of the Pod." id: ID!): String @rbacRows
}
`;
const MODULE = `
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { DocumentNode } from 'graphql';
import { throughRows, type GuardedResolvers } from '../../access/guard.ts';
import type { Projection } from '../../kinds/projection.ts';
import { at, list, text } from '../../kinds/untrusted.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import type { OpenedSubgraph, SubgraphParts } from '../../subgraphs/parts.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export const projections: readonly Projection[] = [
  {
    name: 'toy',
    version: 1,
    from: ({ group, kind }) => group === '' && kind === 'Pod',
    index: 'image',
    project: object => list(at(object, 'spec', 'containers')).map(container => ({ image: text(at(container, 'image')) })),
  },
];

/** Joins two kinds over all clusters. */
function* sharedNames(rows: RowReader): Steps<string[]> {
  const read = function* (kind: string) {
    return (yield* rows.matching({ kinds: [{ group: '', kind }] })).map(row => rows.read(row));
  };
  const services = yield* read('Service');
  const pods = yield* read('Pod');
  return pods.filter(pod => services.some(({ name, cluster }) => name === pod.name && cluster !== pod.cluster)).map(({ name }) => name);
}

const SERVICE = { group: '', kind: 'Service' };

/** What may be listed and is not there is absent; what may not be listed is unknown. */
function* serviceOf(rows: RowReader, id: string): Steps<string | undefined> {
  const pod = rows.find(id);
  if (pod === undefined) return undefined;
  const service = { ...rows.object(pod), ...SERVICE };
  if (rows.find(service) !== undefined) return 'there';
  const { cluster, namespace } = service;
  return rows.mayList(cluster, SERVICE, namespace) === 'ALL' && rows.isComplete(cluster, SERVICE) ? 'absent' : 'unknown';
}

function* podsWith(rows: RowReader, image: string): Steps<string[]> {
  return (yield* rows.withRecord('toy', image)).map(row => rows.id(row)).sort();
}

const resolvers: GuardedResolvers = {
  Query: {
    nameLength: throughRows(async (_: unknown, { id }: { id: string }, rows) => (await rows.find(id))?.name.length),
    sharedNames: throughRows((_: unknown, __: unknown, rows) => rows.ask({}, sharedNames)),
    podsWith: throughRows((_: unknown, { image }: { image: string }, rows) => rows.ask({}, seen => podsWith(seen, image))),
    serviceOf: throughRows((_: unknown, { id }: { id: string }, rows) => rows.ask({}, seen => serviceOf(seen, id))),
  },
  KubernetesObject: {
    __resolveReference: throughRows(({ id }: { id: string }, _: unknown, rows) => rows.find(id)),
    nameLength: ({ name }: Named) => name.length,
    containerImages: throughRows(async ({ id }: Named, _: unknown, rows) => (await rows.records(id, 'toy'))?.map(({ image }) => image)),
  },
};

export function openSubgraph(typeDefs: DocumentNode, { access: { guard } }: SubgraphParts): OpenedSubgraph {
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: guard.guard(typeDefs, resolvers) as never }]),
    context: guard.context,
  };
}
`;
const LINE = "  toy: () => import('./toy/subgraph.ts'),\n";

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'fleetgraph-new-subgraph-'));
const inCopy = (path: string) => join(copy, path);
// The module comes from another source tree, so its types are unknown.
const imported = (path: string): Promise<any> => import(inCopy(path));
const rewrite = (path: string, change: (text: string) => string) =>
  writeFileSync(inCopy(path), change(readFileSync(inCopy(path), 'utf8')));

beforeAll(() => {
  const left = new Set(['node_modules', 'test', 'bench', 'docs', 'examples', 'dist', 'coverage']);
  for (const name of readdirSync(root))
    if (!left.has(name) && !/^[.](?!dependency)/.test(name))
      cpSync(join(root, name), inCopy(name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'));
  writeFileSync(inCopy('schema/toy.graphql'), SDL);
  mkdirSync(inCopy('subgraphs/toy'));
  writeFileSync(inCopy('subgraphs/toy/subgraph.ts'), MODULE);
  rewrite('subgraphs/registry.ts', text => text.replace(/(?=} satisfies)/, LINE));
});

afterAll(() => rmSync(copy, { recursive: true }));

describe('a new subgraph', () => {
  it('is composed into the supergraph that is checked in', async () => {
    const { generatedFiles } = await imported('subgraphs/generate.ts');
    const files = generatedFiles();
    expect(files.get('supergraph.graphql')).toContain('@join__graph(name: "toy", url: "in-process:toy")');
    expect(files.get('api.graphql')).toContain('nameLength(');
    // Does what `make generate` does.
    for (const [name, content] of files) writeFileSync(inCopy(`schema/${name}`), content);
  });

  it('answers through the gateway what its caller may see', async () => {
    await using stack = new AsyncDisposableStack();
    const leaf = stack.adopt(await startLeaf({ name: 'leaf' }), it => it.close());
    const other = stack.adopt(await startLeaf({ name: 'other' }), it => it.close());
    other.objects.load([{ apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'team-a', name: 'web' } }]);
    const running = stack.adopt(await serve([leaf, other]), it => it.close());
    const ask = async (token: string): Promise<any> => {
      const query = `{
        coverage { indexed }
        nameLength(id: "leaf//Pod/team-a/web")
        sharedNames
        podsWith(image: "registry/web:1")
        serviceOf(id: "leaf//Pod/team-a/web")
        elsewhere: serviceOf(id: "other//Pod/team-a/web")
        objects(filter: { kinds: ["Pod"], clusters: ["leaf"] }) { nodes { nameLength containerImages } }
      }`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      return answer.json();
    };
    await eventually(
      () => ask('jane-token'),
      ({ data }) => data?.coverage.indexed === 2,
    );
    expect((await ask('jane-token')).data).toMatchObject({
      nameLength: 3,
      sharedNames: ['web'],
      podsWith: ['leaf//Pod/team-a/web', 'other//Pod/team-a/web'],
      serviceOf: 'absent',
      elsewhere: 'there',
      objects: { nodes: [{ nameLength: 3, containerImages: ['registry/web:1'] }] },
    });
    const bobs = await ask('bob-token');
    expect(bobs.errors).toBeUndefined();
    expect(bobs.data).toMatchObject({
      nameLength: null,
      sharedNames: [],
      podsWith: [],
      serviceOf: null,
      objects: { nodes: [] },
    });
    // Pia sees only Pods, so her answer names no Service.
    expect((await ask('pia-token')).data).toMatchObject({
      nameLength: 3,
      sharedNames: [],
      serviceOf: 'unknown',
      elsewhere: 'unknown',
    });
  });

  it('is refused while a field of it says nothing of who may see it: by the test of the schema, and at the start', async () => {
    rewrite('schema/toy.graphql', text => text.replace('ID!): Int @rbacRows', 'ID!): Int'));
    try {
      const [{ SUBGRAPH_NAMES }, { fieldRules }, { subgraphSdl }] = await Promise.all([
        imported('subgraphs/registry.ts'),
        imported('access/guard.ts'),
        imported('schema/sdl.ts'),
      ]);
      const refusal = 'These fields say nothing of who may see them: Query.nameLength. ';
      const rules = () => SUBGRAPH_NAMES.map((name: string) => fieldRules(parse(subgraphSdl(name))));
      expect(rules).toThrow(refusal);
      await expect(serve([])).rejects.toThrow(refusal);
    } finally {
      writeFileSync(inCopy('schema/toy.graphql'), SDL);
    }
  });

  it('is held to the import rules of subgraphs', async () => {
    expect(await violations()).toEqual([]);
    const forbidden = ['../fleet/names.ts', '../../collector/shards.ts', '../../rbac/visibility.ts'];
    rewrite(
      'subgraphs/toy/subgraph.ts',
      text => forbidden.map(path => `import * as _${forbidden.indexOf(path)} from '${path}';\n`).join('') + text,
    );
    expect(await violations()).toEqual([
      'a subgraph stays in its place: subgraphs/fleet/names.ts',
      'subgraphs stays in its place: collector/shards.ts',
      'who sees what is decided in access/: rbac/visibility.ts',
    ]);
  }, 60_000);
});

/** Assembles the process of `fleetgraph serve` from the code of the copy. */
async function serve(leaves: readonly SimulatedLeaf[]) {
  const [{ assemble }, { configSchema }, { ClusterRegistry }, { createKubernetesClient }, { parseKubeconfig }] =
    await Promise.all([
      imported('cli/serve/assemble.ts'),
      imported('config/schema.ts'),
      imported('clusters/registry.ts'),
      imported('kubernetes/api-client.ts'),
      imported('kubernetes/kubeconfig.ts'),
    ]);
  const registry = new ClusterRegistry();
  const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
  for (const leaf of leaves) {
    const rules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];
    leaf.objects.load([
      ...[
        namespace('team-a'),
        { ...pod('team-a', 'web'), spec: { containers: [{ name: 'main', image: 'registry/web:1' }] } },
      ],
      ...grant('collector', 'system:serviceaccount:fleetgraph:collector', rules),
      ...grant('jane', 'jane', [{ verbs: ['list'], apiGroups: [''], resources: ['pods', 'services'] }], 'team-a'),
      ...grant('pia', 'pia', [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }], 'team-a'),
    ]);
    const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' });
    const client = createKubernetesClient(await kubeconfig.target(leaf.name), { log: silentLogger });
    registry.add({ name: leaf.name, client, identity, authorization: 'rbac' });
  }
  const tokens = ['jane', 'pia', 'bob'].map(user => ({ token: `${user}-token`, user, groups: [] }));
  const config = configSchema.parse({ server: { port: 0 }, authentication: [{ type: 'static', tokens }] });
  return assemble({ config, registry, log: silentLogger, env: {} });
}

/** Forbidden imports of the test's subgraph, as `rule: import`. */
async function violations(): Promise<string[]> {
  const command = ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'subgraphs'];
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'node_modules/.bin', command[0]!), ...command.slice(1)],
    {
      cwd: copy,
      maxBuffer: 64 * 1024 * 1024,
    },
  ).catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; to: string }[] } };
  return summary.violations.map(({ rule, to }) => `${rule.name}: ${to}`).sort();
}
