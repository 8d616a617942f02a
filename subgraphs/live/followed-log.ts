/**
 * A log that is followed: what its leaf sends waits here for the reader, line by line.
 *
 * Who reads slowly does not hold the leaf: what waits is bounded in bytes, and of more the oldest lines are left out and counted. Lines are told until their
 * payload has been sent. What they look like is decided then, so lines that are left out cost nothing.
 */
import { FairGate } from '../../async/fair-gate.ts';
import type { TrackedQuery } from '../../identity/request.ts';
import type { SubgraphLimits } from '../parts.ts';
import { behind, beforePosition, LogLines, type LogPosition, type RawLine } from './log-lines.ts';

/** Why a leaf sends no more. */
export type LogStop = 'ended' | 'broken' | 'limit';

export interface FollowedLogOptions {
  /** From which it goes on. */
  readonly since: LogPosition | undefined;
  /** The most that waits. */
  readonly waitingBytes: number;
  /** The most that is read of the leaf. */
  readonly maxBytes: number;
  /** Something can be told. */
  readonly changed: () => void;
  /** Puts work into turns. */
  readonly inTurns: (work: Iterator<unknown, void>) => void | Promise<void>;
  /** How often `changed` is called all the same. */
  readonly checkMs: number;
  /** Among those that are followed; given back at the end. */
  readonly seat: Disposable;
}

export interface ToldLines {
  readonly lines: readonly RawLine[];
  /** How many lines were left out before them. */
  readonly skipped: number;
  readonly position: LogPosition | undefined;
  /** Nothing else waits. */
  readonly isAll: boolean;
}

const MAX_LINES = 1_000;
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Of memory, beside a line's bytes. */
const LINE_OVERHEAD = 150;
/** Some tenths of a millisecond. */
const LINES_IN_A_STEP = 200;

export class FollowedLog implements TrackedQuery {
  told: TrackedQuery['told'];
  readonly #options: FollowedLogOptions;
  readonly #stop = new AbortController();
  readonly #isKnown: (line: RawLine) => boolean;
  readonly #reader = new LogLines();
  readonly #timer: NodeJS.Timeout;
  #waiting: RawLine[] = [];
  #waitingBytes = 0;
  #skipped = 0;
  #bytes = 0;
  /** Told, but perhaps not sent. */
  #told: RawLine[] = [];
  #toldSkipped = 0;
  #sent: LogPosition | undefined;
  #stopped: LogStop | undefined;

  constructor(options: FollowedLogOptions) {
    this.#options = options;
    this.#sent = options.since;
    this.#isKnown = options.since ? beforePosition(options.since) : () => false;
    this.#timer = setInterval(options.changed, options.checkMs).unref();
  }

  /** Ends with the log. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why the leaf sends no more; undefined while it may. */
  get stopped(): LogStop | undefined {
    return this.#stopped;
  }

  /** Behind the lines that were sent. */
  get position(): LogPosition | undefined {
    return this.#sent;
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

  /** What waits, as much of it as fits; with what was told before, where it is not known that it was sent. */
  next(): ToldLines {
    // Between lines that are told again and others there may be a gap, and a payload has one place for it.
    const isAgain = this.#told.length > 0 || this.#toldSkipped > 0;
    if (!isAgain || this.#skipped === 0) this.#take();
    let position = this.#sent;
    for (const line of this.#told) position = behind(position, line);
    const isAll = this.#waiting.length === 0 && this.#skipped === 0;
    return { lines: this.#told, skipped: this.#toldSkipped, position, isAll };
  }

  sent(): void {
    for (const line of this.#told) this.#sent = behind(this.#sent, line);
    this.#told = [];
    this.#toldSkipped = 0;
    if (this.#waiting.length > 0 || this.#stopped) this.#options.changed();
  }

  /** Ends it, and keeps its seat. */
  stop(): void {
    clearInterval(this.#timer);
    this.#stop.abort();
    this.#waiting = [];
    this.#told = [];
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

  #take(): void {
    this.#toldSkipped += this.#skipped;
    this.#skipped = 0;
    let bytes = this.#told.reduce((sum, line) => sum + line.bytes.length, 0);
    while (this.#told.length < MAX_LINES && bytes < MAX_PAYLOAD_BYTES) {
      const line = this.#waiting.shift();
      if (!line) return;
      this.#waitingBytes -= sizeOf(line);
      this.#told.push(line);
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
  /** How long an answer about the reader's rights holds. @default 10 s */
  readonly checkMs?: number;
  /** When they are asked for again where there was none, or what became of a container is not known yet. @default 2 s */
  readonly askAgainMs?: number;
}

/** The logs that this process follows: how many there may be, and by which bounds and times. */
export class FollowedLogs {
  readonly options: Required<FollowedLogsOptions>;
  readonly #places: FairGate;

  constructor(options: FollowedLogsOptions) {
    this.options = { checkMs: CHECK_MS, askAgainMs: ASK_AGAIN_MS, ...options };
    this.#places = new FairGate({ places: options.followedLogs });
  }

  get size(): number {
    return this.#places.running;
  }

  enter(caller: string): Disposable | undefined {
    const place = this.#places.tryEnter(caller);
    return typeof place === 'string' ? undefined : place;
  }
}
