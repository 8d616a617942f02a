/** A large answer is sent in pieces, in turns of its caller, and no faster than its client reads. */
import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { largeAnswers } from '../../../gateway/http/large-answers.ts';

/** What express hands on. */
class Client extends EventEmitter {
  readonly locals = { identity: { user: 'jane' } };
  readonly pieces: Buffer[] = [];
  readonly sent: unknown[] = [];
  readonly turns: string[] = [];
  readsAtOnce = true;
  closed = false;
  ended = false;

  send = (body: unknown): void => void this.sent.push(body);

  write(piece: Buffer): boolean {
    this.pieces.push(piece);
    return this.readsAtOnce;
  }

  end(): void {
    this.ended = true;
  }

  /** Sends as the gateway does. */
  answer(body: unknown): void {
    const spare = (caller: string) => void this.turns.push(caller);
    largeAnswers({ spare: spare })({} as Request, this as unknown as Response, () => {});
    this.send(body);
  }
}

const MEBIBYTE = 1024 * 1024;

describe('an answer', () => {
  it('of two mebibytes, or one that is no text, goes to express as it is', () => {
    const client = new Client();
    const bodies = ['x'.repeat(2 * MEBIBYTE), { no: 'text' }];
    for (const body of bodies) client.answer(body);
    expect(client.sent).toEqual(bodies);
    expect(client.pieces).toEqual([]);
  });

  it.each([
    ['of letters', 'x'],
    ['of letters that take two bytes', 'ü'],
    ['of characters that are two units, which no piece cuts', '👋'],
  ])('%s comes whole, a quarter of a mebibyte at a time', async (_what, letter) => {
    const client = new Client();
    const text = `-${letter.repeat(3 * MEBIBYTE)}`;
    client.answer(text);
    while (!client.ended) await turn();
    expect(Buffer.concat(client.pieces).equals(Buffer.from(text))).toBe(true);
    for (const piece of client.pieces) expect(piece.toString().length).toBeLessThanOrEqual(MEBIBYTE / 4 + 1);
    expect(client.turns).toEqual(client.pieces.map(() => 'jane'));
  });

  it('waits until its client has read', async () => {
    const client = new Client();
    client.readsAtOnce = false;
    client.answer('x'.repeat(2 * MEBIBYTE + 1));
    for (let pieces = 1; pieces <= 9; pieces++) {
      await turn();
      expect([client.pieces.length, client.ended]).toEqual([pieces, false]);
      client.emit('drain');
    }
    await turn();
    expect(client.ended).toBe(true);
  });

  it('is sent no further when its client has gone', async () => {
    const client = new Client();
    client.readsAtOnce = false;
    client.answer('x'.repeat(3 * MEBIBYTE));
    client.closed = true;
    client.emit('close');
    await turn();
    expect([client.pieces.length, client.ended]).toEqual([1, false]);
  });
});
