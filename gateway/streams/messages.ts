/**
 * Reads the messages of one WebSocket no faster than they are processed. Further messages wait at the client.
 *
 * Who attacks: a client that sends as fast as the network allows, or reads no replies, or never ends its operations.
 * What stops them: arriving bytes count for the caller, like those of bodies; a message is processed in the caller's
 * turn, once paid for; and no more are read while AT_ONCE are unanswered, or their answers unread. What remains:
 * UNCOUNTED bytes of each connection, and WAITING.
 */
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { eventLoopTurns } from '../../async/fair-turns.ts';

/** Maximum messages of one connection in processing. */
const AT_ONCE = 16;
/** Bytes of a message that are not counted; messages without credentials are limited to this. */
const UNCOUNTED = 64 * 1024;
/**
 * Bytes of messages that may wait while the connection is still read: an unread client can neither close the connection
 * nor answer a ping.
 */
const WAITING = 64 * 1024;
/** Approximate bytes of a message beside its content. */
const OF_EACH = 64;
/** "Try again later." */
export const NO_ROOM = 1013;
const TOO_LARGE = 1009;

export interface MessageLimits {
  /** Reserves room for the bytes of a message that arrives or runs; undefined: there is none. */
  readonly room: (caller: string, bytes: number) => Disposable | undefined;
  /** Takes the price of a message by its bytes; or returns the milliseconds until the caller can pay. */
  readonly pay: (caller: string, bytes: number) => number | undefined;
}

export interface MessagesOptions extends MessageLimits {
  readonly socket: WebSocket;
  readonly connection: Duplex;
  /** Undefined before the connection is authenticated. */
  readonly caller: () => string | undefined;
  /** Resolves when the message is processed and its replies have left. */
  readonly take: (message: string) => Promise<void>;
}

interface Arrived {
  readonly message: Buffer;
  readonly room: Disposable;
}

export class Messages {
  readonly #options: MessagesOptions;
  readonly #arrived: Arrived[] = [];
  /** Bytes of waiting messages. */
  #waiting = 0;
  #isTaking = false;
  #atOnce = 0;
  #oneDone: (() => void) | undefined;
  /** Bytes of the arriving message. */
  #bytes = 0;
  #counted = 0;
  #room = new DisposableStack();
  #taken: (() => void) | undefined;

  constructor(options: MessagesOptions) {
    this.#options = options;
    const { socket, connection } = options;
    const count = (chunk: Buffer): void => this.#count(chunk.length);
    connection.on('data', count);
    // After an invalid message nothing is kept; reading continues only to tell the client why.
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
   * Call synchronously while a message is processed. Returns a function to call when a long-lived operation has
   * started.
   */
  get begun(): () => void {
    return this.#taken ?? (() => undefined);
  }

  /** Counts arriving bytes, which may include the next message. */
  #count(bytes: number): void {
    const { socket, caller, room } = this.#options;
    this.#bytes += bytes;
    if (this.#bytes - this.#counted <= UNCOUNTED) return;
    // The connection is closing: ignore further messages, and do not wait for the client's answer.
    if (socket.readyState !== socket.OPEN) return socket.terminate();
    const whose = caller();
    const more = whose === undefined ? undefined : room(whose, this.#bytes - this.#counted);
    if (!more) {
      if (whose === undefined) socket.close(TOO_LARGE, 'Say who you are first');
      else socket.close(NO_ROOM, 'You have too many large messages on their way');
      // The client may not answer, and what it sends meanwhile is not kept.
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
      while (this.#atOnce >= AT_ONCE && socket.readyState === socket.OPEN) await new Promise<void>(resolve => (this.#oneDone = resolve));
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
    const taking = take(message.toString()).finally(done);
    this.#taken = undefined;
    // One message at a time until the connection is authenticated.
    if (whose === undefined) await taking;
  }
}
