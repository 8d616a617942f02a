/**
 * A followed log. Keeps lines from its leaf until a payload with them has been sent.
 *
 * A slow client does not block the leaf. The bytes of waiting lines are limited. Above the limit, the oldest lines are
 * dropped and counted. Delivered lines are returned again until their payload has been sent. Lines are converted to
 * text on delivery, so dropped lines are never converted.
 */
import { FairGate } from '../../async/fair-gate.ts';
import type { TrackedQuery } from '../../identity/identity.ts';
import type { SubgraphLimits } from '../parts.ts';
import { behind, beforePosition, LogLines, type LogPosition, type RawLine } from './log-lines.ts';

/** The reason why reading stopped: the log ended, the connection broke, or `maxBytes` were read. */
export type LogStop = 'ended' | 'broken' | 'limit';

export interface FollowedLogOptions {
  /** Position to continue from. Undefined to start without a position. */
  readonly since: LogPosition | undefined;
  /** Maximum bytes of lines that wait for delivery, including LINE_OVERHEAD for each line. */
  readonly waitingBytes: number;
  /** Maximum bytes read from the leaf. */
  readonly maxBytes: number;
  /** Called when lines may wait for delivery, when reading has stopped, and every `checkMs`. */
  readonly changed: () => void;
  /** Runs work in turns with other callers. */
  readonly inTurns: (work: Iterator<unknown, void>) => void | Promise<void>;
  /** Milliseconds between calls of `changed` for checks of the permissions, even if nothing has changed. */
  readonly checkMs: number;
  /** Seat that counts against the limit of followed logs. end() releases the seat. */
  readonly seat: Disposable;
}

export interface ReportedLines {
  readonly lines: readonly RawLine[];
  /** Number of lines that were dropped before these lines. */
  readonly skipped: number;
  readonly position: LogPosition | undefined;
  /** True if no other lines wait for a later payload. */
  readonly isAll: boolean;
}

const MAX_LINES = 1_000;
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Bytes of memory for each line, in addition to the bytes of its text. */
const LINE_OVERHEAD = 150;
/** Number of lines processed before yielding. This work takes some tenths of a millisecond. */
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
  /** Lines that were delivered but perhaps not sent. */
  #reported: RawLine[] = [];
  #reportedSkipped = 0;
  /** True if the latest payload leaves out the delivered lines, which are kept for a later payload. */
  #isWithheld = false;
  #sent: LogPosition | undefined;
  #stopped: LogStop | undefined;

  constructor(options: FollowedLogOptions) {
    this.#options = options;
    this.#sent = options.since;
    this.#isKnown = options.since ? beforePosition(options.since) : () => false;
    this.#timer = setInterval(options.changed, options.checkMs).unref();
  }

  /** Signal that aborts when stop() or end() is called. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The reason why reading stopped. Undefined while the log is read. */
  get stopped(): LogStop | undefined {
    return this.#stopped;
  }

  /** Position after the last line that was sent. Before the first line, the position `since`. */
  get position(): LogPosition | undefined {
    return this.#sent;
  }

  /** True if lines wait, if delivered lines were perhaps not sent, or if dropped lines are not reported yet. */
  get hasLines(): boolean {
    return this.#waiting.length > 0 || this.#reported.length > 0 || this.#skipped > 0 || this.#reportedSkipped > 0;
  }

  /** Reads until the log ends, the connection breaks, `maxBytes` are read, or stop() is called. */
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
   * The lines for the next payload. Delivered lines that were perhaps not sent come first, then waiting lines, as many
   * as fit.
   * @param share Fraction of a payload that this log may fill
   */
  next(share = 1): ReportedLines {
    this.#isWithheld = false;
    // A payload can report only one gap. If lines were dropped after the repeated lines, the repeated lines are
    // delivered alone.
    const isAgain = this.#reported.length > 0 || this.#reportedSkipped > 0;
    if (!isAgain || this.#skipped === 0) this.#take(share);
    let position = this.#sent;
    for (const line of this.#reported) position = behind(position, line);
    const isAll = this.#waiting.length === 0 && this.#skipped === 0;
    return { lines: this.#reported, skipped: this.#reportedSkipped, position, isAll };
  }

  /** Keeps delivered lines for a later payload. The payload that is being built contains none of them. */
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

  /** Stops reading and drops all lines that are kept, but keeps the seat. */
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
  /** Milliseconds for which a check of the caller's permissions is valid. @default 10 000 */
  readonly checkMs?: number;
  /**
   * Milliseconds until a retry, if a check had no answer or the state of a container is not known yet. @default 2 000
   */
  readonly askAgainMs?: number;
}

/** Limits the number of followed logs in this process, and holds the intervals of checks. */
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
