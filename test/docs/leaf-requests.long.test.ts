/** The live queries of docs/schema.md send the documented number of requests to a cluster. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kind, OperationTypeNode, parse, print, visit, type OperationDefinitionNode } from 'graphql';
import { readFileSync } from 'node:fs';
import supertest from 'supertest';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { createHttpServer, type HttpServer } from '../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../gateway/runtime.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import { composeSupergraph } from '../../schema/supergraph.ts';
import { openSubgraph } from '../../subgraphs/live/subgraph.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { GENEROUS } from '../gateway/limits.ts';
import { ScriptedLeaf, SERVED, served } from '../subgraphs/live/scripted-leaf.ts';
import { allow, grant, rowAt, ScriptedFleet } from '../subgraphs/fleet/scripted-fleet.ts';

const CLUSTER = 'eu-west-1-prod';
const POD = `${CLUSTER}//Pod/payments/payments-api-7c9d8`;
const KUSTOMIZATION = `${CLUSTER}/kustomize.toolkit.fluxcd.io/Kustomization/payments/payments-api`;
/** Node in the documented queries. The test queries NAMESPACE instead, because the scripted fleet indexes no Nodes. */
const NODE = `${CLUSTER}//Node//ip-10-0-0-10.eu-west-1.compute.internal`;
const NAMESPACE = `${CLUSTER}//Namespace//payments`;
const page = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');

/** Queries and subscriptions of the page that have a field `live` or `liveObject`, by name. */
const queries = new Map(
  [...page.matchAll(/```graphql\n([^`]+)```/g)].flatMap(([, text]) => {
    const document = parse(text!);
    let isLive = false;
    visit(document, { Field: ({ name }) => void (isLive ||= ['live', 'liveObject'].includes(name.value)) });
    const operation = document.definitions.find(
      (it): it is OperationDefinitionNode => it.kind === Kind.OPERATION_DEFINITION,
    );
    return isLive && operation?.name && operation.operation !== OperationTypeNode.MUTATION
      ? [[operation.name.value, print(document)] as const]
      : [];
  }),
);
const reported = new Map(
  [...page.slice(page.indexOf('### Requests to clusters')).matchAll(/^\| `(\w+)` +\| (\d+)/gm)].map(
    ([, name, count]) => [name!, Number(count)],
  ),
);

describe('the live queries of the documentation', () => {
  let server: HttpServer;
  let url: string;
  let leaf: ScriptedLeaf;

  const ask = async (
    query: string,
    variables: object = {},
    headers: Record<string, string> = { 'x-graphql-leaf-requests': '1' },
  ) =>
    (
      await supertest(url)
        .post('/graphql')
        .set({ authorization: 'Bearer jane', ...headers })
        .send({ query, variables })
    ).body;

  beforeAll(async () => {
    leaf = new ScriptedLeaf(CLUSTER);
    leaf.resources = [
      ...SERVED,
      served('kustomize.toolkit.fluxcd.io', 'kustomizations', 'Kustomization'),
      served('', 'namespaces', 'Namespace', false),
      served('metrics.k8s.io', 'pods', 'PodMetrics'),
    ];
    const at = { namespace: 'payments' };
    leaf.put('pods', {
      metadata: { name: 'payments-api-7c9d8', labels: { app: 'payments-api' }, ...at },
      spec: { containers: [{ name: 'app' }] },
    });
    leaf.put('namespaces', { metadata: { name: 'payments' } });
    leaf.put('deployments', {
      metadata: { name: 'payments-api', ...at },
      spec: { selector: { matchLabels: { app: 'payments-api' } } },
    });
    leaf
      .put('kustomizations', { metadata: { name: 'payments-api', ...at } })
      .put('secrets', { metadata: { name: 'payments-db', ...at } });
    const hidden = new ScriptedLeaf('hidden').put('pods', { metadata: { name: 'web', namespace: 'a' } });
    const fleet = new ScriptedFleet({
      [CLUSTER]: {
        rows: [
          rowAt(CLUSTER, 'Pod', 'payments/payments-api-7c9d8'),
          rowAt(CLUSTER, 'Deployment', 'payments/payments-api'),
          rowAt(CLUSTER, 'Namespace', 'payments'),
          rowAt(CLUSTER, 'Kustomization', 'payments/payments-api'),
        ],
        grants: grant('jane', allow('get,list', '*')),
      },
      hidden: { rows: [rowAt('hidden', 'Pod', 'a/web')] },
    });
    const clusters = new ClusterRegistry();
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    for (const client of [leaf, hidden])
      clusters.add({ name: client.cluster, client, identity, authorization: 'rbac' });
    const limits = {
      leafTimeoutMs: 5_000,
      liveObjects: 100,
      liveBytes: 1e6,
      logBytes: 1e5,
      followedLogs: 4,
      followedLogBytes: 1e6,
      policyBytes: 1e6,
      policyPaths: 100_000,
      answerBytes: 1e6,
      actionObjects: 10,
    };
    const live = openSubgraph(parse(subgraphSdl('live')), {
      access: fleet.access,
      clusters,
      limits,
      actions: { allow: [], counted: () => {} },
    });
    const subgraphs = [
      { name: 'fleet', sdl: subgraphSdl('fleet'), ...fleet.subgraph },
      { name: 'live', sdl: subgraphSdl('live'), ...live },
    ];
    server = await createHttpServer({
      runtime: createGatewayRuntime({
        supergraphSdl: composeSupergraph(subgraphs).supergraphSdl,
        subgraphs,
        log: silentLogger,
      }),
      authenticator: staticTokens([{ token: 'jane', user: 'jane' }]),
      log: silentLogger,
      metrics: createMetrics(),
      introspection: true,
      limits: GENEROUS,
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it('are all told', () => {
    expect([...reported.keys()].sort()).toEqual([...queries.keys()].sort());
  });

  it.each([...queries].filter(([, query]) => !query.startsWith('subscription')))(
    '%s takes as many requests as it says',
    async (name, query) => {
      leaf.requested.length = 0;
      const { data, errors, extensions } = await ask(query.replace(NODE, NAMESPACE), { ids: [KUSTOMIZATION] });
      expect(errors).toBeUndefined();
      expect(JSON.stringify(data)).toContain('"state":"OK"');
      expect(extensions).toEqual({ leafRequests: { [CLUSTER]: reported.get(name) } });
      expect(leaf.requested).toHaveLength(reported.get(name)!);
    },
  );

  it('are one request for one object, by whatever ways and names it is asked for', async () => {
    const { data, errors, extensions } = await ask(
      `{ object(id: "${POD}") { a: live { metadata { name } } b: live(within: "9s") { yaml } }
         node(id: "${POD}") { ... on KubernetesObject { live { state } } }
         objects(filter: { kinds: ["Pod"] }) { nodes { live { spec } } }
         c: liveObject(id: "${POD}") { state } d: liveObject(id: "${POD}") { manifest } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.d.manifest.kind).toBe('Pod');
    expect(extensions).toEqual({ leafRequests: { [CLUSTER]: 1 } });
  });

  it('count no cluster that the asker may not name, and do not ask it', async () => {
    const hidden = await ask(
      '{ a: liveObject(id: "hidden//Pod/a/web") { state } b: liveObject(id: "nowhere//Pod/a/web") { state } }',
    );
    expect(hidden).toEqual({
      data: { a: { state: 'NOT_FOUND' }, b: { state: 'NOT_FOUND' } },
      extensions: { leafRequests: {} },
    });
  });

  it('say nothing of it to who does not ask', async () => {
    expect(await ask(`{ liveObject(id: "${POD}") { state } }`, {}, {})).toEqual({
      data: { liveObject: { state: 'OK' } },
    });
  });
});
