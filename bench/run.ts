/**
 * `make bench`: runs the benchmarks with the data sets S0 and S1, with one data set, or only one benchmark.
 * Writes the results to bench/results/latest.json and docs/performance.md. First it prints its plan and the expected
 * duration. Progress goes to stderr.
 */
import { statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { UsageError } from '../cli/usage-error.ts';
import { POSTGRES, provide, REDIS } from '../test/harness/debian-packages.ts';
import { Bench, type Benchmark } from './bench.ts';
import { authentication } from './benchmarks/authentication.ts';
import { collection } from './benchmarks/collection.ts';
import { crowd } from './benchmarks/crowd.ts';
import { depth } from './benchmarks/depth.ts';
import { detail } from './benchmarks/detail.ts';
import { execution } from './benchmarks/execution.ts';
import { explorer } from './benchmarks/explorer.ts';
import { facets } from './benchmarks/facets.ts';
import { fair } from './benchmarks/fair.ts';
import { freshness } from './benchmarks/freshness.ts';
import { list } from './benchmarks/list.ts';
import { live } from './benchmarks/live.ts';
import { memory } from './benchmarks/memory.ts';
import { meshBenchmark } from './benchmarks/mesh.ts';
import { packagesBenchmark } from './benchmarks/packages.ts';
import { placementBenchmark } from './benchmarks/placement.ts';
import { policyBenchmark } from './benchmarks/policy.ts';
import { documents } from './benchmarks/scale/documents.ts';
import { explorer as scaleExplorer } from './benchmarks/scale/explorer.ts';
import { groups } from './benchmarks/scale/groups.ts';
import { growth } from './benchmarks/scale/growth.ts';
import { http } from './benchmarks/scale/http.ts';
import { keyword } from './benchmarks/scale/keyword.ts';
import { leaves } from './benchmarks/scale/leaves.ts';
import { names } from './benchmarks/scale/names.ts';
import { numbers } from './benchmarks/scale/numbers.ts';
import { orders } from './benchmarks/scale/orders.ts';
import { pages } from './benchmarks/scale/pages.ts';
import { rebuild } from './benchmarks/scale/rebuild.ts';
import { registration } from './benchmarks/scale/registration.ts';
import { scan } from './benchmarks/scale/scan.ts';
import { suggestions } from './benchmarks/scale/suggestions.ts';
import { start } from './benchmarks/start.ts';
import { streams } from './benchmarks/streams.ts';
import { structures } from './benchmarks/structures.ts';
import { telemetry } from './benchmarks/telemetry.ts';
import { visibility } from './benchmarks/visibility.ts';
import { smallDataSet } from './data-set.ts';
import type { Measurement } from './measurement.ts';
import { writeReport } from './report.ts';
import { SHAPES } from './scale/fleet.ts';
import { ScaleBench, type Need } from './scale/scale-bench.ts';

/** The order matters. `memory` measures the product after the load of the benchmarks before it. */
const SMALL: readonly Benchmark[] = [
  authentication,
  visibility,
  start,
  collection,
  list,
  facets,
  detail,
  live,
  depth,
  freshness,
  memory,
  fair,
  streams,
  crowd,
  telemetry,
  explorer,
  execution,
  packagesBenchmark,
  placementBenchmark,
  meshBenchmark,
  policyBenchmark,
  structures,
];

interface ScaleBenchmark extends Benchmark<ScaleBench> {
  readonly needs: readonly Need[];
}

/** The order matters. `http` ends with changes, so the data then differs from the generated data. */
const SCALE: readonly ScaleBenchmark[] = [
  { ...rebuild, needs: ['redis'] },
  { ...numbers, needs: ['redis', 'truth', 'normalised'] },
  { ...pages, needs: ['redis', 'truth', 'normalised'] },
  { ...keyword, needs: ['redis', 'truth', 'normalised'] },
  { ...orders, needs: ['redis', 'truth', 'normalised'] },
  { ...names, needs: ['redis', 'normalised'] },
  { ...documents, needs: ['redis', 'truth', 'normalised', 'documents'] },
  { ...scan, needs: ['redis', 'truth'] },
  { ...groups, needs: ['redis', 'truth'] },
  { ...growth, needs: ['redis', 'truth'] },
  { ...suggestions, needs: ['redis'] },
  { ...http, needs: ['redis', 'truth'] },
  { ...leaves, needs: [] },
  { ...registration, needs: [] },
];

/**
 * The benchmarks for S2. `documents` is missing, because loading documents takes too long. `leaves` and `registration`
 * are missing, because they start their own leaves and do not depend on the data set. The Explorer is measured with the
 * smallest and the largest fleet.
 */
const LARGEST: readonly ScaleBenchmark[] = [
  ...SCALE.filter(({ name }) => !['documents', 'leaves', 'registration'].includes(name)),
  { ...scaleExplorer, needs: ['redis'] },
];

interface DataSet {
  readonly benchmarks: readonly { readonly name: string; readonly needs?: readonly Need[] }[];
  /** Duration in minutes on two cores without other work. */
  readonly minutes: number;
  /** Memory that a run may use, and disk space that it may use in the folder for temporary files. */
  readonly needs: { readonly memoryGB: number; readonly diskGB: number };
  run(only: string | undefined): Promise<Outcome>;
}

/** Data sets by the value of SET. */
const SETS: Readonly<Record<string, DataSet>> = {
  S0: { benchmarks: SMALL, minutes: 27, needs: { memoryGB: 4, diskGB: 1 }, run: only => small(chosen(SMALL, only)) },
  S1: {
    benchmarks: SCALE,
    minutes: 8,
    needs: { memoryGB: 6, diskGB: 3 },
    run: only => scale('S1', chosen(SCALE, only)),
  },
  S2: {
    benchmarks: LARGEST,
    minutes: 19,
    needs: { memoryGB: 14, diskGB: 8 },
    run: only => scale('S2', chosen(LARGEST, only)),
  },
};
/** Data sets of a run without SET. */
const USUAL = ['S0', 'S1'] as const;

const USAGE = `Runs the benchmarks; writes bench/results/latest.json and docs/performance.md. Usually by \`make bench\`.

  --set SET    ${Object.keys(SETS).join(', ')}; without it ${USUAL.join(' and ')}
  --only NAME  one benchmark; the other results stay
  --help       this text

${Object.entries(SETS)
  .map(
    ([set, { benchmarks, minutes }]) =>
      `${set}, about ${minutes} min: ${benchmarks.map(({ name }) => name).join(', ')}`,
  )
  .join('\n')}`;

interface Outcome {
  readonly description: string;
  readonly measured: readonly Measurement[];
}

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
  const { only, set, help } = given();
  if (help) return console.log(USAGE);
  const sets = wanted(set, only);
  for (const name of sets) await announce(name, only);
  for (const name of sets) install(name, only);
  for (const name of sets) {
    const { description, measured } = await SETS[name]!.run(only);
    const isCutShort = interrupted.signal.aborted;
    await writeReport(measured, { set: name, description, keepOthers: only !== undefined || isCutShort });
    say(`${name} is written${isCutShort ? ' as far as it came' : ''}: bench/results/latest.json, docs/performance.md`);
    if (isCutShort) throw new Error('interrupted');
  }
}

function given() {
  try {
    return parseArgs({
      options: { only: { type: 'string' }, set: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw code.startsWith('ERR_PARSE_ARGS')
      ? new UsageError(`${message.split('\n')[0]!.split('. ')[0]!} (--help)`)
      : error;
  }
}

/**
 * Returns the data set of SET, or the usual data sets. With ONLY, returns the first of them that has this benchmark.
 */
function wanted(set: string | undefined, only: string | undefined): readonly string[] {
  if (set !== undefined && !Object.hasOwn(SETS, set))
    throw new UsageError(`There is no data set "${set}". SET is one of ${Object.keys(SETS).join(', ')}.`);
  const sets = set === undefined ? USUAL : [set];
  if (only === undefined) return sets;
  const found = sets.find(name => chosen(SETS[name]!.benchmarks, only).length > 0);
  if (found !== undefined) return [found];
  const names = sets.flatMap(name => SETS[name]!.benchmarks.map(benchmark => benchmark.name));
  throw new UsageError(
    `There is no benchmark "${only}" over ${sets.join(' or ')}. ONLY is one of ${names.join(', ')}.`,
  );
}

async function announce(name: string, only: string | undefined): Promise<void> {
  const { benchmarks, minutes, needs } = SETS[name]!;
  const { bavail, bsize } = await statfs(tmpdir());
  const free = { memoryGB: Math.floor(freemem() / 1024 ** 3), diskGB: Math.floor((bavail * bsize) / 1024 ** 3) };
  say(`${name}: ${only ?? `${benchmarks.map(({ name }) => name).join(', ')}; about ${minutes} min`}`);
  say(
    `  up to ${needs.memoryGB} GB of memory (${free.memoryGB} are free), ${needs.diskGB} GB in ${tmpdir()} (${free.diskGB} are free)`,
  );
  if (free.memoryGB < needs.memoryGB || free.diskGB < needs.diskGB)
    say('  THAT IS NOT ENOUGH: figures will be worse than they should be, or it fails');
}

/** Installs packages before the first measurement, so that no installation disturbs a measurement. */
function install(name: string, only: string | undefined): void {
  if (name === 'S0') return; // S0 needs neither Redis nor Postgres
  const redis = provide(REDIS, say);
  if (redis !== undefined) throw new UsageError(`The benchmarks over ${name} need Redis: ${redis}.`);
  const benchmarks = chosen(SETS[name]!.benchmarks, only);
  const postgres = benchmarks.some(({ needs }) => needs?.includes('normalised')) ? provide(POSTGRES, say) : undefined;
  if (postgres !== undefined) say(`  ${postgres}. Its figures are not measured.`);
}

async function small(benchmarks: readonly Benchmark[]): Promise<Outcome> {
  const dataSet = smallDataSet(Date.now());
  await using bench = new Bench({ dataSet, signal: interrupted.signal, say });
  return { description: dataSet.description, measured: await runAll(benchmarks, bench) };
}

async function scale(shape: 'S1' | 'S2', benchmarks: readonly ScaleBenchmark[]): Promise<Outcome> {
  await using bench = new ScaleBench({ shape, signal: interrupted.signal, say });
  const { rows, clusters, namespaces } = SHAPES[shape];
  const needs = new Set(benchmarks.flatMap(({ needs }) => needs));
  if (needs.size > 0) say(`${shape}: making ${spaced(rows)} rows for Redis, for the peers and for the truth`);
  await bench.prepare(needs);
  const description = `${spaced(rows)} generated rows of 11 kinds, ${clusters} clusters of ${spaced(namespaces)} namespaces each`;
  return { description, measured: await runAll(benchmarks, bench) };
}

async function runAll<B>(benchmarks: readonly Benchmark<B>[], bench: B): Promise<Measurement[]> {
  const all: Measurement[] = [];
  for (const [i, benchmark] of benchmarks.entries()) {
    if (interrupted.signal.aborted) break;
    say(`${benchmark.name} (${i + 1} of ${benchmarks.length})`);
    const measured = await benchmark.run(bench).catch((error: unknown) => {
      // A failed benchmark does not stop the run, because the other results are useful.
      if (interrupted.signal.aborted) return [];
      console.error(error);
      process.exitCode = 1;
      return [];
    });
    for (const { name, ours, unit, ratio, peerName, met } of measured)
      say(
        `  ${name}: ${ours} ${unit}${ratio === null ? '' : ` (${ratio} × ${peerName})`}${met === null ? '' : met ? ', met' : ', MISSED'}`,
      );
    all.push(...measured);
  }
  return all;
}

function chosen<B extends { readonly name: string }>(benchmarks: readonly B[], only: string | undefined): readonly B[] {
  return benchmarks.filter(({ name }) => only === undefined || name === only);
}

function spaced(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ');
}

function say(line: string): void {
  console.error(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}
