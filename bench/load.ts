/**
 * A closed-loop load generator. Each connection sends the next request as soon as it has its answer. The generator
 * keeps every latency, so percentiles are exact.
 */
import { performance } from 'node:perf_hooks';

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface Latencies {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface LoadResult extends Latencies {
  readonly perSecond: number;
}

/** Runs a closed loop. First it runs a quarter of the time without measuring, to warm up caches and compilers. */
export async function closedLoop(load: Load, ask: () => Promise<void>): Promise<LoadResult> {
  await latenciesOf({ ...load, seconds: load.seconds / 4 }, ask);
  return resultOf(await latenciesOf(load, ask), load.seconds);
}

/** Runs two loads that alternate every second, so that other work of the machine slows both. */
export async function inTurns(
  load: Load,
  one: () => Promise<void>,
  other: () => Promise<void>,
): Promise<readonly [LoadResult, LoadResult]> {
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (const ask of [one, other]) await latenciesOf({ ...load, seconds: load.seconds / 4 }, ask);
  for (let turn = 0; turn < load.seconds; turn += 1) {
    ofOne.push(...(await latenciesOf({ ...load, seconds: 1 }, one)));
    ofOther.push(...(await latenciesOf({ ...load, seconds: 1 }, other)));
  }
  return [resultOf(ofOne, load.seconds), resultOf(ofOther, load.seconds)];
}

async function latenciesOf({ connections, seconds, signal }: Load, ask: () => Promise<void>): Promise<number[]> {
  const end = performance.now() + seconds * 1_000;
  const latencies: number[] = [];
  const connection = async () => {
    for (let before = performance.now(); before < end;) {
      signal.throwIfAborted();
      await ask();
      const after = performance.now();
      latencies.push(after - before);
      before = after;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return latencies;
}

function resultOf(latencies: readonly number[], seconds: number): LoadResult {
  return { ...summary(latencies), perSecond: latencies.length / seconds };
}

/** Sends one request at a time, for slow queries. Ends after `seconds`, but not before `atLeast` requests. */
export async function oneByOne(
  { seconds, atLeast, signal }: { readonly seconds: number; readonly atLeast: number; readonly signal: AbortSignal },
  ask: () => Promise<void>,
): Promise<Latencies> {
  await ask();
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (latencies.length < atLeast || performance.now() < end) {
    signal.throwIfAborted();
    const before = performance.now();
    await ask();
    latencies.push(performance.now() - before);
  }
  return summary(latencies);
}

export function summary(latencies: readonly number[]): Latencies {
  if (latencies.length === 0)
    throw new Error('Nothing was measured: no answer came within the time of the measurement.');
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Processor time per request in milliseconds. The measured process must do hardly any other work. */
export async function processorMs(load: Load, ask: () => Promise<void>, spent: () => Promise<number>): Promise<number> {
  let count = 0;
  const before = await spent();
  await closedLoop(load, async () => {
    await ask();
    count += 1;
  });
  return ((await spent()) - before) / count;
}

export async function ownProcessorMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
