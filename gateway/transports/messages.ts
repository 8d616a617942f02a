/**
 * The messages of one WebSocket, taken no faster than those before them are done with. What a client sends beyond that stays with the client.
 *
 * Who attacks: a client that sends as fast as the network carries it, or reads none of the replies, or never ends what it begins. What stops them: the bytes of
 * what arrives are the caller's, like those of bodies; a message is taken in the caller's turn, when it is paid for; and no more are taken while AT_ONCE have
 * not been answered, or their answers not been read. What remains: UNCOUNTED bytes of each connection, and WAITING.
 */
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { eventLoopTurns } from '../../async/fair-turns.ts';

/** Messages of one connection that are taken and neither refused nor begun. */
const AT_ONCE = 16;
/** Bytes of a message that are not counted; without credentials no message has more. */
const UNCOUNTED = 64 * 1024;
/** Bytes of messages that wait while the client is read: who is not read can neither close the connection nor answer a ping. */
const WAITING = 64 * 1024;
/** What a message takes beside its bytes, about. */
const OF_EACH = 64;
/** "Try again later." */
export const NO_ROOM = 1013;
const TOO_LARGE = 1009;

export interface MessageLimits {
  /** Room for so many bytes of messages that arrive or are begun; undefined: there is none. */
  readonly room: (caller: string, bytes: number) => Disposable | undefined;
  /** Takes the price of a message of so many bytes; or says in how many milliseconds the caller can pay it. */
  readonly pay: (caller: string, bytes: number) => number | undefined;
}

export interface MessagesOptions extends MessageLimits {
  readonly socket: WebSocket;
  readonly connection: Duplex;
  /** Undefined before it has said whose it is. */
  readonly caller: () => string | undefined;
  /** Resolves when the message is done with and its replies have left. */
  readonly take: (message: string) => Promise<void>;
}

interface Arrived {
  readonly message: Buffer;
  readonly room: Disposable;
}

export class Messages {
  readonly #options: MessagesOptions;
  readonly #arrived: Arrived[] = [];
  /** Bytes of those. */
  #waiting = 0;
  #isTaking = false;
  #atOnce = 0;
  #oneDone: (() => void) | undefined;
  /** Of the message that arrives. */
  #bytes = 0;
  #counted = 0;
  #room = new DisposableStack();
  #taken: (() => void) | undefined;

  constructor(options: MessagesOptions) {
    this.#options = options;
    const { socket, connection } = options;
    const count = (chunk: Buffer): void => this.#count(chunk.length);
    connection.on('data', count);
    // Behind a message that is no good nothing is kept, and it is read only so that the client is told why.
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

  /** For the message that is being taken, before anything is awaited: what to call when it has begun something that lasts. */
  get begun(): () => void {
    return this.#taken ?? (() => undefined);
  }

  /** Bytes as they arrive, which may be those of the next message, too. */
  #count(bytes: number): void {
    const { socket, caller, room } = this.#options;
    this.#bytes += bytes;
    if (this.#bytes - this.#counted <= UNCOUNTED) return;
    // What comes now is not read any more, and a client may take its time to answer.
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
    // Nobody has any business here before it is known whose connection it is.
    if (whose === undefined) await taking;
  }
}
