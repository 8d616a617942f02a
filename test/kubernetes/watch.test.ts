/** Watches over a socket: events, regular ends and errors, timeouts, and the number of watches per connection. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient, WatchEvent, WatchOptions } from '../../kubernetes/client.ts';
import { watchEvents } from '../../kubernetes/watch-stream.ts';
import type { Resource } from '../../rbac/types.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { authority, issue, type Certificate } from './certificates.ts';
import {
  startScriptedServer,
  status,
  type Script,
  type ScriptedServer,
  type ScriptedServerOptions,
} from './scripted-server.ts';
import { until } from './until.ts';
import { collectGarbage } from '../collect-garbage.ts';

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const pod = (name: string, resourceVersion = '1'): unknown => ({ metadata: { name, resourceVersion } });
const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;

/** The object of an event as `name namespace version`. */
function identity(event: WatchEvent | undefined): string | undefined {
  const object = event && 'object' in event ? event.object : event && 'identity' in event ? event.identity : undefined;
  return object && [object.metadata.name, object.metadata.namespace, object.metadata.resourceVersion].join(' ');
}

/** Bytes of all buffers after a garbage collection. */
function buffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

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
  client = createKubernetesClient(
    { cluster: 'leaf-1', server: server.url, tls: { ca: ca.cert } },
    { log: silentLogger },
  );
  return server;
}

async function collect(options: Partial<WatchOptions> = {}): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  const defaults: WatchOptions = {
    as: { type: 'self' },
    timeoutSeconds: 60,
    inactivityMs: 60_000,
    signal: leaving.signal,
  };
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
    expect(requests[0]?.url).toBe(
      '/api/v1/namespaces/n/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=60&resourceVersion=42',
    );
    await collect({ sendInitialEvents: true });
    expect(requests[1]?.url).toContain('sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
  });

  it('gives events however they are cut, and bookmarks with their meaning', async () => {
    const added = line('ADDED', pod('zoë'));
    const end = { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } };
    const bytes = Buffer.from(added);
    const cut = bytes.indexOf(0xc3) + 1; // between the two bytes of the ë
    await connect(async (_request, response) => {
      response.writeHead(200);
      response.write(bytes.subarray(0, cut));
      await new Promise(setImmediate);
      response.write(bytes.subarray(cut));
      response.end(
        line('DELETED', pod('b')) +
          '\n' +
          line('BOOKMARK', { metadata: { resourceVersion: '8' } }) +
          line('BOOKMARK', end),
      );
    });
    expect(await collect()).toEqual([
      { type: 'ADDED', object: pod('zoë') },
      { type: 'DELETED', object: pod('b') },
      { type: 'BOOKMARK', resourceVersion: '8', initialEventsEnd: false },
      { type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: true },
    ]);
  });

  it.each([
    ['has no name', { metadata: { name: 7 } }, undefined],
    [
      'has labels that are none',
      { metadata: { name: 'a', namespace: 'n', resourceVersion: '3', labels: [] } },
      'a n 3',
    ],
    [
      'has a text for its spec',
      { metadata: { name: 'a', namespace: 'n', resourceVersion: '3' }, spec: 'text' },
      'a n 3',
    ],
    [
      'is of the whole cluster',
      { metadata: { name: 'a', namespace: null, resourceVersion: '3' }, spec: 'text' },
      'a  3',
    ],
    ['is a text', 'text', undefined],
  ])('names the object of an event when the object %s, and goes on', async (_what, object, expected) => {
    await connect(stream(line('ADDED', object) + line('DELETED', object) + line('ADDED', pod('good'))));
    const [changed, deleted, good] = await collect();
    expect(changed).toMatchObject({ type: 'UNREADABLE' });
    expect(identity(changed)).toBe(expected);
    expect(deleted?.type).toBe(expected === undefined ? 'UNREADABLE' : 'DELETED');
    expect(identity(deleted)).toBe(expected);
    expect(good).toEqual({ type: 'ADDED', object: pod('good') });
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
    await expect(
      collect({ sendInitialEvents: true, inactivityMs: 60_000, initialInactivityMs: 50 }),
    ).rejects.toMatchObject({
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
    const options: WatchOptions = {
      as: { type: 'self' },
      timeoutSeconds: 60,
      inactivityMs: 200,
      signal: leaving.signal,
    };
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

  it('does not read an object that would take long, though it is not large, but names it', async () => {
    const metadata = (name: string) => ({ name, namespace: 'n', resourceVersion: '7' });
    const heavy = Array.from({ length: 600_000 }, () => []);
    const events =
      line('MODIFIED', { metadata: metadata('many'), spec: { heavy } }) +
      line('MODIFIED', { spec: { metadata: metadata('other'), heavy }, metadata: metadata('late') }) +
      line('DELETED', { metadata: metadata('gone'), spec: { heavy } }) +
      line('MODIFIED', { metadata: metadata('text'), spec: { text: '\\"['.repeat(600_000) } });
    await connect(stream(events));
    const seen = await collect();
    expect(seen.map(event => `${event.type} ${identity(event)}`)).toEqual([
      'UNREADABLE many n 7',
      'UNREADABLE late n 7',
      'DELETED gone n 7',
      'MODIFIED text n 7',
    ]);
    expect(seen[0]).toEqual({ type: 'UNREADABLE', identity: { metadata: metadata('many') } });
  });

  it.each([1_000, 7, 100_000])(
    'keeps the beginning of a line that is too long, and reads on after it, in pieces of %d bytes',
    async size => {
      const long = (type: string, name: string) =>
        line(type, { metadata: { name, namespace: 'n', resourceVersion: '7' }, spec: { text: 'x\\"'.repeat(8_000) } });
      const late = line('MODIFIED', { spec: { text: 'x'.repeat(15_000) }, metadata: { name: 'late', namespace: 'n' } });
      const bytes = Buffer.from(
        long('MODIFIED', 'a') + line('ADDED', pod('b')) + long('DELETED', 'c') + late + line('ADDED', pod('d')),
      );
      async function* pieces(): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const seen: string[] = [];
      const options = { cluster: 'leaf-1', doing: 'watch pods', maxLineBytes: 10_000 };
      for await (const event of watchEvents(pieces(), options)) seen.push(`${event.type} ${identity(event)}`);
      expect(seen).toEqual(['UNREADABLE a n 7', 'ADDED b  1', 'DELETED c n 7', 'UNREADABLE undefined', 'ADDED d  1']);
    },
  );

  it('refuses a line that has no end', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield Buffer.alloc(1_000, 'x');
        sent += 1_000;
      }
    }
    const events = watchEvents(endless(), { cluster: 'leaf-1', doing: 'watch pods', maxLineBytes: 10_000 });
    await expect(events.next()).rejects.toMatchObject({
      code: 'MALFORMED',
      message: 'leaf-1: watch pods: one event is larger than 80000 bytes.',
    });
    expect(sent).toBeLessThan(100_000);
  });

  it('counts as cut when it ends within a line that is too long', async () => {
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(20_000, 'x');
    }
    const events = watchEvents(cut(), { cluster: 'leaf-1', doing: 'watch pods', maxLineBytes: 10_000 });
    await expect(events.next()).rejects.toMatchObject({ code: 'UNREACHABLE' });
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
    await client!.request('/version', {
      as: { type: 'impersonate', user: 'jane', groups: ['a', 'b'], uid: '', extra: {} },
    });
    expect(scripted.requests.at(-1)?.httpVersion).toBe('1.1');
    expect(scripted.connections).toBe(3);
    for (const response of open) response.end();
    expect((await Promise.all(watches)).flat()).toHaveLength(300);
  });

  it('do not keep the first chunk of their answers once another one has come', async () => {
    const open: ServerResponse[] = [];
    const large = { metadata: { name: 'a', resourceVersion: '1' }, data: 'x'.repeat(40_000) };
    await connect((_request, response) => {
      response.writeHead(200);
      response.write(line('ADDED', large));
      open.push(response);
    });
    let events = 0;
    const before = buffersInUse();
    const watches = Array.from({ length: 100 }, async () => {
      const options = { as: { type: 'self' }, timeoutSeconds: 60, inactivityMs: 60_000 } as const;
      for await (const _ of client!.watch(PODS, { ...options, signal: leaving.signal })) events += 1;
    });
    await until(() => events === 100);
    for (const response of open) response.write(line('ADDED', pod('b')));
    await until(() => events === 200);
    await until(() => buffersInUse() - before < 100 * 10_000);
    for (const response of open) response.end();
    await Promise.all(watches);
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
