/**
 * `make bench`: runs the benchmarks, or one of them, and writes what they measured to bench/results/latest.json and docs/performance.md.
 * Progress goes to stderr. Everything that was started is ended with the run, also when it is interrupted.
 */
import { parseArgs } from 'node:util';
import { UsageError } from '../cli/usage-error.ts';
import { Bench, type Benchmark } from './bench.ts';
import { collection } from './benchmarks/collection.ts';
import { detail } from './benchmarks/detail.ts';
import { facets } from './benchmarks/facets.ts';
import { freshness } from './benchmarks/freshness.ts';
import { list } from './benchmarks/list.ts';
import { memory } from './benchmarks/memory.ts';
import { start } from './benchmarks/start.ts';
import { visibility } from './benchmarks/visibility.ts';
import { DATA_SETS } from './data-set.ts';
import { writeReport } from './report.ts';

/** In this order: `memory` speaks of the product after all the load before it. */
const BENCHMARKS: readonly Benchmark[] = [visibility, start, collection, list, facets, detail, freshness, memory];

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say(`${signal}: ending what was started; once more to leave at once`);
    interrupted.abort();
  });
}

try {
  await main();
} catch (error) {
  if (interrupted.signal.aborted) process.exitCode = 130;
  else {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function main(): Promise<void> {
  const { only, set = 'S0' } = parseArgs({ options: { only: { type: 'string' }, set: { type: 'string' } } }).values;
  const chosen = BENCHMARKS.filter(({ name }) => only === undefined || name === only);
  const dataSet = DATA_SETS[set]?.(Date.now());
  if (chosen.length === 0)
    throw new UsageError(`There is no benchmark "${only}". ONLY is one of ${BENCHMARKS.map(({ name }) => name).join(', ')}.`);
  if (!dataSet) throw new UsageError(`There is no data set "${set}". SET is one of ${Object.keys(DATA_SETS).join(', ')}.`);

  await using bench = new Bench({ dataSet, signal: interrupted.signal, say });
  const measured = [];
  for (const benchmark of chosen) {
    say(benchmark.name);
    for (const measurement of await benchmark.run(bench)) {
      const { name, ours, unit, ratio, peerName } = measurement;
      say(`  ${name}: ${ours} ${unit}${ratio === null ? '' : ` (${ratio} × ${peerName})`}`);
      measured.push(measurement);
    }
  }
  await writeReport(measured, { dataSet, keepOthers: only !== undefined });
  say('written: bench/results/latest.json, docs/performance.md');
}

function say(line: string): void {
  console.error(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}
