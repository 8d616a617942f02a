/**
 * Spelling of rows in Redis: a line of columns separated by tabs, compact in memory.
 *
 * Default values are omitted. Texts that many rows of a cluster share (such as label sets, messages and revisions) are
 * stored once in the cluster's table of texts. Rows refer to them as `~id`. The ids are hashes of the texts, so a
 * writer need not know the table. The script that applies a batch detects two texts with the same id. It also counts
 * the rows of each text, so that a text is deleted with its last row. The resource version comes first, so that a
 * restart can compare it without reading the rest. Data beside the columns comes last: relations
 * (relation-spelling.ts), and records as JSON.
 */
import { encodeObjectKey } from '../schema/object-id.ts';
import type { Attached, Records, Relation } from './attached.ts';
import { KINDS, VERSIONS } from './built-in-kinds.ts';
import {
  EMPTY,
  packBits,
  packMessage,
  packPart,
  packText,
  packTime,
  packUid,
  unpackText,
  unpackTime,
  unpackUid,
} from './packed.ts';
import { readRelations, spellRelation, targetOf, type SpelledRelation } from './relation-spelling.ts';
import { REFERENCE_LENGTH, type SharedTexts } from './shared-texts.ts';
import { ROW_COLUMNS, type ColumnType, type RowColumn } from './row-columns.ts';
import { blankRow } from './blank-row.ts';
import type { Row, ValueOf } from './store.ts';
import { OBJECT_STATUSES } from './store.ts';

/** Maximum length of an encoded row, in characters. decodeRow() throws for longer rows. */
export const MAX_VALUE_LENGTH = 524_288;

type Labels = Row['labels'];

/** Numbers added to the number of the status if the object is suspended, or if it has no attempted revision. */
export const SUSPENDED = 5;
export const UNATTEMPTED = 10;

/**
 * Counts how often a writer has seen a text, by hash, in a table of fixed size. A wrong count costs bytes, but rows
 * stay correct.
 */
export class Sightings {
  readonly #slots = new Uint32Array(2 ** 20);

  /** Counts a text. True if the text should be shared. */
  pays(hash: number, length: number): boolean {
    const slot = hash & (this.#slots.length - 1);
    const tag = hash & ~31;
    const known = this.#slots[slot] ?? 0;
    const count = (known & ~31) === tag ? known & 31 : 0;
    if (count * (length - REFERENCE_LENGTH) >= ENTRY_LENGTH) return true;
    this.#slots[slot] = (tag | Math.min(count + 1, 31)) >>> 0;
    return false;
  }
}

/** Approximate overhead of an entry of a table in Redis, in bytes. */
const ENTRY_LENGTH = 96;
/** Minimum length of a shared text. Shorter texts would have to be seen more often than a slot can count. */
const MIN_SHARED_LENGTH = 10;

/** Encodes the rows of one batch of one cluster and collects the texts that they share. */
export class RowEncoder {
  /** Shared texts by id. */
  readonly texts = new Map<string, string>();
  readonly #sightings: Sightings;
  readonly #seed: number;
  readonly #taken: ReadonlySet<string>;
  readonly #spelling: RowSpelling;

  /** @param taken Ids that other texts of the cluster already have */
  constructor(cluster: string, sightings: Sightings, taken: ReadonlySet<string> = new Set(), spelling = SPELLING) {
    this.#spelling = spelling;
    this.#sightings = sightings;
    this.#seed = hashOf(cluster, 0);
    this.#taken = taken;
  }

  encode(row: Row): string {
    const columns = this.#spelling.spelled.map(({ name, encode }) => encode(row[name] as never, row, this));
    columns.push(this.#relations(row), row.records ? packText(JSON.stringify(row.records)) : '');
    let last = columns.length;
    while (columns[last - 1] === '') last--;
    return columns.slice(0, last).join('\t');
  }

  /** Spells labels. Shares the whole set if that saves bytes. Otherwise shares single labels, or only their keys. */
  labels(labels: Labels): string {
    let text = '';
    for (const key in labels) text += `${text && ','}${packPart(key)}=${packPart(labels[key] ?? '')}`;
    const shared = this.share(text);
    return shared === text && text.length > REFERENCE_LENGTH ? this.#eachLabel(text) : shared;
  }

  #relations(row: Row): string {
    return (row.relations ?? []).map(relation => this.share(spellRelation(relation, row))).join();
  }

  #eachLabel(text: string): string {
    let list = '';
    for (const pair of text.split(',')) {
      const shared = this.share(pair);
      const end = pair.indexOf('=');
      list += `${list && ','}${shared === pair ? this.share(pair.slice(0, end)) + pair.slice(end) : shared}`;
    }
    return list;
  }

  share(text: string): string {
    if (text.length < MIN_SHARED_LENGTH) return text;
    const hash = hashOf(text, 0);
    if (!this.#sightings.pays(hashOf('', hash ^ this.#seed), text.length)) return text;
    const id = packBits(hash);
    const known = this.texts.get(id);
    if (this.#taken.has(id) || (known !== undefined && known !== text)) return text;
    if (known === undefined) this.texts.set(id, text);
    return `~${id}`;
  }
}

/** @throws RangeError, SyntaxError, URIError if the text cannot be read */
export function decodeRow(cluster: string, field: string, value: string, texts: SharedTexts, spelling = SPELLING): Row {
  const columns = columnsOf(value, spelling.recordsAt + 1);
  const { builtIn, group, kind, namespace, name } = keyOf(field);
  const reading: Reading = { texts, builtIn, flags: flagsOf(columns[spelling.flagsAt] ?? '') };
  const row: Partial<Record<keyof Row, unknown>> = { ...spelling.blank, cluster, group, kind, namespace, name };
  for (const { name, at, decode } of spelling.decoded) row[name] = decode(columns[at] ?? '', row as Row, reading);
  const [relations = '', records = ''] = columns.slice(spelling.relationsAt);
  if (relations || records) Object.assign(row, decodeAttached(relations && texts.list(relations), records, row as Row));
  return row as Row;
}

/** Decodes relations and records of a row whose key columns are already decoded. */
function decodeAttached(relations: string, records: string, row: Row): Attached {
  return {
    ...(relations && { relations: readRelations(relations).relations.map(relation => relationOf(relation, row)) }),
    ...(records && { records: decodeRecords(records) }),
  };
}

function relationOf(spelled: SpelledRelation, row: Row): Relation {
  const target = targetOf(spelled, row);
  if (target.name === '') throw new RangeError('a relation to an object without a name');
  return { type: spelled.type, to: encodeObjectKey(target) };
}

/** @throws RangeError, SyntaxError */
export function decodeRecords(packed: string): Records {
  const records: unknown = JSON.parse(unpackText(packed));
  const lists = typeof records === 'object' && records !== null ? Object.values(records) : [undefined];
  if (!lists.every(Array.isArray)) throw new RangeError('records of another shape');
  return records as Records;
}

/** Functions that encode and decode the values of one type of column. */
interface Codec<T> {
  readonly encode: (value: T, row: Row, encoder: RowEncoder) => string;
  /** @param row Columns that are already decoded */
  readonly decode: (packed: string, row: Row, reading: Reading) => T;
}

interface Reading {
  readonly texts: SharedTexts;
  readonly flags: number;
  /** The kind, if the field of the row has the letter of a built-in kind. */
  readonly builtIn: BuiltIn | undefined;
}

const SHARED_TEXT: Codec<string> = {
  encode: (text, _, encoder) => encoder.share(packText(text)),
  decode: (packed, _, { texts }) => texts.text(packed),
};

const CODECS = {
  text: SHARED_TEXT,
  message: {
    encode: (text, row, encoder) => encoder.share(packMessage(text, row)),
    decode: (packed, row, { texts }) => (packed === '' ? '' : texts.text(packed, row)),
  },
  token: { encode: packText, decode: packed => unpackText(packed) },
  version: {
    encode: (version, { group, kind }) =>
      version === VERSIONS.get(`${group}/${kind}`) ? '' : packText(version) || EMPTY,
    decode: (packed, _, { builtIn }) => (packed === '' && builtIn ? builtIn.version : unpackText(packed)),
  },
  attempt: {
    encode: (attempted, row, encoder) =>
      attempted === row.revision ? '' : SHARED_TEXT.encode(attempted, row, encoder),
    decode: (packed, row, reading) =>
      reading.flags >= UNATTEMPTED ? '' : packed === '' ? row.revision : SHARED_TEXT.decode(packed, row, reading),
  },
  uid: { encode: packUid, decode: unpackUid },
  time: { encode: time => packTime(time), decode: packed => unpackTime(packed) },
  timeSince: {
    encode: (time, { createdAt }) => packTime(time, createdAt),
    decode: (packed, { createdAt }) => unpackTime(packed, createdAt),
  },
  labels: {
    encode: (labels, _, encoder) => encoder.labels(labels),
    decode: (packed, _, { texts }) => texts.labels(packed),
  },
  status: {
    encode: (status, { suspended, attemptedRevision }) =>
      (
        OBJECT_STATUSES.indexOf(status) +
        (suspended ? SUSPENDED : 0) +
        (attemptedRevision === '' ? UNATTEMPTED : 0)
      ).toString(36),
    decode: (_, __, { flags }) => OBJECT_STATUSES[flags % SUSPENDED]!,
  },
  suspended: { encode: () => '', decode: (_, __, { flags }) => flags % UNATTEMPTED >= SUSPENDED },
} satisfies { readonly [T in Exclude<ColumnType, 'part'>]: Codec<ValueOf<T>> };

/** A column with its index in a line, and its encoding. */
interface SpelledColumn {
  readonly name: keyof Row;
  readonly type: ColumnType;
  readonly stored: boolean;
  /** -1 if the value is spelled together with another column. */
  readonly at: number;
  readonly encode: Codec<never>['encode'];
  readonly decode: Codec<unknown>['decode'];
}

/** Encoding of rows that have the columns given to the constructor. */
export class RowSpelling {
  /** Columns in the order of a line. Empty columns at the end of a line are omitted. */
  readonly spelled: readonly SpelledColumn[];
  /** All columns, each after the columns that its text refers to. */
  readonly decoded: readonly SpelledColumn[];
  /** Index of the column that spells the status and its flags. */
  readonly flagsAt: number;
  readonly relationsAt: number;
  readonly recordsAt: number;
  /** Empty row that is copied for each decoded row. */
  readonly blank: Row;

  constructor(columns: readonly RowColumn[]) {
    let end = 0;
    const all = columns.map(({ name, type, stored = false }): SpelledColumn => {
      const { encode, decode } = CODECS[type as keyof typeof CODECS];
      return { name: name as keyof Row, type, stored, at: type === 'suspended' ? -1 : end++, encode, decode };
    });
    this.spelled = all.filter(({ at }) => at >= 0);
    this.decoded = all.toSorted((a, b) => Number(a.type === 'message') - Number(b.type === 'message'));
    this.flagsAt = this.at('status');
    this.relationsAt = this.spelled.length;
    this.recordsAt = this.spelled.length + 1;
    this.blank = blankRow(columns);
  }

  /** Index of a column in a line. */
  at(name: string): number {
    return this.spelled.findIndex(column => column.name === name);
  }
}

export const SPELLING = new RowSpelling(ROW_COLUMNS);

type BuiltIn = Readonly<Record<'group' | 'kind' | 'version', string>>;

interface DecodedKey {
  readonly builtIn: BuiltIn | undefined;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Parses `group/kind/namespace/name`. For a built-in kind, one letter such as `A` replaces `group/kind`. */
function keyOf(field: string): DecodedKey {
  const first = field.indexOf('/');
  const second = field.indexOf('/', first + 1);
  const third = field.indexOf('/', second + 1);
  const short = third < 0 || second < 0;
  const builtIn = short ? KINDS.get(field.slice(0, first)) : undefined;
  if (second < 0 || (short && !builtIn) || (!short && field.includes('/', third + 1)))
    throw new RangeError('a field that is no key');
  return {
    builtIn,
    group: builtIn ? builtIn.group : segment(field.slice(0, first)),
    kind: builtIn ? builtIn.kind : segment(field.slice(first + 1, second)),
    namespace: segment(short ? field.slice(first + 1, second) : field.slice(second + 1, third)),
    name: segment(field.slice((short ? second : third) + 1)),
  };
}

function columnsOf(value: string, count: number): string[] {
  if (value.length > MAX_VALUE_LENGTH) throw new RangeError('a row that is too long');
  const columns = value.split('\t');
  if (columns.length > count) throw new RangeError('a row with other columns');
  return columns;
}

/** Number of the status, with the flags SUSPENDED and UNATTEMPTED added. */
function flagsOf(head: string): number {
  const flags = head.length === 1 ? parseInt(head, 36) : NaN;
  if (!(flags < 2 * UNATTEMPTED)) throw new RangeError('a row with other columns');
  return flags;
}

/** Decodes a part of a key. Most parts contain nothing to decode. */
function segment(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** FNV-1a with a final mixing step. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
