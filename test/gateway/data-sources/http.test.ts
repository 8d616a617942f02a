import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { generate } from 'selfsigned';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { HttpDataSource, type SubgraphConnection, subgraphMetrics } from '../../../gateway/data-sources/http.ts';
import { isForeign } from '../../../gateway/data-sources/foreign-errors.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { hanging, saying, subgraphServer, type Answering, type SubgraphServer } from '../subgraph-server.ts';

interface Line {
  readonly level: string;
  readonly [key: string]: unknown;
}

/** A request to a data source, in the planner's form, and the log lines that it causes. */
function question({ user = 'jane', signal = new AbortController().signal, operation = 'query', variables = {} } = {}) {
  const lines: Line[] = [];
  const at = (level: string) => (line: object) => lines.push({ level, ...line });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Logger;
  const options = {
    kind: 'incoming operation',
    request: { query: '{ hello }', variables },
    incomingRequestContext: { operation: { operation } },
    context: { request: { identity: { user }, signal, requestId: 'r1', log, deadline: 0 }, subgraphs: new Map() },
  };
  return { options: options as never, lines };
}

/** Queries a subgraph that gives this answer. */
async function asking(
  answer: Answering,
  connection: SubgraphConnection = {},
  requested: Parameters<typeof question>[0] = {},
): Promise<{ data?: unknown; errors?: readonly any[]; lines: Line[] }> {
  await using server = await subgraphServer(answer);
  const source = new HttpDataSource('own', server.url, connection);
  const { options, lines } = question(requested);
  try {
    return { ...(await source.process(options)), lines };
  } finally {
    await source.close();
  }
}

/** Calls `act` with one data source for a subgraph that gives this answer. */
async function withSource(
  answer: Answering,
  connection: SubgraphConnection,
  act: (source: HttpDataSource, server: SubgraphServer) => Promise<void>,
): Promise<void> {
  await using server = await subgraphServer(answer);
  const source = new HttpDataSource('own', server.url, connection);
  try {
    await act(source, server);
  } finally {
    await source.close();
  }
}

const RESPONSE = 'application/graphql-response+json';
const notFound = { message: 'no such team', extensions: { code: 'TEAM_NOT_FOUND' } };

describe('the answer of a subgraph over HTTP', () => {
  it('is passed on', async () => {
    expect(await asking(saying({ data: { hello: 'you' } }))).toEqual({ data: { hello: 'you' }, lines: [] });
  });

  it.each([
    ['503 with nulls', saying({ data: null }, { status: 503 }), 'HTTP 503'],
    ['503 with nulls as its own word', saying({ data: null }, { status: 503, type: RESPONSE }), 'HTTP 503'],
    ['503 with data', saying({ data: { hello: 'you' } }, { status: 503 }), 'HTTP 503'],
    ['401 with errors that a proxy may have written', saying({ errors: [notFound] }, { status: 401 }), 'HTTP 401'],
    [
      'a redirect',
      saying('', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
      'HTTP 302 with application/json',
    ],
    ['200 with nulls and no word', saying({ data: null }), 'HTTP 200 with neither data nor errors'],
    ['200 with an empty list of errors', saying({ data: null, errors: [] }), 'HTTP 200 with neither data nor errors'],
    [
      'HTML',
      saying('<html>', { type: 'text/html; charset=utf-8' }),
      'HTTP 200 with text/html that is not a GraphQL answer',
    ],
    ['half of an answer', saying('{"data":{"hel'), 'HTTP 200 with application/json that is not a GraphQL answer'],
    ['JSON of another kind', saying([1]), 'HTTP 200 with application/json that is not a GraphQL answer'],
    [
      'a header instead of a media type',
      saying('x', { type: 'a secret' }),
      'HTTP 200 with something that is not a GraphQL answer',
    ],
    ['data that is a list', saying({ data: [] }), 'its data is not an object'],
    [
      'an unknown encoding',
      saying('x', { headers: { 'content-encoding': 'compress' } }),
      'none of gzip, br and deflate',
    ],
    [
      'bytes that cannot be unpacked',
      saying('x', { headers: { 'content-encoding': 'gzip' } }),
      'it cannot be unpacked',
    ],
    [
      'more than maxBytes',
      saying({ data: { hello: 'x'.repeat(2_000) } }),
      'larger than 1000 bytes (subgraphs[].maxBytes)',
    ],
    [
      'a connection that ends early',
      response => response.socket?.destroy(),
      'the connection was closed before its end',
    ],
  ] as [string, Answering, string][])('is unavailable, in words, when it is %s', async (_what, answer, words) => {
    const { data, errors, lines } = await asking(answer, { maxBytes: 1_000 });
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(errors?.[0].message).toContain(`There is no answer of the own subgraph: `);
    expect(errors?.[0].message).toContain(words);
    expect(errors?.[0].extensions).toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE', serviceName: 'own' });
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', subgraph: 'own', outcome: 'unavailable' })]);
  });

  it("is the server's own word when it says so by its type, whatever the status", async () => {
    const { errors } = await asking(
      saying({ errors: [notFound] }, { status: 404, type: `${RESPONSE}; charset=utf-8` }),
    );
    expect(errors?.map(({ extensions: { code } }) => code)).toEqual(['TEAM_NOT_FOUND']);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('is unpacked from %s, and counted when it is unpacked', async (encoding, pack) => {
    const packed = (text: string) =>
      saying(pack(JSON.stringify({ data: { hello: text } })), { headers: { 'content-encoding': encoding } });
    expect((await asking(packed('you'))).data).toEqual({ hello: 'you' });
    const { errors } = await asking(packed('x'.repeat(5_000_000)), { maxBytes: 100_000 });
    expect(errors?.[0].message).toContain('larger than 100000 bytes');
  });

  it('is unavailable without its address when nothing listens', async () => {
    const free = createServer();
    await new Promise<void>(resolve => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as { port: number };
    await new Promise(resolve => free.close(resolve));
    const source = new HttpDataSource('own', `http://127.0.0.1:${port}/`);
    const { errors } = await source.process(question().options);
    await source.close();
    expect(errors?.[0]?.message).toBe('There is no answer of the own subgraph: it cannot be reached (ECONNREFUSED).');
  });

  it('loses its own fields only when its entities are not those that were asked for', async () => {
    const requested = { variables: { representations: [{}, {}] } };
    for (const _entities of [{}, [null], 'x']) {
      const { errors } = await asking(saying({ data: { _entities } }), {}, requested);
      expect(errors?.[0].message).toContain('_entities is not the list of 2');
    }
    expect((await asking(saying({ data: { _entities: [null, null] } }), {}, requested)).errors).toBeUndefined();
  });
});

describe('an error of a subgraph over HTTP', () => {
  const passing = (error: unknown) => asking(saying({ data: { hello: null }, errors: [error] }));

  it.each([
    ['a code of its own', notFound, 'TEAM_NOT_FOUND', 'no such team'],
    [
      "the client's mistake",
      { message: 'too many', extensions: { code: 'BAD_USER_INPUT' } },
      'BAD_USER_INPUT',
      'too many',
    ],
    ['no code', { message: 'connect ECONNREFUSED 10.0.0.1:5432' }, 'SUBGRAPH_ERROR', undefined],
    ...[
      'INTERNAL_SERVER_ERROR',
      'UNAUTHENTICATED',
      'DEADLINE_EXCEEDED',
      'OVERLOADED',
      'GRAPHQL_VALIDATION_FAILED',
      'SUBGRAPH_UNAVAILABLE',
    ].map(
      code => [`our code ${code}`, { message: 'secret', extensions: { code } }, 'SUBGRAPH_ERROR', undefined] as const,
    ),
    [
      'a code that JavaScript knows',
      { message: 'secret', extensions: { code: 'constructor' } },
      'SUBGRAPH_ERROR',
      undefined,
    ],
    ['a code that is no text', { message: 'secret', extensions: { code: { a: 1 } } }, 'SUBGRAPH_ERROR', undefined],
    ['an error that is null', null, 'SUBGRAPH_ERROR', undefined],
    ['an error that is a text', 'secret', 'SUBGRAPH_ERROR', undefined],
  ] as [string, unknown, string, string | undefined][])(
    'with %s passes as what it is',
    async (_what, error, code, message) => {
      const { data, errors, lines } = await passing(error);
      expect(data).toEqual({ hello: null });
      expect(errors?.[0].extensions.code).toBe(code);
      expect(errors?.[0].extensions.serviceName).toBe('own');
      expect(errors?.[0].message).toBe(message ?? 'The own subgraph failed. Look for the request id in the log.');
      expect(lines.map(({ level }) => level)).toEqual([message === undefined ? 'warn' : 'debug']);
    },
  );

  it('keeps its path, and nothing else', async () => {
    const extensions = {
      code: 'GONE',
      http: { status: 204 },
      stacktrace: ['at /srv/x.js'],
      exception: {},
      serviceName: 'fleet',
      argument: 'a',
    };
    const { errors } = await passing({
      message: 'gone',
      path: ['hello', 0],
      locations: [{ line: 1, column: 1 }],
      extensions,
    });
    expect(JSON.parse(JSON.stringify(errors))).toEqual([
      { message: 'gone', path: ['hello', 0], extensions: { code: 'GONE', serviceName: 'own' } },
    ]);
    for (const path of ['hello', [{}], [-1], [1.5], Array(51).fill('a'), ['x'.repeat(201)]])
      expect((await passing({ ...notFound, path })).errors?.[0]).not.toHaveProperty('path');
  });

  it('has a message of one line and bounded length', async () => {
    const { errors } = await passing({ ...notFound, message: `a\n\u001b[31mb\u202e\ud800${'x'.repeat(10_000)}` });
    expect(errors?.[0].message).toMatch(/^a \[31mb �x+…$/);
    expect(errors?.[0].message.length).toBeLessThan(510);
  });

  it('cannot be marked by what it says', async () => {
    const forged = { 'error of a subgraph over HTTP': true, 'Symbol(error of a subgraph over HTTP)': true };
    expect(isForeign({ extensions: forged })).toBe(false);
  });

  it('is one of at most a hundred, and one line of the log', async () => {
    const { errors, lines } = await asking(saying({ data: {}, errors: Array(5_000).fill({ message: 'secret' }) }));
    expect(errors).toHaveLength(101);
    expect(errors?.[100].message).toBe('4900 more errors of the own subgraph were left out.');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'warn', subgraph: 'own', count: 5_000 });
    expect(lines[0]?.['errors']).toHaveLength(3);
  });
});

describe('a subgraph that does not answer', () => {
  it('is given up after its own time-out', async () => {
    const { errors, lines } = await asking(hanging, { timeoutMs: 30 });
    expect(errors?.[0].message).toBe(
      'There is no answer of the own subgraph: it did not come within 30 ms (subgraphs[].timeout).',
    );
    expect(errors?.[0].extensions.code).toBe('SUBGRAPH_UNAVAILABLE');
    expect(lines[0]).toMatchObject({ level: 'warn', outcome: 'timeout' });
  });

  it('is given up when it sends without an end', async () => {
    const trickling: Answering = response => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    };
    expect((await asking(trickling, { timeoutMs: 60 })).errors?.[0].message).toContain('60 ms');
  });

  it("ends at the request's deadline where that comes first", async () => {
    const request = new AbortController();
    const answering = asking(
      () => request.abort(new DOMException('late', 'TimeoutError')),
      { timeoutMs: 60_000 },
      { signal: request.signal },
    );
    expect((await answering).errors?.[0].extensions.code).toBe('DEADLINE_EXCEEDED');
  });

  it('leaves places to others, however many questions one caller has for it, and lets a bounded number of them wait', async () => {
    await withSource(hanging, { concurrency: 8, timeoutMs: 60_000 }, async (source, server) => {
      const greedy = new AbortController();
      const requested = Array.from({ length: 300 }, () =>
        source.process(question({ user: 'mallory', signal: greedy.signal }).options),
      );
      let refused = 0;
      for (const answer of requested)
        void answer.then(
          ({ errors }) => (refused += errors?.[0]?.message.includes('too many questions wait for it') ? 1 : 0),
        );
      await server.waitForRequested(4);
      const other = new AbortController();
      const late = source.process(question({ user: 'jane', signal: other.signal }).options);
      await server.waitForRequested(5); // jane's request reaches the subgraph while mallory's requests wait
      expect(refused).toBe(300 - 4 - 8);
      greedy.abort();
      other.abort();
      await Promise.all([...requested, late]);
    });
  });

  it('lets no more than twice as many questions of all callers wait as it has places', async () => {
    await withSource(hanging, { concurrency: 4, timeoutMs: 60_000 }, async (source, server) => {
      const requests = new AbortController();
      const requested = Array.from({ length: 100 }, (_, i) =>
        source.process(question({ user: `user ${i}`, signal: requests.signal }).options),
      );
      const refused = await Promise.all(requested.slice(4 + 8));
      expect(refused.every(({ errors }) => errors?.[0]?.message.includes('too many questions wait for it'))).toBe(true);
      await server.waitForRequested(4);
      requests.abort();
      await Promise.all(requested);
    });
  });

  it('gets no more questions of a caller after five failures, but still those of others', async () => {
    const sickForMallory: Answering = (response, requested, index) =>
      saying({ data: { hello: 'you' } }, { status: requested.body.variables?.['user'] === 'mallory' ? 500 : 200 })(
        response,
        requested,
        index,
      );
    await withSource(sickForMallory, {}, async (source, server) => {
      const ask = (user: string) => source.process(question({ user, variables: { user } }).options);
      for (let i = 0; i < 5; i++) expect((await ask('mallory')).errors?.[0]?.message).toContain('HTTP 500');
      expect((await ask('mallory')).errors?.[0]?.message).toContain('it has not answered of late');
      expect(server.requested).toHaveLength(5);
      expect((await ask('jane')).data).toEqual({ hello: 'you' });
    });
  });
});

describe('a connection that the server closed while it was idle', () => {
  /** Resets the connection on the second request. Answers all other requests. */
  const closing: Answering = (response, requested, index) => {
    if (index === 1) response.socket?.resetAndDestroy();
    else saying({ data: { hello: `answer ${index}` } })(response, requested, index);
  };

  it.each([
    ['query', { hello: 'answer 2' }, 3],
    ['mutation', undefined, 2],
  ])('costs nothing, once, for a %s', async (operation, data, count) => {
    await withSource(closing, {}, async (source, server) => {
      await source.process(question({ operation }).options);
      expect((await source.process(question({ operation }).options)).data).toEqual(data);
      expect(server.requested).toHaveLength(count);
    });
  });
});

describe('a request to a subgraph over HTTP', () => {
  it('holds the question, the request id and the configured headers, and nothing of the caller', async () => {
    await withSource(saying({ data: {} }), { headers: { Authorization: 'Bearer ours' } }, async (source, server) => {
      await source.process(question({ variables: { a: 1 } }).options);
      const [{ request, body }] = server.requested as [SubgraphServer['requested'][number]];
      expect(body).toEqual({ query: '{ hello }', variables: { a: 1 } });
      expect(request.headers).toMatchObject({ authorization: 'Bearer ours', 'x-request-id': 'r1' });
      expect(JSON.stringify(request.rawHeaders)).not.toContain('jane');
    });
  });
});

describe('TLS to a subgraph', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-subgraph-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('knows its authority, shows a client certificate, and takes files that have changed', async () => {
    const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }];
    const certificate = () => generate([{ name: 'commonName', value: '127.0.0.1' }], { keySize: 2048, extensions });
    const [server, client] = await Promise.all([certificate(), certificate()]);
    await using subgraph = await subgraphServer(saying({ data: { hello: 'you' } }), {
      key: server.private,
      cert: server.cert,
      ca: client.cert,
      requestCert: true,
      rejectUnauthorized: true,
    });
    const files = {
      caFile: file('ca.pem', client.cert),
      certFile: file('cert.pem', client.cert),
      keyFile: file('key.pem', client.private),
    };
    const source = new HttpDataSource('own', subgraph.url, { tls: files });
    const ask = async () => await source.process(question().options);
    expect((await ask()).errors?.[0]?.message).toMatch(/TLS with it failed \(\w+\)/);
    file('ca.pem', 'not yet written'); // as in the middle of a certificate rotation
    expect((await ask()).errors?.[0]?.message).toMatch(/TLS with it failed/);
    file('ca.pem', server.cert);
    expect((await ask()).data).toEqual({ hello: 'you' });
    await source.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['is not there', 'absent.pem', /caFile: .*absent\.pem cannot be read \(ENOENT\)/],
    ['is no PEM file', import.meta.filename, /caFile: .* is not a PEM file/],
  ])('is refused at the start with a file that %s', (_what, caFile, words) => {
    expect(() => new HttpDataSource('own', 'https://127.0.0.1:1/', { tls: { caFile } })).toThrow(words);
  });
});

it('counts questions by subgraph and outcome', async () => {
  const registry = new Registry();
  await using server = await subgraphServer((response, requested, index) =>
    saying(index === 0 ? { data: {} } : { data: null, errors: [notFound] })(response, requested, index),
  );
  const source = new HttpDataSource('own', server.url, {}, subgraphMetrics(registry));
  await source.process(question().options);
  await source.process(question().options);
  await source.close();
  const text = await registry.metrics();
  expect(text).toContain('fleetgraph_subgraph_requests_total{subgraph="own",outcome="ok"} 1');
  expect(text).toContain('fleetgraph_subgraph_requests_total{subgraph="own",outcome="errors"} 1');
  expect(text).toContain('fleetgraph_subgraph_request_duration_seconds_count{subgraph="own"} 2');
});
