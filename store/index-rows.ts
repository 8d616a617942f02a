/**
 * Reads the rows of a snapshot for an index, directly from the bytes of a reply. A starting replica may read millions
 * of rows. So texts that the index looks up by their bytes do not become strings, and all rows reuse one object.
 *
 * Rows that cannot be read from bytes (texts beyond ASCII, escapes in a key) are read by decodeRow().
 */
import { unpackBitsOf, unpackText, type TextContext } from './packed.ts';
import { KINDS } from './built-in-kinds.ts';
import { isShared, isTime } from './row-columns.ts';
import {
  decodeRecords,
  decodeRow,
  MAX_VALUE_LENGTH,
  SPELLING,
  type RowSpelling,
  SUSPENDED,
  UNATTEMPTED,
} from './wire-rows.ts';
import type { SharedTexts } from './shared-texts.ts';
import {
  OBJECT_STATUSES,
  TextBytes,
  type IndexRow,
  type Row,
  type SharedColumn,
  type TimeColumnName,
} from './store.ts';

export class IndexRows {
  readonly #cluster: string;
  readonly #texts: SharedTexts;
  readonly #row: ReadRow;
  readonly #spelling: RowSpelling;
  readonly #columns: IndexColumns;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(cluster: string, texts: SharedTexts, spelling = SPELLING) {
    this.#cluster = cluster;
    this.#texts = texts;
    this.#spelling = spelling;
    this.#columns = new IndexColumns(spelling);
    this.#row = { ...spelling.blank, cluster, name: new TextBytes() };
  }

  /**
   * @param reply MessagePack array in which each field is followed by its value
   * @param unreadable Receives the fields of rows that cannot be read
   */
  *read(reply: Buffer, unreadable: string[]): Generator<IndexRow, void, void> {
    this.#bytes = reply;
    const texts = new PackedTexts(reply);
    while (texts.next()) {
      const [from, to] = [texts.from, texts.to];
      texts.next();
      let row: IndexRow | undefined;
      try {
        row = this.#readBytes(from, to, texts.from, texts.to) ?? this.#readText(from, to, texts.from, texts.to);
      } catch {
        unreadable.push(reply.toString('utf8', from, to)); // the caller reads these rows again
      }
      if (row) yield row;
    }
  }

  #readText(from: number, to: number, valueFrom: number, valueTo: number): Row {
    const bytes = this.#bytes;
    return decodeRow(
      this.#cluster,
      bytes.toString('utf8', from, to),
      bytes.toString('utf8', valueFrom, valueTo),
      this.#texts,
      this.#spelling,
    );
  }

  /**
   * Reads one row from bytes. Undefined for a rare spelling, which this method cannot read. @throws RangeError,
   * SyntaxError
   */
  #readBytes(from: number, to: number, valueFrom: number, valueTo: number): IndexRow | undefined {
    if (valueTo - valueFrom > MAX_VALUE_LENGTH) return undefined;
    const { count, flags: flagsAt, times, texts } = this.#columns;
    const escapes = findColumns(this.#bytes, valueFrom, valueTo, count);
    if (escapes < 0 || !this.#readKey(from, to)) return undefined;
    const [bytes, row] = [this.#bytes, this.#row];
    const flags = ends[flagsAt]! - starts[flagsAt]! === 1 ? digitOf(bytes[starts[flagsAt]!]!) : NaN;
    if (!(flags < 2 * UNATTEMPTED)) return undefined;
    row.status = OBJECT_STATUSES[flags % SUSPENDED]!;
    row.suspended = flags % UNATTEMPTED >= SUSPENDED;
    for (const { name, at, isSince } of times) {
      const time = timeOf(bytes, at, isSince ? row.createdAt : 0);
      // decodeRow() handles rare spellings and invalid times.
      if (!Number.isFinite(time)) return undefined;
      row[name] = time;
    }
    const version = this.#versionOf(escapes);
    if (version === undefined) return undefined;
    row.version = version;
    row.labels = this.#labels();
    for (const column of texts) row[column.name] = this.#text(column, escapes);
    this.#readAttached();
    return row;
  }

  /** Reads `A/namespace/name` (A is the letter of a built-in kind) or `group/kind/namespace/name`. */
  #readKey(from: number, to: number): boolean {
    const [bytes, row] = [this.#bytes, this.#row];
    let slashes = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === PERCENT || byte >= 0x80) return false;
      if (byte !== SLASH) continue;
      if (slashes === 3) return false;
      slash[slashes++] = at;
    }
    if (slashes === 2) {
      const kind = slash[0] === from + 1 ? BUILT_IN[bytes[from]!] : undefined;
      if (!kind) return false;
      row.group = kind.group;
      row.kind = kind.kind;
      row.version = kind.version;
      row.namespace = bytes.toString('latin1', slash[0]! + 1, slash[1]);
    } else if (slashes === 3) {
      row.group = bytes.toString('latin1', from, slash[0]);
      row.kind = bytes.toString('latin1', slash[0]! + 1, slash[1]);
      row.version = '';
      row.namespace = bytes.toString('latin1', slash[1]! + 1, slash[2]);
    } else return false;
    setBytes(row.name, bytes, slash[slashes - 1]! + 1, to);
    return true;
  }

  /** Version in the row. If the row has none, the version of its built-in kind. */
  #versionOf(escapes: number): string | undefined {
    const { version } = this.#columns;
    const [from, to] = [starts[version]!, ends[version]!];
    if (from === to) return this.#row.version;
    return escapes & (1 << version) ? undefined : this.#bytes.toString('latin1', from, to);
  }

  #labels(): IndexRow['labels'] {
    const { labels } = this.#columns;
    const [from, to] = [starts[labels]!, ends[labels]!];
    return this.#texts.labels(this.#bytes.toString('latin1', from, to));
  }

  /** @throws RangeError, SyntaxError */
  #readAttached(): void {
    const { relationsAt, recordsAt } = this.#spelling;
    const text = (at: number): string | undefined =>
      starts[at] === ends[at] ? undefined : this.#bytes.toString('latin1', starts[at], ends[at]);
    const [relations, records] = [text(relationsAt), text(recordsAt)];
    this.#row.relations = relations === undefined ? undefined : this.#texts.relations(relations);
    this.#row.records = records === undefined ? undefined : decodeRecords(records);
  }

  /** @throws RangeError */
  #text({ at, own, isMessage }: TextAt, escapes: number): string | TextBytes {
    const [bytes, from, to] = [this.#bytes, starts[at]!, ends[at]!];
    if (from === to) return '';
    const isShared = bytes[from] === TILDE;
    if (!isShared && !(escapes & (1 << at))) {
      setBytes(own, bytes, from, to);
      return own;
    }
    const packed = isShared ? this.#texts.packed(unpackBitsOf(bytes, from + 1)) : bytes.toString('latin1', from, to);
    return packed.includes('\\') ? unpackText(packed, isMessage ? contextOf(this.#row) : undefined) : packed;
  }
}

interface TimeAt {
  readonly name: TimeColumnName;
  readonly at: number;
  /** True if the time is spelled relative to the creation of the object. */
  readonly isSince: boolean;
}

interface TextAt {
  readonly name: SharedColumn;
  readonly at: number;
  /** True if the text may refer to other columns of the row. */
  readonly isMessage: boolean;
  /** Reused object for texts that are not in the table of shared texts. */
  readonly own: TextBytes;
}

type ReadRow = { -readonly [C in keyof IndexRow]: IndexRow[C] } & { readonly name: TextBytes };

/** Positions of the columns that an index needs, in the spelling of a row. */
class IndexColumns {
  readonly count: number;
  readonly flags: number;
  readonly labels: number;
  readonly version: number;
  readonly times: readonly TimeAt[];
  readonly texts: readonly TextAt[];

  constructor(spelling: RowSpelling) {
    this.count = spelling.recordsAt + 1;
    if (this.count > MAX_COLUMNS)
      throw new RangeError(`rows of ${this.count} columns; at most ${MAX_COLUMNS} are read`);
    this.flags = spelling.flagsAt;
    this.labels = spelling.at('labels');
    this.version = spelling.at('version');
    this.times = spelling.decoded
      .filter(isTime)
      .map(({ name, at, type }) => ({ name: name as TimeColumnName, at, isSince: type === 'timeSince' }));
    this.texts = spelling.decoded.filter(isShared).map(({ name, at, type }) => ({
      name: name as SharedColumn,
      at,
      isMessage: type === 'message',
      own: new TextBytes(),
    }));
  }
}

function contextOf({ revision, name, namespace }: ReadRow): TextContext {
  return { revision: String(revision), name: String(name), namespace };
}

function setBytes(text: TextBytes, bytes: Buffer, from: number, to: number): void {
  text.bytes = bytes;
  text.from = from;
  text.to = to;
}

const TAB = 0x09;
const PERCENT = '%'.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const TILDE = '~'.charCodeAt(0);
const POINT = '.'.charCodeAt(0);

/** Built-in kinds by the character code of their letter. */
const BUILT_IN = Array.from({ length: 256 }, (_, code) => KINDS.get(String.fromCharCode(code)));

/** Maximum number of columns. Each column with escapes sets one bit of a number. */
const MAX_COLUMNS = 31;

/** Offsets of the slashes of the key and of the columns of the value, for the row being read. */
const slash = new Int32Array(3);
const starts = new Int32Array(MAX_COLUMNS);
const ends = new Int32Array(MAX_COLUMNS);

/**
 * Finds the columns of a value. Returns one bit for each column with escapes. Negative if bytes are not ASCII or there
 * are too many columns.
 */
function findColumns(bytes: Buffer, from: number, to: number, count: number): number {
  let [column, escapes, seen] = [0, 0, 0];
  starts[0] = from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    seen |= byte;
    if (byte === TAB) {
      ends[column++] = at;
      if (column === count) return -1;
      starts[column] = at + 1;
    } else if (byte === BACKSLASH) escapes |= 1 << column;
  }
  ends[column] = to;
  while (++column < count) starts[column] = ends[column] = to;
  return seen >= 0x80 ? -1 : escapes;
}

/** Reads a time as unpackTime() does. NaN for a rare spelling. */
function timeOf(bytes: Buffer, column: number, since: number): number {
  const [from, to] = [starts[column]!, ends[column]!];
  if (from === to) return 0;
  const isMilliseconds = bytes[from] === POINT;
  let number = 0;
  for (let at = isMilliseconds ? from + 1 : from; at < to; at++) number = number * 36 + digitOf(bytes[at]!);
  return isMilliseconds ? (to - from > 1 ? since + number : NaN) : since + number * 1_000;
}

/** Value of a digit in base 36. NaN for another character. */
function digitOf(byte: number): number {
  return byte >= 97 && byte <= 122 ? byte - 87 : byte >= 48 && byte <= 57 ? byte - 48 : NaN;
}

/** Iterates over the texts of a MessagePack array. */
class PackedTexts {
  from = 0;
  to = 0;
  readonly #bytes: Buffer;
  #left: number;

  /** @throws RangeError */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const head = bytes[0]!;
    if (head === 0xdc) [this.#left, this.to] = [bytes.readUInt16BE(1), 3];
    else if (head === 0xdd) [this.#left, this.to] = [bytes.readUInt32BE(1), 5];
    else [this.#left, this.to] = [head & 0x0f, 1];
  }

  /** Moves `from` and `to` to the next text. False if there is none. @throws RangeError */
  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    const [bytes, at] = [this.#bytes, this.to];
    const head = bytes[at]!;
    let length = head & 0x1f;
    this.from = at + 1;
    if (head === 0xd9) {
      length = bytes[at + 1]!;
      this.from = at + 2;
    } else if (head === 0xda) {
      length = (bytes[at + 1]! << 8) | bytes[at + 2]!;
      this.from = at + 3;
    } else if (head === 0xdb) {
      length = bytes.readUInt32BE(at + 1);
      this.from = at + 5;
    }
    this.to = this.from + length;
    if (this.to > bytes.length) throw new RangeError('a reply that ends in the middle of a text');
    return true;
  }
}
