/**
 * Runs the fuzz for any number of requests: `node --expose-gc test/fuzz/run.ts 1000000`, or `make fuzz N=1000000`.
 * FUZZ_SEED repeats a run. FUZZ_CASE selects a single request of the run.
 *
 * Exits with 1 after a finding. With --judge-waits, a finding is also that another user got a wrong answer, that 1 % of
 * the user's lists took longer than 250 ms, that the process worked for longer than 250 ms during one list, or that
 * memory grew by more than 32 MiB in the second half. The longest time of a list is not judged, because it also has
 * pauses that other processes cause.
 */
import { parseArgs } from 'node:util';
import { joinSteps, LongSteps, stepsTable, type LongStep } from '../harness/long-steps.ts';
import { fuzz, type FuzzReport } from './fuzz.ts';
import { fuzzCase } from './generator.ts';
import { openWorld } from './world.ts';

const LONGEST_WAIT_MS = 250;
/** Allowed growth of memory in the second half. Bounded caches may still fill up. */
const GROWTH_BYTES = 32 * 1024 * 1024;

const { values, positionals } = parseArgs({
  options: { 'judge-waits': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const count = wholeNumber('N', positionals[0] ?? '100000', 1);
const seed = wholeNumber('FUZZ_SEED', process.env['FUZZ_SEED'] ?? `${Math.floor(Math.random() * 1_000_000)}`, 0);
const only = process.env['FUZZ_CASE'] === undefined ? undefined : wholeNumber('FUZZ_CASE', process.env['FUZZ_CASE'], 0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const world = await openWorld();
const longSteps: LongStep[] = [];
using _watching = new LongSteps(step => longSteps.push(step));
try {
  if (only !== undefined) console.error(fuzzCase(seed, only, world.seeds, world.tokens).bytes.toString('utf8'));
  const [from, to] = only === undefined ? [0, count] : [only, only + 1];
  console.error(`seed ${seed}: requests ${from} to ${to - 1}`);
  const onProgress = (done: number) => done % 10_000 === 0 && console.error(`${done} requests`);
  const report = await fuzz(world, { seed, from, to, onProgress });
  console.error(table(report));
  console.log(summary(report));
  console.log(stepsTable(joinSteps(longSteps)));
  for (const finding of [
    ...report.findings,
    ...(values['judge-waits'] && only === undefined ? complaintsAbout(report) : []),
  ]) {
    console.log(`FOUND by seed ${seed}: ${finding}`);
    process.exitCode = 1;
  }
} finally {
  await world[Symbol.asyncDispose]();
}

function complaintsAbout({ waits, heap }: FuzzReport): string[] {
  return [
    ...(waits.p99Ms > LONGEST_WAIT_MS ? [`1 % of the lists of somebody else took over ${LONGEST_WAIT_MS} ms`] : []),
    ...(waits.mostWorkMs > LONGEST_WAIT_MS
      ? [`the process worked for ${Math.round(waits.mostWorkMs)} ms during a list of somebody else`]
      : []),
    ...(waits.failed > 0 ? [`${waits.failed} answers of somebody else were wrong`] : []),
    ...(heap.end - heap.half > GROWTH_BYTES
      ? [`memory grew by ${megabytes(heap.end - heap.half)} MB from the half on`]
      : []),
  ];
}

function summary({ sent, seconds, waits, heap }: FuzzReport): string {
  const lists = `${waits.lists} lists of somebody else: ${waits.failed} failed, p99 ${waits.p99Ms.toFixed(0)} ms, worst ${waits.worstMs.toFixed(0)} ms, of which work at most ${waits.mostWorkMs.toFixed(0)} ms`;
  return `fuzz: ${sent} requests in ${seconds.toFixed(0)} s (seed ${seed}); ${lists}; memory ${megabytes(heap.half)} MB at the half, ${megabytes(heap.end)} MB at the end`;
}

function table({ outcomes }: FuzzReport): string {
  const rows = [...outcomes].sort(([, a], [, b]) => b - a);
  return rows.map(([outcome, times]) => `${String(times).padStart(8)}  ${outcome}`).join('\n');
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least && text.trim() !== '') return value;
  console.error(`${name} is a whole number from ${least} on, not "${text}": make fuzz N=100000 FUZZ_SEED=42`);
  process.exit(2);
}
