/**
 * Label sets by number. Many rows carry the same labels, so a selector is evaluated once per distinct set.
 *
 * A set is kept as a string whose code units spell the numbers of its keys and values (two units a number, pairs in the order of key
 * numbers): 8 bytes a label, no object per set, and a dictionary of texts finds equal sets.
 */
import { compareText } from './id-order.ts';
import { TextDictionary } from './text-dictionary.ts';

/** Objects of labels that are remembered, of those that came in and of those that were read. */
const MAX_REMEMBERED = 10_000;

export class LabelSets {
  readonly #texts = new TextDictionary();
  readonly #sets = new TextDictionary();
  readonly #came = new Map<object, number>();
  readonly #read = new Map<number, Readonly<Record<string, string>>>();

  get capacity(): number {
    return this.#sets.capacity;
  }

  /** How many distinct sets and distinct keys and values are held. */
  get size(): { sets: number; texts: number } {
    return { sets: this.#sets.size, texts: this.#texts.size };
  }

  /** Rows of one store may share one object for equal labels, which it promises not to write to: such an object is looked at once. */
  acquire(labels: Readonly<Record<string, string>>): number {
    const known = this.#came.get(labels) ?? this.#find(labels);
    if (known !== undefined) {
      this.#sets.retain(known);
      this.#remember(this.#came, labels, known);
      return known;
    }
    const pairs: [number, number][] = [];
    for (const key of Object.keys(labels)) pairs.push([this.#texts.acquire(key), this.#texts.acquire(String(labels[key]))]);
    return this.#sets.acquire(spell(pairs));
  }

  release(id: number): void {
    const spelling = this.#sets.text(id);
    if (!this.#sets.release(id)) return;
    this.#came.clear(); // its number may be given to another set
    this.#read.delete(id);
    for (let at = 0; at < spelling.length; at += 2) this.#texts.release(numberAt(spelling, at));
  }

  /** The value of a key; undefined where the set does not have it. */
  value(id: number, key: string): string | undefined {
    const wanted = this.#texts.find(key);
    if (wanted === undefined) return undefined;
    const spelling = this.#sets.text(id);
    for (let at = 0; at < spelling.length; at += 4) {
      if (numberAt(spelling, at) === wanted) return this.#texts.text(numberAt(spelling, at + 2));
    }
    return undefined;
  }

  /** One object for all readers, not to be written to. In the order of keys, as an API server writes them; that of key numbers would tell which other labels came first. */
  labels(id: number): Readonly<Record<string, string>> {
    const known = this.#read.get(id);
    if (known) return known;
    const spelling = this.#sets.text(id);
    const entries: [string, string][] = [];
    for (let at = 0; at < spelling.length; at += 4) {
      entries.push([this.#texts.text(numberAt(spelling, at)), this.#texts.text(numberAt(spelling, at + 2))]);
    }
    entries.sort(([a], [b]) => compareText(a, b));
    const labels = Object.freeze(Object.fromEntries(entries)); // defines own properties, also one called __proto__
    this.#remember(this.#read, id, labels);
    return labels;
  }

  #remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    memory.set(key, value);
  }

  #find(labels: Readonly<Record<string, string>>): number | undefined {
    const pairs: [number, number][] = [];
    for (const key of Object.keys(labels)) {
      const keyId = this.#texts.find(key);
      const valueId = this.#texts.find(String(labels[key]));
      if (keyId === undefined || valueId === undefined) return undefined;
      pairs.push([keyId, valueId]);
    }
    return this.#sets.find(spell(pairs));
  }
}

function spell(pairs: [number, number][]): string {
  pairs.sort((a, b) => a[0] - b[0]);
  let spelling = '';
  for (const [key, value] of pairs) spelling += String.fromCharCode(key >>> 16, key & 0xffff, value >>> 16, value & 0xffff);
  return spelling;
}

function numberAt(spelling: string, at: number): number {
  return spelling.charCodeAt(at) * 0x10000 + spelling.charCodeAt(at + 1);
}
