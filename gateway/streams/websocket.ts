/**
 * WebSockets with the protocol graphql-transport-ws (graphql-ws): many operations on one connection, with one
 * identity.
 *
 * Who attacks: first, a page that opens a WebSocket in the browser of a user with a session. The browser sends the
 * user's cookies. What stops it: the upgrade is refused if `Origin` is neither our own nor configured. Second, a client
 * that sends nothing, sends large messages, or reads nothing. What stops it: a client has three seconds to show valid
 * credentials, the size of messages is limited, and each operation makes a payload only after the previous payload has
 * left the process.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ExecutionArgs,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  parse,
} from 'graphql';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import {
  type AuthenticationRequest,
  AuthenticationUnavailableError,
  type Authenticator,
  BadCredentialsError,
  type ClientAddress,
} from '../../identity/authenticator.ts';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { OperationParams, Refusal } from '../context.ts';
import { type Connections, credentialsOf, isAnswering, strangerKey, withoutPublicPath } from '../http/listener.ts';
import { jsonProblem } from '../operation/run.ts';
import type { WritePayload } from './event-stream.ts';
import { type Caller, headerBytes, type OpenStreams } from './open-streams.ts';
import type { KeepMemory, Payloads } from './subscriptions.ts';

const PING_MS = 15_000;
/** Maximum time in milliseconds for clients to answer a close. */
const CLOSING_MS = 1_000;
/** Close code "Service Restart". Clients reconnect and continue from their tokens. */
const COME_AGAIN = 1012;
/** Maximum number of characters of the id of an operation, which each of its payloads repeats. */
const MAX_ID_LENGTH = 256;
/** Maximum number of bytes of the reason of a close. */
const MAX_REASON_BYTES = 123;
/** HTTP reason phrases for refused upgrades. */
const REASONS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
/** Placeholder for the operation that graphql-ws requires before it requests payloads. */
const ANY_SUBSCRIPTION = parse('subscription { any }');

export interface WebSocketsOptions extends MessageLimits {
  readonly path: string;
  /** Path below which browsers reach the gateway, see listener.ts. @default the root */
  readonly publicPath?: string;
  readonly authenticator: Authenticator;
  readonly clientAddress: ClientAddress;
  readonly start: (params: OperationParams, identity: Identity, giveUp: () => void) => Promise<Refusal | Payloads>;
  readonly write: WritePayload;
  readonly keep: KeepMemory;
  readonly streams: Pick<OpenStreams, 'watch'>;
  readonly log: Logger;
  readonly connections: Pick<Connections, 'know'>;
  /** Origins whose pages may connect, in addition to our own. */
  readonly origins: readonly string[];
  readonly messageBytes: number;
  readonly durationMs: number;
}

interface Connection extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket;
  readonly connection: Socket;
  /** Address of the client. Copied from the request, whose headers are not kept. */
  readonly client: Pick<AuthenticationRequest, 'remoteAddress' | 'clientAddress'>;
  /** The caller, if the request of the upgrade had credentials. */
  readonly admitted: Caller | undefined;
  identity?: Identity;
  messages?: Messages;
  /** Resolves when the text has left the process. Only then is the next payload made. */
  send?: (text: string) => Promise<void>;
}

export interface WebSockets {
  /** Resolves when all connections are closed. Connections of clients that do not answer the close are terminated. */
  close(): Promise<void>;
}

export function acceptWebSockets(server: Server, options: WebSocketsOptions): WebSockets {
  const { start, write, keep, streams, log, connections, messageBytes, durationMs, room, pay } = options;
  const sockets = new WebSocketServer({
    ...{ noServer: true, maxPayload: messageBytes, perMessageDeflate: false, autoPong: false },
    // One chunk may contain ten thousand pings or messages. With this option, other callers can run after each of
    // them.
    allowSynchronousEvents: false,
    handleProtocols,
  });
  const callers = new WeakMap<IncomingMessage, Caller>();
  const timers = new WeakMap<WebSocket, NodeJS.Timeout[]>();
  const later = (socket: WebSocket, ms: number, run: () => void): void => {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    const known = timers.get(socket);
    if (known) known.push(timer);
    else {
      timers.set(socket, [timer]);
      socket.once('close', () => timers.get(socket)?.forEach(clearTimeout));
    }
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', destroyed);
    if (isAnswering(request.socket)) socket.destroy();
    if (socket.destroyed) return;
    admit(request, options).then(
      admitted => {
        if (typeof admitted === 'number') return refuse(socket, admitted);
        if (admitted) {
          callers.set(request, admitted);
          connections.know(request.socket, callerKey(admitted.identity));
        }
        sockets.handleUpgrade(request, socket, head, ws => sockets.emit('connection', ws, request));
      },
      (error: unknown) => {
        log.error({ err: error }, 'a WebSocket could not be accepted');
        refuse(socket, 500);
      },
    );
  });
  const protocol = makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: 3_000,
    onConnect: async context => {
      const { socket, connection, admitted, client } = context.extra;
      const authorization = context.connectionParams?.['authorization'];
      // graphql-ws would keep these parameters, which may be large, as long as the connection.
      Object.assign(context, { connectionParams: undefined });
      const caller = admitted ?? (await authenticated(options, client, authorization));
      if (!caller) return socket.close(CloseCode.Unauthorized, 'Unauthorized');
      context.extra.identity = caller.identity;
      connections.know(connection, callerKey(caller.identity));
      if (socket.readyState !== socket.OPEN) return undefined;
      const headers = keep(callerKey(caller.identity), headerBytes(caller));
      if (!headers) return socket.close(NO_ROOM, 'You have too many connections with large headers');
      socket.once('close', () => headers[Symbol.dispose]());
      const watched = streams.watch(caller, how => {
        if (how === 'refused') socket.close(CloseCode.Unauthorized, 'Your credentials have expired or were revoked');
        else socket.close(COME_AGAIN, 'Connect again');
      });
      socket.once('close', () => watched[Symbol.dispose]());
      return undefined;
    },
    onSubscribe: async ({ extra }, id, payload) => {
      const { identity, socket, messages } = extra;
      const hasBegun = messages?.begun;
      if (!identity) return [new GraphQLError('There is no identity.')];
      if (id.length > MAX_ID_LENGTH) return [new GraphQLError(ID_TOO_LONG, { extensions: { code: 'BAD_REQUEST' } })];
      const { query, variables, operationName } = payload;
      const params = { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
      // graphql-ws would keep this message until the operation ends.
      for (const key of Object.keys(payload)) delete (payload as unknown as Record<string, unknown>)[key];
      const begun = await start(params, identity, () => socket.terminate());
      if ('status' in begun) return begun.errors.map(asError);
      hasBegun?.();
      // The client may have left while the first payload was made. If it leaves later, graphql-ws ends the payloads.
      if (socket.readyState !== socket.OPEN) await begun.return();
      const sent = sending(begun, async payload => {
        const written = await write(payload, identity);
        if (!written) return socket.close(NO_ROOM, 'You have too many large payloads unread');
        using _ = written;
        await extra.send!(`{"id":${JSON.stringify(id)},"type":"next","payload":${written.text}}`);
      });
      return { document: ANY_SUBSCRIPTION, contextValue: sent, rootValue: undefined } as unknown as ExecutionArgs;
    },
    subscribe: ({ contextValue }) => contextValue as never,
  });

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    later(socket, durationMs, () => socket.close(COME_AGAIN, 'Connect again'));
    const answers = keepAlive(socket);
    // The request is not kept, because its headers may be large. Only the credentials of a caller keep headers, and
    // headerBytes() counts these.
    const { socket: connection } = request;
    const gathered = gathering(connection);
    const send = (text: string): Promise<void> =>
      new Promise(resolve => {
        if (socket.readyState !== socket.OPEN) return resolve();
        gathered();
        socket.send(text, () => resolve());
      });
    const { remoteAddress, clientAddress } = credentialsOf(request, options.clientAddress);
    const client = { remoteAddress, clientAddress: clientAddress! };
    const extra: Connection = { socket, connection, client, admitted: callers.get(request), send };
    const closed = protocol.opened(
      {
        ...{ protocol: socket.protocol, send },
        close: (code, reason = '') =>
          socket.close(code, Buffer.byteLength(reason) > MAX_REASON_BYTES ? undefined : reason),
        onMessage: take => {
          extra.messages = new Messages({
            ...{ socket, connection, room, pay },
            caller: () => {
              const identity = extra.identity ?? extra.admitted?.identity;
              return identity && callerKey(identity);
            },
            take: message =>
              take(parsed(message)).catch((error: unknown) => {
                log.error({ err: error }, 'a message of a WebSocket failed');
                socket.close(CloseCode.InternalServerError, 'Internal server error');
              }),
          });
        },
      },
      extra,
    );
    // A client of another protocol was refused. Its bytes are not counted, so its connection is terminated.
    if (!extra.messages) socket.terminate();
    // An error of one client must close only its own connection.
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      clearInterval(answers);
      void closed(code, String(reason));
    });
  });

  return {
    close: async () => {
      const timer = setTimeout(() => sockets.clients.forEach(socket => socket.terminate()), CLOSING_MS);
      for (const socket of sockets.clients) socket.close(COME_AGAIN, 'Connect again');
      await new Promise(resolve => sockets.close(resolve));
      clearTimeout(timer);
    },
  };
}

/**
 * Listener that all sockets share. A function made for each upgrade would keep its request, and with it all headers and
 * bytes, in memory.
 */
function destroyed(this: Duplex): void {
  this.destroy();
}

const ID_TOO_LONG = `The id of an operation has at most ${MAX_ID_LENGTH} characters. Choose a shorter one, for example a UUID.`;

/**
 * Parses a message for graphql-ws, which accepts parsed messages, although its types require a text. graphql-ws keeps
 * a message until its operation ends, and onSubscribe can empty only a parsed message. Text that cannot be parsed is
 * returned unchanged, so that graphql-ws refuses it.
 */
function parsed(text: string): string {
  try {
    const { id, type, payload } = JSON.parse(text) as Record<string, unknown>;
    return { id, type, payload } as unknown as string;
  } catch {
    return text;
  }
}

/**
 * Sends the payloads itself, and returns an empty stream for graphql-ws. The library would write each payload in one
 * step, whatever its size. `send` writes a payload in parts, and the next payload is made only after the previous
 * payload has left the process.
 */
function sending(
  payloads: Payloads,
  send: (payload: FormattedExecutionResult) => Promise<void> | void,
): AsyncIterableIterator<never> {
  const stream: AsyncIterableIterator<never> = {
    next: async () => {
      for await (const payload of payloads) await send(payload);
      return { value: undefined, done: true };
    },
    return: async () => {
      await payloads.return();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}

/**
 * Returns a function that must be called before each message. The messages of one iteration of the event loop are then
 * combined into one write, because the write is the largest cost of a short message.
 */
function gathering(socket: Duplex): () => void {
  let isOpen = false;
  return () => {
    if (isOpen) return;
    isOpen = true;
    socket.cork();
    setImmediate(() => {
      isOpen = false;
      socket.uncork();
    });
  };
}

/** Sends pings, and terminates the connection if the client did not answer the previous ping. */
function keepAlive(socket: WebSocket): NodeJS.Timeout {
  let hasAnswered = true;
  socket.on('pong', () => (hasAnswered = true));
  // While the answer to a ping waits, only the newest of the following pings is kept. So pings of a client that reads
  // nothing do not accumulate.
  let isAnswering = false;
  let last: Buffer | undefined;
  const answer = (data: Buffer): void => {
    if (isAnswering) return void (last = data);
    isAnswering = true;
    socket.pong(data, undefined, () => {
      isAnswering = false;
      const next = last;
      last = undefined;
      if (next && socket.readyState === socket.OPEN) answer(next);
    });
  };
  socket.on('ping', answer);
  return setInterval(() => {
    // While the socket is paused to process its messages, the answer to a ping is not read. The client then counts as
    // alive if no sent bytes wait in this process.
    if (!hasAnswered && !(socket.isPaused && socket.bufferedAmount === 0)) return socket.terminate();
    hasAnswered = false;
    socket.ping();
  }, PING_MS);
}

/**
 * Returns the caller if the request has credentials. Returns undefined if connection_init must have the credentials.
 * Otherwise returns the HTTP status of a refusal.
 */
async function admit(
  request: IncomingMessage,
  { path, publicPath = '', origins, authenticator, clientAddress }: WebSocketsOptions,
): Promise<Caller | undefined | number> {
  const { headers, url = '' } = request;
  await eventLoopTurns.take(strangerKey(clientAddress(request)));
  if (withoutPublicPath(publicPath, url).split('?')[0] !== path) return 404;
  const { origin, host } = headers;
  if (origin !== undefined && !origins.includes(origin) && !isOwn(origin, host)) return 403;
  const credentials = credentialsOf(request, clientAddress);
  try {
    const identity = await authenticator.authenticate(credentials);
    return identity && { identity, credentials };
  } catch (error) {
    if (error instanceof BadCredentialsError) return 401;
    if (error instanceof AuthenticationUnavailableError) return 503;
    throw error;
  }
}

/**
 * Authenticates as if the request had only the header `Authorization`, with the value from connection_init. So a client
 * that sends this value cannot also claim another identity by other headers.
 */
async function authenticated(
  { authenticator }: WebSocketsOptions,
  client: Connection['client'],
  authorization: unknown,
): Promise<Caller | undefined> {
  if (typeof authorization !== 'string') return undefined;
  const headers = { headers: { authorization }, rawHeaders: ['authorization', authorization] };
  const credentials = { ...headers, ...client };
  try {
    const identity = await authenticator.authenticate(credentials);
    return identity && { identity, credentials };
  } catch (error) {
    if (error instanceof BadCredentialsError || error instanceof AuthenticationUnavailableError) return undefined;
    throw error;
  }
}

function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

function refuse(socket: Duplex, status: number): void {
  const more = status === 401 ? 'www-authenticate: Bearer realm="fleetgraph"\r\n' : '';
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status as keyof typeof REASONS]}\r\nconnection: close\r\ncontent-length: 0\r\n${more}\r\n`,
  );
}

function asError({ message, extensions, path, locations }: GraphQLFormattedError): GraphQLError {
  const error = new GraphQLError(message, { ...(extensions && { extensions }), ...(path && { path }) });
  return Object.assign(error, {
    toJSON: () => ({ message, ...(locations && { locations }), ...(path && { path }), extensions }),
  });
}

/** Maximum number of messages of one connection that are being processed. */
const AT_ONCE = 16;
/** Number of bytes of a message that are not counted. A message of a client without credentials must not be longer. */
const UNCOUNTED = 64 * 1024;
/**
 * Number of bytes of messages that may wait while the connection is still read. Reading continues so that the client
 * can still close the connection and answer a ping.
 */
const WAITING = 64 * 1024;
/** Approximate number of bytes of a message in addition to its content. */
const OF_EACH = 64;
/** Close code "Try Again Later". */
const NO_ROOM = 1013;
const TOO_LARGE = 1009;

interface MessageLimits {
  /**
   * Reserves memory for the bytes of a message that arrives or is processed. Undefined if no memory is left for them.
   */
  readonly room: KeepMemory;
  /**
   * Takes the price of a message, by its number of bytes. If the caller cannot pay, returns the milliseconds until
   * the caller can.
   */
  readonly pay: (caller: string, bytes: number) => number | undefined;
}

export interface MessagesOptions extends MessageLimits {
  readonly socket: WebSocket;
  readonly connection: Duplex;
  /** Undefined before the connection is authenticated. */
  readonly caller: () => string | undefined;
  /** Resolves when the message is processed and its replies have left the process. */
  readonly take: (message: string) => Promise<void>;
}

interface Arrived {
  readonly message: Buffer;
  readonly room: Disposable;
}

/**
 * Reads the messages of one WebSocket only as fast as they are processed. More messages wait at the client.
 *
 * Who attacks: a client that sends as fast as the network allows, reads no replies, or never ends its operations.
 * What stops them: arriving bytes count for the caller, like the bytes of request bodies. A message is processed when
 * the caller can pay for it and the scheduler runs the caller. While AT_ONCE messages are unanswered, or their
 * answers unread, no more messages are processed. What remains: each connection may hold UNCOUNTED bytes and WAITING
 * bytes.
 */
export class Messages {
  readonly #options: MessagesOptions;
  readonly #arrived: Arrived[] = [];
  /** Number of bytes of the waiting messages. */
  #waiting = 0;
  #isTaking = false;
  #atOnce = 0;
  #oneDone: (() => void) | undefined;
  /** Number of bytes of the message that is arriving. */
  #bytes = 0;
  #counted = 0;
  #room = new DisposableStack();
  #taken: (() => void) | undefined;

  constructor(options: MessagesOptions) {
    this.#options = options;
    const { socket, connection } = options;
    const count = (chunk: Buffer): void => this.#count(chunk.length);
    connection.on('data', count);
    // After an invalid message, nothing is kept. Reading continues only so that the client gets the error.
    socket.once('error', () => connection.off('data', count));
    socket.on('message', (message: Buffer) => {
      const room = this.#room;
      this.#room = new DisposableStack();
      this.#bytes = this.#counted = 0;
      this.#arrived.push({ message, room });
      this.#waiting += message.length + OF_EACH;
      if (this.#waiting > WAITING) socket.pause();
      void this.#takeAll();
    });
    socket.once('close', () => {
      this.#room.dispose();
      for (const { room } of this.#arrived.splice(0)) room[Symbol.dispose]();
      this.#oneDone?.();
    });
  }

  /**
   * Must be read synchronously while a message is processed. Returns a function that must be called when a long-lived
   * operation has started.
   */
  get begun(): () => void {
    return this.#taken ?? (() => undefined);
  }

  /** Counts arriving bytes, which may include bytes of the next message. */
  #count(bytes: number): void {
    const { socket, caller, room } = this.#options;
    this.#bytes += bytes;
    if (this.#bytes - this.#counted <= UNCOUNTED) return;
    // The connection is closing. More messages are ignored, and the client's answer is not awaited.
    if (socket.readyState !== socket.OPEN) return socket.terminate();
    const whose = caller();
    const more = whose === undefined ? undefined : room(whose, this.#bytes - this.#counted);
    if (!more) {
      if (whose === undefined) socket.close(TOO_LARGE, 'Say who you are first');
      else socket.close(NO_ROOM, 'You have too many large messages on their way');
      // The client might not answer the close, and its further messages are not kept.
      return socket.terminate();
    }
    this.#room.use(more);
    this.#counted = this.#bytes;
  }

  async #takeAll(): Promise<void> {
    if (this.#isTaking) return;
    this.#isTaking = true;
    const { socket } = this.#options;
    for (let next = this.#arrived.shift(); next; next = this.#arrived.shift()) {
      this.#waiting -= next.message.length + OF_EACH;
      await this.#take(next);
      while (this.#atOnce >= AT_ONCE && socket.readyState === socket.OPEN)
        await new Promise<void>(resolve => (this.#oneDone = resolve));
    }
    this.#isTaking = false;
    socket.resume();
  }

  async #take({ message, room }: Arrived): Promise<void> {
    const { socket, caller, pay, take } = this.#options;
    const whose = caller();
    if (whose !== undefined) {
      for (let waitMs = pay(whose, message.length); waitMs !== undefined; waitMs = pay(whose, message.length)) {
        await delay(Math.max(1, waitMs));
        if (socket.readyState !== socket.OPEN) break;
      }
    }
    await eventLoopTurns.take(whose ?? '');
    const text = message.toString();
    const problem = jsonProblem(text);
    if (problem !== undefined) socket.close(TOO_LARGE, problem);
    if (socket.readyState !== socket.OPEN) return room[Symbol.dispose]();
    this.#atOnce++;
    let isDone = false;
    const done = (this.#taken = () => {
      if (isDone) return;
      isDone = true;
      room[Symbol.dispose]();
      this.#atOnce--;
      this.#oneDone?.();
    });
    const taking = take(text).finally(done);
    this.#taken = undefined;
    // Until the connection is authenticated, messages are processed one at a time.
    if (whose === undefined) await taking;
  }
}
