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
/** Of one cluster. */
const MAX_RELATIONS = 10_000;
/** Longer lists are not remembered: leaves choose what is in them, and what is remembered has to stay small. And a Map compares very long texts with each other. */
const MAX_LENGTH = 512;

export class SharedTexts {
  /** By the bits of the id. */
  readonly #texts = new Map<number, string>();
  readonly #sets: Map<string, Labels>;
  /** Lists of relations, by their columns. */
  readonly #relations = new Map<string, SpelledRelations>();

  /** @param sets Label sets by their spelling, references replaced: so they are the same in every cluster. */
  constructor(sets = new Map<string, Labels>()) {
    this.#sets = sets;
  }

  add(id: string, packed: string): void {
    this.#texts.set(unpackBits(id, 0), packed);
  }

  /** Of the table in Redis, where a text comes after the number of rows that say it. */
  addCounted(id: string, counted: string): void {
    this.add(id, counted.slice(counted.indexOf('\t') + 1));
  }

  /** @throws RangeError for an id that is not there, and a code that nobody wrote. */
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
    const spelling = this.list(column);
    const known = this.#sets.get(spelling);
    if (known) return known;
    const labels = labelsOf(spelling);
    if (spelling.length > MAX_LENGTH) return labels;
    if (this.#sets.size >= MAX_SETS) this.#sets.clear();
    this.#sets.set(spelling, Object.freeze(labels));
    return labels;
  }

  /** Rows of the same relations get one object. @throws RangeError */
  relations(column: string): SpelledRelations {
    const isKept = column.length <= MAX_LENGTH;
    const known = isKept ? this.#relations.get(column) : undefined;
    if (known) return known;
    const relations = readRelations(this.list(column));
    if (isKept && this.#relations.size < MAX_RELATIONS) this.#relations.set(column, relations);
    return relations;
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

/** @throws RangeError */
function labelsOf(spelling: string): Labels {
  const labels = spelling.split(',').map(label => {
    const end = label.indexOf('=');
    if (end < 0) throw new RangeError('a label without a value');
    return [unpackText(label.slice(0, end)), unpackText(label.slice(end + 1))] as const;
  });
  return Object.fromEntries(labels); // defines own properties, also one called __proto__
}
