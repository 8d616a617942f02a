/**
 * Sends the requests of a seed, several at a time, and checks each answer. Reports each failure with its request. A
 * failure is an internal error, a wrong answer, a missing answer or an unhandled rejection.
 */
import { isNativeError } from 'node:util/types';
import { setImmediate as turn } from 'node:timers/promises';
import { fuzzCase, type FuzzCase } from './generator.ts';
import { complaintAbout, outcomeOf } from './verdict.ts';
import { Closed, Wire, type Answer } from './wire.ts';
import { Bystander, type Waits } from './bystander.ts';
import type { World } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Number of the first request. */
  readonly from: number;
  /** Number after the last request. */
  readonly to: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzReport {
  readonly sent: number;
  readonly seconds: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly waits: Waits;
  /** Bytes in use after a garbage collection, after half of the requests and at the end. */
  readonly heap: { readonly half: number; readonly end: number };
  /** Descriptions of failures, with their requests. Empty if there are none. */
  readonly findings: readonly string[];
}

/** Number of concurrent connections. */
const AT_ONCE = 8;
/** Timeout for an answer in milliseconds. */
const PATIENCE_MS = 25_000;
const UNFINISHED_MS = 100;
const SHOWN_BYTES = 1_500;
/** Number of findings after which the run stops. */
const MOST_FINDINGS = 10;

export async function fuzz(world: World, { seed, from, to, onProgress = () => {} }: FuzzOptions): Promise<FuzzReport> {
  const outcomes = new Map<string, number>();
  const findings: string[] = [];
  const bystander = new Bystander(world.port);
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const startedAt = performance.now();
  let next = from;

  const sendUntil = async (end: number) => {
    using line = new Line(world.port);
    while (next < end && findings.length < MOST_FINDINGS) {
      const index = next++;
      const request = fuzzCase(seed, index, world.seeds, world.tokens);
      try {
        const outcome = await outcomeOn(line, request);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        for (const reason of rejections.splice(0)) throw reason;
      } catch (error) {
        line.hangUp();
        findings.push(finding(seed, index, request, error, world));
      }
      onProgress(index - from + 1);
    }
  };
  /**
   * Sends half of the requests. Memory is measured after each half, because garbage collection would delay requests.
   */
  const half = async (end: number): Promise<number> => {
    const over = new AbortController();
    const bystanding = bystander.ask(over.signal);
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendUntil(end)));
    over.abort();
    await bystanding;
    return liveBytes();
  };

  try {
    const heap = { half: await half(Math.floor((from + to) / 2)), end: await half(to) };
    const seconds = (performance.now() - startedAt) / 1_000;
    return { sent: next - from, seconds, outcomes, waits: bystander.waits(), heap, findings };
  } finally {
    process.off('unhandledRejection', onRejection);
  }
}

/** A connection to the server. open() makes a new connection if the last one is closed. */
class Line implements Disposable {
  readonly #port: number;
  #wire: Wire | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async open(): Promise<{ wire: Wire; isNew: boolean }> {
    if (this.#wire?.usable) return { wire: this.#wire, isNew: false };
    this.hangUp();
    return { wire: (this.#wire = await Wire.open(this.#port)), isNew: true };
  }

  hangUp(): void {
    this.#wire?.close();
    this.#wire = undefined;
  }

  [Symbol.dispose](): void {
    this.hangUp();
  }
}

/**
 * Sends a request and checks the answer.
 * @throws Error that describes a wrong or missing answer
 */
async function outcomeOn(line: Line, request: FuzzCase): Promise<string> {
  const { wire, isNew } = await line.open();
  wire.send(request.bytes);
  if (request.answers === 0) {
    await turn();
    line.hangUp();
    return 'never ended';
  }
  let outcome = '';
  for (let i = 0; i < request.answers; i++) {
    const answer = await answerOn(wire, request);
    if (answer === undefined) {
      line.hangUp();
      // The server closes connections that are idle for some seconds. It may have closed this connection just now.
      if (i === 0 && !request.malformed && !isNew) return outcomeOn(line, request);
      if (i === 0 && !request.malformed) throw new Error('no answer');
      return outcome || 'closed';
    }
    const complaint = complaintAbout(answer);
    if (complaint !== undefined) throw new Error(`${complaint}: ${shown(answer.body)}`);
    outcome = outcomeOf(answer);
    if (answer.headers.get('connection') === 'close') break;
  }
  // The server may read the rest of a malformed request as the beginning of the next request.
  if (request.malformed) line.hangUp();
  return outcome;
}

/**
 * Reads the answer. Undefined if the server closed the connection before an answer, or during the answer to a malformed
 * request.
 */
async function answerOn(wire: Wire, { malformed, head }: FuzzCase): Promise<Answer | undefined> {
  const patience = new AbortController();
  const timers = [setTimeout(() => patience.abort(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)];
  // The server may wait for the rest of a malformed request. Ending the connection ends this wait.
  if (malformed) timers.push(setTimeout(() => wire.end(), UNFINISHED_MS));
  try {
    return await wire.read({ head, signal: patience.signal });
  } catch (error) {
    if (error instanceof Closed && (!error.began || malformed)) return undefined;
    throw error;
  } finally {
    timers.forEach(clearTimeout);
  }
}

function finding(seed: number, index: number, { kind, bytes }: FuzzCase, error: unknown, { faults }: World): string {
  const why = isNativeError(error) ? `${error.name}: ${error.message}` : String(error);
  const log = faults.length > 0 ? `\nthe log:\n${faults.slice(-3).join('\n')}` : '';
  const again = `FUZZ_SEED=${seed} FUZZ_CASE=${index} make fuzz`;
  return `${why}\n\nrequest ${index} (${kind}), ${bytes.length} bytes; alone again: ${again}\n${shown(bytes)}${log}`;
}

function shown(bytes: Buffer): string {
  const text = bytes.toString('utf8', 0, SHOWN_BYTES);
  return bytes.length > SHOWN_BYTES ? `${text} … (${bytes.length} bytes)` : text;
}

/** Bytes in use after a garbage collection. 0 if Node runs without --expose-gc. */
async function liveBytes(): Promise<number> {
  if (globalThis.gc === undefined) return 0;
  await turn();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
