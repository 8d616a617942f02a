/** How payloads of one connection reach its socket. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket } from 'ws';
import { acceptWebSockets } from '../../../gateway/transports/websocket.ts';
import type { Payloads } from '../../../gateway/subscriptions/streamed-operation.ts';
import type { Identity } from '../../../identity/identity.ts';
import { silentLogger } from '../../../telemetry/log.ts';

const jane: Identity = { user: 'jane', groups: [], uid: '', extra: {} };
const STREAMS = 5;

const open = new AsyncDisposableStack();
afterEach(() => open.disposeAsync());

it('writes the payloads of one turn of the event loop at once', async () => {
  const server = createServer();
  const due = Promise.withResolvers<void>();
  let begun = 0;
  const payloads = async function* () {
    begun++;
    await due.promise;
    yield { data: { n: 1 } };
    await new Promise(() => undefined);
  };
  const sockets = acceptWebSockets(server, {
    ...{ path: '/graphql', log: silentLogger, origins: [], messageBytes: 10_000, durationMs: 60_000 },
    authenticator: { authenticate: async () => jane },
    start: async () => payloads() as unknown as Payloads,
  });
  const accepted = new Promise<Socket>(resolve => server.once('connection', resolve));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, 'graphql-transport-ws');
  open.defer(async () => {
    client.terminate();
    server.close();
    await sockets.close();
  });
  const socket = await accepted;
  await once(client, 'open');
  client.send(JSON.stringify({ type: 'connection_init' }));
  await once(client, 'message');
  for (let id = 0; id < STREAMS; id++)
    client.send(JSON.stringify({ type: 'subscribe', id: `${id}`, payload: { query: 'subscription { n }' } }));
  while (begun < STREAMS) await new Promise(setImmediate);
  const writes = jest.spyOn(socket as unknown as { _writev: () => void }, '_writev');
  const told: string[] = [];
  client.on('message', (message: Buffer) => told.push((JSON.parse(message.toString()) as { id: string }).id));
  due.resolve();
  while (told.length < STREAMS) await once(client, 'message');
  expect(told).toEqual(['0', '1', '2', '3', '4']);
  expect(writes).toHaveBeenCalledTimes(1);
});
