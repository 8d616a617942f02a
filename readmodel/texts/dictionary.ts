/**
 * A dictionary gives each distinct text a small number, so that columns hold numbers and a text predicate is evaluated
 * once per distinct text instead of once per row. Uses are counted: a text without uses is dropped and its number
 * reused, so that churn (pods, messages with hashes) does not grow it forever.
 *
 * A plain Map finds texts: the engine seeds its hash, so a leaf cannot choose colliding names. For few texts (clusters,
 * namespaces, kinds, reasons). Names and messages may be as many as rows and use TextDictionary.
 */
import { grown } from '../containers/grown.ts';

/** Called for every number after it gets a text, and before it loses it. */
export interface DictionaryWatcher {
  added(id: number): void;
  removed(id: number): void;
}

export class Dictionary {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #free: number[] = [];
  readonly #watchers: DictionaryWatcher[] = [];
  #uses = new Uint32Array(64);
  #revision = 0;

  /** Changes whenever a number gets or loses its text: caches by number are valid for one revision. */
  get revision(): number {
    return this.#revision;
  }

  /** Exclusive upper bound of all numbers. */
  get capacity(): number {
    return this.#texts.length;
  }

  get size(): number {
    return this.#ids.size;
  }

  watch(watcher: DictionaryWatcher): void {
    this.#watchers.push(watcher);
  }

  /** The number of a text, with one more use. */
  acquire(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) {
      this.#uses[known]!++;
      return known;
    }
    const id = this.#free.pop() ?? this.#texts.length;
    if (id >= this.#uses.length) this.#uses = grown(this.#uses, id + 1);
    this.#ids.set(text, id);
    this.#texts[id] = text;
    this.#uses[id] = 1;
    this.#revision++;
    for (const watcher of this.#watchers) watcher.added(id);
    return id;
  }

  /** Adds one use of a number in use. */
  retain(id: number): void {
    this.#uses[id]!++;
  }

  /** Removes one use. Returns true if it was the last. */
  release(id: number): boolean {
    if (--this.#uses[id]! > 0) return false;
    for (const watcher of this.#watchers) watcher.removed(id);
    this.#ids.delete(this.#texts[id]!);
    this.#texts[id] = '';
    this.#free.push(id);
    this.#revision++;
    return true;
  }

  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  text(id: number): string {
    return this.#texts[id]!;
  }

  /** The numbers in use. */
  ids(): IterableIterator<number> {
    return this.#ids.values();
  }
}
