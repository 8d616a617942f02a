/** The listener: its TLS files and client certificates, the limits on connections, and the public path. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { get } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient } from 'graphql-ws';
import supertest from 'supertest';
import WebSocket from 'ws';
import {
  clientNameOf,
  Connections,
  createListener,
  listen,
  ListenError,
  type ListenerTls,
  withoutPublicPath,
} from '../../../gateway/http/listener.ts';
import { clientOf } from '../../../identity/authenticator.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { authority, type Certificate, issue } from '../../kubernetes/certificates.ts';
import { type Gateway, openGateway } from '../gateway.ts';

describe('listener', () => {
  let ca: Certificate;
  let foreign: Certificate;
  let [first, second]: Certificate[] = [];
  beforeAll(async () => {
    [ca, foreign] = await Promise.all([authority('ours'), authority('another')]);
    [first, second] = await Promise.all(['first', 'second'].map(name => issue(ca, name, { addresses: ['127.0.0.1'] })));
  });

  const open: { server: Server; directory: string }[] = [];
  afterEach(() => {
    jest.useRealTimers();
    for (const { server, directory } of open.splice(0)) {
      server.close();
      server.closeAllConnections();
      rmSync(directory, { recursive: true });
    }
  });

  interface Files extends ListenerTls {
    readonly clientCaFile: string;
  }

  async function start(): Promise<{ url: string; files: Files }> {
    const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-tls-'));
    const files = {
      certFile: join(directory, 'tls.crt'),
      keyFile: join(directory, 'tls.key'),
      clientCaFile: join(directory, 'ca.crt'),
    };
    write(files, first!);
    writeFileSync(files.clientCaFile, ca.cert);
    const server = createListener({}, (req, res) => res.end(clientNameOf(req.socket) ?? 'nobody'), files, silentLogger);
    open.push({ server, directory });
    return { url: await listen(server, { host: '127.0.0.1', port: 0 }), files };
  }

  function write({ certFile, keyFile }: ListenerTls, { cert, key }: Certificate): void {
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
  }

  /** Sends a request. Returns the name in the server's certificate, and the response. */
  function ask(url: string, client?: Certificate): Promise<{ server: string; answer: string }> {
    return new Promise((resolve, reject) => {
      const requested = get(url, { ca: ca.cert, agent: false, ...client }, res => {
        const server = String((res.socket as TLSSocket).getPeerCertificate().subject.CN);
        let answer = '';
        res.on('data', part => (answer += part)).on('end', () => resolve({ server, answer }));
      });
      requested.on('error', reject);
    });
  }

  const readAnew = () => jest.advanceTimersByTime(5_000);
  /** Fakes only the timer that reads the files again. */
  const fakeIntervals = () =>
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setTimeout',
        'clearTimeout',
      ],
    });

  describe('a client', () => {
    it('is known by a certificate of our authorities, and by no other', async () => {
      const { url } = await start();
      expect(url).toMatch(/^https:/);
      expect((await ask(url, await issue(ca, 'proxy'))).answer).toBe('proxy');
      expect((await ask(url, await issue(foreign, 'proxy'))).answer).toBe('nobody');
      expect((await ask(url, await issue(ca, 'proxy', { expired: true }))).answer).toBe('nobody');
      expect((await ask(url)).answer).toBe('nobody');
    });
  });

  describe('the files', () => {
    it('are read anew, and half of a rotation leaves the old ones in use', async () => {
      fakeIntervals();
      const { url, files } = await start();
      expect((await ask(url)).server).toBe('first');
      writeFileSync(files.certFile, second!.cert);
      readAnew();
      expect((await ask(url)).server).toBe('first');
      writeFileSync(files.keyFile, second!.key);
      readAnew();
      expect((await ask(url)).server).toBe('second');
      rmSync(files.keyFile);
      readAnew();
      expect((await ask(url)).server).toBe('second');
    });

    it.each<[string, (files: Files) => void, string]>([
      ['are not there', files => rmSync(files.certFile), 'server.tls.certFile'],
      ['do not fit together', files => writeFileSync(files.keyFile, second!.key), 'cannot be used together'],
      ['are something else', files => writeFileSync(files.clientCaFile, 'hello'), 'is not a PEM file'],
    ])('that %s stop the start', async (_case, spoil, message) => {
      const { files } = await start();
      spoil(files);
      expect(() => createListener({}, () => undefined, files, silentLogger)).toThrow(ListenError);
      expect(() => createListener({}, () => undefined, files, silentLogger)).toThrow(message);
    });
  });
});

describe('connections', () => {
  let cleanup = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanup[Symbol.asyncDispose]();
    cleanup = new AsyncDisposableStack();
  });

  let ca: Certificate;
  let certificate: Certificate;
  beforeAll(async () => {
    ca = await authority('ours');
    certificate = await issue(ca, 'server', { addresses: ['127.0.0.1'] });
  });

  const STRANGERS = 4;
  const CALLERS = 3;

  /** A server that takes the path of a request as its user. A request for `/` has no user. */
  async function serve({ isTls = false } = {}) {
    const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-connections-'));
    cleanup.defer(() => rmSync(directory, { recursive: true }));
    const files = { certFile: join(directory, 'tls.crt'), keyFile: join(directory, 'tls.key') };
    writeFileSync(files.certFile, certificate.cert);
    writeFileSync(files.keyFile, certificate.key);
    const connections = new Connections({ strangers: STRANGERS, callers: CALLERS });
    const server = createListener(
      {},
      (req, res) => {
        const was = connections.isStranger(req.socket) ? 'stranger' : 'known';
        if (req.url !== '/') connections.know(req.socket, req.url!);
        res.end(was);
      },
      isTls ? files : undefined,
      silentLogger,
    );
    connections.follow(server);
    const url = new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
    cleanup.defer(() => {
      server.close();
      server.closeAllConnections();
    });
    /** Resolves when the server has accepted the connection. */
    const open = async (localAddress = '127.0.0.1') => {
      const to = { host: url.hostname, port: Number(url.port), localAddress };
      const socket = isTls ? connectTls({ ...to, ca: ca.cert }) : connect(to);
      const met = once(server, 'connection');
      socket.on('error', () => undefined);
      await Promise.all([once(socket, isTls ? 'secureConnect' : 'connect'), met]);
      const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
      socket.resume();
      return { socket, closed };
    };
    return { open };
  }

  /** Sends a request. Returns `known` if the previous request on this connection had a user, else `stranger`. */
  async function ask({ socket }: { socket: Socket }, path = '/'): Promise<string> {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    const [text] = (await once(socket, 'data')) as [Buffer];
    return String(text).split('\r\n\r\n')[1]!;
  }

  describe('a connection', () => {
    it.each([
      ['plain', false],
      ['TLS', true],
    ])(
      'is a stranger until a request on it has good credentials, and again when one has none: %s',
      async (_what, isTls) => {
        const { open } = await serve({ isTls });
        const connection = await open();
        const seen = [];
        for (const path of ['/', '/jane', '/jane', '/', '/']) seen.push(await ask(connection, path));
        expect(seen).toEqual(['stranger', 'stranger', 'known', 'known', 'stranger']);
      },
    );
  });

  describe('when there are too many connections', () => {
    it.each([
      ['plain', false],
      ['TLS', true],
    ])('the address with most of them loses its oldest: %s', async (_what, isTls) => {
      const { open } = await serve({ isTls });
      const other = await open('127.0.0.2');
      const flood = [];
      for (let i = 0; i < STRANGERS; i++) flood.push(await open());
      await flood[0]!.closed;
      expect(await ask(other)).toBe('stranger');
      for (const connection of flood.slice(1)) expect(await ask(connection)).toBe('stranger');
    });

    it('those of callers stay, since they count no more as strangers', async () => {
      const { open } = await serve();
      const caller = await open();
      await ask(caller, '/jane');
      const flood = [];
      for (let i = 0; i <= STRANGERS; i++) flood.push(await open());
      await flood[0]!.closed;
      expect(await ask(caller, '/jane')).toBe('known');
    });

    it('the caller with most of them loses the oldest', async () => {
      const { open } = await serve();
      const joe = await open();
      await ask(joe, '/joe');
      const jane = [];
      for (let i = 0; i < CALLERS; i++) {
        const connection = await open();
        await ask(connection, '/jane');
        jane.push(connection);
      }
      await jane[0]!.closed;
      expect(await ask(joe, '/joe')).toBe('known');
      expect(await ask(jane[1]!, '/jane')).toBe('known');
    });

    it('those that have ended make room', async () => {
      const { open } = await serve();
      const kept = await open();
      for (let i = 0; i < 3 * STRANGERS; i++) {
        const connection = await open();
        await ask(connection);
        connection.socket.end();
        await connection.closed;
      }
      expect(await ask(kept)).toBe('stranger');
    });
  });

  describe('strangers', () => {
    it.each([
      ['10.0.0.1', '10.0.0.2', false],
      ['::ffff:10.0.0.1', '::ffff:10.0.0.2', false],
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', true],
      ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
      ['2001:db8::1', '2001:db8:0:0:1::5', true],
      ['2001:db8::1', '2001:db8:0:1::1', false],
    ])('of %s and %s are one in the scheduler or not: %#', (one, other, same) => {
      expect(clientOf(one) === clientOf(other)).toBe(same);
    });
  });
});

/** A gateway below a path of a host that has other services, too. The proxy in front removes the path or keeps it. */
describe('public path', () => {
  const PATH = '/tools/fleet';

  it.each([
    ['/tools/fleet/graphql?a=b', '/graphql?a=b'],
    ['/tools/fleet/', '/'],
    ['/tools/fleet', '/'],
    ['/tools/fleet?a=b', '/?a=b'],
    ['/tools/fleet/tools/fleet/x', '/tools/fleet/x'],
    ['/tools/fleets/graphql', '/tools/fleets/graphql'],
    ['/graphql', '/graphql'],
    ['*', '*'],
  ])('of %s the gateway serves %s', (url, expected) => {
    expect(withoutPublicPath(PATH, url)).toBe(expected);
    expect(withoutPublicPath('', url)).toBe(url);
  });

  describe.each([
    ['passes the path on', PATH],
    ['strips the path', ''],
  ])('behind a proxy that %s', (_what, before) => {
    let gateway: Gateway;
    beforeAll(async () => {
      const types = 'type Query { hello: String }';
      gateway = await openGateway({ types, resolvers: { hello: () => 'world' }, publicPath: PATH });
    });
    afterAll(() => gateway.server.close());

    const ask = (headers: Record<string, string> = {}) =>
      supertest(gateway.url)
        .post(`${before}/graphql`)
        .set({ authorization: 'Bearer jane', ...headers })
        .send({ query: '{ hello }' });

    it('the graph answers', async () => {
      expect((await ask()).body).toEqual({ data: { hello: 'world' } });
    });

    it('an event stream comes', async () => {
      const { text } = await ask({ accept: 'text/event-stream' });
      expect(text).toContain('data: {"data":{"hello":"world"}}');
    });

    it('a WebSocket is accepted', async () => {
      const client = createClient({
        ...{ url: `${gateway.url.replace('http', 'ws')}${before}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 },
        connectionParams: { authorization: 'Bearer jane' },
      });
      const answer = await new Promise((resolve, reject) => {
        client.subscribe({ query: '{ hello }' }, { next: resolve, error: reject, complete: () => undefined });
      });
      expect(answer).toEqual({ data: { hello: 'world' } });
      await client.dispose();
    });

    it.each(['/readyz', '/auth/session'])('%s is there', async path => {
      expect((await supertest(gateway.url).get(`${before}${path}`)).status).toBe(200);
    });

    it('GraphiQL asks the graph below the path, and signs in there', async () => {
      const { text } = await supertest(gateway.url).get(`${before}/graphiql`);
      expect(text).toContain('const root = "/tools/fleet";');
      expect(text).toContain('/tools/fleet/graphql');
    }, 30_000);
  });
});
