/** The page at /graphiql: its content security policy, its token box, and its example queries. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import supertest from 'supertest';
import { graphiql } from '../../../gateway/http/graphiql.ts';
import { clientAddresses } from '../../../identity/authenticator.ts';
import { openGateway } from '../gateway.ts';
import { STARTER_QUERIES } from '../../../schema/starter-queries.ts';

let server: Server;
let page: supertest.Response;
beforeAll(async () => {
  server = createServer(
    express().get(
      '/graphiql',
      graphiql(() => STARTER_QUERIES, { clientAddress: clientAddresses([]), publicPath: '' }),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  page = await supertest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get('/graphiql');
});
afterAll(() => void server.close());

const scripts = (): string[] => [...page.text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);

describe('the content security policy of GraphiQL', () => {
  const directives = () =>
    new Map(
      page.headers['content-security-policy']!.split('; ').map(it => {
        const [name, ...values] = it.split(' ');
        return [name!, values];
      }),
    );

  it('allows nothing but what is named', () => {
    expect(Object.fromEntries([...directives()].filter(([name]) => name !== 'script-src'))).toEqual({
      'default-src': ["'none'"],
      'style-src': ["'unsafe-inline'"],
      'connect-src': ["'self'"],
      'img-src': ['data:'],
      'font-src': ['data:'],
      'worker-src': ['blob:'],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it('allows the scripts of the page by their hashes, and no others', () => {
    const hashes = scripts().map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(hashes).toHaveLength(2);
    expect(directives().get('script-src')).toEqual(hashes);
    // The hashes in the policy do not cover inline event handlers, so the page must have none.
    expect(page.text.slice(0, page.text.indexOf('<script>'))).not.toMatch(/<[a-z]+[^>]* on[a-z]+=/);
  });
});

/** Runs the script of the token box, as a browser does before GraphiQL starts. */
function runTokenBox(href: string, globals: object = {}): void {
  const script = scripts().find(it => it.includes('fleetgraph-token'))!;
  const element = { addEventListener: () => undefined };
  const window = { fetch: async () => ({ status: 200, json: async () => ({}) }) };
  const location = { href, origin: new URL(href).origin };
  const document = { getElementById: () => element };
  runInNewContext(script, {
    window,
    document,
    location,
    URL,
    Headers,
    Request,
    sessionStorage: { getItem: () => 'secret' },
    ...globals,
  });
}

it('variables in the URL go to where GraphiQL keeps them, and out of the URL, which GraphiQL writes when the query is edited', () => {
  const kept: unknown[] = [];
  runTokenBox('http://gateway.example/graphiql?query=x&variables=%7B%22a%22:7%7D', {
    localStorage: { setItem: (...item: unknown[]) => kept.push(item) },
    history: { replaceState: (_state: unknown, _title: string, url: URL) => kept.push(url.href) },
  });
  expect(kept).toEqual([['graphiql:variables', '{"a":7}'], 'http://gateway.example/graphiql?query=x']);
});

it.each([
  ['of the fleet, its first queries', STARTER_QUERIES.map(query => query.split('\n')[0])],
  ['of another graph, no query of the fleet', []],
])('the tabs hold, %s', async (_what, queries) => {
  const app = express().get(
    '/graphiql',
    graphiql(() => STARTER_QUERIES.slice(0, queries.length), { clientAddress: clientAddresses([]), publicPath: '' }),
  );
  const { text } = await supertest(app).get('/graphiql');
  expect(
    STARTER_QUERIES.filter(query => text.includes(JSON.stringify(query).slice(1, -1))).map(
      query => query.split('\n')[0],
    ),
  ).toEqual(queries);
});

describe('the token', () => {
  it.each([
    ['/graphql', true],
    ['http://gateway.example/graphql', true],
    ['/graphql?query=x', true],
    ['/metrics', false],
    ['//elsewhere.example/graphql', false],
    ['https://gateway.example/graphql', false],
    ['http://gateway.example:81/graphql', false],
  ])('goes out with a request for %s: %s', async (url, goes) => {
    const sent: [unknown, { headers?: Headers } | undefined][] = [];
    const window = {
      fetch: async (...requested: [unknown, { headers?: Headers }]) => (
        sent.push(requested),
        { status: 200, json: async () => ({}) }
      ),
    };
    const element = { addEventListener: () => undefined };
    const location = { href: 'http://gateway.example/graphiql', origin: 'http://gateway.example' };
    const script = scripts().find(it => it.includes('fleetgraph-token'))!;
    const document = { getElementById: () => element };
    runInNewContext(script, {
      window,
      document,
      location,
      URL,
      Headers,
      Request,
      sessionStorage: { getItem: () => 'secret' },
    });
    await window.fetch(url, {});
    const [, init] = sent.find(
      ([requested, init]) => requested === url && (init as { method?: string }).method === undefined,
    )!;
    expect(init?.headers?.get('authorization') === 'Bearer secret').toBe(goes);
  });
});

it('a gateway over a graph without the fleet shows no query that this graph refuses', async () => {
  const gateway = await openGateway({ types: 'type Query { hello: String }', resolvers: { hello: () => 'world' } });
  const { text } = await supertest(gateway.url).get('/graphiql');
  await gateway.server.close();
  expect(text).toContain('{ __typename }');
  expect(text).not.toContain('query Failing');
});
