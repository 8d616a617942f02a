/**
 * Receives spans by OTLP over HTTP without parsing them. It is a separate process, so that its cost is not part of the
 * sender's cost.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequests } from './answering.ts';

export interface SpanReceiverAnswer {
  readonly endpoint: string;
  /** Number of batches received so far. */
  readonly batches: number;
}

let batches = 0;
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    batches++;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0, '127.0.0.1');

answerRequests<null, SpanReceiverAnswer>(async () => {
  if (!server.listening) await once(server, 'listening');
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, batches };
});
