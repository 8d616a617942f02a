/**
 * The gateway with a foreign subgraph: its fields and errors in our answers, the requests that it can delay, and the
 * check of its URL.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { pino } from 'pino';
import supertest from 'supertest';
import type { SubgraphConnection } from '../../../gateway/data-sources/http.ts';
import { createHttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import { firstOf } from '../../../identity/authenticator.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import type { Subgraph } from '../../../subgraphs/subgraph.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { GENEROUS } from '../limits.ts';
import { hanging, saying, subgraphServer, type Answering } from '../subgraph-server.ts';

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
const FLEET = /* GraphQL */ `
  ${LINK}
  type Query {
    objects: [Object!]!
    broken: String
  }
  type Object @key(fields: "id") {
    id: ID!
    name: String!
  }
`;
const OWNERS = /* GraphQL */ `
  ${LINK}
  type Query {
    team: String
    teams: [String!]
  }
  type Object @key(fields: "id") {
    id: ID!
    owner: String
  }
`;

function fleet(): Subgraph {
  const resolvers = {
    Query: {
      objects: () => ['a', 'b'].map(id => ({ id, name: `object ${id}` })),
      broken: () => {
        throw Object.assign(new Error('hunter2'), { extensions: { code: 'TEAM_NOT_FOUND', serviceName: 'owners' } });
      },
    },
  };
  return {
    name: 'fleet',
    sdl: FLEET,
    schema: buildSubgraphSchema([{ typeDefs: parse(FLEET), resolvers: resolvers as never }]),
    context: () => ({}),
  };
}

const closing: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function gateway(
  answer: Answering,
  {
    connection = {},
    edit = (sdl: string) => sdl,
  }: { connection?: SubgraphConnection; edit?: (sdl: string, url: string) => string } = {},
) {
  const owners = await subgraphServer(answer);
  closing.push(() => owners[Symbol.asyncDispose]());
  const { supergraphSdl } = composeSupergraph([fleet(), { name: 'owners', sdl: OWNERS, url: owners.url }]);
  const lines: { subgraph?: string; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const server = await createHttpServer({
    runtime: createGatewayRuntime({
      supergraphSdl: edit(supergraphSdl, owners.url),
      subgraphs: [fleet()],
      connections: new Map([['owners', connection]]),
      metrics,
      log,
    }),
    authenticator: firstOf([staticTokens(['jane', 'mallory'].map(user => ({ token: user, user, groups: [] })))]),
    log,
    metrics,
    introspection: true,
    limits: { ...GENEROUS, concurrentRequests: 256 },
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => server.close());
  const ask = async (query: string, user = 'jane') =>
    await supertest(url).post('/graphql').set('authorization', `Bearer ${user}`).send({ query });
  return { ask, owners, lines, metrics };
}

const entities =
  (entity: (id: string) => unknown, errors?: unknown): Answering =>
  (response, requested, index) => {
    const { representations } = requested.body.variables as { representations: { id: string }[] };
    saying({ data: { _entities: representations.map(({ id }) => entity(id)) }, errors })(response, requested, index);
  };

describe('a foreign subgraph', () => {
  it('adds fields to our objects', async () => {
    const { ask } = await gateway(entities(id => ({ owner: `owner of ${id}` })));
    expect((await ask('{ objects { name owner } }')).body).toEqual({
      data: {
        objects: [
          { name: 'object a', owner: 'owner of a' },
          { name: 'object b', owner: 'owner of b' },
        ],
      },
    });
  });

  it('reports its own errors with its own code, in their place, with its name', async () => {
    const error = {
      message: 'no owner yet',
      path: ['_entities', 1, 'owner'],
      extensions: { code: 'NO_OWNER', stacktrace: ['at /srv/x.js'] },
    };
    const { ask } = await gateway(entities(id => (id === 'a' ? { owner: 'ann' } : null), [error]));
    const { body } = await ask('{ objects { name owner } }');
    expect(body.data.objects.map(({ owner }: { owner: string }) => owner)).toEqual(['ann', null]);
    expect(body.errors).toEqual([
      {
        message: 'no owner yet',
        path: ['objects', 1, 'owner'],
        extensions: { code: 'NO_OWNER', serviceName: 'owners' },
      },
    ]);
  });

  it('shows the details of its errors to the log alone, and tells the client where to look', async () => {
    const { ask, lines } = await gateway(
      saying({ data: { team: null }, errors: [{ message: 'no route to 10.0.0.1:5432', path: ['team'] }] }),
    );
    const { body, headers } = await ask('{ team }');
    expect(body.errors).toEqual([
      {
        message: 'The owners subgraph failed. Look for the request id in the log.',
        path: ['team'],
        extensions: { code: 'SUBGRAPH_ERROR', serviceName: 'owners', requestId: headers['x-request-id'] },
      },
    ]);
    expect(lines).toEqual([
      expect.objectContaining({
        subgraph: 'owners',
        requestId: headers['x-request-id'],
        errors: [{ code: '', message: 'no route to 10.0.0.1:5432' }],
      }),
    ]);
  });

  it.each([204, 101, 302, 500])('does not set our status to %i', async status => {
    const error = { message: 'gone', extensions: { code: 'GONE', http: { status, headers: { 'x-evil': '1' } } } };
    const { ask } = await gateway(saying({ data: { team: null }, errors: [error] }));
    const answer = await ask('{ team }');
    expect([answer.status, answer.body.data, answer.headers['x-evil']]).toEqual([200, { team: null }, undefined]);
  });

  it('cannot let a fault of ours pass for its own', async () => {
    const { ask } = await gateway(hanging);
    const { body } = await ask('{ broken }');
    expect(JSON.stringify(body)).not.toMatch(/hunter2|serviceName/);
    expect(body.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR');
  });

  it('does not name a metric by its codes', async () => {
    const { ask, metrics } = await gateway(
      saying({ data: { team: null }, errors: [{ message: 'x', extensions: { code: 'INVENTED_1' } }] }),
    );
    await ask('{ team }');
    const text = await metrics.metrics();
    expect(text).not.toContain('INVENTED_1');
    expect(text).toContain('fleetgraph_graphql_requests_total{operation="query",outcome="SUBGRAPH_ERROR"} 1');
    expect(text).toContain('fleetgraph_subgraph_requests_total{subgraph="owners",outcome="errors"} 1');
  });

  it('holds up no other caller when it hangs: of 250 requests of one caller a few wait, and the others are refused at once', async () => {
    const held: (() => void)[] = [];
    let isHanging = true;
    const { ask, owners } = await gateway(
      (response, requested, index) => {
        const answer = () => saying({ data: { team: 'ours', teams: [] } })(response, requested, index);
        if (isHanging && requested.body.query.includes('teams')) held.push(answer);
        else answer();
      },
      { connection: { concurrency: 8, timeoutMs: 60_000 } },
    );
    let refused = 0;
    const flood = Array.from({ length: 250 }, () =>
      ask('{ teams }', 'mallory').then(({ body }) => (refused += body.errors ? 1 : 0)),
    );
    await owners.waitForRequested(4);
    while (refused < 250 - 4 - 8) await new Promise(resolve => setImmediate(resolve));
    expect((await ask('{ objects { name } }')).body.data.objects).toHaveLength(2);
    expect((await ask('{ team }')).body).toEqual({ data: { team: 'ours' } });
    isHanging = false;
    for (const answer of held) answer();
    await Promise.all(flood);
    expect(refused).toBe(250 - 4 - 8);
  });
});

describe('the URL of a subgraph', () => {
  it('decides where it is asked, whatever its name is: one named like ours at another address is not ours', async () => {
    const { ask, owners } = await gateway(saying({ data: { objects: [{ id: 'x', name: 'theirs' }] } }), {
      edit: (sdl, url) => sdl.replace('in-process:fleet', url),
    });
    for (let i = 0; i < 2; i++)
      expect((await ask('{ objects { name } }')).body).toEqual({ data: { objects: [{ name: 'theirs' }] } });
    expect(owners.requested).toHaveLength(2);
  });

  it('is refused at the start when it names a subgraph of another process', async () => {
    await expect(gateway(hanging, { edit: sdl => sdl.replace('in-process:fleet', 'in-process:live') })).rejects.toThrow(
      'Subgraph "fleet" has the URL in-process:live, and this process runs fleet only.',
    );
  });

  it('belongs to a supergraph that works, else what is wrong is said without the places in our code', async () => {
    await expect(gateway(hanging, { edit: sdl => sdl.replace('owner: String', 'owner: Gone') })).rejects.toMatchObject({
      name: 'SupergraphError',
      message: 'Unknown type Gone',
    });
  });
});
