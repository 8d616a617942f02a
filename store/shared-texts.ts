/**
 * The texts that rows of a cluster refer to (wire-rows.ts), read: each text, label and label set once, however many rows say it.
 */
import { PACKED_BITS_LENGTH, unpackBits, unpackText, type TextContext } from './packed.ts';
import { readRelations, type SpelledRelations } from './relation-spelling.ts';
import type { Row } from './store.ts';

type Labels = Row['labels'];

/** `~` and an id. */
export const REFERENCE_LENGTH = 1 + PACKED_BITS_LENGTH;
const TILDE = '~'.charCodeAt(0);
const NO_LABELS: Labels = Object.freeze({});

/** Beyond it all are forgotten: of a fleet in which labels do not repeat, remembering them gains nothing. */
const MAX_SETS = 50_000;
const MAX_RELATIONS = 10_000;
const MAX_TEXTS = 500_000;
/** Longer lists are not remembered: leaves choose what is in them, and what is remembered has to stay small. And a Map compares very long texts with each other. */
const MAX_LENGTH = 512;

/**
 * What clusters that are read one after the other say alike. Ids are hashes of texts, so nearly always one id is one text in all of them, and
 * lists that are spelled alike mean the same. Of a cluster in which an id is another text, nothing comes in here.
 */
export class KnownTexts {
  /** By the bits of the id. */
  readonly texts = new Map<number, string>();
  /** By their columns. */
  readonly labels = new Map<string, Labels>();
  readonly relations = new Map<string, SpelledRelations>();
  /** By their spelling, references replaced. */
  readonly sets = new Map<string, Labels>();
}

export class SharedTexts {
  /** By the bits of the id. */
  readonly #texts = new Map<number, string>();
  #known: KnownTexts;

  constructor(known = new KnownTexts()) {
    this.#known = known;
  }

  add(id: string, packed: string): void {
    const bits = unpackBits(id, 0);
    const { texts } = this.#known;
    const known = texts.get(bits) ?? this.#texts.get(bits);
    if (known === undefined && texts.size < MAX_TEXTS) texts.set(bits, packed);
    else if (known !== packed) this.#known = new KnownTexts();
    this.#texts.set(bits, known === packed ? known : packed); // one string is compared sooner than two
  }

  /** Of the table in Redis, where a text comes after the number of rows that say it. */
  addCounted(id: string, counted: string): void {
    this.add(id, counted.slice(counted.indexOf('\t') + 1));
  }

  /** @throws RangeError for an id that is not there, and a code that is unknown. */
  text(column: string, context?: TextContext): string {
    return unpackText(column.charCodeAt(0) === TILDE ? this.#referredTo(column, 0) : column, context);
  }

  /** By the bits of its id. @throws RangeError */
  packed(bits: number): string {
    const packed = this.#texts.get(bits);
    if (packed === undefined) throw new RangeError('a row with a text that is not there');
    return packed;
  }

  /** Rows of the same few labels get one frozen object. @throws RangeError */
  labels(column: string): Labels {
    if (column === '') return NO_LABELS;
    const known = this.#known.labels.get(column);
    if (known && this.#hasAll(column)) return known;
    const labels = this.#set(this.list(column));
    if (column.length <= MAX_LENGTH && Object.isFrozen(labels)) remember(this.#known.labels, column, labels, MAX_SETS);
    return labels;
  }

  /** However it is spelled. */
  #set(spelling: string): Labels {
    const known = this.#known.sets.get(spelling);
    if (known) return known;
    const labels = labelsOf(spelling);
    if (spelling.length <= MAX_LENGTH) remember(this.#known.sets, spelling, Object.freeze(labels), MAX_SETS);
    return labels;
  }

  /** Rows of the same relations get one object. @throws RangeError */
  relations(column: string): SpelledRelations {
    const known = this.#known.relations.get(column);
    if (known && this.#hasAll(column)) return known;
    const relations = readRelations(this.list(column));
    if (column.length <= MAX_LENGTH) remember(this.#known.relations, column, relations, MAX_RELATIONS);
    return relations;
  }

  /** A text that is known elsewhere may be another one here as long as it is not read. @throws RangeError */
  #hasAll(list: string): true {
    for (let at = list.indexOf('~'); at >= 0; at = list.indexOf('~', at + REFERENCE_LENGTH)) this.#referredTo(list, at);
    return true;
  }

  /** A list in which some items, or parts of them, are references. @throws RangeError */
  list(column: string): string {
    return column.includes('~') ? this.#spelledOut(column) : column;
  }

  #spelledOut(list: string): string {
    let text = '';
    let from = 0;
    for (let at = list.indexOf('~'); at >= 0; at = list.indexOf('~', from)) {
      text += list.slice(from, at) + this.#referredTo(list, at);
      from = at + REFERENCE_LENGTH;
    }
    return text + list.slice(from);
  }

  #referredTo(text: string, from: number): string {
    return this.packed(unpackBits(text, from + 1));
  }
}

function remember<T>(memory: Map<string, T>, spelling: string, read: T, most: number): void {
  if (memory.size >= most) memory.clear();
  memory.set(spelling, read);
}

/** @throws RangeError */
function labelsOf(spelling: string): Labels {
  const labels = spelling.split(',').map(label => {
    const end = label.indexOf('=');
    if (end < 0) throw new RangeError('a label without a value');
    return [unpackText(label.slice(0, end)), unpackText(label.slice(end + 1))] as const;
  });
  return Object.fromEntries(labels); // defines own properties, also one called __proto__
}
