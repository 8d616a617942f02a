/**
 * Compares the time and memory of two implementations in one process. Short samples of both alternate, so that other
 * work of the machine slows both.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { bytesInRanges } from '../../readmodel/table/containers.ts';
import { summary } from '../load.ts';

export interface Sides<T> {
  readonly ours: T;
  readonly plain: T;
}

/** Minimum duration of a sample. Work that is shorter is repeated. */
const SAMPLE_MS = 1;
const WARM_UP_MS = 200;
const MEASURED_MS = 800;
const AT_LEAST = 5;
/**
 * Number of runs of each step. The shortest run counts, because garbage collections and other work only make runs
 * longer.
 */
const ROUNDS = 5;
/** Number of consecutive garbage collections that must free less than `SLACK_BYTES`. */
const COLLECTIONS = 6;
const SLACK_BYTES = 100_000;

type Work = () => unknown;

/**
 * Median time of each implementation in milliseconds.
 * @throws Error if their answers differ
 */
export async function timesInTurns({ ours, plain }: Sides<Work>, signal: AbortSignal): Promise<Sides<number>> {
  checkSame(await ours(), await plain());
  const often = { ours: await warmedUp(ours), plain: await warmedUp(plain) };
  const [ofOurs, ofPlain]: [number[], number[]] = [[], []];
  for (let spent = 0; spent < 2 * MEASURED_MS || ofOurs.length < AT_LEAST;) {
    await nextTurn();
    signal.throwIfAborted();
    ofOurs.push(await taken(ours, often.ours));
    ofPlain.push(await taken(plain, often.plain));
    spent += ofOurs.at(-1)! * often.ours + ofPlain.at(-1)! * often.plain;
  }
  return { ours: summary(ofOurs).p50, plain: summary(ofPlain).p50 };
}

/** Warms up, and returns the number of repetitions in a sample. */
async function warmedUp(work: Work): Promise<number> {
  let each = 0;
  for (let spent = 0, times = 1; spent < WARM_UP_MS; times *= 2) {
    each = await taken(work, times);
    spent += each * times;
  }
  return Math.ceil(SAMPLE_MS / each);
}

async function taken(work: Work, times: number): Promise<number> {
  const before = performance.now();
  for (let i = 0; i < times; i++) await work();
  return (performance.now() - before) / times;
}

/** A container that receives its content in steps. */
export interface Taking {
  take(step: number): void;
  /** Content that a step has added. */
  at(step: number): unknown;
}

/** The results of a step are compared if its number is a multiple of this number. */
const CHECKED = 97;

/**
 * Bytes that each container takes in memory after all steps.
 * @throws Error if the results differ
 */
export async function bytesOf(steps: number, open: Sides<() => Taking>): Promise<Sides<number>> {
  const [ours, plain] = [await bytesTaken(steps, open.ours), await bytesTaken(steps, open.plain)];
  for (let step = 0; step < steps; step += CHECKED) checkSame(ours.taking.at(step), plain.taking.at(step));
  return { ours: ours.bytes, plain: plain.bytes };
}

/** Longest step of each container, in milliseconds. */
export function longestStepOf(steps: number, open: Sides<() => Taking>): Sides<number> {
  const shortest = { ours: new Float64Array(steps).fill(Infinity), plain: new Float64Array(steps).fill(Infinity) };
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ['ours', 'plain'] as const) {
      const [taking, times] = [open[side](), shortest[side]];
      for (let step = 0; step < steps; step++) {
        const before = performance.now();
        taking.take(step);
        times[step] = Math.min(times[step]!, performance.now() - before);
      }
    }
  }
  const longest = (times: Float64Array): number => times.reduce((a, b) => Math.max(a, b));
  return { ours: longest(shortest.ours), plain: longest(shortest.plain) };
}

async function bytesTaken(steps: number, open: () => Taking): Promise<{ taking: Taking; bytes: number }> {
  const before = await bytesHeld();
  const taking = open();
  for (let step = 0; step < steps; step++) taking.take(step);
  return { taking, bytes: (await bytesHeld()) - before };
}

/**
 * Bytes in memory after several consecutive collections have freed hardly anything. One collection is not enough,
 * because buffers, and objects that only compiled code references, are freed later.
 */
async function bytesHeld(): Promise<number> {
  if (!globalThis.gc) throw new Error('Memory is measured with --expose-gc.');
  let least = Infinity;
  for (let inVain = 0; inVain < COLLECTIONS; inVain++) {
    await nextTurn(); // objects in a WeakRef stay alive until the next turn
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    const held = heapUsed + external + bytesInRanges();
    if (held < least - SLACK_BYTES) inVain = 0;
    least = Math.min(least, held);
  }
  return least;
}

function checkSame(ours: unknown, plain: unknown): void {
  if (!isDeepStrictEqual(ours, plain))
    throw new Error('A structure and the plain thing that it replaces do not answer the same.');
}
