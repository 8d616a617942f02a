/**
 * Label sets by number. Many rows carry the same labels, so a selector is evaluated once per distinct set.
 *
 * A set is stored as a text whose code units spell the numbers of its keys and values (two units per number, pairs in
 * the order of key numbers): 8 bytes per label, no object per set, and a dictionary of texts finds equal sets. A set
 * counts one use of each of its texts.
 */
import { grown } from '../containers/grown.ts';
import { compareText } from '../texts/id-order.ts';
import type { TextMatch } from '../query.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import type { Candidates, TrigramIndex } from '../texts/trigram-index.ts';

type Labels = Readonly<Record<string, string>>;

/** Maximum cached label objects, of those written and of those read. */
const MAX_REMEMBERED = 50_000;
/** Longer sets are not cached as read: leaves choose their labels, and the cache must stay small. */
const MAX_LENGTH = 2_048;

export class LabelSets {
  readonly #texts = new TextDictionary();
  readonly #sets = new TextDictionary({ searched: (trigrams, set) => this.#addTrigrams(trigrams, set) });
  readonly #came = new Map<object, number>();
  readonly #read = new Map<number, Labels>();
  /** The set being looked up: numbers of keys and values in turn, and the same as code units. */
  #pairs = new Uint32Array(128);
  #units = new Uint16Array(this.#pairs.buffer);
  #end = 0;

  get capacity(): number {
    return this.#sets.capacity;
  }

  /** Number of distinct sets, and of distinct keys and values. */
  get size(): { sets: number; texts: number } {
    return { sets: this.#sets.size, texts: this.#texts.size };
  }

  /** Rows of one store may share a frozen object for equal labels: such an object is read once. */
  acquire(labels: Labels): number {
    const came = this.#came.get(labels);
    if (came !== undefined) {
      this.#sets.retain(came);
      return came;
    }
    this.#end = 0;
    for (const key of Object.keys(labels)) this.#spell(this.#texts.acquire(key), this.#texts.acquire(String(labels[key])));
    const known = this.#retainSpelled();
    if (known !== undefined) for (let i = 0; i < this.#end; i++) this.#texts.release(this.#pairs[i]!);
    const id = known ?? this.#addSpelled();
    if (!Object.isExtensible(labels)) this.#remember(this.#came, labels, id);
    return id;
  }

  /** Removes one use. Returns true if it was the last. */
  release(id: number): boolean {
    if (!this.#sets.isUsedOnce(id)) return this.#sets.release(id);
    const spelling = this.#sets.text(id);
    this.#sets.release(id);
    this.#came.clear(); // the number may be reused for another set
    this.#read.delete(id);
    for (let at = 0; at < spelling.length; at += 2) this.#texts.release(numberAt(spelling, at));
    return true;
  }

  /** The number of a key or a value; undefined if no set has it. */
  numberOf(text: string): number | undefined {
    return this.#texts.find(text);
  }

  /** The key or value of a number. */
  textOf(number: number): string {
    return this.#texts.text(number);
  }

  /** The sets whose keys or values can match; undefined if all can. Valid until the next write. */
  candidates(match: TextMatch): Candidates | undefined {
    return this.#sets.candidates(match);
  }

  /** Matches the key or value of a number. */
  matcher(match: TextMatch): (number: number) => boolean {
    return this.#texts.matcher(match);
  }

  /** Exclusive upper bound of the numbers of keys and values, which start at 1. */
  get textCapacity(): number {
    return this.#texts.capacity;
  }

  /** Approximate length in characters of a key or value. */
  lengthOf(number: number): number {
    return this.#texts.lengthOf(number);
  }

  /** A reader for sets, one after the other. */
  reader(): LabelsRead {
    return new LabelsRead(set => this.#sets.text(set));
  }

  /** The value of a key; undefined if the set lacks it. */
  value(id: number, key: string): string | undefined {
    const wanted = this.#texts.find(key);
    if (wanted === undefined) return undefined;
    const value = valueIn(this.#sets.text(id), wanted);
    return value === undefined ? undefined : this.#texts.text(value);
  }

  /**
   * One frozen object for all readers. Sorted by key, as an API server writes labels; the order of key numbers would
   * reveal which labels came first.
   */
  labels(id: number): Labels {
    const known = this.#read.get(id);
    if (known) return known;
    const spelling = this.#sets.text(id);
    const entries: [string, string][] = [];
    for (let at = 0; at < spelling.length; at += 4) {
      entries.push([this.#texts.text(numberAt(spelling, at)), this.#texts.text(numberAt(spelling, at + 2))]);
    }
    entries.sort(([a], [b]) => compareText(a, b));
    const labels = Object.freeze(Object.fromEntries(entries)); // defines own properties, even for __proto__
    if (lengthOf(labels) <= MAX_LENGTH) this.#remember(this.#read, id, labels);
    return labels;
  }

  #addTrigrams(trigrams: TrigramIndex, set: number): void {
    const spelling = this.#sets.text(set);
    for (let at = 0; at < spelling.length; at += 2) this.#texts.addTrigrams(trigrams, numberAt(spelling, at), set);
  }

  #remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    memory.set(key, value);
  }

  /** Inserts a label into the set being looked up. */
  #spell(key: number, value: number): void {
    if (this.#end === this.#pairs.length) {
      this.#pairs = grown(this.#pairs, this.#end + 2);
      this.#units = new Uint16Array(this.#pairs.buffer);
    }
    const pairs = this.#pairs;
    let at = this.#end;
    for (; at > 0 && pairs[at - 2]! > key; at -= 2) {
      pairs[at] = pairs[at - 2]!;
      pairs[at + 1] = pairs[at - 1]!;
    }
    pairs[at] = key;
    pairs[at + 1] = value;
    this.#end += 2;
  }

  /** The number of the spelled set, with one more use; undefined if it is new. */
  #retainSpelled(): number | undefined {
    const known = this.#sets.findUnits(this.#units, this.#end * 2);
    if (known !== undefined) this.#sets.retain(known);
    return known;
  }

  #addSpelled(): number {
    return this.#sets.acquireUnits(this.#units, this.#end * 2);
  }
}

/** The set read last, by numbers of keys and values. */
export class LabelsRead {
  readonly #spellingOf: (set: number) => string;
  #spelling = '';

  constructor(spellingOf: (set: number) => string) {
    this.#spellingOf = spellingOf;
  }

  /** Number of labels. */
  get size(): number {
    return this.#spelling.length / 4;
  }

  read(set: number): void {
    this.#spelling = this.#spellingOf(set);
  }

  /** Number of the key at an index. */
  keyAt(label: number): number {
    return numberAt(this.#spelling, label * 4);
  }

  /** Numbers of key and value at an index. */
  labelAt(place: number): readonly [key: number, value: number] {
    return [numberAt(this.#spelling, place * 4), numberAt(this.#spelling, place * 4 + 2)];
  }

  /** The number of a key's value; undefined if the set lacks the key. */
  valueOf(key: number): number | undefined {
    return valueIn(this.#spelling, key);
  }
}

/** Binary search: a leaf may put thousands of labels on an object. */
function valueIn(spelling: string, key: number): number | undefined {
  let [low, high] = [0, spelling.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = numberAt(spelling, middle * 4);
    if (found === key) return numberAt(spelling, middle * 4 + 2);
    if (found < key) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

function numberAt(spelling: string, at: number): number {
  return spelling.charCodeAt(at) + spelling.charCodeAt(at + 1) * 0x10000;
}

/** Characters of all keys and values. */
function lengthOf(labels: Labels): number {
  let length = 0;
  for (const key in labels) length += key.length + labels[key]!.length;
  return length;
}
