/**
 * Splits the bytes of a timestamped log into lines of limited length. The time of a line comes from the node, not from
 * the container.
 *
 * A position in a log is the time of the last line that was read, and the number of lines that were read with this
 * time. The number is needed because many lines may have an equal time.
 */

/** Seconds since the epoch with nine decimals, as a text that sorts by time. */
type Moment = string;

export interface RawLine {
  /** Time of the line. Empty for a line without a time, such as a message of the node itself. */
  readonly at: Moment;
  readonly bytes: Uint8Array;
  /** True if the line was too long and only its end was kept. */
  readonly truncated: boolean;
}

export interface LogPosition {
  readonly at: Moment;
  readonly count: number;
}

/** Maximum bytes of a line. More than the 16 KiB pieces in which container runtimes store long lines. */
const MAX_LINE_BYTES = 20 * 1024;
const NEWLINE = 0x0a;
/** Maximum bytes of a timestamp and the space after it. */
const STAMP_BYTES = 40;
const MAX_TAIL_BYTES = MAX_LINE_BYTES - STAMP_BYTES;
const EMPTY = new Uint8Array();

export class LogLines {
  /** Bytes of the current line: `#head` is its start with the timestamp, `#tail` its end. */
  #head: Uint8Array = EMPTY;
  #tail: Uint8Array[] = [];
  #tailLength = 0;
  #isTruncated = false;

  /** The lines that end in this chunk. The lines do not share memory with the chunk. */
  *read(chunk: Uint8Array): Generator<RawLine, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      yield this.#line();
    }
    this.#add(chunk.subarray(start));
  }

  /** The last line, if the log ends without a line break. */
  *rest(): Generator<RawLine, void, undefined> {
    if (this.#head.length > 0) yield this.#line();
  }

  #add(bytes: Uint8Array): void {
    const ofHead = bytes.subarray(0, STAMP_BYTES - this.#head.length);
    if (ofHead.length > 0) this.#head = Buffer.concat([this.#head, ofHead]);
    const rest = bytes.subarray(ofHead.length);
    if (rest.length === 0) return;
    const kept = rest.subarray(Math.max(0, rest.length - MAX_TAIL_BYTES));
    if (kept.length < rest.length) this.#isTruncated = true;
    this.#tail.push(Uint8Array.prototype.slice.call(kept));
    this.#tailLength += kept.length;
    // The tail is cut only at twice its maximum, so that a long line is not copied again for each chunk.
    if (this.#tailLength > 2 * MAX_TAIL_BYTES) this.#cutTail();
  }

  #cutTail(): void {
    const all = this.#tail.length === 1 ? this.#tail[0]! : Buffer.concat(this.#tail);
    if (all.length > MAX_TAIL_BYTES) this.#isTruncated = true;
    const tail = all.subarray(Math.max(0, all.length - MAX_TAIL_BYTES));
    this.#tail = [tail];
    this.#tailLength = tail.length;
  }

  #line(): RawLine {
    this.#cutTail();
    const [head, tail, truncated] = [this.#head, this.#tail[0]!, this.#isTruncated];
    this.#head = EMPTY;
    this.#tail = [];
    this.#tailLength = 0;
    this.#isTruncated = false;
    const space = head.indexOf(0x20);
    const at = space === -1 ? '' : momentOf(Buffer.from(head.subarray(0, space)).toString('latin1'));
    if (truncated) return { at, bytes: wholeCharacters(tail), truncated };
    return { at, bytes: Buffer.concat([at === '' ? head : head.subarray(space + 1), tail]), truncated };
  }
}

/** Drops the bytes of a UTF-8 character whose start was cut off. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 3 && (bytes[start]! & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
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

/** Time of a position, cut to the second, for the parameter `sinceTime` of a request. */
export function secondOf({ at }: LogPosition): string {
  return new Date(Number(at.slice(0, 12)) * 1_000).toISOString().replace('.000', '');
}

/** The position at the start of the next second. */
export function nextSecond({ at }: LogPosition): LogPosition {
  return { at: `${String(Number(at.slice(0, 12)) + 1).padStart(12, '0')}.000000000`, count: 0 };
}

/** The position after this line. */
export function behind(position: LogPosition | undefined, { at }: Pick<RawLine, 'at'>): LogPosition | undefined {
  if (at === '') return position;
  return { at, count: position?.at === at ? position.count + 1 : 1 };
}

/**
 * Returns a function that is true for the lines before a position. The log must start at the second of the position.
 */
export function beforePosition({ at, count }: LogPosition): (line: RawLine) => boolean {
  let isBehind = false;
  let same = 0;
  return line => {
    if (isBehind) return false;
    if (line.at < at) return true;
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

/** Parses a position. Undefined if the text is not a position. */
export function decodePosition(text: string): LogPosition | undefined {
  const [, at, count] = /^(\d{12}\.\d{9})~(\d{1,9})$/.exec(text) ?? [];
  return at === undefined ? undefined : { at, count: Number(count) };
}
