/** Requests that the client sends, and its results for each response. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createKubernetesClient, type KubernetesClientOptions } from '../../kubernetes/api-client.ts';
import type { Caller, KubernetesClient, RequestOptions } from '../../kubernetes/client.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import type { Resource } from '../../rbac/types.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { longestStep } from '../processor-time.ts';
import { json, startScriptedServer, status, type Script, type ScriptedServer } from './scripted-server.ts';
import { startSilentServer } from './silent-server.ts';
import { until } from './until.ts';

const SELF: Caller = { type: 'self' };
const JANE: Caller = { type: 'impersonate', user: 'jane', groups: ['dev'], uid: '', extra: {} };
const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };

let server: ScriptedServer | undefined;
let client: KubernetesClient | undefined;

afterEach(async () => {
  await client?.close();
  await server?.[Symbol.asyncDispose]();
  client = server = undefined;
});

async function connect(
  script: Script,
  options: Partial<KubernetesClientOptions> & { target?: Partial<ClusterTarget>; path?: string } = {},
): Promise<{ server: ScriptedServer; client: KubernetesClient }> {
  const { target, path = '', ...rest } = options;
  server = await startScriptedServer(script);
  client = createKubernetesClient(
    { cluster: 'leaf-1', server: server.url + path, ...target },
    { log: silentLogger, ...rest },
  );
  return { server, client };
}

const ok: Script = (_request, response) => json(response, 200, { ok: true });
const list =
  (items: unknown, metadata: unknown = { resourceVersion: '1' }): Script =>
  (_request, response) =>
    json(response, 200, { items, metadata });
const get = (as: Caller = SELF, options: Partial<RequestOptions> = {}): Promise<unknown> =>
  client!.request('/api/v1/pods', { as, ...options });

describe('a caller on the wire', () => {
  it('is an impersonated user whose groups are a header line each', async () => {
    const { server } = await connect(ok, {
      target: { credentials: async () => ({ authorization: 'Bearer collector' }) },
    });
    await get({
      type: 'impersonate',
      user: 'jane',
      groups: ['dev', 'a,b', 'on call'],
      uid: 'u-1',
      extra: { 'example.com/Scopes': ['read', 'write'], 'ü%': ['x'] },
    });
    expect(server.lines('impersonate-user')).toEqual(['jane']);
    expect(server.lines('impersonate-group')).toEqual(['dev', 'a,b', 'on call']);
    expect(server.lines('impersonate-uid')).toEqual(['u-1']);
    expect(server.lines('impersonate-extra-example.com%2fscopes')).toEqual(['read', 'write']);
    expect(server.lines('impersonate-extra-%c3%bc%25')).toEqual(['x']);
    expect(server.lines('authorization')).toEqual(['Bearer collector']);
    expect(server.requests[0]?.httpVersion).toBe('1.1');
  });

  it('keeps a name beyond ASCII as the UTF-8 bytes that kube-apiserver reads', async () => {
    const { server } = await connect(ok);
    await get({ type: 'impersonate', user: 'Zoë 日本', groups: ['müller'], uid: '', extra: {} });
    const read = (name: string): string[] =>
      server.lines(name).map(value => Buffer.from(value, 'latin1').toString('utf8'));
    expect(read('impersonate-user')).toEqual(['Zoë 日本']);
    expect(read('impersonate-group')).toEqual(['müller']);
  });

  it.each([
    ['a line break in the user', { user: 'jane\r\nImpersonate-Group: system:masters' }],
    ['a NUL in a group', { groups: ['dev\u0000'] }],
    ['a line break in an extra', { extra: { a: ['x\ny'] } }],
    ['a line break in the uid', { uid: 'x\ny' }],
    ['an empty user', { user: '' }],
    ['a trailing blank, which would be cut off', { user: 'jane ' }],
    ['half a surrogate pair', { user: '\ud800' }],
  ])('is refused before anything is sent: %s', async (_what, part) => {
    const { server } = await connect(ok);
    await expect(
      get({ type: 'impersonate', user: 'jane', groups: [], uid: '', extra: {}, ...part }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(server.requests).toEqual([]);
  });

  it('sends its token alone, never our own credentials', async () => {
    const { server } = await connect(ok, {
      target: { credentials: async () => ({ authorization: 'Bearer collector' }) },
    });
    await get({ type: 'token', token: 'janes', user: 'jane' });
    expect(server.lines('authorization')).toEqual(['Bearer janes']);
    await expect(get({ type: 'token', token: '', user: 'jane' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(server.requests).toHaveLength(1);
  });

  it('gets the refusal of an impersonation, and the client does not ask again as the collector', async () => {
    const message = 'users "jane" is forbidden: User "collector" cannot impersonate resource "users"';
    const { server } = await connect((_request, response) => json(response, 403, status(403, 'Forbidden', message)));
    await expect(get(JANE)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      reason: 'Forbidden',
      message: expect.stringContaining(message),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('gets credentials that were renewed after a refusal, once', async () => {
    let token = 'old';
    const { server } = await connect(
      (request, response) =>
        request.rawHeaders.includes('Bearer new')
          ? json(response, 200, {})
          : json(response, 401, status(401, 'Unauthorized', 'Unauthorized')),
      {
        target: {
          credentials: async ({ fresh } = {}) => ({ authorization: `Bearer ${(token = fresh ? 'new' : token)}` }),
        },
      },
    );
    await get();
    expect(server.requests).toHaveLength(2);
    token = 'worse';
    await get(); // the server refuses the token "worse" and accepts "new"
    expect(server.requests).toHaveLength(4);
  });
});

describe('an answer', () => {
  it.each([
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [405, 'BAD_REQUEST'],
    [409, 'CONFLICT'],
    [410, 'GONE'],
    [422, 'INVALID'],
    [429, 'THROTTLED'],
    [500, 'SERVER_ERROR'],
    [504, 'TIMEOUT'],
  ])('an answer of %i becomes %s with the message and reason of its Status', async (code, expected) => {
    await connect((_request, response) =>
      json(response, code, status(code, 'Because', 'so it is\u001b[31m'), { 'retry-after': '120' }),
    );
    await expect(get()).rejects.toMatchObject({
      name: 'KubernetesError',
      code: expected,
      status: code,
      reason: 'Because',
      retryAfterSeconds: 120,
      cluster: 'leaf-1',
      message: `leaf-1: GET /api/v1/pods: HTTP ${code}: so it is [31m`,
    });
  });

  it('has the words of the server and its causes apart, each shortened and free of control characters', async () => {
    const causes = [
      { reason: 'FieldManagerConflict', message: `conflict\u202e ${'x'.repeat(900)}`, field: '.spec' },
      'none',
      { field: 7 },
    ];
    const conflict = { ...status(409, 'Conflict', 'Apply failed\u0007'), details: { causes } };
    await connect((_request, response) => json(response, 409, conflict));
    await expect(get()).rejects.toMatchObject({
      said: 'Apply failed',
      causes: [
        { reason: 'FieldManagerConflict', message: expect.stringMatching(/^conflict {2}x{100,}…$/), field: '.spec' },
        { reason: '', message: '', field: '' },
      ],
    });
  });

  it('of 500 is INVALID for the apply of a field that the kind does not have', async () => {
    const said = 'failed to create typed patch object (a/b; /v1, Kind=ConfigMap): .bogus: field not declared in schema';
    await connect((_request, response) => json(response, 500, status(500, '', said)));
    await expect(get()).rejects.toMatchObject({ code: 'INVALID', said });
  });

  const page = '<!DOCTYPE html><html><title>Sign in</title>\n<form action="/login">';
  it.each([200, 302, 403, 404])('a login page (%i) is an error that says so', async code => {
    await connect((_request, response) =>
      response.writeHead(code, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    );
    await expect(get()).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringMatching(/text\/html.*"<!DOCTYPE html>.*A web page: is the URL that of the API server/),
    });
  });

  it('cut JSON is MALFORMED, and the error quotes no more than 80 characters', async () => {
    await connect((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"a":"${'x'.repeat(5_000)}`),
    );
    const error = await get().catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'MALFORMED' });
    expect((error as Error).message.length).toBeLessThan(250);
  });

  it('is refused when it would take long to read, though it is not large', async () => {
    const { server } = await connect((_request, response) =>
      json(
        response,
        200,
        Array.from({ length: 600_000 }, () => []),
      ),
    );
    await expect(get()).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('the answer would take too long to read'),
    });
    server.script = (_request, response) =>
      json(
        response,
        200,
        Array.from({ length: 300_000 }, () => []),
      );
    expect(await get()).toHaveLength(300_000);
  });

  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('is refused when it nests deeper than can be written again: %s', async (_what, open, close) => {
    const nested =
      (levels: number): Script =>
      (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(open.repeat(levels) + JSON.stringify(open) + close.repeat(levels));
    const { server } = await connect(nested(60_000));
    await expect(get()).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('nests more than 1000 levels deep'),
    });
    server.script = nested(1_000);
    expect(JSON.stringify(await get())).toContain(JSON.stringify(open).slice(1, -1));
  });

  it('is refused while it is read when it is larger than allowed, also when it is compressed', async () => {
    const { server } = await connect((_request, response) => json(response, 200, 'x'.repeat(1_000_000)));
    await expect(get(SELF, { maxBytes: 10_000 })).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('larger than 10000'),
    });
    server.script = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('x'.repeat(5_000_000)));
    await expect(get(SELF, { maxBytes: 10_000 })).rejects.toMatchObject({ code: 'MALFORMED' });
  });

  it('is refused by default when it is larger than 8 MiB', async () => {
    await connect((_request, response) => json(response, 200, 'x'.repeat(8 * 1024 * 1024)));
    await expect(get()).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('larger than 8388608 bytes'),
    });
  });

  it('is decompressed', async () => {
    await connect((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"a":1}')),
    );
    expect(await get()).toEqual({ a: 1 });
  });

  it('is a TIMEOUT when it does not come, and the server sees the request given up', async () => {
    const { server } = await connect(() => undefined);
    // On a busy machine, the timeout may pass before the request is sent. So the loop tries again.
    while (server.requests.length === 0)
      await expect(get(SELF, { timeoutMs: 50 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('0.05 s'),
      });
    await until(() => server.givenUp === server.requests.length);
  });

  it('is a TIMEOUT, too, when it trickles', async () => {
    let dripping: NodeJS.Timeout | undefined;
    const { server } = await connect((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      dripping = setInterval(() => response.write(' '), 10);
    });
    while (server.requests.length === 0)
      await expect(get(SELF, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    clearInterval(dripping);
    await until(() => server.givenUp === server.requests.length);
  });

  it('does not keep a caller who has left: the reason comes back and the server sees it', async () => {
    const leaving = new AbortController();
    const reason = new Error('closed the tab');
    const { server } = await connect(() => leaving.abort(reason));
    await expect(get(JANE, { signal: leaving.signal })).rejects.toBe(reason);
    await until(() => server.givenUp === 1);
    const before = AbortSignal.abort(new Error('never came'));
    await expect(get(JANE, { signal: before })).rejects.toBe(before.reason);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a server that cannot be reached', () => {
  const watch = { as: SELF, timeoutSeconds: 60, inactivityMs: 100, signal: new AbortController().signal };
  it.each([
    ['a request', { code: 'TIMEOUT' }, () => get(JANE, { timeoutMs: 100 })],
    ['a list', { name: 'TimeoutError' }, () => client!.list(PODS, { as: SELF, signal: AbortSignal.timeout(100) })],
    ['a watch', { code: 'TIMEOUT' }, () => client!.watch(PODS, watch)[Symbol.asyncIterator]().next()],
  ])('fails at the deadline when its connection does not come about: %s', async (_, error, send) => {
    await using silent = await startSilentServer();
    await connect(ok, { target: { server: silent.url } });
    const began = performance.now();
    await expect(send()).rejects.toMatchObject(error);
    expect(performance.now() - began).toBeLessThan(5_000); // the timeout of a connection attempt is ten seconds
  });

  it('is UNREACHABLE when nothing listens', async () => {
    const { server } = await connect(ok);
    await server[Symbol.asyncDispose]();
    await expect(get()).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('connection refused'),
    });
  });

  it('is UNREACHABLE when its name is unknown', async () => {
    await connect(ok, { target: { server: 'http://no-such-host.invalid' } });
    await expect(get()).rejects.toMatchObject({ code: 'UNREACHABLE', message: expect.stringMatching(/host name/) });
  });

  it('is asked once more when it closes the connection', async () => {
    let first = true;
    const { server } = await connect((_request, response) => {
      if (first) response.destroy();
      else json(response, 200, {});
      first = false;
    });
    await get();
    expect(server.requests).toHaveLength(2);
    server.script = (_request, response) => {
      if (!first) return json(response, 200, {});
      first = false;
      response.writeHead(200, { 'content-length': '1000' });
      return response.write('{', () => response.destroy());
    };
    first = true;
    await get();
    expect(server.requests).toHaveLength(4);
    first = true;
    await expect(get(SELF, { method: 'POST', body: {} })).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(server.requests).toHaveLength(5);
  });
});

describe('a busy server', () => {
  const busy =
    (code: number, headers: Record<string, string> = {}): Script =>
    (_request, response) =>
      server!.requests.length === 1
        ? json(response, code, status(code, 'Busy', 'busy'), headers)
        : json(response, 200, { ok: true });

  it.each([
    [429, { 'retry-after': '0' }],
    [429, {}],
    [503, {}],
  ])('is asked again, once, when it says %i %j', async (code, headers) => {
    await connect(busy(code, headers));
    expect(await get()).toEqual({ ok: true });
    expect(server!.requests).toHaveLength(2);
  });

  it('is not asked again when Retry-After does not fit the deadline, nor for a write', async () => {
    await connect(busy(429, { 'retry-after': '60' }));
    await expect(get(SELF, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'THROTTLED', retryAfterSeconds: 60 });
    server!.requests.length = 0;
    server!.script = busy(429, { 'retry-after': '0' });
    await expect(get(SELF, { method: 'POST', body: {} })).rejects.toMatchObject({ code: 'THROTTLED' });
    expect(server!.requests).toHaveLength(1);
  });
});

describe('users of one cluster', () => {
  const JOHN: Caller = { ...JANE, user: 'john' };

  it('share its places: one gets half of them, the rest wait, then the queue of that user is full', async () => {
    const open: ServerResponse[] = [];
    const { server } = await connect((_request, response) => void open.push(response), {
      concurrency: 4,
      queueLimit: 1,
    });
    const requests = [get(JANE), get(JANE), get(JANE)];
    await until(() => server.requests.length === 2);
    await expect(get(JANE)).rejects.toMatchObject({ code: 'THROTTLED', retryAfterSeconds: 1 });
    const own = get(SELF); // requests of the collector do not wait behind requests of users
    await until(() => server.requests.length === 3);
    for (let answered = 0; answered < 4; answered += 1) {
      await until(() => open.length > 0);
      json(open.shift()!, 200, {});
    }
    await Promise.all([...requests, own]);
    expect(server.requests).toHaveLength(4);
  });

  const asks = {
    objects: (as: Caller) => get(as, { timeoutMs: 10_000 }),
    lists: (as: Caller) => client!.list(PODS, { as, timeoutMs: 10_000, onObjects: () => undefined }),
  };

  it.each(['objects', 'lists'] as const)(
    'wait only for their own requests: one whose %s hang takes nothing from the others',
    async kind => {
      const hanging: ServerResponse[] = [];
      const { server } = await connect(
        (request, response) => {
          if (request.rawHeaders.includes('john'))
            json(response, 200, { items: [], metadata: { resourceVersion: '1' } });
          else hanging.push(response);
        },
        { concurrency: 8, queueLimit: 30 },
      );
      const gone = new AbortController();
      const flood = Array.from({ length: 50 }, () =>
        get({ ...JANE }, { signal: gone.signal }).catch((error: unknown) => error),
      );
      await until(() => server.requests.length === 4);
      for (let i = 0; i < 20; i += 1) await asks[kind](JOHN); // connections are available to john, too
      expect(hanging).toHaveLength(4);
      gone.abort(new Error('enough'));
      const refused = (await Promise.all(flood)).filter(error => (error as { code?: string }).code === 'THROTTLED');
      expect(refused).toHaveLength(50 - 4 - 30);
    },
  );

  it('read as before while one of them asks for objects that hang, and that one fails at once', async () => {
    const { server } = await connect((request, response) => {
      if (!request.url.includes('/things/')) json(response, 200, { ok: true });
    });
    const thing = (as: Caller, timeoutMs: number) =>
      client!.request('/apis/example.com/v1/namespaces/a/things/t', { as, timeoutMs });
    await Promise.all(Array.from({ length: 5 }, () => thing(JANE, 1_010).catch(() => undefined)));
    const requested = server.requests.length;
    await expect(thing(JANE, 60_000)).rejects.toMatchObject({
      code: 'TIMEOUT',
      retryAfterSeconds: expect.any(Number),
      message: expect.stringMatching(/^leaf-1: not answering this user about things\.example\.com since 0 s: /),
    });
    expect(server.requests).toHaveLength(requested);
    expect(await get(JANE)).toEqual({ ok: true });
    expect(await get(JOHN)).toEqual({ ok: true });
    const johns = thing(JOHN, 5_000).catch((error: unknown) => error);
    await until(() => server.requests.length === requested + 3); // john's request is sent
    await server[Symbol.asyncDispose]();
    expect(await johns).toMatchObject({ code: 'UNREACHABLE' });
    expect(client!.health().state).toBe('closed');
  });

  it('fail at once while it does not answer, until one of them gets an answer', async () => {
    const { server } = await connect((_request, response) => void response.destroy());
    for (let i = 0; i < 4; i += 1) await expect(get(JANE)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    await expect(client!.request('/api/v1/nodes', { as: JOHN })).rejects.toMatchObject({ code: 'UNREACHABLE' });
    const requested = server.requests.length;
    await expect(get(JANE)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/^leaf-1: not answering since \d+ s: /),
    });
    expect(server.requests).toHaveLength(requested);
    await expect(get(SELF, { as: { ...JANE, user: 'a\nb' } })).rejects.toMatchObject({ code: 'UNREACHABLE' });
    // the client itself refuses the request, so the server's health does not change
    await expect(client!.request('/a/../b', { as: SELF })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(client!.health()).toMatchObject({ state: 'open', retryInMs: expect.any(Number) });
    server.script = ok;
    await get(SELF);
    expect(client!.health().state).toBe('closed');
    expect(await get(JANE)).toEqual({ ok: true });
  });

  it('are not shut out by one broken kind, nor by their own mistakes', async () => {
    await connect((request, response) =>
      request.url.includes('/things')
        ? json(response, 500, status(500, '', 'webhook'))
        : json(response, 404, status(404, '', '')),
    );
    for (let i = 0; i < 6; i += 1)
      await expect(client!.request('/apis/example.com/v1/things', { as: JANE })).rejects.toMatchObject({
        code: 'SERVER_ERROR',
      });
    for (let i = 0; i < 6; i += 1) await expect(get(JANE)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(client!.health().state).toBe('closed');
  });
});

describe('connections', () => {
  it('are reused by requests that follow each other, and bounded for those that come together', async () => {
    const { server } = await connect(ok, { concurrency: 4 });
    for (let i = 0; i < 50; i += 1) await get(JANE);
    expect(server.connections).toBeLessThanOrEqual(2);
    await Promise.all(Array.from({ length: 200 }, () => get(JANE)));
    expect(server.connections).toBeLessThanOrEqual(4);
    expect(server.requests).toHaveLength(250);
  });
});

describe('a path', () => {
  it('keeps the prefix of the server URL', async () => {
    const { server } = await connect(ok, { path: '/k8s/clusters/c-1/' });
    await get(SELF, { query: { limit: 5, labelSelector: 'a in (b,c)', continue: undefined } });
    expect(server.requests[0]?.url).toBe('/k8s/clusters/c-1/api/v1/pods?limit=5&labelSelector=a+in+%28b%2Cc%29');
  });

  it.each([
    '/api/v1/namespaces/../secrets',
    '/api/v1/namespaces/.',
    '/api//v1',
    'http://elsewhere/',
    '/api/v1/pods\r\nX: y',
    '/api/v1/a b',
  ])('is refused when it could mean another one: %j', async path => {
    const { server, client } = await connect(ok);
    await expect(client.request(path, { as: JANE })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(server.requests).toEqual([]);
  });
});

describe('a list', () => {
  it('is a page with what is needed for the next', async () => {
    const pod = { metadata: { name: 'a', namespace: 'b', labels: null } };
    const { server, client } = await connect(
      list([pod], { resourceVersion: '7', continue: 'next', remainingItemCount: 3 }),
    );
    expect(await client.list(PODS, { as: SELF, namespace: 'b', limit: 1, continue: 'x' })).toEqual({
      items: [{ metadata: { name: 'a', namespace: 'b' } }],
      resourceVersion: '7',
      continue: 'next',
      remainingItemCount: 3,
    });
    expect(server.requests[0]?.url).toBe('/api/v1/namespaces/b/pods?limit=1&continue=x');
  });

  it('leaves out items that are no objects, reports how many, and keeps the others', async () => {
    const bad = [
      null,
      1,
      {},
      { metadata: {} },
      { metadata: { name: 1 } },
      { metadata: { name: 'x', labels: { a: 1 } } },
      { metadata: { name: 'x' }, spec: 'y' },
    ];
    const { client } = await connect(list([...bad, { metadata: { name: 'good' } }]));
    const counts: number[] = [];
    const onLeftOut = (count: number) => void counts.push(count);
    expect((await client.list(PODS, { as: SELF, onLeftOut })).items.map(({ metadata }) => metadata.name)).toEqual([
      'good',
    ]);
    const inParts: string[] = [];
    await client.list(PODS, {
      as: SELF,
      onLeftOut,
      onObjects: objects => void inParts.push(...objects.map(({ metadata }) => metadata.name)),
    });
    expect([inParts, counts]).toEqual([['good'], [bad.length, bad.length]]);
  });

  it('leaves out an item that would take long to read and reports it, or is refused', async () => {
    const slow = { metadata: { name: 'slow' }, spec: { lists: Array.from({ length: 600_000 }, () => []) } };
    const { client } = await connect(list([slow, { metadata: { name: 'good' } }]));
    const counts: number[] = [];
    const { items } = await client.list(PODS, { as: SELF, onLeftOut: count => void counts.push(count) });
    expect([items.map(({ metadata }) => metadata.name), counts]).toEqual([['good'], [1]]);
    await expect(client.list(PODS, { as: SELF })).rejects.toMatchObject({ code: 'MALFORMED' });
  });

  it('is read in short steps, whatever its keys', async () => {
    const items = Array.from({ length: 200_000 }, (_, i) => `{"metadata":{"name":"n"},"k${i}":1}`);
    const body = Buffer.from(`{"metadata":{"resourceVersion":"1"},"items":[${items.join(',')}]}`);
    const { client } = await connect((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    let found = 0;
    const longest = await longestStep(async () => (found = (await client.list(PODS, { as: SELF })).items.length));
    expect(found).toBe(items.length);
    expect(longest).toBeLessThan(150);
  });

  it('keeps its numbers as the server wrote them', async () => {
    const { client } = await connect((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"},"spec":{"n":9007199254740993}}]}'),
    );
    const { items } = await client.list(PODS, { as: SELF });
    expect(JSON.stringify(items)).toContain('9007199254740993');
  });

  it('is refused when it is larger than its limit', async () => {
    const { client } = await connect(list([{ metadata: { name: 'a' }, spec: { text: 'x'.repeat(2_000) } }]));
    await expect(client.list(PODS, { as: SELF, maxBytes: 2_000 })).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('larger than 2000 bytes'),
    });
  });

  it.each([[{}], [[]], [{ items: {}, metadata: { resourceVersion: '1' } }], [{ items: [] }], [null]])(
    'is MALFORMED when it has the wrong shape: %j',
    async body => {
      const { client } = await connect((_request, response) => json(response, 200, body));
      await expect(client.list(PODS, { as: SELF })).rejects.toMatchObject({ code: 'MALFORMED' });
    },
  );
});
