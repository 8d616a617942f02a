/**
 * A followed log: lines from its leaf wait here for the reader.
 *
 * A slow reader does not block the leaf: waiting lines are bounded in bytes; beyond that, the oldest are dropped and
 * counted. Lines are returned again until their payload has been sent. They are converted to text on delivery, so
 * dropped lines cost nothing.
 */
import { FairGate } from '../../async/fair-gate.ts';
import type { TrackedQuery } from '../../identity/identity.ts';
import type { SubgraphLimits } from '../parts.ts';
import { behind, beforePosition, LogLines, type LogPosition, type RawLine } from './log-lines.ts';

/** Why a leaf stopped sending. */
export type LogStop = 'ended' | 'broken' | 'limit';

export interface FollowedLogOptions {
  /** Position to continue from. */
  readonly since: LogPosition | undefined;
  /** Maximum bytes waiting. */
  readonly waitingBytes: number;
  /** Maximum bytes read from the leaf. */
  readonly maxBytes: number;
  /** Called when there is something to deliver. */
  readonly changed: () => void;
  /** Runs work in turns. */
  readonly inTurns: (work: Iterator<unknown, void>) => void | Promise<void>;
  /** Interval at which `changed` is called in any case. */
  readonly checkMs: number;
  /** Seat among the followed logs; released at the end. */
  readonly seat: Disposable;
}

export interface ReportedLines {
  readonly lines: readonly RawLine[];
  /** Number of lines dropped before them. */
  readonly skipped: number;
  readonly position: LogPosition | undefined;
  /** True if nothing else waits. */
  readonly isAll: boolean;
}

const MAX_LINES = 1_000;
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Memory per line, beside its bytes. */
const LINE_OVERHEAD = 150;
/** Some tenths of a millisecond. */
const LINES_IN_A_STEP = 200;

export class FollowedLog implements TrackedQuery {
  reported: TrackedQuery['reported'];
  readonly #options: FollowedLogOptions;
  readonly #stop = new AbortController();
  readonly #isKnown: (line: RawLine) => boolean;
  readonly #reader = new LogLines();
  readonly #timer: NodeJS.Timeout;
  #waiting: RawLine[] = [];
  #waitingBytes = 0;
  #skipped = 0;
  #bytes = 0;
  /** Delivered, but perhaps not sent. */
  #reported: RawLine[] = [];
  #reportedSkipped = 0;
  /** True if the latest payload has none of the delivered lines. */
  #isWithheld = false;
  #sent: LogPosition | undefined;
  #stopped: LogStop | undefined;

  constructor(options: FollowedLogOptions) {
    this.#options = options;
    this.#sent = options.since;
    this.#isKnown = options.since ? beforePosition(options.since) : () => false;
    this.#timer = setInterval(options.changed, options.checkMs).unref();
  }

  /** Aborts when the log ends. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why the leaf stopped sending; undefined while it may send. */
  get stopped(): LogStop | undefined {
    return this.#stopped;
  }

  /** Position after the lines sent. */
  get position(): LogPosition | undefined {
    return this.#sent;
  }

  /** True if lines wait, or were delivered and perhaps not sent. */
  get hasLines(): boolean {
    return this.#waiting.length > 0 || this.#reported.length > 0 || this.#skipped > 0 || this.#reportedSkipped > 0;
  }

  /** Reads to the end, or until it is ended. */
  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { changed, inTurns, maxBytes } = this.#options;
    try {
      for await (const chunk of chunks) {
        if (this.signal.aborted) return;
        await inTurns(this.#keep(this.#reader.read(chunk)));
        this.#bytes += chunk.length;
        if (this.#bytes > maxBytes) break;
        changed();
      }
      await inTurns(this.#keep(this.#reader.rest()));
      this.#stopped = this.#bytes > maxBytes ? 'limit' : 'ended';
    } catch {
      this.#stopped = 'broken';
    }
    changed();
  }

  /**
   * The waiting lines that fit, preceded by delivered lines that may not have been sent.
   * @param share Part of a payload that this log may fill
   */
  next(share = 1): ReportedLines {
    this.#isWithheld = false;
    // There may be gaps on both sides of repeated lines, and a payload can report only one gap.
    const isAgain = this.#reported.length > 0 || this.#reportedSkipped > 0;
    if (!isAgain || this.#skipped === 0) this.#take(share);
    let position = this.#sent;
    for (const line of this.#reported) position = behind(position, line);
    const isAll = this.#waiting.length === 0 && this.#skipped === 0;
    return { lines: this.#reported, skipped: this.#reportedSkipped, position, isAll };
  }

  /** Keeps delivered lines for a later payload: the one being made has none of them. */
  withhold(): void {
    this.#isWithheld = true;
  }

  sent(): void {
    if (!this.#isWithheld) {
      for (const line of this.#reported) this.#sent = behind(this.#sent, line);
      this.#reported = [];
      this.#reportedSkipped = 0;
    }
    if (this.#waiting.length > 0 || this.#stopped) this.#options.changed();
  }

  /** Stops reading, but keeps its seat. */
  stop(): void {
    clearInterval(this.#timer);
    this.#stop.abort();
    this.#waiting = [];
    this.#reported = [];
  }

  end(): void {
    this.stop();
    this.#options.seat[Symbol.dispose]();
  }

  *#keep(lines: Iterable<RawLine>): Generator<void, void, undefined> {
    let count = 0;
    for (const line of lines) {
      if (!this.#isKnown(line)) this.#add(line);
      if (++count % LINES_IN_A_STEP === 0) yield;
    }
  }

  #add(line: RawLine): void {
    this.#waiting.push(line);
    this.#waitingBytes += sizeOf(line);
    while (this.#waitingBytes > this.#options.waitingBytes) {
      this.#waitingBytes -= sizeOf(this.#waiting.shift()!);
      this.#skipped += 1;
    }
  }

  #take(share: number): void {
    this.#reportedSkipped += this.#skipped;
    this.#skipped = 0;
    let bytes = this.#reported.reduce((sum, line) => sum + line.bytes.length, 0);
    while (this.#reported.length < MAX_LINES * share && bytes < MAX_PAYLOAD_BYTES * share) {
      const line = this.#waiting.shift();
      if (!line) return;
      this.#waitingBytes -= sizeOf(line);
      this.#reported.push(line);
      bytes += line.bytes.length;
    }
  }
}

function sizeOf({ bytes }: RawLine): number {
  return bytes.length + LINE_OVERHEAD;
}

const CHECK_MS = 10_000;
const ASK_AGAIN_MS = 2_000;

export interface FollowedLogsOptions extends Pick<SubgraphLimits, 'followedLogs' | 'followedLogBytes' | 'logBytes'> {
  /** Lifetime of an answer about the reader's rights. @default 10 s */
  readonly checkMs?: number;
  /** Interval of retries if there was no answer, or if the state of a container is not known yet. @default 2 s */
  readonly askAgainMs?: number;
}

/** The followed logs of this process: their number, bounds and intervals. */
export class FollowedLogs {
  readonly options: Required<FollowedLogsOptions>;
  readonly #slots: FairGate;

  constructor(options: FollowedLogsOptions) {
    this.options = { checkMs: CHECK_MS, askAgainMs: ASK_AGAIN_MS, ...options };
    this.#slots = new FairGate({ slots: options.followedLogs });
  }

  get size(): number {
    return this.#slots.running;
  }

  enter(caller: string): Disposable | undefined {
    const slot = this.#slots.tryEnter(caller);
    return typeof slot === 'string' ? undefined : slot;
  }
}
