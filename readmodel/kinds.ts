/**
 * Kinds by number: a kind is its group and its name together, since one name may be served in two groups. Uses are counted like a
 * dictionary's.
 */
import { Dictionary } from './dictionary.ts';

export class Kinds {
  readonly #dictionary = new Dictionary();
  readonly #groups: string[] = [];
  readonly #kinds: string[] = [];

  get revision(): number {
    return this.#dictionary.revision;
  }

  get capacity(): number {
    return this.#dictionary.capacity;
  }

  acquire(group: string, kind: string): number {
    const id = this.#dictionary.acquire(composite(group, kind));
    this.#groups[id] = group;
    this.#kinds[id] = kind;
    return id;
  }

  release(id: number): void {
    this.#dictionary.release(id);
  }

  find(group: string, kind: string): number | undefined {
    return this.#dictionary.find(composite(group, kind));
  }

  group(id: number): string {
    return this.#groups[id]!;
  }

  kind(id: number): string {
    return this.#kinds[id]!;
  }

  ids(): IterableIterator<number> {
    return this.#dictionary.ids();
  }
}

/** The length keeps apart what a separator could not: both parts come from a leaf and may hold anything. */
function composite(group: string, kind: string): string {
  return `${group.length}/${group}/${kind}`;
}
