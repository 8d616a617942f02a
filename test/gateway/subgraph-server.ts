/** Foreign subgraphs: HTTP servers on loopback that answer as a test wants, and record the requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Requested {
  readonly request: IncomingMessage;
  readonly body: { readonly query: string; readonly variables?: Record<string, unknown> };
}

export interface SubgraphServer extends AsyncDisposable {
  readonly url: string;
  readonly requested: Requested[];
  /** Resolves once this many requests have arrived. */
  waitForRequested(count: number): Promise<void>;
}

export type Answering = (response: ServerResponse, requested: Requested, index: number) => void;

export async function subgraphServer(answer: Answering, tls?: ServerOptions): Promise<SubgraphServer> {
  const requested: Requested[] = [];
  const waiting = new Set<() => void>();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const question: Requested = { request, body: JSON.parse(Buffer.concat(chunks).toString()) };
      requested.push(question);
      for (const check of waiting) check();
      answer(response, question, requested.length - 1);
    });
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    requested,
    waitForRequested: count =>
      new Promise(resolve => {
        const check = (): void => {
          if (requested.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Gives this answer to every request. */
export function saying(
  body: unknown,
  { status = 200, type = 'application/json', headers = {} }: Partial<Said> = {},
): Answering {
  return response => {
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
}

interface Said {
  readonly status: number;
  readonly type: string;
  readonly headers: Record<string, string>;
}

/** Accepts every request and never answers. */
export const hanging: Answering = () => undefined;
