/** Runs each of several ways to write a query, and finds the fastest. Also measures the latencies of one query. */
import { setTimeout as delay } from 'node:timers/promises';
import { summary, type Latencies } from '../load.ts';
import type { SqlClient } from './postgres.ts';
import type { Sql } from './sql-queries.ts';

/** A slow way is abandoned when it takes this many times as long as the fastest way so far. */
const GIVE_UP_AT = 3;
const GIVE_UP_NEVER_BEFORE_MS = 500;

/** @throws Error if no way is given */
export async function fastestOf(client: SqlClient, ways: readonly Sql[]): Promise<Sql> {
  const fastest = await fastestWithin(0, client, ways);
  if (!fastest) throw new Error('No way to write the query was given.');
  return fastest;
}

/**
 * Returns undefined if no way answers within `withinMs` milliseconds. If `withinMs` is 0, no way is abandoned before
 * the first answer.
 */
export async function fastestWithin(
  withinMs: number,
  client: SqlClient,
  ways: readonly Sql[],
): Promise<Sql | undefined> {
  let best: { sql: Sql; ms: number } | undefined;
  for (const sql of ways) {
    const limitMs = best ? Math.max(GIVE_UP_NEVER_BEFORE_MS, Math.ceil(best.ms * GIVE_UP_AT)) : withinMs;
    await client.query({ text: `SET statement_timeout = ${limitMs}` });
    try {
      let ms = Infinity;
      // The query runs twice, because the first run plans the query and fills caches.
      for (let time = 0; time < 2; time++) ms = Math.min(ms, await timeOf(client, sql));
      if (!best || ms < best.ms) best = { sql, ms };
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
    }
  }
  await client.query({ text: 'SET statement_timeout = 0' });
  return best?.sql;
}

const QUERY_CANCELED = '57014';

export async function timeSql(
  client: SqlClient,
  sql: Sql,
  { seconds, atLeast, signal }: { seconds: number; atLeast: number; signal: AbortSignal },
): Promise<Latencies> {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (latencies.length < atLeast || performance.now() < end) {
    signal.throwIfAborted();
    latencies.push(await timeOf(client, sql));
    await delay(0);
  }
  return summary(latencies);
}

async function timeOf(client: SqlClient, sql: Sql): Promise<number> {
  const before = performance.now();
  await answerOf(client, sql);
  return performance.now() - before;
}

const names = new Map<string, string>();

/** Runs a query. The connection prepares each text once. */
export async function answerOf(client: SqlClient, { text, values }: Sql): Promise<any[]> {
  const name = names.get(text) ?? `q${names.size}`;
  names.set(text, name);
  return (await client.query({ text, values, name })).rows;
}
