/** A server that accepts reports gives a report more time than other requests. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { createListener, listen } from '../../gateway/http/listener.ts';
import { silentLogger } from '../../telemetry/log.ts';

let server: Server;
let port: number;
beforeAll(async () => {
  const options = {
    requestTimeoutMs: 35_000,
    decidedFirst: ['/ingest'],
  };
  server = createListener(
    options,
    (request, response) => void request.on('end', () => response.end('done')).resume(),
    undefined,
    silentLogger,
  );
  port = Number(new URL(await listen(server, { host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Sends half of a body at once, and the rest after `ms` milliseconds. Returns the answer, or '' if the connection was
 * closed earlier.
 */
async function slow(path: string, ms: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nab`);
  const timer = setTimeout(() => socket.writable && socket.write('cd'), ms);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  clearTimeout(timer);
  return text;
}

it('waits for a report longer than for a query', async () => {
  const [report, query] = await Promise.all([slow('/ingest/v1/report', 18_000), slow('/graphql', 18_000)]);
  expect(report).toContain('done');
  expect(query).not.toContain('done');
}, 60_000);
