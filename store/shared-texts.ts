/** Texts that rows of a cluster refer to by id (wire-rows.ts). Rows share texts, label sets and relations. */
import { PACKED_BITS_LENGTH, unpackBits, unpackText, type TextContext } from './packed.ts';
import { readRelations, type SpelledRelations } from './relation-spelling.ts';
import type { Row } from './store.ts';

type Labels = Row['labels'];

/** Length of a reference: `~` and an id. */
export const REFERENCE_LENGTH = 1 + PACKED_BITS_LENGTH;
const TILDE = '~'.charCodeAt(0);
const NO_LABELS: Labels = Object.freeze({});

/**
 * Maximum cached entries. A full cache of label sets or relations is emptied. If the cache of texts is full, a cluster
 * with a new text continues with a cache of its own.
 */
const MAX_SETS = 50_000;
const MAX_RELATIONS = 10_000;
const MAX_TEXTS = 500_000;
/** Maximum characters of a cached list. Leaves choose the content of lists, and the cache must stay small. */
const MAX_LENGTH = 512;

/**
 * Texts shared by clusters that are read one after the other. Ids are hashes of texts, so an id nearly always means the
 * same text in all clusters. Lists with equal spelling are then equal. A cluster in which an id means another text
 * continues with a cache of its own.
 */
export class KnownTexts {
  /** Packed texts by the bits of their id. */
  readonly texts = new Map<number, string>();
  /** Label sets by the spelling of their column. */
  readonly labels = new Map<string, Labels>();
  readonly relations = new Map<string, SpelledRelations>();
  /** Label sets by their spelling without references. */
  readonly sets = new Map<string, Labels>();
}

export class SharedTexts {
  /** Packed texts of this cluster, by the bits of their id. */
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
    this.#texts.set(bits, known === packed ? known : packed); // reuses one string object, for fast comparison
  }

  /** Adds a text from the table in Redis, where the number of rows precedes the text. */
  addCounted(id: string, counted: string): void {
    this.add(id, counted.slice(counted.indexOf('\t') + 1));
  }

  /** @throws RangeError for an unknown id or code */
  text(column: string, context?: TextContext): string {
    return unpackText(column.charCodeAt(0) === TILDE ? this.#referredTo(column, 0) : column, context);
  }

  /** Packed text by the bits of its id. @throws RangeError if the id is unknown */
  packed(bits: number): string {
    const packed = this.#texts.get(bits);
    if (packed === undefined) throw new RangeError('a row with a text that is not there');
    return packed;
  }

  /** Decodes labels. Rows with the same few labels get one frozen object. @throws RangeError */
  labels(column: string): Labels {
    if (column === '') return NO_LABELS;
    const known = this.#known.labels.get(column);
    if (known && this.#hasAll(column)) return known;
    const labels = this.#set(this.list(column));
    if (column.length <= MAX_LENGTH && Object.isFrozen(labels)) remember(this.#known.labels, column, labels, MAX_SETS);
    return labels;
  }

  /** Label set for a spelling without references. */
  #set(spelling: string): Labels {
    const known = this.#known.sets.get(spelling);
    if (known) return known;
    const labels = labelsOf(spelling);
    if (spelling.length <= MAX_LENGTH) remember(this.#known.sets, spelling, Object.freeze(labels), MAX_SETS);
    return labels;
  }

  /** Parses relations. Rows with equal short lists share one object. @throws RangeError */
  relations(column: string): SpelledRelations {
    const known = this.#known.relations.get(column);
    if (known && this.#hasAll(column)) return known;
    const relations = readRelations(this.list(column));
    if (column.length <= MAX_LENGTH) remember(this.#known.relations, column, relations, MAX_RELATIONS);
    return relations;
  }

  /**
   * Checks that this cluster has a text for every id of a list. Only then may a cached result be used.
   * @throws RangeError
   */
  #hasAll(list: string): true {
    for (let at = list.indexOf('~'); at >= 0; at = list.indexOf('~', at + REFERENCE_LENGTH)) this.#referredTo(list, at);
    return true;
  }

  /**
   * Replaces the references in a list by their texts. A reference may be an item, or a part of an item.
   * @throws RangeError
   */
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
  return Object.fromEntries(labels); // defines own properties, even for __proto__
}
