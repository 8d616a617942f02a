/**
 * The bytes of a log with time stamps, as lines: whole ones, each with the moment at which its node had it. Nothing that a container writes makes a line
 * larger than its bound, or another one's moment its own.
 *
 * A position in a log is the moment of the last line and how many lines with that very moment there were: many lines may have the same.
 */

/** The seconds and the nanoseconds of a moment: as texts they stand in the order in which they were. */
type Moment = string;

export interface RawLine {
  /** '' where it has none, as what the node itself has to say. */
  readonly at: Moment;
  readonly bytes: Uint8Array;
  /** It was longer, and this is its beginning. */
  readonly truncated: boolean;
}

export interface LogPosition {
  readonly at: Moment;
  readonly count: number;
}

/** Longer than the pieces of 16 KiB in which container runtimes write a long line. */
const MAX_LINE_BYTES = 20 * 1024;
const NEWLINE = 0x0a;
/** A moment is not longer. */
const STAMP_BYTES = 40;

export class LogLines {
  #pending: Uint8Array[] = [];
  #length = 0;
  #isTruncated = false;

  /** The lines that end in this chunk. They share no memory with it. */
  *read(chunk: Uint8Array): Generator<RawLine, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      yield this.#line();
    }
    this.#add(chunk.subarray(start));
  }

  /** The last line, where nothing ends it. */
  *rest(): Generator<RawLine, void, undefined> {
    if (this.#length > 0) yield this.#line();
  }

  #add(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, MAX_LINE_BYTES - this.#length);
    if (kept.length < bytes.length) this.#isTruncated = true;
    if (kept.length === 0) return;
    this.#pending.push(Uint8Array.prototype.slice.call(kept));
    this.#length += kept.length;
  }

  #line(): RawLine {
    const bytes = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending);
    const truncated = this.#isTruncated;
    this.#pending = [];
    this.#length = 0;
    this.#isTruncated = false;
    const space = bytes.subarray(0, STAMP_BYTES).indexOf(0x20);
    const at = space === -1 ? '' : momentOf(Buffer.from(bytes.subarray(0, space)).toString('latin1'));
    return { at, bytes: at === '' ? bytes : bytes.subarray(space + 1), truncated };
  }
}

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

function momentOf(stamp: string): Moment {
  const [, seconds, nanoseconds = '', zone] = STAMP.exec(stamp) ?? [];
  const ms = seconds === undefined ? NaN : Date.parse(`${seconds}${zone!}`);
  if (!(ms >= 0)) return '';
  return `${String(ms / 1_000).padStart(12, '0')}.${nanoseconds.padEnd(9, '0')}`;
}

export function dateOf(at: Moment): Date | null {
  return at === '' ? null : new Date(Number(at.slice(0, 12)) * 1_000 + Number(at.slice(13, 16)));
}

/** The second of a position, from which nodes can be asked: they know no smaller unit. */
export function secondOf({ at }: LogPosition): string {
  return new Date(Number(at.slice(0, 12)) * 1_000).toISOString().replace('.000', '');
}

/** Behind all of its second. */
export function nextSecond({ at }: LogPosition): LogPosition {
  return { at: `${String(Number(at.slice(0, 12)) + 1).padStart(12, '0')}.000000000`, count: 0 };
}

/** Behind this line. */
export function behind(position: LogPosition | undefined, { at }: Pick<RawLine, 'at'>): LogPosition | undefined {
  if (at === '') return position;
  return { at, count: position?.at === at ? position.count + 1 : 1 };
}

/** Whether a line is one of those that came before a position, of lines that begin with its second. */
export function beforePosition({ at, count }: LogPosition): (line: RawLine) => boolean {
  let isBehind = false;
  let same = 0;
  return line => {
    if (isBehind) return false;
    if (line.at < at) return true; // the node's own words, too: they were told
    if (line.at === at && same < count) {
      same += 1;
      return true;
    }
    isBehind = true;
    return false;
  };
}

export function encodePosition(position: LogPosition | undefined): string {
  return position ? `${position.at}~${position.count}` : '';
}

/** Undefined where it is none. */
export function decodePosition(text: string): LogPosition | undefined {
  const [, at, count] = /^(\d{12}\.\d{9})~(\d{1,9})$/.exec(text) ?? [];
  return at === undefined ? undefined : { at, count: Number(count) };
}
