/**
 * The results as data and as a page. Each result says when, on which machine and of which versions it was measured, since a run of one benchmark
 * replaces that one's results only. The page is made from the data and holds no figure that is not in it.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { version } from '../cli/commands/version.ts';
import type { DataSet } from './data-set.ts';
import type { Measurement } from './measurement.ts';

export interface Result extends Measurement {
  readonly date: string;
  readonly machine: {
    readonly cores: number;
    readonly cpu: string;
    readonly memoryGB: number;
    /** The load average of a minute before the run: what else the machine had to do. */
    readonly loadBefore: number;
  };
  readonly versions: { readonly fleetgraph: string; readonly commit: string; readonly node: string };
  readonly dataSet: string;
}

const LOAD_BEFORE = Number((loadavg()[0] ?? 0).toFixed(1));
const RESULTS = fileURLToPath(new URL('./results/latest.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

export interface ReportOptions {
  readonly dataSet: DataSet;
  /** Whether results of benchmarks that were not run stay. */
  readonly keepOthers: boolean;
}

export async function writeReport(measured: readonly Measurement[], { dataSet, keepOthers }: ReportOptions): Promise<void> {
  const circumstances = {
    date: new Date().toISOString(),
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      memoryGB: Math.round(totalmem() / 1024 ** 3),
      loadBefore: LOAD_BEFORE,
    },
    versions: { fleetgraph: version(), commit: commit(), node: process.versions.node },
    dataSet: dataSet.description,
  };
  const results = measured.map((measurement): Result => ({ ...measurement, ...circumstances }));
  const replaced = new Set(results.map(({ name }) => benchmarkOf(name)));
  const others = keepOthers ? (await earlierResults()).filter(({ name }) => !replaced.has(benchmarkOf(name))) : [];
  const all = [...others, ...results];
  await mkdir(dirname(RESULTS), { recursive: true });
  await writeFile(RESULTS, `${JSON.stringify(all, undefined, 2)}\n`);
  await writeFile(PAGE, await format(page(all), { ...(await resolveConfig(PAGE)), parser: 'markdown' }));
}

const benchmarkOf = (name: string) => name.slice(0, name.indexOf(':'));

async function earlierResults(): Promise<readonly Result[]> {
  try {
    return JSON.parse(await readFile(RESULTS, 'utf8')) as Result[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** With a `+` when the tree holds what the commit does not. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dirname(PAGE), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', '..', ':!../bench/results', ':!../docs') === '' ? '' : '+'}`;
  } catch {
    return 'not a git checkout';
  }
}

function page(results: readonly Result[]): string {
  const runs = Map.groupBy(results, ({ date, machine, versions, dataSet }) => JSON.stringify({ date, machine, versions, dataSet }));
  return [
    '# Performance',
    '',
    '_Written by `make bench` from [bench/results/latest.json](../bench/results/latest.json). Do not edit._',
    '',
    ...[...runs.values()].flatMap(section),
    ...METHOD,
  ].join('\n');
}

function section(results: readonly Result[]): string[] {
  const [{ date, machine, versions, dataSet }] = results as [Result];
  const benchmarks = Map.groupBy(results, ({ name }) => benchmarkOf(name));
  return [
    `Measured on ${date.slice(0, 10)} (${date.slice(11, 16)} UTC), ${machine.cores} cores (${machine.cpu}), ${machine.memoryGB} GB; fleetgraph ${versions.fleetgraph} (${versions.commit}), Node ${versions.node}. Data: ${dataSet}. Leaves, product and load shared these cores; the load average before the run was ${machine.loadBefore}${machine.loadBefore > 0.5 ? ', so other work took a part of them' : ''}.`,
    '',
    ...[...benchmarks].flatMap(([benchmark, rows]) => [
      `## ${benchmark}`,
      '',
      '| what | fleetgraph | peer | times better | target |',
      '| --- | ---: | --- | ---: | --- |',
      ...rows.map(row),
      '',
    ]),
  ];
}

function row({ name, unit, ours, peer, peerName, ratio, target, met }: Result): string {
  const what = name.slice(name.indexOf(':') + 1).trim();
  const goal = target === null ? '' : `${target}: ${met ? 'met' : '**missed**'}`;
  return `| ${what} | ${ours} ${unit} | ${peer === null ? '' : `${peer} ${unit}: ${peerName}`} | ${ratio ?? ''} | ${goal} |`;
}

const METHOD = [
  '## How it is measured',
  '',
  '```sh',
  'make bench               # everything; results and this page are written anew',
  'make bench ONLY=list     # one benchmark; the results of the others stay',
  '```',
  '',
  '- Three processes: the simulated leaves, the product as its users run it (`bin/fleetgraph serve --config …`, all roles, embedded store), and the load.',
  '- Nothing is timed before it is right: totals, facets by cluster, kind and namespace, and the first 500 rows are compared with what the generator put there, as the administrator of everything and as a developer with two namespaces on a part of the clusters; pages and live conditions are compared with what the leaves answer that person. Every timed answer must equal the checked one.',
  '- Load is a closed loop: a connection asks again when it has its answer. Percentiles are exact, over every answer of the measured time, after a warm-up of a quarter of it.',
  '- What is compared with canned rows is measured in turns of a second, so that what else the machine does happens to both.',
  '- `LIST on all leaves` is what people do without an index: every leaf is asked at once, as the user and with their own token, and the answers are parsed, merged and sorted. The simulated leaves share one process, whereas real ones have a processor each but a network in between; so the time of one leaf alone, the lower bound of any fan-out, stands beside it.',
  '- `The same gateway with canned rows` is the product’s gateway over a subgraph that has the answer ready: what is left to win by a faster index.',
  '- “Times better” is above 1 where fleetgraph is better, whatever the unit.',
];
