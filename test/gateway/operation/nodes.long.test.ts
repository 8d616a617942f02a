/**
 * The fields `node` and `nodes` through the complete gateway. An object has fields of two subgraphs. An invalid
 * argument sets only its own field to null.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createHttpServer, type HttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import { firstOf } from '../../../identity/authenticator.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { allow, grant, rowAt, ScriptedFleet } from '../../subgraphs/fleet/scripted-fleet.ts';
import { graphOver } from '../../subgraphs/live/graph.ts';
import { ScriptedLeaf } from '../../subgraphs/live/scripted-leaf.ts';
import { GENEROUS } from '../limits.ts';

let server: HttpServer;
let url: string;

beforeAll(async () => {
  const leaf = new ScriptedLeaf('leaf').put('pods', { metadata: { name: 'web', namespace: 'team-a', uid: 'u' } });
  const fleet = new ScriptedFleet({
    leaf: { rows: [rowAt('leaf', 'Pod', 'team-a/web')], grants: grant('jane', allow('list,get', 'pods'), 'team-a') },
  });
  const subgraphs = [
    { name: 'fleet', sdl: subgraphSdl('fleet'), ...fleet.subgraph },
    { name: 'live', sdl: subgraphSdl('live'), ...graphOver([leaf]).subgraph },
  ];
  server = await createHttpServer({
    runtime: createGatewayRuntime({
      supergraphSdl: composeSupergraph(subgraphs).supergraphSdl,
      subgraphs,
      log: silentLogger,
    }),
    authenticator: firstOf([staticTokens([{ token: 'jane', user: 'jane' }])]),
    log: silentLogger,
    metrics: createMetrics(),
    introspection: true,
    limits: GENEROUS,
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function ask(query: string, variables: object = {}) {
  const { body } = await supertest(url).post('/graphql').set('authorization', 'Bearer jane').send({ query, variables });
  return body as { data: any; errors?: any[] };
}

const IDS = ['leaf//Pod/team-a/web', 'leaf', 'leaf/team-a', '//Pod', 'leaf//Pod/team-b/db', 'hidden'];

describe('nodes', () => {
  it.each([
    ['of one subgraph', '', {}],
    ['of both', 'live { state metadata { name } }', { live: { state: 'OK', metadata: { name: 'web' } } }],
  ])('have the same answer when they are asked for again: fields %s', async (_what, live, shown) => {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on KubernetesObject { name uid cluster { id } ${live} } ... on Cluster { kubernetesVersion } ... on Kind { plural } } }`;
    const expected = {
      data: {
        nodes: [
          {
            __typename: 'KubernetesObject',
            id: IDS[0],
            name: 'web',
            uid: 'uid-web',
            cluster: { id: 'leaf' },
            ...shown,
          },
          { __typename: 'Cluster', id: 'leaf', kubernetesVersion: 'v1.36.0' },
          { __typename: 'Namespace', id: 'leaf/team-a' },
          { __typename: 'Kind', id: '//Pod', plural: 'pods' },
          null,
          null,
        ],
      },
    };
    for (let times = 0; times < 3; times++) expect(await ask(query, { ids: IDS })).toEqual(expected);
  });
});

describe('an argument that cannot be used', () => {
  it('empties its own place, and is named beside the message', async () => {
    const query =
      '{ viewer { user } objects(first: 501) { totalCount } ok: objects { totalCount facets(fields: [LABEL]) { field } } node(id: "a/b/c") { id } }';
    for (let times = 0; times < 3; times++) {
      const { data, errors = [] } = await ask(query);
      expect(data).toEqual({
        viewer: { user: 'jane' },
        objects: null,
        ok: { totalCount: 1, facets: null },
        node: null,
      });
      expect(
        errors.map(({ path, extensions }) => [path.join('.'), extensions.code, extensions.argument]).sort(),
      ).toEqual([
        ['node', 'BAD_USER_INPUT', 'id'],
        ['objects', 'BAD_USER_INPUT', 'first'],
        ['ok.facets', 'BAD_USER_INPUT', 'facets.labelKey'],
      ]);
    }
  });
});
