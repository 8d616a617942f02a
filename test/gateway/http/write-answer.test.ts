/** Answers as JSON. The text equals that of JSON.stringify(), and is written in small steps. */
import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import fc from 'fast-check';
import { FairTurns } from '../../../async/fair-turns.ts';
import { largeAnswers, writeAnswer } from '../../../gateway/http/apollo-server.ts';

describe('write answer', () => {
  const UNBOUND = { maxBytes: Infinity };

  /** A value that takes more than one step to write, with `value` at the beginning and at the end. */
  function large(value: unknown): object {
    return { before: value, many: Array.from({ length: 5_000 }, (_, i) => i), after: [value, { deep: value }] };
  }

  describe('an answer', () => {
    it('is what JSON.stringify() makes of it, small or large', async () => {
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async value => {
          for (const answer of [{ value }, large(value)])
            expect(await writeAnswer(answer, UNBOUND)).toBe(`${JSON.stringify(answer)}\n`);
        }),
        { seed: 7, numRuns: 300 },
      );
    });

    it.each([
      [
        'what is undefined',
        { errors: undefined, data: { a: undefined, b: [undefined], c: {} }, extensions: undefined },
      ],
      ['text that must be escaped', { text: '\u2028"\\\n\ud800 ü €' }],
      ['numbers that JSON has not', { numbers: [NaN, Infinity, -0, 1e21] }],
      ['objects without a prototype', Object.assign(Object.create(null), { a: 1 }) as object],
      ['nothing', {}],
    ])('treats %s as JSON.stringify() does, small or large', async (_what, value) => {
      for (const answer of [value, large(value), { ...value, ...large(null) }])
        expect(await writeAnswer(answer, UNBOUND)).toBe(`${JSON.stringify(answer)}\n`);
    });

    it('may be nested deeper than a stack of calls is', async () => {
      const depth = 50_000;
      let value: unknown = 'end';
      for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
      const text = await writeAnswer({ value }, UNBOUND);
      expect(text).toBe(`{"value":${'{"a":['.repeat(depth / 2)}"end"${']}'.repeat(depth / 2)}}\n`);
    });

    it('lets others have their turns while it is written', async () => {
      let [ticks, now] = [0, 0];
      const tick = (): void => void (ticks++, (next = setImmediate(tick)));
      let next = setImmediate(tick);
      await writeAnswer(
        { lists: Array.from({ length: 100 }, () => Array.from({ length: 2_000 }, (_, i) => ({ i }))) },
        { ...UNBOUND, turns: new FairTurns({ sliceMs: 3, clock: () => ++now }) },
      );
      clearImmediate(next);
      expect(ticks).toBeGreaterThanOrEqual(100);
    });

    it.each([
      ['a large one', large('x')],
      ['a small one', { text: 'x'.repeat(2_000) }],
    ])('has a bound, and an error in the place of %s above it', async (_what, answer) => {
      const bytes = JSON.stringify(answer).length + 1;
      const { data, errors } = JSON.parse(await writeAnswer(answer, { maxBytes: 1_000 })) as {
        data?: unknown;
        errors: { extensions: object }[];
      };
      expect(data).toBeUndefined();
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining('limits.answerBytes'),
        extensions: { code: 'ANSWER_TOO_LARGE' },
      });
      expect(await writeAnswer(answer, { maxBytes: bytes })).toHaveLength(bytes);
    });

    it('asks for room as it grows, and writes no more where there is none', async () => {
      const mebibyte = 1024 * 1024;
      const answer = { many: Array.from({ length: 500 }, () => 'x'.repeat(10_000)) };
      const bytes = JSON.stringify(answer).length;
      const requested: number[] = [];
      const written = (places: number) =>
        writeAnswer(answer, { ...UNBOUND, hold: more => requested.push(more) <= places });

      expect(await written(Infinity)).toHaveLength(bytes + 1);
      expect(requested.reduce((sum, more) => sum + more)).toBe(bytes);
      expect(requested.length).toBe(5);
      expect(Math.max(...requested)).toBeLessThan(mebibyte + 20_000);

      requested.length = 0;
      expect(JSON.parse(await written(2))).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
      expect(requested.length).toBe(3);
    });

    it('stops where it grows too large, and writes no more of it', async () => {
      let read = 0;
      const answer = {
        many: Array.from({ length: 10_000 }, () => ({
          get text() {
            read++;
            return 'x'.repeat(100);
          },
        })),
      };
      await writeAnswer(answer, { maxBytes: 10_000 });
      expect(read).toBeLessThan(5_000);
    });
  });
});

/**
 * A large answer is sent in pieces. Each piece needs a turn of its caller, and is sent only as fast as the client
 * reads.
 */
describe('large answers', () => {
  /** A response with only those members of an express response that the writer uses. */
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

    /** Sends an answer in the way the gateway does. */
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
});
