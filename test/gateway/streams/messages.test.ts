/** Messages of a WebSocket: the time at which they are processed, and the memory that they hold until then. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { Messages, type MessagesOptions } from '../../../gateway/streams/websocket.ts';

class Socket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  isPaused = false;
  closedWith: number | undefined;
  pause = () => (this.isPaused = true);
  resume = () => (this.isPaused = false);
  terminate = () => this.close();
  close = (code?: number) => {
    this.closedWith ??= code;
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close');
  };
}

const MOST = 16;
let socket: Socket;
let connection: PassThrough;
let messages: Messages;
/** For each message that is being processed, the function that ends its processing. */
let taken: (() => void)[];
let held: number;

function open(options: Partial<MessagesOptions> = {}): void {
  messages = new Messages({
    ...{ socket: socket as unknown as WebSocket, connection, caller: () => 'jane', pay: () => undefined },
    room: (_caller, bytes) => ((held += bytes), { [Symbol.dispose]: () => (held -= bytes) }),
    take: () => new Promise(resolve => taken.push(resolve)),
    ...options,
  });
}

beforeEach(() => {
  [socket, connection, taken, held] = [new Socket(), new PassThrough(), [], 0];
});

const say = (count: number, text = 'x') => {
  for (let i = 0; i < count; i++) socket.emit('message', Buffer.from(text));
};

const settled = async () => {
  for (let i = 0; i < 10; i++) await tick();
};

describe('the messages of a WebSocket', () => {
  it('are taken until so many are not done with; then the client is not read', async () => {
    open();
    say(MOST + 10, 'x'.repeat(10_000));
    await settled();
    expect([taken.length, socket.isPaused]).toEqual([MOST, true]);
    for (const done of taken.slice(0, 3)) done();
    await settled();
    expect([taken.length, socket.isPaused]).toEqual([MOST + 3, true]);
    for (const done of taken.splice(0)) done();
    await settled();
    expect([taken.length, socket.isPaused]).toEqual([7, false]);
  });

  it('wait while the client is read as long as they are few and small: it may close, and answers pings', async () => {
    open();
    say(MOST + 44, 'x'.repeat(500));
    await settled();
    expect([taken.length, socket.isPaused]).toEqual([MOST, false]);
    say(2_000, '');
    expect(socket.isPaused).toBe(true);
    while (taken.length > 0) {
      for (const done of taken.splice(0)) done();
      await settled();
    }
    expect(socket.isPaused).toBe(false);
  });

  it('count no longer when what they ask for has begun, however long it lasts', async () => {
    open({ take: () => (messages.begun(), new Promise(resolve => taken.push(resolve))) });
    say(5 * MOST);
    await settled();
    expect([taken.length, socket.isPaused]).toEqual([5 * MOST, false]);
  });

  it('are taken when they are paid for, by their length', async () => {
    const requested: number[] = [];
    open({ pay: (_caller, bytes) => (requested.push(bytes) < 3 ? 1 : undefined) });
    say(1, 'three');
    while (taken.length < 1) await tick();
    expect(requested).toEqual([5, 5, 5]);
  });

  it('end the connection when one of them holds too many values, and are not processed', async () => {
    open();
    connection.write(Buffer.alloc(100_000));
    await settled();
    say(1, `{"type":"ping","payload":[${'0,'.repeat(30_000)}0]}`);
    say(1);
    await settled();
    expect([taken.length, socket.closedWith, held]).toEqual([0, 1009, 0]);
  });

  it('hold room as they arrive, until they are done with', async () => {
    open();
    for (let i = 0; i < 10; i++) connection.write(Buffer.alloc(50_000));
    await settled();
    expect(held).toBeGreaterThan(400_000);
    say(1);
    await settled();
    expect(held).toBeGreaterThan(400_000);
    taken[0]!();
    await settled();
    expect(held).toBe(0);
  });

  it('give their room back when the connection closes before their end', async () => {
    open();
    for (let i = 0; i < 10; i++) connection.write(Buffer.alloc(50_000));
    await settled();
    socket.close();
    expect(held).toBe(0);
  });

  it.each([
    { what: 'when there is no room for them', options: { room: () => undefined }, code: 1013 },
    { what: 'when they are large and nobody knows whose they are', options: { caller: () => undefined }, code: 1009 },
  ])('close the connection $what', async ({ options, code }) => {
    open(options);
    connection.write(Buffer.alloc(50_000));
    await settled();
    expect(socket.closedWith).toBeUndefined();
    connection.write(Buffer.alloc(50_000));
    await settled();
    expect(socket.closedWith).toBe(code);
  });

  it('cut off a client that goes on with one when its connection is closing', async () => {
    open();
    socket.readyState = 2;
    connection.write(Buffer.alloc(50_000));
    await settled();
    expect(socket.readyState).toBe(2);
    connection.write(Buffer.alloc(50_000));
    await settled();
    expect(socket.readyState).toBe(3);
  });

  it('say nothing of what is thrown away behind a message that is no good', async () => {
    open();
    socket.readyState = 2;
    socket.emit('error', new Error('too large'));
    for (let i = 0; i < 5; i++) connection.write(Buffer.alloc(50_000));
    await settled();
    expect([socket.readyState, held]).toEqual([2, 0]);
  });

  it('are taken one by one while nobody knows whose they are', async () => {
    open({ caller: () => undefined });
    say(3);
    await settled();
    expect(taken.length).toBe(1);
    taken[0]!();
    await settled();
    expect(taken.length).toBe(2);
  });
});
