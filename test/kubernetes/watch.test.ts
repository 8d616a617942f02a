/** Watches over the wire: events, ends good and bad, liveness, and how many of them share a connection. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient, WatchEvent, WatchOptions } from '../../kubernetes/client.ts';
import { MAX_BRACKETS } from '../../kubernetes/json-brackets.ts';
import { watchEvents } from '../../kubernetes/watch-stream.ts';
import type { Resource } from '../../rbac/types.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { authority, issue, type Certificate } from './certificates.ts';
import { startScriptedServer, status, type Script, type ScriptedServer, type ScriptedServerOptions } from './scripted-server.ts';
import { until } from './until.ts';

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const pod = (name: string, resourceVersion = '1'): unknown => ({ metadata: { name, resourceVersion } });
const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;

let ca: Certificate;
let serving: Certificate;
let server: ScriptedServer | undefined;
let client: KubernetesClient | undefined;
let leaving = new AbortController();

beforeAll(async () => {
  ca = await authority('test');
  serving = await issue(ca, 'leaf', { addresses: ['127.0.0.1'] });
});
afterEach(async () => {
  leaving.abort();
  leaving = new AbortController();
  await client?.close();
  await server?.[Symbol.asyncDispose]();
});

async function connect(script: Script, options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  server = await startScriptedServer(script, options);
  client = createKubernetesClient({ cluster: 'leaf-1', server: server.url, tls: { ca: ca.cert } }, { log: silentLogger });
  return server;
}

async function collect(options: Partial<WatchOptions> = {}): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  const defaults: WatchOptions = { as: { type: 'self' }, timeoutSeconds: 60, inactivityMs: 60_000, signal: leaving.signal };
  for await (const event of client!.watch(PODS, { ...defaults, ...options })) events.push(event);
  return events;
}

const stream =
  (...chunks: string[]): Script =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const chunk of chunks) {
      response.write(chunk);
      await new Promise(setImmediate);
    }
    response.end();
  };

describe('a watch', () => {
  it('asks for bookmarks and goes on from a version', async () => {
    const { requests } = await connect(stream());
    await collect({ namespace: 'n', resourceVersion: '42' });
    expect(requests[0]?.url).toBe('/api/v1/namespaces/n/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=60&resourceVersion=42');
    await collect({ sendInitialEvents: true });
    expect(requests[1]?.url).toContain('sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
  });

  it('gives events however they are cut, and bookmarks with their meaning', async () => {
    const added = line('ADDED', pod('zoë'));
    const end = { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } };
    const bytes = Buffer.from(added);
    const cut = bytes.indexOf(0xc3) + 1; // in the middle of the ë
    await connect(async (_request, response) => {
      response.writeHead(200);
      response.write(bytes.subarray(0, cut));
      await new Promise(setImmediate);
      response.write(bytes.subarray(cut));
      response.end(line('DELETED', pod('b')) + '\n' + line('BOOKMARK', { metadata: { resourceVersion: '8' } }) + line('BOOKMARK', end));
    });
    expect(await collect()).toEqual([
      { type: 'ADDED', object: pod('zoë') },
      { type: 'DELETED', object: pod('b') },
      { type: 'BOOKMARK', resourceVersion: '8', initialEventsEnd: false },
      { type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: true },
    ]);
  });

  it('tells of an event whose object is none, and goes on', async () => {
    await connect(stream(line('ADDED', { metadata: { name: 7 } }) + line('ADDED', pod('good'))));
    expect(await collect()).toEqual([{ type: 'UNREADABLE' }, { type: 'ADDED', object: pod('good') }]);
  });

  it.each([
    [
      'an ERROR event of 410',
      line('ERROR', status(410, 'Expired', 'too old resource version')),
      { code: 'GONE', status: 410, reason: 'Expired' },
    ],
    ['an ERROR event of 500', line('ERROR', status(500, 'InternalError', 'broken')), { code: 'SERVER_ERROR' }],
    ['an ERROR event without a Status', line('ERROR', null), { code: 'SERVER_ERROR' }],
    ['a line that is not JSON', '<html>\n', { code: 'MALFORMED' }],
    ['a type that does not exist', line('PATCHED', pod('a')), { code: 'MALFORMED' }],
    ['an end in the middle of a line', line('ADDED', pod('a')).slice(0, -5), { code: 'UNREACHABLE' }],
  ])('ends with an error at %s', async (_what, chunk, expected) => {
    await connect(stream(chunk));
    await expect(collect()).rejects.toMatchObject(expected);
  });

  it('ends with an error when the connection breaks, and when nothing comes', async () => {
    const scripted = await connect((_request, response) => {
      response.writeHead(200);
      response.write(line('ADDED', pod('a')), () => response.destroy());
    });
    await expect(collect()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    scripted.script = (_request, response) => void response.writeHead(200).flushHeaders();
    await expect(collect({ inactivityMs: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(collect({ sendInitialEvents: true, inactivityMs: 60_000, initialInactivityMs: 50 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    await until(() => scripted.givenUp === 3);
  });

  it('lives as long as bytes come, past its inactivity limit', async () => {
    await connect(async (_request, response) => {
      response.writeHead(200);
      for (let i = 0; i < 20; i += 1) {
        response.write(line('BOOKMARK', { metadata: { resourceVersion: String(i) } }));
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      response.end();
    });
    expect(await collect({ inactivityMs: 200 })).toHaveLength(20);
  });

  it('may be silent longer once its initial events have ended, or when it has none', async () => {
    const end = { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } };
    await connect((request, response) => {
      response.writeHead(200);
      response.write(request.url.includes('sendInitialEvents') ? line('BOOKMARK', end) : '\n');
      setTimeout(() => response.end(), 300);
    });
    await collect({ sendInitialEvents: true, inactivityMs: 60_000, initialInactivityMs: 100 });
    await collect({ resourceVersion: '9', inactivityMs: 60_000, initialInactivityMs: 100 });
  });

  it('does not take a consumer that is busy for a leaf that is silent', async () => {
    const scripted = await connect((_request, response) => {
      response.writeHead(200);
      response.write(line('ADDED', pod('a')));
      setTimeout(() => response.end(line('ADDED', pod('b'))), 50);
    });
    const names: string[] = [];
    const options: WatchOptions = { as: { type: 'self' }, timeoutSeconds: 60, inactivityMs: 200, signal: leaving.signal };
    for await (const event of client!.watch(PODS, options)) {
      if (event.type === 'ADDED') names.push(event.object.metadata.name);
      await new Promise(resolve => setTimeout(resolve, 500));
    }
    expect(names).toEqual(['a', 'b']);
    expect(scripted.givenUp).toBe(0);
  });

  it('is given up on the server when the consumer stops reading', async () => {
    const scripted = await connect((_request, response) => void response.writeHead(200).write(line('ADDED', pod('a'))));
    for await (const _event of client!.watch(PODS, {
      as: { type: 'self' },
      timeoutSeconds: 60,
      inactivityMs: 60_000,
      signal: leaving.signal,
    }))
      break;
    await until(() => scripted.givenUp === 1);
  });

  it('does not read an event that would take long, though it is not large, and counts no bracket in a string', async () => {
    const event = (name: string, spec: object) => `${line('ADDED', { metadata: { name }, spec })}`;
    const many = (count: number) => Array.from({ length: count }, () => ({}));
    const events =
      event('many', { parts: many(MAX_BRACKETS) }) +
      event('less', { parts: many(MAX_BRACKETS - 10) }) +
      event('text', { text: '\\"['.repeat(MAX_BRACKETS) });
    await connect(stream(events));
    const names = (await collect()).map(event => ('object' in event ? event.object.metadata.name : event.type));
    expect(names).toEqual(['UNREADABLE', 'less', 'text']);
  });

  it('refuses a line that has no end', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.alloc(1_000, 'x');
    }
    const events = watchEvents(endless(), { cluster: 'leaf-1', doing: 'watch pods', maxLineBytes: 10_000 });
    await expect(events.next()).rejects.toMatchObject({
      code: 'MALFORMED',
      message: 'leaf-1: watch pods: one event is larger than 10000 bytes.',
    });
  });
});

describe('many watches', () => {
  const hold = (open: ServerResponse[]): Script => {
    return (_request, response) => {
      response.writeHead(200);
      response.write(line('ADDED', pod('a')));
      open.push(response);
    };
  };

  it('share one connection over HTTP/2, and requests do not queue behind them', async () => {
    const open: ServerResponse[] = [];
    const scripted = await connect(hold(open), { tls: serving, http2: true });
    const watches = Array.from({ length: 300 }, () => collect());
    await until(() => open.length === 300);
    expect(scripted.connections).toBe(1);
    expect(scripted.requests[0]?.httpVersion).toBe('2.0');
    scripted.script = (_request, response) => void response.end('{}');
    await client!.request('/version', { as: { type: 'self' } });
    await client!.request('/version', { as: { type: 'impersonate', user: 'jane', groups: ['a', 'b'], uid: '', extra: {} } });
    expect(scripted.requests.at(-1)?.httpVersion).toBe('1.1');
    expect(scripted.connections).toBe(3);
    for (const response of open) response.end();
    expect((await Promise.all(watches)).flat()).toHaveLength(300);
  });

  it('get a connection each where the server speaks HTTP/1.1 only', async () => {
    const open: ServerResponse[] = [];
    const scripted = await connect(hold(open), { tls: serving });
    const watches = Array.from({ length: 20 }, () => collect());
    await until(() => open.length === 20);
    expect(scripted.connections).toBe(20);
    for (const response of open) response.end();
    await Promise.all(watches);
  });
});
