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
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, Server as TlsServer, TLSSocket } from 'node:tls';
import { type AuthenticationRequest, type ClientAddress, clientOf } from '../../identity/authenticator.ts';
import type { Logger } from '../../telemetry/log.ts';

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
  /** Time for a whole request of `decidedFirst`; other requests keep the usual one. */
  readonly requestTimeoutMs?: number;
  /**
   * Beginnings of the URLs of requests whose body is read only after a decision about it. They get no `100 Continue`
   * unasked. @default none
   */
  readonly decidedFirst?: readonly string[];
}

/**
 * Answers one request at a time on each connection.
 * @throws ListenError if the files are unusable now
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
 * Closes the connection of a client that takes too long to send a request which the server's own, longer limit allows.
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
 * Resolves with the URL once the server listens; port 0 takes any free one.
 * @param key Configuration key of the port, for the error
 * @throws ListenError
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

/**
 * One request at a time on each connection.
 *
 * Node parses a whole segment at once and starts every request in it: 65 KB hold 1 900 requests, which would all start
 * in one step of the event loop, before anything can take turns. Here the second request waits until the answer to the
 * first has left. The third one closes the connection, and its bytes are not parsed.
 *
 * The second one waits instead of closing the connection, because a client may send it after the first answer and still
 * be early: the answer leaves before the server learns so. Such a client never has a third request on its way.
 *
 * The message classes count the requests, because Node answers some of them itself (no Host header, an unknown Expect).
 */

/** The last response of a socket. */
const LAST = Symbol('last response');
/** The response that this one waits for. */
const BEFORE = Symbol('response before');

interface Counted {
  [LAST]?: CountedResponse;
}

class CountedRequest extends IncomingMessage {
  constructor(socket: Socket & Counted) {
    super(socket);
    if (isOpen(socket[LAST]?.[BEFORE])) refuse(this);
  }
}

class CountedResponse extends ServerResponse {
  [BEFORE]: CountedResponse | undefined;

  /** Node passes options that are missing in its types. */
  constructor(...[request, ...options]: [IncomingMessage, ...unknown[]]) {
    super(...([request, ...options] as [IncomingMessage]));
    const socket = request.socket as Socket & Counted;
    this[BEFORE] = isOpen(socket[LAST]) ? socket[LAST] : undefined;
    socket[LAST] = this;
  }
}

/** Options of a server whose listener is from oneAtATime(). */
const COUNTED = { IncomingMessage: CountedRequest, ServerResponse: CountedResponse } as unknown as Pick<
  ServerOptions,
  'IncomingMessage' | 'ServerResponse'
>;

/** Calls the listener for a request after the previous answer has left. */
function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const counted = response as CountedResponse;
    const before = counted[BEFORE];
    if (!before) return listener(request, response);
    const begin = (): void => {
      // Otherwise the chain of responses would live as long as the connection.
      counted[BEFORE] = undefined;
      if (!request.socket.destroyed) listener(request, response);
    };
    if (isOpen(before)) before.once('close', begin);
    else begin();
  };
}

/** True if an answer is still being made on the connection: no other protocol may start there. */
export function isAnswering(socket: Socket): boolean {
  const last = (socket as Socket & Counted)[LAST];
  return isOpen(last) && !last.writableEnded;
}

function isOpen(response: CountedResponse | undefined): response is CountedResponse {
  return response !== undefined && !response.closed;
}

/**
 * Closes the connection. The parser would continue to the end of the segment. It stops where a request asks for another
 * protocol, so this request is made to look like one. Node then passes the socket, which is destroyed, only to
 * listeners of 'upgrade'.
 */
function refuse(request: IncomingMessage): void {
  request.socket.destroy();
  Object.defineProperty(request, 'upgrade', { get: () => true, set: () => undefined });
}

/**
 * Bounds open connections, so that no client takes them all. Strangers, whose connection has shown no valid credentials
 * yet, have one bound, and callers another. Beyond a bound, the owner with most connections loses the oldest one.
 * Strangers are owned by address, callers by user.
 *
 * Who attacks: a client that opens connections and sends nothing, or a request now and then so that no timeout closes
 * them. What stops it: it displaces its own connections first. What remains: strangers behind one proxy share its
 * address, so the proxy must bound connections itself; and a connection that a proxy shares among callers counts for
 * the first of them.
 */

/** More than browsers and proxies keep open before they sign in. */
const MAX_STRANGERS = 1_000;

export interface ConnectionBounds {
  /** @default 1 000 */
  readonly strangers?: number;
  readonly callers: number;
}

interface Connection {
  /** The accepted socket. Over TLS, requests have another socket, which ends with this one. */
  readonly accepted: Socket;
  owner: string;
}

export class Connections {
  readonly #strangers: Shares;
  readonly #callers: Shares;
  readonly #byPeer = new Map<string, Connection>();
  /** Sockets whose last request had valid credentials. */
  readonly #known = new WeakSet<Socket>();
  /** Sockets that count for a caller. */
  readonly #owned = new WeakSet<Socket>();

  constructor({ strangers = MAX_STRANGERS, callers }: ConnectionBounds) {
    this.#strangers = new Shares(strangers);
    this.#callers = new Shares(callers);
  }

  /** Counts the connections of a server, including those in their TLS handshake. */
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

  /** Call when a request begins. True if the previous request on this connection had no valid credentials. */
  isStranger(socket: Socket): boolean {
    return !this.#known.delete(socket);
  }

  /** Marks that the connection has shown valid credentials. */
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

/** Key of the strangers of one address in the scheduler. No user has such a name. */
export function strangerKey(address: string): string {
  return `\0${address}`;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Connections shared by owners. */
class Shares {
  readonly #max: number;
  #count = 0;
  /** Oldest first. */
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

/** The credentials of a request, independent of its content. */

export function credentialsOf(request: IncomingMessage, clientAddress: ClientAddress): AuthenticationRequest {
  const { headers, rawHeaders, socket } = request;
  return {
    ...{ headers, rawHeaders, remoteAddress: socket.remoteAddress ?? '', clientAddress: clientAddress(request) },
    clientName: () => clientNameOf(socket),
  };
}

/**
 * Path below which browsers reach the gateway (`server.publicUrl`): '' for the root of its origin, otherwise such as
 * `/fleetgraph`, without a slash at the end.
 *
 * A proxy may forward the path or strip it. Both work, because requests below the path are served as if it were absent;
 * addresses written for browsers always include it.
 */

/** The URL of a request without the public path. */
export function withoutPublicPath(publicPath: string, url: string): string {
  if (publicPath === '' || !url.startsWith(publicPath)) return url;
  const rest = url.slice(publicPath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
