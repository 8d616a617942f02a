/** How many connections may be open, and which of them are closed when there are more. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Connections } from '../../../gateway/http/connections.ts';
import { clientOf } from '../../../identity/client-address.ts';
import { createListener, listen } from '../../../gateway/http/listener.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { authority, issue, type Certificate } from '../../kubernetes/certificates.ts';

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

/** A server that knows who sends a path other than `/`. */
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
  /** Resolves when the server has met it. */
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

/** What the server takes the connection for. */
async function ask({ socket }: { socket: Socket }, path = '/'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [text] = (await once(socket, 'data')) as [Buffer];
  return String(text).split('\r\n\r\n')[1]!;
}

describe('a connection', () => {
  it.each([
    ['plain', false],
    ['TLS', true],
  ])('is a stranger until a request on it has good credentials, and again when one has none: %s', async (_what, isTls) => {
    const { open } = await serve({ isTls });
    const connection = await open();
    const seen = [];
    for (const path of ['/', '/jane', '/jane', '/', '/']) seen.push(await ask(connection, path));
    expect(seen).toEqual(['stranger', 'stranger', 'known', 'known', 'stranger']);
  });
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
