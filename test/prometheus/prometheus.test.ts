import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answerCache, Prometheus } from '../../prometheus/prometheus.ts';
import type { PrometheusOptions } from '../../prometheus/client.ts';
import { fakePrometheus, says, vector, type RequestedQuery } from './prometheus-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const ONE = vector([{ job: 'a' }, 1]);

/** A Prometheus that answers only when the test lets it answer. */
async function held(options: Partial<PrometheusOptions> = {}, cacheBytes = 1_000_000) {
  const fake = await fakePrometheus();
  closing.push(() => fake[Symbol.asyncDispose]());
  const pending: { readonly requested: RequestedQuery; readonly response: ServerResponse }[] = [];
  let onRequested: (() => void) | undefined;
  fake.answer = (requested, response) => {
    pending.push({ requested, response });
    onRequested?.();
  };
  const counted: string[] = [];
  const prometheus = new Prometheus(
    { name: 'p', url: fake.url, timeoutMs: 2_000, concurrency: 4, count: outcome => counted.push(outcome), ...options },
    answerCache(cacheBytes),
  );
  closing.push(() => prometheus.close());
  const ask = (caller: string, query: string, more: { at?: number; signal?: AbortSignal; withinMs?: number } = {}) =>
    prometheus.query(
      { query, at: more.at ?? 1 },
      {
        caller,
        signal: more.signal ?? new AbortController().signal,
        ...(more.withinMs && { withinMs: more.withinMs }),
      },
    );
  return {
    ...{ fake, pending, counted, ask },
    /** Resolves once Prometheus has received this many requests. */
    requested: async (count: number) => {
      while (fake.requested.length < count) await new Promise<void>(resolve => (onRequested = resolve));
    },
    /** Answers all waiting requests now, and each later request immediately. */
    release: () => {
      fake.answer = says(ONE);
      for (const { response } of pending.splice(0)) if (!response.headersSent) response.writeHead(200).end(ONE);
    },
  };
}

const found = { series: [{ labels: { job: 'a' }, value: 1 }], bytes: ONE.length };

describe('queries of several callers', () => {
  it('ask once for one query and time, together and later', async () => {
    const { fake, ask, requested, release } = await held();
    const first = ask('jane', 'up');
    await requested(1);
    const second = ask('joe', 'up');
    release();
    expect(await Promise.all([first, second])).toEqual([found, found]);
    expect(await ask('ann', 'up')).toBe(await first);
    expect(fake.requested).toHaveLength(1);
    await ask('ann', 'up', { at: 2 });
    await ask('ann', 'down');
    expect(fake.requested).toHaveLength(3);
  });

  it('are not cancelled for others by a caller who goes away', async () => {
    const { fake, ask, requested, release } = await held();
    const gone = new AbortController();
    const first = ask('jane', 'up', { signal: gone.signal });
    await requested(1);
    const second = ask('joe', 'up');
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    release();
    expect(await second).toEqual(found);
    expect(fake.requested).toHaveLength(1);
  });

  it('give one caller half of the queries at once', async () => {
    const { fake, ask, requested, release } = await held();
    const greedy = Array.from({ length: 10 }, (_, i) => ask('greedy', `q${i}`));
    await requested(2);
    const other = ask('other', 'mine');
    await requested(3);
    expect(fake.requested.map(({ query }) => query)).toEqual(['q0', 'q1', 'mine']);
    release();
    expect(await Promise.all([...greedy, other])).toEqual(Array.from({ length: 11 }, () => found));
  });

  it('serve a caller at once who asks what a greedy caller waits for, and both share the answer', async () => {
    const { fake, ask, requested, release, pending } = await held();
    const greedy = Array.from({ length: 10 }, (_, i) => ask('greedy', `q${i}`));
    await requested(2);
    const other = ask('other', 'q9');
    await requested(3);
    expect(fake.requested[2]).toMatchObject({ query: 'q9' });
    pending[2]!.response.writeHead(200).end(ONE);
    expect(await other).toEqual(found);
    expect(await greedy[9]).toEqual(found);
    release();
    await Promise.all(greedy);
    expect(fake.requested).toHaveLength(10);
  });

  it('refuse what exceeds the waiting of a caller, and nothing of others', async () => {
    const { ask, requested, release, counted } = await held();
    const greedy = Array.from({ length: 70 }, (_, i) => ask('greedy', `q${i}`));
    await requested(2);
    const other = ask('other', 'mine');
    await requested(3);
    release();
    const answers = await Promise.all(greedy);
    expect(answers.slice(0, 66)).toEqual(Array.from({ length: 66 }, () => found));
    expect(answers.slice(66)).toEqual(Array.from({ length: 4 }, () => ({ cause: 'LIMITED' })));
    expect(await other).toEqual(found);
    expect(counted.filter(outcome => outcome === 'limited')).toHaveLength(4);
    // LIMITED is not cached.
    expect(await ask('greedy', 'q69')).toEqual(found);
  });

  it('refuse more than 600 new keys a minute of one caller; kept answers are not new', async () => {
    const { ask, release } = await held();
    release();
    for (let i = 0; i < 600; i++) expect(await ask('greedy', `q${i}`)).toEqual(found);
    expect(await ask('greedy', 'q600')).toEqual({ cause: 'LIMITED' });
    expect(await ask('greedy', 'q0')).toEqual(found);
    expect(await ask('other', 'q600')).toEqual(found);
    expect(await ask('greedy', 'q600')).toEqual(found);
  });

  it('end within the timeout, however many wait, and keep no TIMEOUT of those who waited', async () => {
    const { fake, ask, requested, release } = await held({ timeoutMs: 300 });
    const answers = Array.from({ length: 20 }, (_, i) => ask('greedy', `q${i}`));
    // A busy machine also delays this timer.
    const late = delay(1_500, 'late');
    await requested(2);
    expect(await Promise.race([Promise.all(answers), late])).toEqual(
      Array.from({ length: 20 }, () => ({ cause: 'TIMEOUT' })),
    );
    release();
    expect(await ask('greedy', 'q19')).toEqual(found);
    expect(await ask('greedy', 'q0')).toEqual({ cause: 'TIMEOUT' }); // the query was sent, so its timeout is cached
    expect(fake.requested.filter(({ query }) => query === 'q0')).toHaveLength(1);
  });

  it('end when the caller has less time than the timeout, and the query goes on', async () => {
    const { ask, requested, release } = await held();
    const hurried = ask('jane', 'up', { withinMs: 50 });
    await requested(1);
    expect(await hurried).toEqual({ cause: 'TIMEOUT' });
    const patient = ask('joe', 'up');
    release();
    expect(await patient).toEqual(found);
  });

  it('keep a failure for a while', async () => {
    const { fake, ask } = await held();
    fake.answer = says('no', 500);
    expect(await ask('jane', 'up')).toEqual({ cause: 'REFUSED' });
    fake.answer = says(ONE);
    expect(await ask('joe', 'up')).toEqual({ cause: 'REFUSED' });
    expect(fake.requested).toHaveLength(1);
  });

  it('forget the oldest answers beyond the bytes of the cache', async () => {
    const { fake, ask, release } = await held({}, 2_500);
    release();
    for (const query of ['a', 'b', 'c', 'd', 'e', 'f']) await ask('jane', query);
    await ask('jane', 'f');
    expect(fake.requested).toHaveLength(6);
    await ask('jane', 'a');
    expect(fake.requested).toHaveLength(7);
  });

  it('leave nothing behind when callers go away while they wait', async () => {
    const { fake, ask, requested, release } = await held();
    const holding = [ask('greedy', 'q0'), ask('greedy', 'q1')];
    await requested(2);
    const gone = new AbortController();
    const waiting = Array.from({ length: 5 }, (_, i) => ask('greedy', `w${i}`, { signal: gone.signal }));
    gone.abort(new Error('gone'));
    for (const wait of waiting) await expect(wait).rejects.toThrow('gone');
    release();
    await Promise.all(holding);
    expect(await Promise.all(Array.from({ length: 8 }, (_, i) => ask('greedy', `n${i}`)))).toEqual(
      Array.from({ length: 8 }, () => found),
    );
    expect(fake.requested.some(({ query }) => query.startsWith('w'))).toBe(false);
  });
});
