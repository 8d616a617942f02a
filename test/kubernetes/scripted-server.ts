/**
 * An API server with scripted responses, over plain HTTP, TLS or TLS with HTTP/2. It records the traffic: raw header
 * lines, connections, and abandoned requests.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Readable } from 'node:stream';

export interface SeenRequest {
  readonly method: string;
  /** Path and query of the request. */
  readonly url: string;
  readonly httpVersion: string;
  /** Headers as sent: name, value, name, value, with one character per byte. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Common name of the client certificate. Empty without a certificate. */
  readonly clientCertificate: string;
}

export type Script = (request: SeenRequest, response: ServerResponse) => unknown;

export interface ScriptedServerOptions {
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
  readonly http2?: boolean;
}

export class ScriptedServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly url: string;
  /** Number of opened connections. */
  connections = 0;
  /** Number of requests that the client aborted before the response was complete. */
  givenUp = 0;
  script: Script;
  readonly #close: () => Promise<void>;

  constructor(url: string, script: Script, close: () => Promise<void>) {
    this.url = url;
    this.script = script;
    this.#close = close;
  }

  /** Values of a header, one entry per header line. */
  lines(name: string, request = this.requests.at(-1)): string[] {
    const raw = request?.rawHeaders ?? [];
    return raw.filter((_value, i) => i % 2 === 1 && raw[i - 1]?.toLowerCase() === name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

export async function startScriptedServer(
  script: Script,
  { tls, http2 = false }: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('close', () => {
      if (!response.writableFinished) server.givenUp += 1;
    });
    void respond(request, response);
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks = await Readable.from(request).toArray();
    const socket = request.socket as TLSSocket;
    const seen: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      httpVersion: request.httpVersion,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(chunks as Buffer[]).toString('utf8'),
      clientCertificate: String(socket.getPeerCertificate?.()?.subject?.CN ?? ''),
    };
    server.requests.push(seen);
    await server.script(seen, response);
  };
  const certificates = tls && {
    cert: tls.cert,
    key: tls.key,
    ...(tls.ca ? { ca: tls.ca, requestCert: true, rejectUnauthorized: false } : {}),
  };
  const node =
    certificates === undefined
      ? createHttpServer(listener)
      : http2
        ? createSecureServer({ ...certificates, allowHTTP1: true }, listener as never)
        : createHttpsServer(certificates, listener);
  node.on('connection', (socket: Socket) => {
    server.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  node.on('tlsClientError', () => undefined); // some tests make handshakes fail
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  const server = new ScriptedServer(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`, script, async () => {
    const closed = new Promise(resolve => node.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return server;
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function status(code: number, reason: string, message: string, details?: unknown): Record<string, unknown> {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message,
    ...(details ? { details } : {}),
  };
}
