/**
 * Writes the results as data, as a page and as charts. Each result contains its time, machine, versions and data set. A
 * run replaces only the results of its own data set. A run of one benchmark replaces only the results of this
 * benchmark.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../cli/commands/version.ts';
import { formatMarkdown } from '../test/harness/format-markdown.ts';
import { chartsOf } from './charts/charts.ts';
import type { Measurement } from './measurement.ts';
import { performancePage } from './page.ts';
import { benchmarkOf, type Result } from './result.ts';
import { withMeasuredSizes } from './sizing.ts';

const LOAD_BEFORE = Number((loadavg()[0] ?? 0).toFixed(1));
const RESULTS = fileURLToPath(new URL('./results/latest.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const SIZING = fileURLToPath(new URL('../docs/sizing.md', import.meta.url));
const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url));

export interface ReportOptions {
  readonly set: string;
  readonly description: string;
  /** True to keep the earlier results of this data set for benchmarks that did not run. */
  readonly keepOthers: boolean;
}

export async function writeReport(
  measured: readonly Measurement[],
  { set, description, keepOthers }: ReportOptions,
): Promise<void> {
  const origin = {
    date: new Date().toISOString(),
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      memoryGB: Math.round(totalmem() / 1024 ** 3),
      loadBefore: LOAD_BEFORE,
    },
    versions: { fleetgraph: version(), commit: commit(), node: process.versions.node },
    ...{ set, dataSet: description },
  };
  const results = measured.map((measurement): Result => ({ ...measurement, ...origin }));
  const replaced = new Set(results.map(benchmarkOf));
  const others = (await earlierResults()).filter(
    result => result.set !== set || (keepOthers && !replaced.has(benchmarkOf(result))),
  );
  const all = [...others, ...results];
  await mkdir(dirname(RESULTS), { recursive: true });
  await writeFile(RESULTS, `${JSON.stringify(all, undefined, 2)}\n`);
  const charts = chartsOf(all);
  await writeFile(PAGE, await formatMarkdown(performancePage(all, charts)));
  await writeSizing(all);
  await mkdir(IMAGES, { recursive: true });
  for (const { file, svg } of charts) await writeFile(join(IMAGES, file), svg);
  const drawn = new Set(charts.map(({ file }) => file));
  for (const file of await readdir(IMAGES))
    if (/^bench-.*[.]svg$/.test(file) && !drawn.has(file)) await rm(join(IMAGES, file));
}

/** Replaces the measured part of docs/sizing.md. */
export async function writeSizing(results: readonly Result[]): Promise<void> {
  const page = withMeasuredSizes(await readFile(SIZING, 'utf8'), results);
  await writeFile(SIZING, await formatMarkdown(page));
}

async function earlierResults(): Promise<readonly Result[]> {
  try {
    return JSON.parse(await readFile(RESULTS, 'utf8')) as Result[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Commit of the working tree, with `+` if it has uncommitted changes outside the results and docs. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dirname(PAGE), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', '..', ':!../bench/results', ':!../docs') === '' ? '' : '+'}`;
  } catch {
    return 'not a git checkout';
  }
}
