/**
 * Requests of one connection are processed one after the other. Clients that reuse connections correctly notice no
 * difference.
 */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { createListener, isAnswering, listen } from '../../../gateway/http/listener.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { authority, issue, type Certificate } from '../../kubernetes/certificates.ts';
import { collectGarbage } from '../../collect-garbage.ts';

let ca: Certificate;
let certificate: Certificate;
beforeAll(async () => {
  ca = await authority('ours');
  certificate = await issue(ca, 'server', { addresses: ['127.0.0.1'] });
});

let cleanup = new AsyncDisposableStack();
afterEach(async () => {
  await cleanup[Symbol.asyncDispose]();
  cleanup = new AsyncDisposableStack();
});

interface Listening {
  readonly server: Server;
  readonly url: URL;
  readonly isTls: boolean;
}

async function serve(app: RequestListener, isTls = false): Promise<Listening> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-http-'));
  cleanup.defer(() => rmSync(directory, { recursive: true }));
  const files = { certFile: join(directory, 'tls.crt'), keyFile: join(directory, 'tls.key') };
  writeFileSync(files.certFile, certificate.cert);
  writeFileSync(files.keyFile, certificate.key);
  const server = createListener({}, app, isTls ? files : undefined, silentLogger);
  const url = new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
  cleanup.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { server, url, isTls };
}

interface Client {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
}

async function dial({ url, isTls }: Listening): Promise<Client> {
  const to = { host: url.hostname, port: Number(url.port) };
  const socket = isTls ? connectTls({ ...to, ca: ca.cert }) : connect(to);
  await once(socket, isTls ? 'secureConnect' : 'connect');
  let received = '';
  socket.on('error', () => undefined).on('data', (part: Buffer) => (received += part.toString('latin1')));
  cleanup.defer(() => void socket.destroy());
  return { socket, received: () => received, closed: new Promise(resolve => socket.once('close', () => resolve())) };
}

const get = (path: string, headers = 'host: x\r\n') => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;

/** Holds all requests until they are released. */
function holding() {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const app: RequestListener = (req, res) => {
    begun.push(req.url ?? '');
    answers.push(() => res.end(req.url));
    for (const { count, resolve } of waiting) if (begun.length >= count) resolve();
  };
  const until = (count: number) =>
    new Promise<void>(resolve => (begun.length >= count ? resolve() : waiting.push({ count, resolve })));
  return { app, begun, until, answer: () => answers.shift()?.() };
}

/** Counts the requests that begin. */
function counted(app: RequestListener): { app: RequestListener; count: () => number } {
  let count = 0;
  return { app: (req, res) => (count++, app(req, res)), count: () => count };
}

describe.each([
  ['plain', false],
  ['TLS', true],
])('a %s connection', (_name, isTls) => {
  it('with many requests in one segment is closed, and begins one of them', async () => {
    const { app, begun } = holding();
    const client = await dial(await serve(app, isTls));
    client.socket.write(get('/livez').repeat(1_900));
    await client.closed;
    expect(begun).toEqual(['/livez']);
  });

  it('with many requests that are answered at once begins no more than two of them', async () => {
    const { app, count } = counted((_req, res) => res.end('ok'));
    const client = await dial(await serve(app, isTls));
    client.socket.write(get('/livez').repeat(1_900));
    await client.closed;
    expect(count()).toBeGreaterThan(0);
    // TLS delivers a segment in several records. The requests of a record may begin once the previous record is
    // answered.
    expect(count()).toBeLessThanOrEqual(isTls ? 10 : 2);
  });

  it('begins a second request when the answer to the first has left', async () => {
    const { app, begun, until, answer } = holding();
    const client = await dial(await serve(app, isTls));
    client.socket.write(get('/first') + get('/second'));
    await until(1);
    await new Promise(resolve => setImmediate(resolve));
    expect(begun).toEqual(['/first']);
    answer();
    await until(2);
    answer();
    client.socket.end();
    await client.closed;
    expect(client.received()).toMatch(/\/first.*\/second/s);
  });

  it('takes a thousand requests one after the other, with and without bodies', async () => {
    const listening = await serve((req, res) => {
      // The path /early is answered before the body has arrived. Other paths are answered after it.
      if (req.url === '/early') return void res.end('early');
      let size = 0;
      req.on('data', (part: Buffer) => (size += part.length)).on('end', () => res.end(String(size)));
    }, isTls);
    const agent = isTls
      ? new TlsAgent({ keepAlive: true, maxSockets: 1, ca: ca.cert })
      : new Agent({ keepAlive: true, maxSockets: 1 });
    cleanup.defer(() => agent.destroy());
    const sockets = new Set<unknown>();
    for (let i = 0; i < 1_000; i++) {
      const body = i % 50 === 0 ? 'x'.repeat(200_000) : i % 3 === 0 ? 'x'.repeat(i) : '';
      const method = i % 7 === 0 && body === '' ? 'HEAD' : 'POST';
      const path = i % 5 === 0 && body.length < 1_000 ? '/early' : '/late';
      const { status, text, socket } = await ask(listening, { agent, method, path, body });
      sockets.add(socket);
      expect([status, text]).toEqual([200, method === 'HEAD' ? '' : path === '/early' ? 'early' : String(body.length)]);
    }
    // After a HEAD request, Node's client opens another connection.
    expect(sockets.size).toBeLessThan(200);
  });

  it('waits with a body until the client is told to go on', async () => {
    const listening = await serve((req, res) => {
      let size = 0;
      req.on('data', (part: Buffer) => (size += part.length)).on('end', () => res.end(String(size)));
    }, isTls);
    const agent = isTls
      ? new TlsAgent({ keepAlive: true, maxSockets: 1, ca: ca.cert })
      : new Agent({ keepAlive: true, maxSockets: 1 });
    cleanup.defer(() => agent.destroy());
    const body = 'x'.repeat(100_000);
    for (let i = 0; i < 20; i++)
      expect((await ask(listening, { agent, method: 'POST', path: '/', body, expectsContinue: true })).text).toBe(
        '100000',
      );
  });
});

function ask(
  { url, isTls }: Listening,
  {
    agent,
    method,
    path,
    body,
    expectsContinue = false,
  }: { agent: Agent; method: string; path: string; body: string; expectsContinue?: boolean },
): Promise<{ status: number | undefined; text: string; socket: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': body.length, ...(expectsContinue && { expect: '100-continue' }) };
    const requested = (isTls ? httpsRequest : httpRequest)({
      host: url.hostname,
      port: url.port,
      agent,
      method,
      path,
      headers,
    });
    requested.on('error', reject).on('response', (answer: IncomingMessage) => {
      const { socket, statusCode: status } = answer;
      let text = '';
      answer.on('data', part => (text += part)).on('end', () => resolve({ status, text, socket }));
    });
    if (expectsContinue) requested.on('continue', () => requested.end(body));
    else requested.end(body);
  });
}

describe('an idle connection', () => {
  it('keeps neither the request that was answered last nor its body in memory', async () => {
    const bodies: WeakRef<object>[] = [];
    const app: RequestListener = (req, res) => {
      const body = {};
      bodies.push(new WeakRef(body));
      Object.assign(req, { body });
      res.end('ok');
    };
    const client = await dial(await serve(app));
    client.socket.write(get('/first'));
    await once(client.socket, 'data');
    client.socket.write('GET /second HTTP/1.1\r\n'); // without its end, so that the connection stays open
    for (let turns = 0; turns < 100 && bodies[0]!.deref(); turns++) {
      await new Promise(resolve => setImmediate(resolve));
      collectGarbage();
    }
    expect([bodies[0]!.deref(), client.socket.destroyed]).toEqual([undefined, false]);
  });
});

describe('the requests of a segment that Node answers itself', () => {
  it.each([
    ['without a Host header', get('/', '')],
    ['with an expectation that nobody knows', get('/', 'host: x\r\nexpect: more\r\n')],
  ])('are not all parsed: those %s', async (_what, text) => {
    const listening = await serve(() => undefined);
    let headers = 0;
    listening.server.on(
      'connection',
      (socket: Socket & { parser: { onIncoming: (...args: unknown[]) => unknown } }) => {
        const { onIncoming } = socket.parser;
        socket.parser.onIncoming = (...args) => (headers++, onIncoming(...args));
      },
    );
    const client = await dial(listening);
    client.socket.write(text.repeat(1_000));
    await client.closed;
    expect(headers).toBeGreaterThan(0);
    expect(headers).toBeLessThanOrEqual(3);
  });
});

describe('an upgrade', () => {
  const upgrade = get('/graphql', 'host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n');

  it('is known to come too early while an answer is being made', async () => {
    const { app, until } = holding();
    const listening = await serve(app);
    const upgraded = once(listening.server, 'upgrade') as Promise<[IncomingMessage, Socket]>;
    const client = await dial(listening);
    client.socket.write(get('/first') + upgrade);
    await until(1);
    const [, socket] = await upgraded;
    expect(isAnswering(socket)).toBe(true);
    socket.destroy();
  });

  it('may follow an answer on the same connection', async () => {
    const listening = await serve((_req, res) => res.end('ok'));
    const upgraded = once(listening.server, 'upgrade') as Promise<[IncomingMessage, Socket]>;
    const client = await dial(listening);
    client.socket.write(get('/first'));
    await once(client.socket, 'data');
    client.socket.write(upgrade);
    const [, socket] = await upgraded;
    expect([isAnswering(socket), socket.destroyed]).toEqual([false, false]);
    socket.destroy();
  });
});

describe('a client that goes away', () => {
  it('leaves no request behind that begins later', async () => {
    const { app, begun, until } = holding();
    const listening = await serve(app);
    const [accepted, client] = await Promise.all([
      once(listening.server, 'connection') as Promise<[Socket]>,
      dial(listening),
    ]);
    client.socket.write(get('/first') + get('/second'));
    await until(1);
    const closed = new Promise(resolve => accepted[0].once('close', resolve));
    client.socket.resetAndDestroy();
    await closed;
    await new Promise(resolve => setImmediate(resolve));
    expect(begun).toEqual(['/first']);
  });
});
