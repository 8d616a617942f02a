import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLError, GraphQLScalarType, parse, type GraphQLResolveInfo } from 'graphql';
import supertest from 'supertest';
import { createHttpServer, type HttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import { firstOf } from '../../../identity/authenticator.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import type { Subgraph } from '../../../subgraphs/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { GENEROUS } from '../limits.ts';

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
const SHELF = /* GraphQL */ `
  ${LINK}
  scalar Day
  type Query {
    books(first: Int = 2, kind: Kind, since: Day): [Book]
    required(first: Int!): Book!
    broken: Book!
    slow: String
  }
  enum Kind {
    NOVEL
    ATLAS
  }
  type Book @key(fields: "id") {
    id: ID!
    title: String!
    kind: Kind!
    neverNull: String!
    mine: String
  }
`;
const LOANS = /* GraphQL */ `
  ${LINK}
  type Book @key(fields: "id") {
    id: ID!
    lentTo: String
  }
`;

const BOOKS = [
  { id: '1', title: 'Ulysses', kind: 'NOVEL' },
  { id: '2', title: 'Times Atlas', kind: 'ATLAS' },
  { id: '3', title: 'Emma', kind: 'NOVEL' },
];
const noDay = () => {
  throw new GraphQLError('A day is 2026-01-31.', { extensions: { code: 'BAD_USER_INPUT' } });
};

/** Names of the operations that the subgraphs ran. Each name contains the subgraph's name. */
const ran: string[] = [];
let server: HttpServer;
let url: string;

function subgraph(name: string, sdl: string, resolvers: object): Subgraph {
  return {
    name,
    sdl,
    schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]),
    context: () => ({}),
  };
}

const noted =
  <Args>(resolve: (args: Args) => unknown) =>
  (_: unknown, args: Args, __: unknown, info: GraphQLResolveInfo) => {
    ran.push(info.operation.name?.value ?? '');
    return resolve(args);
  };

beforeAll(async () => {
  const shelf = subgraph('shelf', SHELF, {
    Day: new GraphQLScalarType({ name: 'Day', parseValue: noDay, parseLiteral: noDay }),
    Query: {
      books: noted(({ first, kind }: { first: number; kind?: string }) =>
        BOOKS.filter(book => !kind || book.kind === kind).slice(0, first),
      ),
      required: noted(() => Promise.resolve(BOOKS[0])),
      broken: noted(() => {
        throw new Error('the shelf at 10.0.0.7 fell over');
      }),
      slow: noted(() => new Promise(() => undefined)),
    },
    Book: {
      neverNull: () => null,
      mine: ({ id }: { id: string }) => {
        if (id === '2') throw new GraphQLError('not yours', { extensions: { code: 'BAD_USER_INPUT', argument: 'id' } });
        return 'yes';
      },
    },
  });
  const loans = subgraph('loans', LOANS, { Book: { lentTo: ({ id }: { id: string }) => `reader ${id}` } });
  const subgraphs = [shelf, loans];
  server = await createHttpServer({
    runtime: createGatewayRuntime({
      supergraphSdl: composeSupergraph(subgraphs).supergraphSdl,
      subgraphs,
      log: silentLogger,
    }),
    authenticator: firstOf([staticTokens([{ token: 'good', user: 'jane' }])]),
    log: silentLogger,
    metrics: createMetrics(),
    introspection: true,
    limits: {
      ...GENEROUS,
      depth: 9,
      tokens: 500,
      aliases: 9,
      directives: 9,
      requestTimeoutMs: 1_000,
      bodyBytes: 10_000,
    },
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function ask(request: object) {
  ran.length = 0;
  const { status, body } = await supertest(url).post('/graphql').set('authorization', 'Bearer good').send(request);
  const answer = JSON.parse(JSON.stringify(body).replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')) as object;
  return { answer: { status, body: answer }, ran: [...ran] };
}

const SHORT = [
  ['a list with arguments', 'query Q { books(first: 3, kind: NOVEL) { id title kind } }', {}],
  [
    'aliases and fragments',
    'query Q { one: books(first: 1) { ...B } two: books { ...B } } fragment B on Book { name: title __typename }',
    {},
  ],
  [
    'variables and their defaults',
    'query Q($n: Int = 1, $k: Kind) { books(first: $n, kind: $k) { id } }',
    { k: 'ATLAS' },
  ],
  ['inline fragments on the root', 'query Q { ... on Query { __typename books { id } } }', {}],
  ['an asynchronous field', 'query Q { required(first: 1) { title } }', {}],
  ['errors in a list', 'query Q { books { id mine } }', {}],
  ['a null that is not allowed', 'query Q { books { id neverNull } }', {}],
] as const;

const LONG = [
  ['an answer of two subgraphs', 'query Q { books { id lentTo } }', {}],
  ['the schema', 'query Q { __schema { queryType { fields { name } } } books { id } }', {}],
  [
    'the schema in a fragment',
    'query Q { ...S books { id } } fragment S on Query { __type(name: "Query") { fields { name } } }',
    {},
  ],
  ['a condition', 'query Q($with: Boolean!) { books @include(if: $with) { id } }', { with: true }],
] as const;

const REFUSED = [
  ['a variable of a wrong type', 'query Q($n: Int) { books(first: $n) { id } }', { n: 'two' }],
  ['a variable that is missing', 'query Q($n: Int!) { required(first: $n) { id } }', {}],
  [
    'a variable that only the subgraph can judge',
    'query Q($day: Day) { books(since: $day) { id } }',
    { day: 'tomorrow' },
  ],
  ['a failure that leaves nothing', 'query Q { broken { id } }', {}],
] as const;

describe('an operation that is asked again', () => {
  it.each([...SHORT, ...LONG, ...REFUSED])('has the same answer each time: %s', async (_what, query, variables) => {
    const first = await ask({ query, variables });
    expect((await ask({ query, variables })).answer).toEqual(first.answer);
    expect((await ask({ query, variables })).answer).toEqual(first.answer);
  });

  it('shows nothing of the machinery of federation', async () => {
    for (const query of [
      '{ __schema { types { name } queryType { fields { name } } } books { id } }',
      '{ _service { sdl } }',
    ]) {
      for (let times = 0; times < 3; times += 1)
        expect(JSON.stringify((await ask({ query })).answer)).not.toMatch(/_Service|_entities|_Any/);
    }
  });

  it('is found by the name of the operation in a document of several', async () => {
    const query = 'query A { books(first: 1) { id } } query B { books { kind } }';
    const [a, b] = [await ask({ query, operationName: 'A' }), await ask({ query, operationName: 'B' })];
    const [againA, againB] = [await ask({ query, operationName: 'A' }), await ask({ query, operationName: 'B' })];
    expect([a.ran, b.ran]).toEqual([['A__shelf__0'], ['B__shelf__0']]);
    expect([againA, againB]).toEqual([a, b]);
  });

  it('ends at its deadline each time', async () => {
    const first = await ask({ query: 'query Q { slow }' });
    const second = await ask({ query: 'query Q { slow }' });
    expect(second.answer).toEqual(first.answer);
    expect(JSON.stringify(second.answer)).toContain('DEADLINE_EXCEEDED');
  });
});
