/**
 * A dictionary gives a small number to each distinct text. Columns then hold numbers, and a condition on texts is
 * evaluated once per distinct text instead of once per row. Uses are counted. A text without uses is removed and its
 * number is reused. Otherwise names that change all the time would fill memory.
 *
 * Dictionary uses a plain Map. The engine seeds the Map's hash function, so a leaf can hardly choose names that
 * collide. Dictionary is meant for few texts: clusters, namespaces and kinds. Names and messages can be as many as
 * rows, and use TextDictionary.
 */
import { encodeSegment } from '../../schema/object-id.ts';
import { grown, SortedNumbers, type Spot } from './containers.ts';

/** Watches a dictionary. added() is called after a number gets a text, removed() before a number loses its text. */
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

  /** Changes whenever a number gets or loses its text. Caches by number are valid only for one revision. */
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

  /** Returns the number of a text, and adds a use of the text. */
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

  /** Counts one more use of a number. The number must be in use. */
  retain(id: number): void {
    this.#uses[id]!++;
  }

  /** Removes a use. Returns true if it was the last use. */
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
 * Compares two names as the last parts of ids.
 *
 * The order of ids is the order of their texts: `cluster/group/kind/namespace/name`, with each part percent-encoded,
 * compared by UTF-16 code units. Every order of rows uses this order for ties, so every order is total. Ids are
 * compared part by part, without building their texts. Ranks order the parts before the name.
 */
export function compareIdNames(a: string, b: string): number {
  return a === b ? 0 : compareText(encodeSegment(a), encodeSegment(b));
}

/** Compares two texts by UTF-16 code units. The result is the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * Returns a part as it appears in an id, including the `/` after it. Parts must be compared with this `/`, because it
 * sorts after `-` and `.`.
 */
export function idPart(text: string): string {
  return `${encodeSegment(text)}/`;
}

/** An order of texts in which the first different character decides. */
export interface TextOrder {
  /** Position of each Latin-1 character in the order. */
  readonly scopes: Uint16Array;
  readonly compare: (a: string, b: string) => number;
}

export const BY_UNITS: TextOrder = {
  scopes: Uint16Array.from({ length: 256 }, (_, unit) => unit),
  compare: compareText,
};

/**
 * Order of texts as in ids. An escaped character sorts at the position of `%`. Escaped characters sort among themselves
 * by character code, as their UTF-8 escapes do.
 */
export const IN_IDS: TextOrder = {
  scopes: Uint16Array.from({ length: 256 }, (_, unit) => {
    const spelled = encodeSegment(String.fromCharCode(unit));
    return (spelled.charCodeAt(0) << 8) | (spelled.length === 1 ? 0 : unit);
  }),
  compare: compareIdNames,
};

const GAP = 2 ** 20;

export interface RankSource {
  watch(watcher: DictionaryWatcher): void;
}

/**
 * Ranks for the numbers of a dictionary (clusters, namespaces, kinds), in the order of a key text. Sorting rows then
 * compares numbers. Ranks follow the dictionary: a new text gets a rank between the ranks of its neighbours. All ranks
 * are assigned again only when two neighbours get too close for a rank between them.
 */
export class Ranks implements DictionaryWatcher {
  /** Ranks by number. Two ranks differ by at least two, so that a key without a rank has a position between them. */
  rank = new Float64Array(64);
  readonly #key: (id: number) => string;
  readonly #keys: string[] = [];
  /** Sorted numbers, each plus 1, because 0 is a valid number in dictionaries but not in SortedNumbers. */
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

  /** Returns the position of a key among the ranks: the rank of an equal key, or a value between two ranks. */
  position(key: string): number {
    const found = this.#spot(key).next();
    if (found !== 0 && this.#keys[found - 1] === key) return this.rank[found - 1]!;
    const [before, behind] = this.#around(key);
    return before !== undefined ? before + 1 : behind !== undefined ? behind - 1 : 0;
  }

  /**
   * Yields the numbers from a rank on, in ascending or descending order of ranks. Yields all numbers if the rank is
   * undefined.
   */
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

  /** Returns the ranks before and after a key that has no rank. */
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
 * Kinds by number. A kind consists of a group and a name, because two groups may serve kinds with equal names. Uses are
 * counted as in a dictionary.
 */
export class Kinds {
  readonly #dictionary = new Dictionary();
  readonly #groups: string[] = [];
  readonly #kinds: string[] = [];
  /**
   * Numbers by group and kind. The maps are nested, because a joined key would need a new string for every row that is
   * written.
   */
  readonly #byGroup = new Map<string, Map<string, number>>();
  /** Ranks of kinds: by kind, then group (`byText`), and in the order of ids (`byId`). */
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

/** Returns a key that sorts by kind, then by group. The separator sorts before every other character. */
export function kindKey(group: string, kind: string): string {
  return `${kind}\0${group}`;
}

/** Returns group and kind as they appear in an id. */
export function kindIdKey(group: string, kind: string): string {
  return idPart(group) + idPart(kind);
}

/**
 * Joins group and kind. The text starts with the length of the group, which shows where the group ends. A separator
 * alone would not be safe, because leaves choose both texts.
 */
function composite(group: string, kind: string): string {
  return `${group.length}/${group}/${kind}`;
}

function parts(text: string): [group: string, kind: string] {
  const slash = text.indexOf('/');
  const end = slash + 1 + Number(text.slice(0, slash));
  return [text.slice(slash + 1, end), text.slice(end + 1)];
}
