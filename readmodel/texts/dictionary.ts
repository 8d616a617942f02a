/**
 * A dictionary gives each distinct text a small number, so that columns hold numbers and a text predicate is evaluated once per distinct
 * text instead of once per row. Uses are counted: a text that no row needs any more is dropped and its number given out again, so that
 * churn (pods, messages with hashes in them) does not grow it for ever.
 *
 * A plain Map finds texts: its hash is seeded by the engine, so a leaf cannot choose names that collide. It is for texts of which there are few
 * (clusters, namespaces, kinds, reasons); of names and messages there may be as many as rows, and those have a TextDictionary.
 */
import { grown } from '../containers/grown.ts';

/** Told of every number that gets a text, and of every one just before it loses its text. */
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

  /** All numbers are below this. */
  get capacity(): number {
    return this.#texts.length;
  }

  get size(): number {
    return this.#ids.size;
  }

  watch(watcher: DictionaryWatcher): void {
    this.#watchers.push(watcher);
  }

  /** The number of a text, counting one more use of it. */
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

  /** Counts one more use of a number that is in use. */
  retain(id: number): void {
    this.#uses[id]!++;
  }

  /** One use less. Returns whether it was the last one. */
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
