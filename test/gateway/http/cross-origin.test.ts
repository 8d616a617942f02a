import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { acceptIdentity, type Authenticator } from '../../../identity/authenticator.ts';
import { openGateway, type Gateway } from '../gateway.ts';

const ALLOWED = 'https://dashboard.example.org';
const OTHER = 'https://elsewhere.example.org';
const query = encodeURIComponent('{ who }');

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({
    types: 'type Query { who: String }',
    resolvers: { who: () => 'somebody' },
    origins: [ALLOWED],
  });
});
afterAll(() => gateway.server.close());

const preflight = (origin: string) =>
  supertest(gateway.url).options('/graphql').set({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-graphql-cost',
  });

describe('a browser', () => {
  it('may ask from an origin that is configured, and is told so without credentials', async () => {
    const { status, headers } = await preflight(ALLOWED);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(ALLOWED);
    expect(headers['access-control-allow-headers']!.split(',')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'x-graphql-cost']),
    );
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toContain('Origin');
  });

  it('is given no permission for any other origin, nor for null or one that only looks alike', async () => {
    for (const origin of [
      OTHER,
      'null',
      `${ALLOWED}.evil.example`,
      'http://dashboard.example.org',
      `${ALLOWED}:8443`,
    ]) {
      const { status, headers } = await preflight(origin);
      expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 204, undefined]);
    }
  });

  it('may read answers, refusals among them, and their Retry-After, on that origin alone', async () => {
    const answer = await gateway.ask('{ who }', 'jane', { origin: ALLOWED });
    expect([answer.body.data, answer.headers['access-control-allow-origin']]).toEqual([{ who: 'somebody' }, ALLOWED]);
    expect(answer.headers['access-control-expose-headers']!.split(',')).toEqual(
      expect.arrayContaining(['retry-after', 'x-request-id']),
    );
    const refusal = await gateway.ask('{ who }', 'stranger', { origin: ALLOWED });
    expect([refusal.status, refusal.headers['access-control-allow-origin']]).toEqual([401, ALLOWED]);
    expect(
      (await gateway.ask('{ who }', 'jane', { origin: OTHER })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

describe('OPTIONS', () => {
  it('is answered where no origin is configured, too', async () => {
    await using closed = Object.assign(await openGateway({ types: 'type Query { who: String }', resolvers: {} }), {
      [Symbol.asyncDispose]: () => closed.server.close(),
    });
    const { status, headers, text } = await supertest(closed.url).options('/graphql').set({ origin: ALLOWED });
    expect([status, headers['allow'], text]).toEqual([204, 'GET, POST, OPTIONS', '']);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

/** Accepts a header that stands for any credentials that a browser sends automatically. */
const bySession: Authenticator = {
  authenticate: async ({ headers }) =>
    headers['x-session'] === undefined ? undefined : acceptIdentity({ user: 'jane', groups: [] }),
};

describe('a GET request', () => {
  const get = (headers: Readonly<Record<string, string>>) =>
    supertest(gateway.url).get(`/graphql?query=${query}`).set(headers);

  it('with a bearer token runs, since no page can set one unasked', async () => {
    expect((await get({ authorization: 'Bearer jane' })).body.data).toEqual({ who: 'somebody' });
  });

  it('with credentials that browsers send by themselves needs a header that they do not', async () => {
    await using proxied = Object.assign(
      await openGateway({
        types: 'type Query { who: String }',
        resolvers: { who: () => 'somebody' },
        authenticator: bySession,
      }),
      { [Symbol.asyncDispose]: () => proxied.server.close() },
    );
    const ask = (headers: Readonly<Record<string, string>>) =>
      supertest(proxied.url)
        .get(`/graphql?query=${query}`)
        .set({ 'x-session': 'jane', ...headers });
    expect((await ask({ authorization: 'Basic amFuZTp4' })).status).toBe(400);
    expect((await ask({})).status).toBe(400);
    expect((await ask({ 'apollo-require-preflight': 'true' })).body.data).toEqual({ who: 'somebody' });
  });
});
