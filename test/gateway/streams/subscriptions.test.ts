/** Times at which the payloads of a subscription are computed, for any transport. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { FormattedExecutionResult } from 'graphql';
import type { Execution, OperationParams } from '../../../gateway/context.ts';
import {
  type Payloads,
  SinglePayload,
  type SubscriptionLimits,
  Subscriptions,
} from '../../../gateway/streams/subscriptions.ts';
import { processorTime } from '../../processor-time.ts';
import type { Identity, LiveQuery } from '../../../identity/identity.ts';

describe('subscriptions', () => {
  const jane: Identity = { user: 'jane', groups: [], uid: '', extra: {} };

  /** A subgraph with one field that counts. Its payload is the count since the last sent payload. */
  class Counting {
    readonly queries: LiveQuery[] = [];
    readonly ran: OperationParams[] = [];
    made: number[] = [];
    ended = 0;
    refused: Pick<Execution, 'status' | 'retryAfterSeconds'> | undefined;
    fails = false;
    /** Promise for which the subgraph waits before it computes a payload. */
    held: Promise<void> | undefined;
    count = 0;
    budget = Infinity;
    kept = 0;
    mayKeep = Infinity;
    readonly subscriptions: Subscriptions;
    #sent = 0;

    constructor(limits: Partial<SubscriptionLimits> = {}) {
      this.subscriptions = new Subscriptions({
        execute: (params, _identity, _signal, liveQuery) => {
          this.ran.push(params);
          return this.#execute(liveQuery!);
        },
        take: (_caller, price) => ((this.budget -= price) < 0 ? 1_500 : undefined),
        keep: (_caller, bytes) => {
          if (this.kept + bytes > this.mayKeep) return undefined;
          this.kept += bytes;
          return { [Symbol.dispose]: () => void (this.kept -= bytes) };
        },
        limits: {
          subscriptions: 3,
          subscriptionsPerCaller: 2,
          subscriptionDurationMs: 60_000,
          resumeWindowMs: 600_000,
          ...limits,
        },
        parseOptions: {},
        fields: new Map([['counted', { resumes: true }]]),
        counted: () => undefined,
        plugins: [],
      });
    }

    async start(identity = jane, coalesce = '50ms'): Promise<Payloads> {
      const begun = await this.subscriptions.start(
        'websocket',
        { query: `subscription { counted(coalesce: "${coalesce}") }` },
        identity,
        () => undefined,
      );
      if ('status' in begun) throw new Error(JSON.stringify(begun));
      open.push(begun);
      return begun;
    }

    grow(atOnce = false): void {
      this.count++;
      for (const query of this.queries) query.changed(atOnce);
    }

    async #execute(query: LiveQuery): Promise<Execution> {
      await this.held;
      if (this.refused) return { answer: { errors: [{ message: 'too much' }] }, ...this.refused };
      if (this.fails) return { answer: { data: { counted: null }, errors: [{ message: 'it broke' }] }, status: 200 };
      const [from, to] = [this.#sent, this.count];
      this.queries.push(query);
      this.made.push(to - from);
      query.tracked = {
        reported: { changes: to - from, isReset: query.isOverrun, isCoverage: false },
        sent: () => void (this.#sent = to),
        end: () => void this.ended++,
      };
      return { answer: { data: { counted: to - from } }, status: 200 };
    }
  }

  const open: Payloads[] = [];
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(async () => {
    for (const payloads of open.splice(0)) await payloads.return();
    jest.useRealTimers();
  });

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  /** Lets `ms` milliseconds pass and returns the result. */
  async function within<T>(ms: number, coming: Promise<T>): Promise<T> {
    await pass(ms);
    return coming;
  }

  const valueOf = ({ value }: IteratorResult<FormattedExecutionResult, undefined>): unknown => value?.data?.['counted'];

  describe('a payload', () => {
    it('is made when the one before has been taken, and holds all that came meanwhile', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      expect(valueOf(await payloads.next())).toBe(0);
      for (let i = 0; i < 5; i++) {
        counting.grow();
        await pass(20);
      }
      expect(counting.made).toEqual([0]);
      expect(valueOf(await within(50, payloads.next()))).toBe(5);
      expect(counting.made).toEqual([0, 5]);
    });

    it('is told again where the client has not taken it', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      await payloads.next();
      counting.grow();
      expect(valueOf(await within(50, payloads.next()))).toBe(1);
      counting.grow();
      // Calling next() confirms the previous payload. So this payload has only the second change: 1, not 2.
      expect(valueOf(await within(50, payloads.next()))).toBe(1);
    });

    it('is not sent where it tells nothing, and does not change when others are', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      await payloads.next();
      const next = payloads.next();
      counting.queries[0]!.changed(false);
      await pass(50);
      expect(counting.made).toEqual([0, 0]);
      counting.grow();
      expect(valueOf(await within(50, next))).toBe(1);
      expect(counting.made).toEqual([0, 0, 1]);
    });

    it('comes together with those of the other streams of its caller, whenever each of them began', async () => {
      const counting = new Counting();
      const first = await counting.start(jane, '1s');
      await first.next();
      await pass(400);
      const second = await counting.start(jane, '1s');
      await second.next();
      counting.grow();
      const cameAt = Promise.all([first, second].map(async stream => (await stream.next(), performance.now())));
      const [one, other] = await within(600, cameAt);
      expect(one).toBe(other);
    });

    it('comes at a multiple of its span, and at once where rights are concerned', async () => {
      const counting = new Counting();
      const payloads = await counting.start(jane, '1m');
      await payloads.next();
      const next = payloads.next();
      await pass(1);
      counting.grow();
      await pass(59_000);
      expect(counting.made).toEqual([0]);
      counting.grow(true);
      expect(valueOf(await within(1, next))).toBe(2);
    });

    it('is empty now and then where nothing changes', async () => {
      const counting = new Counting({ resumeWindowMs: 200 });
      const payloads = await counting.start();
      expect(valueOf(await payloads.next())).toBe(0);
      expect(valueOf(await within(200, payloads.next()))).toBe(0);
      expect(valueOf(await within(200, payloads.next()))).toBe(0);
    });

    it('waits for a budget that is spent, and the stream goes on', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      await payloads.next();
      counting.refused = { status: 429, retryAfterSeconds: 0.05 };
      const next = payloads.next();
      counting.grow();
      await pass(150);
      expect(counting.made).toEqual([0]);
      counting.refused = undefined;
      expect(valueOf(await within(100, next))).toBe(1);
    });

    it('that fails is the last', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      await payloads.next();
      counting.fails = true;
      counting.grow();
      expect(await within(50, payloads.next())).toEqual({
        done: false,
        value: { data: null, errors: [{ message: 'it broke' }] },
      });
      expect(await payloads.next()).toEqual({ done: true, value: undefined });
      expect(counting.subscriptions.size).toBe(0);
    });
  });

  describe('a subscription', () => {
    it('that cannot begin says so and holds nothing', async () => {
      const counting = new Counting();
      counting.fails = true;
      const begun = await counting.subscriptions.start(
        'websocket',
        { query: 'subscription { counted }' },
        jane,
        () => undefined,
      );
      expect(begun).toMatchObject({ status: 400, errors: [{ message: 'it broke' }] });
      expect(counting.subscriptions.size).toBe(0);
    });

    it('ends while its payload is being made, and its subgraph lets go of it', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      await payloads.next();
      const { promise, resolve } = Promise.withResolvers<void>();
      counting.held = promise;
      const next = payloads.next();
      counting.grow();
      await pass(60);
      await payloads.return();
      const before = counting.ended;
      resolve();
      expect(await next).toEqual({ done: true, value: undefined });
      expect(counting.ended).toBeGreaterThan(before);
      expect(counting.subscriptions.size).toBe(0);
    });

    it('has a place among those of its caller and of the process', async () => {
      const counting = new Counting();
      const joe = { ...jane, user: 'joe' };
      const held = [await counting.start(), await counting.start(), await counting.start(joe)];
      await expect(counting.start()).rejects.toThrow('limits.subscriptionsPerCaller');
      await expect(counting.start(joe)).rejects.toThrow('limits.subscriptions)');
      await held[0]!.return();
      await held[0]!.return();
      await counting.start();
      await expect(counting.start()).rejects.toThrow('limits.subscriptionsPerCaller');
    });

    it('is parsed only when its caller has a place and pays for it', async () => {
      const counting = new Counting();
      const start = (query: string) => counting.subscriptions.start('websocket', { query }, jane, () => undefined);
      counting.budget = 40;
      expect(await start('subscription { counted, other }')).toMatchObject({ status: 400 });
      expect(counting.budget).toBe(9);
      expect(await start('subscription { counted, other }')).toMatchObject({
        ...{ status: 429, retryAfterSeconds: 2 },
        errors: [{ extensions: { code: 'RATE_LIMITED' } }],
      });
      expect(counting.subscriptions.size).toBe(0);
      counting.budget = Infinity;
      await counting.start();
      await counting.start();
      counting.budget = 40;
      expect(await start('subscription { counted, other }')).toMatchObject({
        errors: [{ extensions: { code: 'OVERLOADED' } }],
      });
      expect(counting.budget).toBe(40);
    });

    it('keeps the variables that it declares, which count until it ends', async () => {
      const counting = new Counting();
      const start = async (variables: Record<string, unknown>) => {
        const query = 'subscription ($n: Int, $since: String) { counted(n: $n, since: $since) }';
        const begun = await counting.subscriptions.start('websocket', { query, variables }, jane, () => undefined);
        if ('status' in begun) return begun;
        open.push(begun);
        return counting.kept;
      };
      const small = (await start({ n: 1, other: 'x'.repeat(100_000) })) as number;
      expect(counting.ran[0]!.variables).toEqual({ n: 1 });
      expect(small).toBeLessThan(1_000);
      await open.pop()!.return();
      expect(counting.kept).toBe(0);
      counting.mayKeep = 100_000;
      expect(await start({ n: Array(1_000).fill(1) })).toBeGreaterThan(64_000);
      expect(await start({ since: 'x'.repeat(50_000) })).toMatchObject({
        ...{ status: 429, errors: [{ message: expect.stringContaining('large queries and variables') }] },
      });
      expect(counting.subscriptions.size).toBe(1);
    });

    it.each([
      ['fields', 'counted '],
      ['spreads', '...f '],
    ])('that is deep and wide is refused in little time: %s', async (_what, selection) => {
      const counting = new Counting();
      const query = `subscription { ${'... { '.repeat(1_000)} ${selection.repeat(3_000)} ${'}'.repeat(1_000)} }`;
      const before = processorTime();
      for (let i = 0; i < 10; i++)
        expect(await counting.subscriptions.start('websocket', { query }, jane, () => undefined)).toMatchObject({
          errors: [{ message: expect.stringContaining('one field') }],
        });
      expect(processorTime() - before).toBeLessThan(250);
    });

    it('waits for nothing when its client goes', async () => {
      const counting = new Counting();
      const payloads = await counting.start();
      await payloads.next();
      const next = payloads.next();
      await pass(5);
      await payloads.return();
      expect(await next).toEqual({ done: true, value: undefined });
    });
  });
});

describe('payloads', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    { what: 'is given up after two minutes in which its client does not take the payload', takes: false, givenUp: 1 },
    { what: 'is not given up when its client has taken the payload', takes: true, givenUp: 0 },
  ])('a query over a stream $what', async ({ takes, givenUp }) => {
    jest.useFakeTimers();
    const giveUp = jest.fn();
    const payload = new SinglePayload({
      execute: async () => ({ answer: { data: { n: 1 } }, status: 200 }),
      slot: new DisposableStack(),
      giveUp,
    });
    expect(await payload.begin()).toBeUndefined();
    expect(await payload.next()).toEqual({ value: { data: { n: 1 } }, done: false });
    if (takes) expect(await payload.next()).toEqual({ value: undefined, done: true });
    jest.advanceTimersByTime(119_000);
    expect(giveUp).not.toHaveBeenCalled();
    jest.advanceTimersByTime(2_000);
    expect(giveUp).toHaveBeenCalledTimes(givenUp);
  });
});
