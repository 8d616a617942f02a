/**
 * The server that a process listens with: plain HTTP, or TLS with files that change. It reads the files anew every few
 * seconds, so that certificates can be rotated under a running process; open connections stay. A rotation replaces
 * several files one by one: until all of them match, the last usable ones stay in use.
 *
 * With client authorities, a client certificate is requested but never required: the authenticators decide who must
 * have one (`clientNameOf`).
 */
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, Server as TlsServer, TLSSocket } from 'node:tls';
import type { Logger } from '../../telemetry/log.ts';
import { COUNTED, oneAtATime } from './one-at-a-time.ts';

/** Thrown if the process cannot listen on the address. The message says what to change. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** PEM files. */
export interface ListenerTls {
  readonly certFile: string;
  readonly keyFile: string;
  /** Authorities that sign client certificates. */
  readonly clientCaFile?: string | undefined;
}

const READ_EVERY_MS = 5_000;
/** The server closes the connection of a slower client. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };

export interface ListenerOptions {
  readonly maxHeaderSize?: number;
  /** Time for a whole request of `isAskedFirst`; other requests keep the usual one. */
  readonly requestTimeoutMs?: number;
  /**
   * True for a request whose body is read only after a decision about it. It gets no `100 Continue` unasked.
   * @default none
   */
  readonly isAskedFirst?: (request: IncomingMessage) => boolean;
}

/**
 * Answers one request at a time on each connection.
 * @throws ListenError if the files are unusable now
 */
export function createListener(
  { maxHeaderSize, requestTimeoutMs, isAskedFirst }: ListenerOptions,
  app: RequestListener,
  tls: ListenerTls | undefined,
  log: Logger,
): Server {
  const timed = isAskedFirst && requestTimeoutMs !== undefined ? othersInTime(app, isAskedFirst) : app;
  const listener = oneAtATime(timed);
  const server = createServer(
    {
      ...{ ...TIMEOUTS, ...COUNTED, ...(maxHeaderSize !== undefined && { maxHeaderSize }) },
      ...(requestTimeoutMs !== undefined && { requestTimeout: Math.max(requestTimeoutMs, TIMEOUTS.requestTimeout) }),
    },
    listener,
    tls,
    log,
  );
  if (isAskedFirst) {
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      if (!isAskedFirst(request)) response.writeContinue();
      listener(request, response);
    });
  }
  return server;
}

/** Closes the connection of a client that takes too long to send a request which the server's own, longer limit allows. */
function othersInTime(app: RequestListener, isAskedFirst: (request: IncomingMessage) => boolean): RequestListener {
  return (request, response) => {
    if (!request.complete && !isAskedFirst(request)) {
      const timer = setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, TIMEOUTS.requestTimeout);
      response.once('close', () => clearTimeout(timer));
    }
    app(request, response);
  };
}

function createServer(options: ServerOptions, listener: RequestListener, tls: ListenerTls | undefined, log: Logger): Server {
  if (!tls) return createHttpServer(options, listener);
  let pem = readPem(tls);
  const tlsOptions = { minVersion: 'TLSv1.2', requestCert: tls.clientCaFile !== undefined, rejectUnauthorized: false } as const;
  const server = createHttpsServer({ ...options, ...pem, ...tlsOptions, handshakeTimeout: TIMEOUTS.headersTimeout }, listener);
  let said = '';
  const timer = setInterval(() => {
    try {
      const now = readPem(tls);
      said = '';
      if (JSON.stringify(now) === JSON.stringify(pem)) return;
      server.setSecureContext(now);
      pem = now;
      log.info('the TLS files were read anew');
    } catch (error) {
      const { message } = error as Error;
      if (message !== said) log.warn({ reason: message }, 'the TLS files cannot be used; the last ones stay in use');
      said = message;
    }
  }, READ_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/**
 * Resolves with the URL once the server listens; port 0 takes any free one.
 * @param key Configuration key of the port, for the error
 * @throws ListenError
 */
export function listen(server: Server, { host, port }: { host: string; port: number }, key = '--port or server.port'): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new ListenError(`${host}:${port} is in use. Choose another port with ${key}.`) : error);
    });
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      resolve(`${server instanceof TlsServer ? 'https' : 'http'}://${name}:${address.port}`);
    });
  });
}

/** Ends the connections, too, whatever they wait for. */
export function closeAtOnce(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Common name of the client's certificate, if one of our authorities has signed it. */
export function clientNameOf(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const name = socket.getPeerCertificate().subject?.CN;
  return typeof name === 'string' ? name : undefined;
}

function readPem({ certFile, keyFile, clientCaFile }: ListenerTls): { cert: string; key: string; ca?: string } {
  const read = (key: string, file: string) => {
    let text;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      throw new ListenError(`server.tls.${key}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
    // Node would take an invalid file for an empty list of authorities.
    if (!text.includes('-----BEGIN '))
      throw new ListenError(`server.tls.${key}: ${file} is not a PEM file: it has no line "-----BEGIN …".`);
    return text;
  };
  const pem = {
    cert: read('certFile', certFile),
    key: read('keyFile', keyFile),
    ...(clientCaFile !== undefined && { ca: read('clientCaFile', clientCaFile) }),
  };
  try {
    createSecureContext(pem);
  } catch (error) {
    throw new ListenError(`server.tls: the files cannot be used together: ${(error as Error).message}.`);
  }
  return pem;
}
