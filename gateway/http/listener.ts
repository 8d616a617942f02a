/**
 * Server for plain HTTP, or for TLS with files that may change. The files are read again every few seconds, so that
 * certificates can be rotated while the process runs. Open connections stay open. A rotation replaces several files
 * one by one. Until the new files match each other, the last usable files stay in use.
 *
 * If authorities for client certificates are configured, a client certificate is requested but never required. The
 * authenticators decide who must have a certificate (`clientNameOf`).
 */
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, Server as TlsServer, TLSSocket } from 'node:tls';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { type AuthenticationRequest, type ClientAddress, clientOf } from '../../identity/authenticator.ts';
import type { Logger } from '../../telemetry/log.ts';

/** Thrown if the port is in use, or if the TLS files are unusable. The message says which setting is wrong. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** Paths of PEM files. */
export interface ListenerTls {
  readonly certFile: string;
  readonly keyFile: string;
  /** Authorities that sign client certificates. */
  readonly clientCaFile?: string | undefined;
}

const READ_EVERY_MS = 5_000;
/**
 * Limits for receiving a request, and the interval of their checks, in milliseconds. The server closes the connection
 * of a slower client.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };

export interface ListenerOptions {
  readonly maxHeaderSize?: number;
  /**
   * Maximum time in milliseconds for receiving a request of `decidedFirst`. Other requests keep the limit
   * TIMEOUTS.requestTimeout.
   */
  readonly requestTimeoutMs?: number;
  /**
   * Prefixes of the URLs of requests whose body is read only after a decision about the request. Such a request gets
   * no automatic `100 Continue`. @default none
   */
  readonly decidedFirst?: readonly string[];
}

/**
 * Makes a server that answers one request at a time on each connection.
 * @throws ListenError if the files are unusable when this is called
 */
export function createListener(
  { maxHeaderSize, requestTimeoutMs, decidedFirst = [] }: ListenerOptions,
  app: RequestListener,
  tls: ListenerTls | undefined,
  log: Logger,
): Server {
  const isDecidedFirst = ({ url = '' }: IncomingMessage) => decidedFirst.some(path => url.startsWith(path));
  const timed = requestTimeoutMs === undefined ? app : othersInTime(app, isDecidedFirst);
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
  if (decidedFirst.length > 0) {
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      if (!isDecidedFirst(request)) response.writeContinue();
      listener(request, response);
    });
  }
  return server;
}

/**
 * Applies the limit TIMEOUTS.requestTimeout to requests that are not in `decidedFirst`. The server itself applies only
 * the longer limit for `decidedFirst`. Closes the connection of a client that sends too slowly.
 */
function othersInTime(app: RequestListener, isDecidedFirst: (request: IncomingMessage) => boolean): RequestListener {
  return (request, response) => {
    if (!request.complete && !isDecidedFirst(request)) {
      const timer = setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, TIMEOUTS.requestTimeout);
      response.once('close', () => clearTimeout(timer));
    }
    app(request, response);
  };
}

function createServer(
  options: ServerOptions,
  listener: RequestListener,
  tls: ListenerTls | undefined,
  log: Logger,
): Server {
  if (!tls) return createHttpServer(options, listener);
  let pem = readPem(tls);
  const tlsOptions = {
    minVersion: 'TLSv1.2',
    requestCert: tls.clientCaFile !== undefined,
    rejectUnauthorized: false,
  } as const;
  const server = createHttpsServer(
    { ...options, ...pem, ...tlsOptions, handshakeTimeout: TIMEOUTS.headersTimeout },
    listener,
  );
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
 * Resolves with the URL once the server listens. Port 0 means any free port.
 * @param key Configuration key of the port, for the error message
 * @throws ListenError if the port is in use
 */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  key = '--port or server.port',
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new ListenError(`${host}:${port} is in use. Choose another port with ${key}.`)
          : error,
      );
    });
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      resolve(`${server instanceof TlsServer ? 'https' : 'http'}://${name}:${address.port}`);
    });
  });
}

/** Closes the server and all its HTTP connections, even connections with a running request. */
export function closeAtOnce(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Common name of the client's certificate. Undefined if the client has no certificate that one of our authorities
 * signed.
 */
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
    // Node would accept an invalid file as an empty list of authorities.
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

/** Key of the last response of a socket, until this response is closed. */
const LAST = Symbol('last response');
/** Key of the previous response, for which this response waits. */
const BEFORE = Symbol('response before');

interface Counted {
  [LAST]?: CountedResponse;
}

/**
 * Closes the connection at the third request that is not answered. Requests are counted here, and not in the listener,
 * because Node answers some requests itself (without a Host header, or with an unknown Expect).
 */
class CountedRequest extends IncomingMessage {
  constructor(socket: Socket & Counted) {
    super(socket);
    if (isOpen(socket[LAST]?.[BEFORE])) refuse(this);
  }
}

class CountedResponse extends ServerResponse {
  [BEFORE]: CountedResponse | undefined;

  /** Takes all arguments, because Node passes options that are missing in its types. */
  constructor(...[request, ...options]: [IncomingMessage, ...unknown[]]) {
    super(...([request, ...options] as [IncomingMessage]));
    const socket = request.socket as Socket & Counted;
    this[BEFORE] = isOpen(socket[LAST]) ? socket[LAST] : undefined;
    socket[LAST] = this;
    // A response holds its request and the parsed body, which must not live as long as an idle connection.
    this.once('close', () => {
      if (socket[LAST] === this) delete socket[LAST];
    });
  }
}

/** Options of a server whose listener comes from oneAtATime(). */
const COUNTED = { IncomingMessage: CountedRequest, ServerResponse: CountedResponse } as unknown as Pick<
  ServerOptions,
  'IncomingMessage' | 'ServerResponse'
>;

/**
 * Calls the listener for one request at a time on each connection.
 *
 * Node parses a whole segment at once and starts every request in it. A segment of 65 KB can contain 1 900 requests,
 * which would all start in one step of the event loop, before the scheduler can act. With this function, the second
 * request waits until the answer to the first is sent. CountedRequest closes the connection at the third request, and
 * the bytes after it are not parsed.
 *
 * A second request is allowed: a client may send it as soon as it has the first answer, before the server knows that
 * the answer has arrived. Such a client never sends a third request before the second answer.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const counted = response as CountedResponse;
    const before = counted[BEFORE];
    if (!before) return listener(request, response);
    const begin = (): void => {
      // Drops the reference, so that earlier responses do not live as long as the connection.
      counted[BEFORE] = undefined;
      if (!request.socket.destroyed) listener(request, response);
    };
    if (isOpen(before)) before.once('close', begin);
    else begin();
  };
}

/** True while an answer is being made on the connection. The connection must not switch protocols in this time. */
export function isAnswering(socket: Socket): boolean {
  const last = (socket as Socket & Counted)[LAST];
  return isOpen(last) && !last.writableEnded;
}

function isOpen(response: CountedResponse | undefined): response is CountedResponse {
  return response !== undefined && !response.closed;
}

/**
 * Closes the connection and stops the parser, which would continue to the end of the segment. The parser stops at a
 * request to upgrade to another protocol, so the request is marked as an upgrade. Node then passes the socket, which
 * is destroyed, only to listeners of 'upgrade'.
 */
function refuse(request: IncomingMessage): void {
  request.socket.destroy();
  Object.defineProperty(request, 'upgrade', { get: () => true, set: () => undefined });
}

const MAX_STRANGERS = 1_000;

export interface ConnectionBounds {
  /** Maximum number of connections of strangers. @default 1 000 */
  readonly strangers?: number;
  readonly callers: number;
}

interface Connection {
  /** The accepted socket. Over TLS, requests have another socket, which closes with the accepted socket. */
  readonly accepted: Socket;
  owner: string;
}

/**
 * Limits the number of open connections, separately for strangers and for callers. Strangers are clients whose
 * connection has shown no valid credentials yet. When a limit is exceeded, the owner with the most connections loses
 * its oldest connection. The owner is the address of a stranger, or the user name of a caller.
 *
 * Who attacks: a client that opens many connections and keeps them open. What stops it: its own connections are closed
 * first. What remains: strangers behind one proxy share the address of the proxy, so the proxy must limit connections
 * itself. A connection that a proxy shares among several callers counts for the first caller.
 */
export class Connections {
  readonly #strangers: Shares;
  readonly #callers: Shares;
  readonly #byPeer = new Map<string, Connection>();
  /** Sockets whose last request had valid credentials. */
  readonly #known = new WeakSet<Socket>();
  /** Sockets whose connection is counted for a caller. */
  readonly #owned = new WeakSet<Socket>();

  constructor({ strangers = MAX_STRANGERS, callers }: ConnectionBounds) {
    this.#strangers = new Shares(strangers);
    this.#callers = new Shares(callers);
  }

  /** Counts the connections of a server, including connections in their TLS handshake. */
  follow(server: Server): void {
    server.on('connection', (accepted: Socket) => {
      const peer = peerOf(accepted);
      const connection: Connection = { accepted, owner: clientOf(accepted.remoteAddress ?? '') };
      this.#byPeer.set(peer, connection);
      this.#strangers.add(connection);
      accepted.once('close', () => {
        if (this.#byPeer.get(peer) === connection) this.#byPeer.delete(peer);
        this.#strangers.delete(connection);
        this.#callers.delete(connection);
      });
    });
  }

  /**
   * Must be called when a request begins. Returns true for the first request on a connection, and if the previous
   * request had no valid credentials.
   */
  isStranger(socket: Socket): boolean {
    return !this.#known.delete(socket);
  }

  /** Records valid credentials on a connection. From then on, the connection counts for its first caller. */
  know(socket: Socket, caller: string): void {
    this.#known.add(socket);
    if (this.#owned.has(socket)) return;
    this.#owned.add(socket);
    const connection = this.#byPeer.get(peerOf(socket));
    if (!connection) return;
    this.#strangers.delete(connection);
    connection.owner = caller;
    this.#callers.add(connection);
  }
}

/**
 * Maximum length in characters of a header that a library parses in one step of the event loop. The time may grow with
 * the square of the length: 60 000 spaces in a Content-Type took three seconds.
 */
export const MAX_PARSED_HEADER = 1_024;

/** Key in the scheduler for all strangers of one address. The key cannot be the name of a user. */
export function strangerKey(address: string): string {
  return `\0${address}`;
}

/** Requests of strangers wait for a turn on the event loop, so that they do not delay requests of callers. */
export function strangersInTurn(
  connections: Connections,
  clientAddress: ClientAddress,
  app: RequestListener,
): RequestListener {
  return (req, res) => {
    const turn = connections.isStranger(req.socket) ? eventLoopTurns.take(strangerKey(clientAddress(req))) : undefined;
    if (!turn) return app(req, res);
    void turn.then(() => {
      if (!req.socket.destroyed) app(req, res);
    });
  };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Open connections by owner, with one limit for all owners together. */
class Shares {
  readonly #max: number;
  #count = 0;
  /** Connections by owner, oldest first. */
  readonly #owners = new Map<string, Set<Connection>>();

  constructor(max: number) {
    this.#max = max;
  }

  add(connection: Connection): void {
    const owned = this.#owners.get(connection.owner);
    if (owned) owned.add(connection);
    else this.#owners.set(connection.owner, new Set([connection]));
    this.#count++;
    if (this.#count <= this.#max) return;
    const [oldest] = this.#largest();
    this.delete(oldest!);
    oldest!.accepted.destroy();
  }

  delete(connection: Connection): void {
    const owned = this.#owners.get(connection.owner);
    if (!owned?.delete(connection)) return;
    this.#count--;
    if (owned.size === 0) this.#owners.delete(connection.owner);
  }

  #largest(): ReadonlySet<Connection> {
    let largest: ReadonlySet<Connection> = new Set();
    for (const owned of this.#owners.values()) if (owned.size > largest.size) largest = owned;
    return largest;
  }
}

/** The credentials of a request. They do not depend on the body. */
export function credentialsOf(request: IncomingMessage, clientAddress: ClientAddress): AuthenticationRequest {
  const { headers, rawHeaders, socket } = request;
  return {
    ...{ headers, rawHeaders, remoteAddress: socket.remoteAddress ?? '', clientAddress: clientAddress(request) },
    clientName: () => clientNameOf(socket),
  };
}

/**
 * The URL of a request without the public path, below which browsers reach the gateway (`server.publicUrl`). A proxy
 * may forward the public path or strip it. URLs that the gateway sends to browsers must include the public path.
 * @param publicPath '' for the root of the origin. Otherwise starts with a slash and does not end with a slash, for
 * example `/fleetgraph`
 */
export function withoutPublicPath(publicPath: string, url: string): string {
  if (publicPath === '' || !url.startsWith(publicPath)) return url;
  const rest = url.slice(publicPath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
