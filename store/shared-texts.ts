/**
 * The texts that rows of a cluster refer to (wire-rows.ts), read: each text, label and label set once, however many rows say it.
 */
import type { CommonTexts } from './common-texts.ts';
import type { Relation } from './attached.ts';
import { PACKED_BITS_LENGTH, unpackBits, unpackBitsOf, unpackText, type TextContext } from './packed.ts';
import type { Row, SharedLabel, SharedText, TextBytes } from './store.ts';

type Labels = Row['labels'];

/** `~` and an id. */
export const REFERENCE_LENGTH = 1 + PACKED_BITS_LENGTH;
const TILDE = '~'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const EQUALS = '='.charCodeAt(0);
const NO_LABELS: Labels = Object.freeze({});

interface Entry {
  readonly packed: string;
  /** undefined where it says what only a row knows. */
  readonly plain: string | undefined;
  bytes: Buffer | undefined;
  /** Whether it is the same in all clusters, and says labels with nothing to decode; the second is seen when it is asked for. */
  readonly isCommon: boolean;
  isLabels: boolean | undefined;
  /** What it was read as: a text of each column, since the number that a reader notes is of its column; one label; a set of labels. */
  readonly texts: (SharedText | undefined)[];
  label: SharedLabel | undefined;
  labels: Labels | undefined;
}

/** Of one cluster, of each kind of thing. One with more gains nothing from them, whatever it is up to. */
const MAX_KEPT = 50_000;

export class SharedTexts {
  /** By the bits of the id. */
  readonly #entries = new Map<number, Entry>();
  /** Of labels that a row spells out, by the spelling. */
  readonly #spelled = new Map<string, SharedLabel>();
  readonly #keys = new Map<string, SharedText>();
  /** Lists of relations, by how they are spelled. */
  readonly #relations = new Map<string, readonly Relation[]>();
  readonly #common: CommonTexts | undefined;

  /** @param common Of which these are a part, where there are others. */
  constructor(common?: CommonTexts) {
    this.#common = common;
  }

  add(id: string, packed: string): void {
    const bits = unpackBits(id, 0);
    if (this.#entries.get(bits)?.packed === packed) return;
    const plain = packed.includes('\\') ? undefined : packed;
    const isCommon = plain !== undefined && this.#common?.agree(bits, packed) === true;
    this.#entries.set(bits, {
      packed,
      plain,
      bytes: undefined,
      isCommon,
      isLabels: undefined,
      texts: [],
      label: undefined,
      labels: undefined,
    });
  }

  /** Of the table in Redis, where a text comes after the number of rows that say it. */
  addCounted(id: string, counted: string): void {
    this.add(id, counted.slice(counted.indexOf('\t') + 1));
  }

  /** @throws RangeError for an id that is not there, and a code that nobody wrote. */
  text(column: string, context?: TextContext): string {
    if (column.charCodeAt(0) !== TILDE) return unpackText(column, context);
    const { plain, packed } = this.#entry(column, 0);
    return plain ?? unpackText(packed, context);
  }

  /** Rows of one set that is shared get the same frozen object. @throws RangeError */
  labels(column: string): Labels {
    if (column === '') return NO_LABELS;
    if (!isReference(column, 0, column.length)) return objectOf(this.#list(column));
    const entry = this.#entry(column, 0);
    return (entry.labels ??= Object.freeze(objectOf(this.#pairs(entry.packed))));
  }

  /** Rows that have the same relations get the same frozen list. @throws RangeError */
  relations(column: string, decode: (text: string) => Relation): readonly Relation[] {
    const known = this.#relations.get(column);
    if (known) return known;
    const relations = Object.freeze(column.split(',').map(item => decode(this.text(item))));
    if (this.#relations.size < MAX_KEPT) this.#relations.set(column, relations);
    return relations;
  }

  /** The text that bytes of a column refer to: one object for all rows that do; packed, in UTF-8, where only a row can read it. @throws RangeError */
  shared(bytes: Uint8Array, from: number, column: number): SharedText | Buffer {
    const entry = this.#entries.get(unpackBitsOf(bytes, from + 1));
    if (!entry) throw new RangeError(NOT_THERE);
    if (entry.plain === undefined) return (entry.bytes ??= Buffer.from(entry.packed));
    return (entry.texts[column] ??= { text: entry.plain, note: 0 });
  }

  /**
   * Whether these bytes are labels that need no decoding, and the same labels in every cluster in which these are their bytes: every text they refer to is
   * here, and is a common one.
   */
  areCommonLabels(bytes: Uint8Array, from: number, to: number): boolean {
    for (let start = from, at = from, hasValue = false; at <= to; at++) {
      const byte = at < to ? bytes[at] : COMMA;
      if (byte === EQUALS) hasValue = true;
      else if (byte === BACKSLASH) return false;
      else if (byte === TILDE) {
        const entry = this.#entries.get(unpackBitsOf(bytes, at + 1));
        if (at !== start || !entry?.isCommon) return false;
        const end = at + REFERENCE_LENGTH;
        if (end > to) return false;
        if (end === to || bytes[end] === COMMA) hasValue = entry.isLabels ??= LABELS.test(entry.packed);
        at = end - 1;
      } else if (byte === COMMA) {
        if (!hasValue) return false;
        start = at + 1;
        hasValue = false;
      }
    }
    return true;
  }

  /** The labels of such bytes, each one object for all rows of the cluster that have it. */
  readonly commonLabels = (spelling: TextBytes): readonly SharedLabel[] => {
    const text = spelling.toString();
    return isReference(text, 0, text.length) ? this.#pairs(this.#entry(text, 0).packed) : this.#list(text);
  };

  /** What a row spells: labels, references to labels, and keys that are references. */
  #list(list: string): SharedLabel[] {
    const labels: SharedLabel[] = [];
    for (let from = 0; from <= list.length;) {
      const comma = list.indexOf(',', from);
      const to = comma < 0 ? list.length : comma;
      if (isReference(list, from, to)) {
        const entry = this.#entry(list, from);
        labels.push((entry.label ??= this.#label(entry.packed)));
      } else labels.push(this.#spelledLabel(list.slice(from, to)));
      from = to + 1;
    }
    return labels;
  }

  #spelledLabel(spelled: string): SharedLabel {
    const known = this.#spelled.get(spelled);
    if (known) return known;
    const isKeyShared = spelled.charCodeAt(0) === TILDE;
    const label = this.#label(isKeyShared ? this.#entry(spelled, 0).packed + spelled.slice(REFERENCE_LENGTH) : spelled);
    if (this.#spelled.size < MAX_KEPT) this.#spelled.set(spelled, label);
    return label;
  }

  /** What a shared text spells, in which nothing refers to another one. */
  #pairs(packed: string): SharedLabel[] {
    return packed.split(',').map(pair => this.#label(pair));
  }

  #label(pair: string): SharedLabel {
    const end = pair.indexOf('=');
    if (end < 0) throw new RangeError('a label without a value');
    return { key: this.#key(pair.slice(0, end)), value: { text: unpackText(pair.slice(end + 1)), note: 0 } };
  }

  /** One string for a key however often it is said: making an object of strings that are new each time costs thrice as much. */
  #key(packed: string): SharedText {
    const known = this.#keys.get(packed);
    if (known) return known;
    const key = { text: unpackText(packed), note: 0 };
    if (this.#keys.size < MAX_KEPT) this.#keys.set(packed, key);
    return key;
  }

  #entry(text: string, from: number): Entry {
    const entry = this.#entries.get(unpackBits(text, from + 1));
    if (!entry) throw new RangeError(NOT_THERE);
    return entry;
  }
}

const NOT_THERE = 'a row with a text that is not there';

/** Parts between commas, each with a key and a value. */
const LABELS = /^[^,=]*=[^,]*(,[^,=]*=[^,]*)*$/;

function isReference(text: string, from: number, to: number): boolean {
  return to - from === REFERENCE_LENGTH && text.charCodeAt(from) === TILDE;
}

function objectOf(list: readonly SharedLabel[]): Labels {
  const labels: Record<string, string> = {};
  for (const label of list) {
    const [key, value] = [label.key.text, label.value.text];
    if (key === '__proto__') Object.defineProperty(labels, key, { value, enumerable: true, configurable: true, writable: true });
    else labels[key] = value;
  }
  return labels;
}
