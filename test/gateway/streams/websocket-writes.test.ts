/** Writes to the socket of one WebSocket connection: payloads, answers to pings, and the reason for a close. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket } from 'ws';
import { acceptWebSockets, type WebSocketsOptions } from '../../../gateway/streams/websocket.ts';
import type { Payloads } from '../../../gateway/streams/subscriptions.ts';
import type { Identity } from '../../../identity/identity.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { collectGarbage } from '../../collect-garbage.ts';

const jane: Identity = { user: 'jane', groups: [], uid: '', extra: {} };
const STREAMS = 5;

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
  jest.restoreAllMocks();
});

type Options = Pick<WebSocketsOptions, 'start'> & Partial<WebSocketsOptions>;

async function listening(options: Options): Promise<{ url: string; accepted: Promise<Socket> }> {
  const server = createServer();
  const sockets = acceptWebSockets(server, {
    ...{ path: '/graphql', log: silentLogger, origins: [], messageBytes: 10_000, durationMs: 60_000 },
    authenticator: { authenticate: async () => jane },
    clientAddress: () => '127.0.0.1',
    streams: { watch: () => new DisposableStack() },
    write: async payload => ({ text: JSON.stringify(payload), [Symbol.dispose]: () => undefined }),
    ...{ room: () => new DisposableStack(), keep: () => new DisposableStack(), pay: () => undefined },
    connections: { know: () => undefined },
    ...options,
  });
  const accepted = new Promise<Socket>(resolve => server.once('connection', resolve));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.defer(async () => {
    server.close();
    await sockets.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, accepted };
}

/** An admitted client, and the gateway's socket for this client. */
async function connected(options: Options): Promise<{ client: WebSocket; socket: Socket }> {
  const { url, accepted } = await listening(options);
  const client = new WebSocket(url, 'graphql-transport-ws');
  open.defer(() => client.terminate());
  const socket = await accepted;
  await once(client, 'open');
  client.send(JSON.stringify({ type: 'connection_init' }));
  await once(client, 'message');
  return { client, socket };
}

it('says to a client of no protocol that it is not understood, and keeps nothing of what it sends', async () => {
  const { url, accepted } = await listening({ start: () => Promise.reject(new Error('nothing is asked')) });
  const client = new WebSocket(url);
  const closed = once(client, 'close');
  // The client does not confirm the close.
  client.close = () => undefined;
  const socket = await accepted;
  await once(client, 'open');
  client.send('x'.repeat(9_000), { fin: false });
  if (!socket.closed) await once(socket, 'close');
  expect((await closed)[0]).toBe(4406);
});

it('says why it closes the connection where its caller has no room for a payload', async () => {
  const payloads = async function* () {
    yield { data: { n: 1 } };
    await new Promise(() => undefined);
  };
  const { client } = await connected({
    start: async () => payloads() as unknown as Payloads,
    write: async () => undefined,
  });
  client.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: 'subscription { n }' } }));
  const reported: unknown[] = [];
  client.on('message', message => reported.push(message));
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([1013, 'You have too many large payloads unread']);
  expect(reported).toEqual([]);
});

it('holds the room of a payload until it has left', async () => {
  let held = 0;
  const payloads = async function* () {
    yield { data: { n: 1 } };
    await new Promise(() => undefined);
  };
  const { client, socket } = await connected({
    start: async () => payloads() as unknown as Payloads,
    write: async payload => (held++, { text: JSON.stringify(payload), [Symbol.dispose]: () => held-- }),
  });
  const writes = jest.spyOn(socket as unknown as { _writev: (chunks: unknown, sent: () => void) => void }, '_writev');
  const sent = new Promise<() => void>(resolve => writes.mockImplementationOnce((_, done) => resolve(done)));
  client.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: 'subscription { n }' } }));
  const leave = await sent;
  expect(held).toBe(1);
  leave();
  while (held > 0) await new Promise(setImmediate);
});

it('says why it closes to a client whose message is far too large', async () => {
  const { client } = await connected({ start: () => Promise.reject(new Error('nothing is asked')) });
  client.on('error', () => undefined);
  client.send('x'.repeat(5_000_000));
  expect((await once(client, 'close'))[0]).toBe(1009);
});

it('answers the last of many pings alone while one answer has not left', async () => {
  const { client, socket } = await connected({ start: () => Promise.reject(new Error('nothing is asked')) });
  socket.cork();
  const pongs: string[] = [];
  client.on('pong', data => pongs.push(data.toString()));
  for (let i = 0; i < 100; i++) client.ping(String(i));
  while (socket.bytesRead < client.url.length + 100 * 7) await new Promise(setImmediate);
  for (let i = 0; i < 200; i++) await new Promise(setImmediate);
  socket.uncork();
  while (pongs.at(-1) !== '99') await once(client, 'pong');
  expect(pongs).toEqual(['0', '99']);
});

it('takes one of many pings in a turn of the event loop', async () => {
  const { client } = await connected({ start: () => Promise.reject(new Error('nothing is asked')) });
  let turn = 0;
  const turns: number[] = [];
  const original = WebSocket.prototype.emit;
  jest.spyOn(WebSocket.prototype, 'emit').mockImplementation(function (this: WebSocket, event, ...args: unknown[]) {
    if (event === 'ping') turns.push(turn);
    return original.call(this, event, ...args);
  });
  for (let i = 0; i < 100; i++) client.ping(String(i));
  while (turns.length < 100) {
    await new Promise(setImmediate);
    turn++;
  }
  expect(new Set(turns).size).toBe(100);
});

it('keeps a client whose answers to pings are not read, because so many of its operations have not begun', async () => {
  const intervals = jest.spyOn(globalThis, 'setInterval');
  let requested = 0;
  const pause = jest.spyOn(WebSocket.prototype, 'pause');
  const { client } = await connected({ start: () => (requested++, new Promise(() => undefined)) });
  const ping = intervals.mock.calls.find(([, ms]) => ms === 15_000)![0];
  const pings = jest.fn();
  client.on('ping', pings);
  const query = `subscription { n } #${'x'.repeat(9_000)}`;
  for (let id = 0; id < 60; id++) client.send(JSON.stringify({ type: 'subscribe', id: `${id}`, payload: { query } }));
  while (requested < 16 || pause.mock.calls.length === 0) await new Promise(setImmediate);
  for (let count = 1; count <= 3; count++) {
    ping();
    while (pings.mock.calls.length < count && client.readyState === client.OPEN) await new Promise(setImmediate);
  }
  expect([requested, client.readyState]).toEqual([16, client.OPEN]);
});

it('writes the payloads of one turn of the event loop at once', async () => {
  const due = Promise.withResolvers<void>();
  let begun = 0;
  const payloads = async function* () {
    begun++;
    await due.promise;
    yield { data: { n: 1 } };
    await new Promise(() => undefined);
  };
  const { client, socket } = await connected({ start: async () => payloads() as unknown as Payloads });
  for (let id = 0; id < STREAMS; id++)
    client.send(JSON.stringify({ type: 'subscribe', id: `${id}`, payload: { query: 'subscription { n }' } }));
  while (begun < STREAMS) await new Promise(setImmediate);
  const writes = jest.spyOn(socket as unknown as { _writev: () => void }, '_writev');
  const reported: string[] = [];
  client.on('message', (message: Buffer) => reported.push((JSON.parse(message.toString()) as { id: string }).id));
  due.resolve();
  while (reported.length < STREAMS) await once(client, 'message');
  expect(reported).toEqual(['0', '1', '2', '3', '4']);
  expect(writes).toHaveBeenCalledTimes(1);
});

/** Bytes of memory in use, after garbage collection. */
async function usedBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await new Promise(resolve => setImmediate(resolve));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('keeps nothing of a message whose operation has begun', async () => {
  const waiting = (): Payloads => {
    const payloads = (async function* () {
      yield { data: { n: 1 } };
      await new Promise(() => undefined);
    })();
    return Object.assign(payloads, { return: async () => ({ value: undefined, done: true }) }) as unknown as Payloads;
  };
  const { client } = await connected({ start: async () => waiting(), messageBytes: 1_000_000 });
  const before = await usedBytes();
  for (let i = 0; i < 30; i++) {
    const variables = { junk: 'x'.repeat(300_000) };
    const payload = { query: `subscription { n } #${'x'.repeat(100_000)}`, variables, junk: 'x'.repeat(100_000) };
    client.send(JSON.stringify({ type: 'subscribe', id: `${i}`, payload, junk: 'x'.repeat(100_000) }));
    await once(client, 'message');
  }
  expect((await usedBytes()) - before).toBeLessThan(6_000_000);
});

it('refuses an operation with a long id, and goes on', async () => {
  const { client } = await connected({ start: () => Promise.reject(new Error('nothing is asked')) });
  const [first, second] = ['x'.repeat(257), 'y'.repeat(5_000)];
  for (const id of [first, second]) {
    client.send(JSON.stringify({ type: 'subscribe', id, payload: { query: 'subscription { n }' } }));
    const [message] = (await once(client, 'message')) as [Buffer];
    expect(JSON.parse(String(message))).toEqual({
      ...{ id, type: 'error' },
      payload: [{ message: expect.stringContaining('at most 256 characters'), extensions: { code: 'BAD_REQUEST' } }],
    });
  }
});

it.each(['7', '"{}"', '[]', 'null', '{', '{}'])('refuses the message %s as one of another protocol', async message => {
  const { client } = await connected({ start: () => Promise.reject(new Error('nothing is asked')) });
  client.send(message);
  expect((await once(client, 'close'))[0]).toBe(4400);
});

it('closes the connection where an id comes twice, however long it is', async () => {
  const { client } = await connected({ start: () => new Promise(() => undefined) });
  for (let i = 0; i < 2; i++)
    client.send(JSON.stringify({ type: 'subscribe', id: 'x'.repeat(200), payload: { query: 'subscription { n }' } }));
  expect((await once(client, 'close'))[0]).toBe(4409);
});

it('closes the connection of a caller whose open connections keep too many headers', async () => {
  const kept: number[] = [];
  const { url } = await listening({
    start: () => Promise.reject(new Error('nothing is asked')),
    keep: (_caller, bytes) => void kept.push(bytes),
  });
  const client = new WebSocket(url, 'graphql-transport-ws', { headers: { 'x-pad': 'x'.repeat(10_000) } });
  open.defer(() => client.terminate());
  await once(client, 'open');
  client.send(JSON.stringify({ type: 'connection_init' }));
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  expect([code, String(reason)]).toEqual([1013, 'You have too many connections with large headers']);
  expect(kept).toEqual([expect.any(Number)]);
  expect(kept[0]).toBeGreaterThan(10_000);
});
