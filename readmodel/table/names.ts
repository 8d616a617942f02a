/**
 * A dictionary gives each distinct text a small number, so that columns hold numbers and a text predicate is evaluated
 * once per distinct text instead of once per row. Uses are counted: a text without uses is dropped and its number
 * reused, so that churn (pods, messages with hashes) does not grow it forever.
 *
 * A plain Map finds texts: the engine seeds its hash, so a leaf cannot choose colliding names. For few texts (clusters,
 * namespaces, kinds, reasons). Names and messages may be as many as rows and use TextDictionary.
 */
import { encodeSegment } from '../../schema/object-id.ts';
import { grown, SortedNumbers, type Spot } from './containers.ts';

/** Called for every number after it gets a text, and before it loses it. */
interface DictionaryWatcher {
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

/**
 * The order of ids: their texts by UTF-16 code units, `cluster/group/kind/namespace/name` with each part
 * percent-encoded. It breaks every tie, so every order is total. Parts are compared without building the ids; those
 * before the name by their ranks (Ranks).
 */

/** Orders two names, the last part of an id. */
export function compareIdNames(a: string, b: string): number {
  return a === b ? 0 : compareText(encodeSegment(a), encodeSegment(b));
}

/** Orders by UTF-16 code units: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * A part as spelled in an id, with the `/` after it, which sorts after `-` and `.`: these texts define the order of
 * parts.
 */
export function idPart(text: string): string {
  return `${encodeSegment(text)}/`;
}

/** An order of texts decided by their first difference. */
export interface TextOrder {
  /** By Latin-1 character: its position among all. */
  readonly scopes: Uint16Array;
  readonly compare: (a: string, b: string) => number;
}

export const BY_UNITS: TextOrder = {
  scopes: Uint16Array.from({ length: 256 }, (_, unit) => unit),
  compare: compareText,
};

/** Escaped characters sort at their `%`, among themselves in code order: their UTF-8 escapes have the same order. */
export const IN_IDS: TextOrder = {
  scopes: Uint16Array.from({ length: 256 }, (_, unit) => {
    const spelled = encodeSegment(String.fromCharCode(unit));
    return (spelled.charCodeAt(0) << 8) | (spelled.length === 1 ? 0 : unit);
  }),
  compare: compareIdNames,
};

/**
 * Ranks for the numbers of a dictionary (clusters, namespaces, kinds) in the order of some key text, so that sorting
 * rows compares numbers. They follow the dictionary: a new text gets a rank between its neighbours', and all are
 * renumbered only when no rank is left between them.
 */

const GAP = 2 ** 20;

export interface RankSource {
  watch(watcher: DictionaryWatcher): void;
}

export class Ranks implements DictionaryWatcher {
  /** By number. Ranks differ by at least two, which leaves room for the position of a key between them. */
  rank = new Float64Array(64);
  readonly #key: (id: number) => string;
  readonly #keys: string[] = [];
  /** The numbers plus 1: 0 is a valid number in dictionaries, but not in sorted orders. */
  readonly #sorted = new SortedNumbers((a, b) => compareText(this.#keys[a - 1]!, this.#keys[b - 1]!));

  /** @param source Must still be empty */
  constructor(source: RankSource, key: (id: number) => string) {
    this.#key = key;
    source.watch(this);
  }

  added(id: number): void {
    const key = this.#key(id);
    this.#keys[id] = key;
    if (id >= this.rank.length) this.rank = grown(this.rank, id + 1);
    const [before, behind] = this.#around(key);
    this.#sorted.add(id + 1);
    if (before === undefined) this.rank[id] = behind === undefined ? 0 : behind - GAP;
    else this.rank[id] = behind === undefined ? before + GAP : Math.floor((before + behind) / 2);
    if (before !== undefined && behind !== undefined && behind - before < 4) this.#spread();
  }

  removed(id: number): void {
    this.#sorted.remove(id + 1);
    this.#keys[id] = '';
  }

  /** Position of a key among the ranks: the rank of an equal key, else a value between two ranks. */
  position(key: string): number {
    const found = this.#spot(key).next();
    if (found !== 0 && this.#keys[found - 1] === key) return this.rank[found - 1]!;
    const [before, behind] = this.#around(key);
    return before !== undefined ? before + 1 : behind !== undefined ? behind - 1 : 0;
  }

  /** The numbers from a rank on, in ascending or descending rank; all if undefined. */
  *from(rank: number | undefined, step: 1 | -1): Generator<number, void> {
    const spot =
      rank === undefined
        ? this.#sorted.spot(step > 0 ? 'begin' : 'end')
        : this.#sorted.spot(other => this.rank[other - 1]! - rank || (step > 0 ? 0 : -1));
    for (let found = take(spot, step); found !== 0; found = take(spot, step)) yield found - 1;
  }

  #spot(key: string): Spot {
    return this.#sorted.spot(other => compareText(this.#keys[other - 1]!, key));
  }

  /** The ranks on both sides of a key that has none. */
  #around(key: string): [number | undefined, number | undefined] {
    const spot = this.#spot(key);
    const [before, behind] = [spot.copy().previous(), spot.next()];
    return [before === 0 ? undefined : this.rank[before - 1], behind === 0 ? undefined : this.rank[behind - 1]];
  }

  #spread(): void {
    let rank = 0;
    for (const id of this.from(undefined, 1)) this.rank[id] = rank += GAP;
  }
}

function take(spot: Spot, step: 1 | -1): number {
  return step > 0 ? spot.next() : spot.previous();
}

/**
 * Kinds by number: a kind is its group and name together, since two groups may serve the same name. Uses are counted as
 * in a dictionary.
 */

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
