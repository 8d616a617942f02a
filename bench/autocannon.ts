/**
 * Load by autocannon. Each connection sends its next request after it has received an answer. The requests of many
 * users alternate. The answers are checked.
 */
import { UsageError } from '../cli/usage-error.ts';
import type { GraphRequest } from './graph.ts';
import { summary, type LoadResult } from './load.ts';

export interface Barrage {
  readonly url: string;
  readonly connections: number;
  readonly request: GraphRequest;
  readonly people: readonly { readonly token: string }[];
  /**
   * Expected answers, in the order of `people`. Undefined while data changes: any answer without errors is accepted.
   */
  readonly expected?: readonly string[];
  readonly signal: AbortSignal;
}

export interface Fired {
  readonly latencies: readonly number[];
  readonly seconds: number;
}

/**
 * Runs the load once. resultOf() joins the results of several runs.
 * @throws if an answer is wrong or a connection fails
 */
export async function fire(
  { url, connections, request, people, expected, signal }: Barrage,
  duration: number,
): Promise<Fired> {
  const autocannon = await load();
  signal.throwIfAborted();
  const latencies: number[] = [];
  let wrong: string | undefined;
  const body = JSON.stringify(request);
  const requests = people.map(({ token }, person) => ({
    ...{ method: 'POST', path: '/graphql', body },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    onResponse: (status: number, answer: string) => {
      const right = status === 200 && (expected ? answer === expected[person] : !answer.includes('"errors"'));
      if (!right) wrong ??= `${status}: ${answer.slice(0, 500)}`;
    },
  }));
  const run = autocannon({ url, connections, duration, requests, timeout: 30, sampleInt: 100 });
  run.on('response', (_client, _status, _bytes, ms) => void latencies.push(ms));
  const stop = () => run.stop();
  signal.addEventListener('abort', stop);
  let seconds: number;
  try {
    const { errors, duration } = await run;
    seconds = duration;
    if (errors > 0) wrong ??= `${errors} connections failed`;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  if (wrong !== undefined) throw new Error(`Under load an answer was not the one that was checked before: ${wrong}`);
  return { latencies, seconds };
}

/** Path of a GET request. */
export function pathOf({ query, variables }: GraphRequest): string {
  return `/graphql?${new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) }).toString()}`;
}

export function resultOf(fired: readonly Fired[]): LoadResult {
  const latencies = fired.flatMap(({ latencies }) => latencies);
  return { ...summary(latencies), perSecond: latencies.length / fired.reduce((sum, { seconds }) => sum + seconds, 0) };
}

interface Run extends PromiseLike<{ readonly errors: number; readonly duration: number }> {
  on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): void;
  stop(): void;
}

type Autocannon = (options: object) => Run;

async function load(): Promise<Autocannon> {
  const name: string = 'autocannon';
  try {
    return ((await import(name)) as { default: Autocannon }).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('The benchmarks’ own packages are not installed: run `make bench`, or `npm ci` in bench/.');
  }
}
