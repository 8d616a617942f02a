/**
 * Kinds by number: a kind is its group and name together, since two groups may serve the same name. Uses are counted as
 * in a dictionary.
 */
import { Dictionary } from '../texts/dictionary.ts';
import { idPart } from '../texts/id-order.ts';
import { Ranks } from '../texts/ranks.ts';

export class Kinds {
  readonly #dictionary = new Dictionary();
  readonly #groups: string[] = [];
  readonly #kinds: string[] = [];
  /** Nested: looked up for every row written, where a joined key would need a new string each time. */
  readonly #byGroup = new Map<string, Map<string, number>>();
  /** By kind, then group; and in the order of ids. */
  readonly ranks = {
    byText: new Ranks(this.#dictionary, id => kindKey(...parts(this.#dictionary.text(id)))),
    byId: new Ranks(this.#dictionary, id => kindIdKey(...parts(this.#dictionary.text(id)))),
  };

  get revision(): number {
    return this.#dictionary.revision;
  }

  get capacity(): number {
    return this.#dictionary.capacity;
  }

  acquire(group: string, kind: string): number {
    const known = this.find(group, kind);
    if (known !== undefined) {
      this.#dictionary.retain(known);
      return known;
    }
    const id = this.#dictionary.acquire(composite(group, kind));
    this.#groups[id] = group;
    this.#kinds[id] = kind;
    let inGroup = this.#byGroup.get(group);
    if (!inGroup) this.#byGroup.set(group, (inGroup = new Map<string, number>()));
    inGroup.set(kind, id);
    return id;
  }

  release(id: number): void {
    if (!this.#dictionary.release(id)) return;
    const [group, inGroup] = [this.group(id), this.#byGroup.get(this.group(id))];
    inGroup?.delete(this.kind(id));
    if (inGroup?.size === 0) this.#byGroup.delete(group);
  }

  find(group: string, kind: string): number | undefined {
    return this.#byGroup.get(group)?.get(kind);
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

/** Orders by kind, then group: the separator is below every character of a kind. */
export function kindKey(group: string, kind: string): string {
  return `${kind}\0${group}`;
}

/** Group and kind as spelled in an id. */
export function kindIdKey(group: string, kind: string): string {
  return idPart(group) + idPart(kind);
}

/** The length prefix keeps the parts apart: both come from a leaf and may contain any separator. */
function composite(group: string, kind: string): string {
  return `${group.length}/${group}/${kind}`;
}

function parts(text: string): [group: string, kind: string] {
  const slash = text.indexOf('/');
  const end = slash + 1 + Number(text.slice(0, slash));
  return [text.slice(slash + 1, end), text.slice(end + 1)];
}
