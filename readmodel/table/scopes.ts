/**
 * Scopes of rows. A scope is a namespace of a cluster, or the cluster scope (''). Every row has one scope, and a scope
 * links its rows. A query for a caller who sees few scopes therefore reads only the rows of these scopes.
 *
 * Scope 0 (NOWHERE) belongs to no cluster, and no mask ever shows it. Free row numbers are in this scope.
 */
import { OBJECT_STATUSES } from '../../store/store.ts';
import { SUSPENDED } from './columns.ts';
import { grown } from './containers.ts';
import { Dictionary, idPart, Ranks } from './names.ts';

export const NOWHERE = 0;

/** A cluster with rows, and its scopes. A scope without rows is removed. */
export interface ClusterScopes {
  readonly id: number;
  readonly name: string;
  readonly byNamespace: Map<string, number>;
  /** Number of the cluster's rows by kind and state. */
  readonly tally: Tally;
  /** Changes whenever a scope of the cluster is added or removed. */
  revision: number;
  rowCount: number;
  /**
   * Changes whenever a row of the cluster is added or removed. Never repeats, even if the cluster is removed and added
   * again.
   */
  rowRevision: number;
  /** Scopes in the order of object ids, see sorted(). Undefined until needed. */
  sorted: Uint32Array | undefined;
}

export class Scopes {
  readonly clusterNames = new Dictionary();
  readonly namespaces = new Dictionary();
  /** Ranks of names, in the order of the names (`byText`), and in the order of object ids (`byId`). */
  readonly clusterRanks = { byText: textRanks(this.clusterNames), byId: idRanks(this.clusterNames) };
  readonly namespaceRanks = { byText: textRanks(this.namespaces), byId: idRanks(this.namespaces) };
  /** For each scope: the number of its cluster, the number of its namespace, its number of rows, and its first row. */
  cluster = new Uint32Array(64);
  namespace = new Uint32Array(64);
  rowCount = new Uint32Array(64);
  firstRow = new Uint32Array(64);
  /** Range of row numbers reserved for a scope: the next number, and the exclusive end. */
  kept = new Uint32Array(64);
  keptEnd = new Uint32Array(64);
  readonly tallies = new ScopeTallies();

  readonly #clusters = new Map<string, ClusterScopes>();
  readonly #byId: (ClusterScopes | undefined)[] = [];
  readonly #free: number[] = [];
  #capacity = 1;
  #revision = 0;
  #rowRevision = 0;

  /** Exclusive upper bound of all scope numbers. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Changes whenever a scope of any cluster is added or removed. */
  get revision(): number {
    return this.#revision;
  }

  /** Changes whenever any scope gets or loses a row. */
  get rowRevision(): number {
    return this.#rowRevision;
  }

  find(cluster: string, namespace: string): number | undefined {
    return this.#clusters.get(cluster)?.byNamespace.get(namespace);
  }

  clusters(): Iterable<ClusterScopes> {
    return this.#clusters.values();
  }

  inCluster(cluster: string): ClusterScopes | undefined {
    return this.#clusters.get(cluster);
  }

  /** Adds a row to a scope. Adds the scope and its cluster if needed. Returns the scope. */
  enter(cluster: string, namespace: string): number {
    const scopes = this.#clusters.get(cluster) ?? this.#addCluster(cluster);
    const scope = scopes.byNamespace.get(namespace) ?? this.#add(scopes, namespace);
    this.rowCount[scope]!++;
    scopes.rowCount++;
    scopes.rowRevision = ++this.#rowRevision;
    return scope;
  }

  /** Adds a row to a scope that already has rows. */
  reenter(scope: number): number {
    const scopes = this.clusterOf(scope);
    this.rowCount[scope]!++;
    scopes.rowCount++;
    scopes.rowRevision = ++this.#rowRevision;
    return scope;
  }

  /**
   * Removes a row from the scope. Also removes the scope if it has no rows left, and the cluster if it has no scopes
   * left.
   */
  leave(scope: number): void {
    const scopes = this.clusterOf(scope);
    scopes.rowCount--;
    scopes.rowRevision = ++this.#rowRevision;
    if (--this.rowCount[scope]! > 0) return;
    scopes.byNamespace.delete(this.namespaces.text(this.namespace[scope]!));
    scopes.revision = ++this.#revision;
    scopes.sorted = undefined;
    this.namespaces.release(this.namespace[scope]!);
    this.#free.push(scope);
    if (scopes.byNamespace.size > 0) return;
    this.#clusters.delete(scopes.name);
    this.#byId[scopes.id] = undefined;
    this.clusterNames.release(scopes.id);
  }

  /** Returns the number of rows in these scopes of clusters. */
  rowsIn(shown: Iterable<{ readonly cluster: ClusterScopes; readonly scopes: Uint32Array }>): number {
    let rows = 0;
    for (const { cluster, scopes } of shown) {
      if (scopes.length === cluster.byNamespace.size) rows += cluster.rowCount;
      else for (const scope of scopes) rows += this.rowCount[scope]!;
    }
    return rows;
  }

  clusterOf(scope: number): ClusterScopes {
    return this.#byId[this.cluster[scope]!]!;
  }

  /** Returns the scopes of a cluster in the order in which their objects' ids sort. */
  sorted(cluster: ClusterScopes): Uint32Array {
    const { rank } = this.namespaceRanks.byId;
    cluster.sorted ??= Uint32Array.from(
      [...cluster.byNamespace.values()].sort((a, b) => rank[this.namespace[a]!]! - rank[this.namespace[b]!]!),
    );
    return cluster.sorted;
  }

  clusterName(scope: number): string {
    return this.clusterNames.text(this.cluster[scope]!);
  }

  namespaceName(scope: number): string {
    return this.namespaces.text(this.namespace[scope]!);
  }

  #addCluster(name: string): ClusterScopes {
    const id = this.clusterNames.acquire(name);
    const byNamespace = new Map<string, number>();
    const scopes: ClusterScopes = {
      id,
      name,
      byNamespace,
      tally: new Tally(),
      revision: 0,
      rowCount: 0,
      rowRevision: 0,
      sorted: undefined,
    };
    this.#clusters.set(name, scopes);
    this.#byId[id] = scopes;
    return scopes;
  }

  #add(scopes: ClusterScopes, namespace: string): number {
    const scope = this.#free.pop() ?? this.#capacity++;
    if (scope >= this.cluster.length) {
      this.cluster = grown(this.cluster, scope + 1);
      this.namespace = grown(this.namespace, scope + 1);
      this.rowCount = grown(this.rowCount, scope + 1);
      this.firstRow = grown(this.firstRow, scope + 1);
      this.kept = grown(this.kept, scope + 1);
      this.keptEnd = grown(this.keptEnd, scope + 1);
    }
    this.cluster[scope] = scopes.id;
    this.namespace[scope] = this.namespaces.acquire(namespace);
    this.rowCount[scope] = 0;
    this.firstRow[scope] = 0;
    this.kept[scope] = 0;
    this.keptEnd[scope] = 0;
    scopes.byNamespace.set(this.namespaces.text(this.namespace[scope]), scope); // all clusters share this string
    // All clusters share one counter, so that a cluster that is removed and added again never repeats a revision.
    scopes.revision = ++this.#revision;
    scopes.sorted = undefined;
    return scope;
  }
}

function textRanks(dictionary: Dictionary): Ranks {
  return new Ranks(dictionary, id => dictionary.text(id));
}

function idRanks(dictionary: Dictionary): Ranks {
  return new Ranks(dictionary, id => idPart(dictionary.text(id)));
}

const COUNT_BITS = 10;
const STATE_BITS = 4;
const KIND_SHIFT = COUNT_BITS + STATE_BITS;
const MOST = 2 ** COUNT_BITS - 1;
/** The first kind number that does not fit into a word. */
export const KINDS_TALLIED = 2 ** (32 - KIND_SHIFT);

/**
 * Number of rows of each scope by kind and state, updated with every write. A reader of some namespaces can get counts
 * from these tallies without reading rows.
 *
 * The counts of a scope are adjacent, with one word for each kind and state that occurs. A word counts up to MOST, and
 * larger counts take several words. Freed pieces of memory are reused by size.
 */
export class ScopeTallies {
  /** For each scope: index of its first word, and number of its words. */
  first = new Uint32Array(64);
  length = new Uint32Array(64);
  words = new Uint32Array(256);
  /** Exclusive end of the words in use. Word 0 is never used, so that 0 can mean "none". */
  #end = 1;
  /** First free piece by size. The first word of a free piece links to the next free piece. */
  readonly #free = new Map<number, number>();
  /** Number of rows whose kind number does not fit into a word. */
  #left = 0;

  /** True if these tallies count every row. */
  get isComplete(): boolean {
    return this.#left === 0;
  }

  change(scope: number, kind: number, state: number, difference: 1 | -1): void {
    if (kind >= KINDS_TALLIED) this.#left += difference;
    else if (difference === 1) this.#add(scope, wordOf(kind, state));
    else this.#subtract(scope, wordOf(kind, state));
  }

  #add(scope: number, word: number): void {
    if (scope >= this.length.length) {
      this.first = grown(this.first, scope + 1);
      this.length = grown(this.length, scope + 1);
    }
    const [length, key] = [this.length[scope]!, keyOf(word)];
    let first = this.first[scope]!;
    for (let at = first; at < first + length; at++) {
      const known = this.words[at]!;
      if (keyOf(known) !== key || (known & MOST) === MOST) continue;
      this.words[at] = known + 1;
      return;
    }
    if (length === roomFor(length)) first = this.#move(scope, length + 1);
    this.words[first + length] = word + 1;
    this.length[scope] = length + 1;
  }

  #subtract(scope: number, word: number): void {
    const [first, length, key] = [this.first[scope]!, this.length[scope]!, keyOf(word)];
    for (let at = first; at < first + length; at++) {
      const known = this.words[at]!;
      if (keyOf(known) !== key) continue;
      this.words[at] = known - 1;
      if ((known & MOST) > 1) return;
      this.words[at] = this.words[first + length - 1]!;
      this.length[scope] = length - 1;
      if (roomFor(length - 1) < roomFor(length)) this.#move(scope, length - 1, roomFor(length));
      return;
    }
    throw new Error(`Scope ${scope} has no row of kind ${kindOf(word)} and state ${stateOf(word)} to be taken away.`);
  }

  /**
   * Moves the words of a scope to a piece of memory with room for `length` words. Returns the index of the first word.
   */
  #move(scope: number, length: number, room = roomFor(length - 1)): number {
    const from = this.first[scope]!;
    const kept = Math.min(length, this.length[scope]!);
    const to = length === 0 ? 0 : this.#take(roomFor(length));
    this.words.copyWithin(to, from, from + kept);
    this.first[scope] = to;
    if (room > 0) {
      this.words[from] = this.#free.get(room) ?? 0;
      this.#free.set(room, from);
    }
    return to;
  }

  #take(room: number): number {
    const free = this.#free.get(room) ?? 0;
    if (free !== 0) {
      this.#free.set(room, this.words[free]!);
      return free;
    }
    const first = this.#end;
    this.#end += room;
    if (this.#end > this.words.length) this.words = grown(this.words, this.#end);
    return first;
  }
}

export function kindOf(word: number): number {
  return word >>> KIND_SHIFT;
}

export function stateOf(word: number): number {
  const state = (word >>> COUNT_BITS) & (2 ** STATE_BITS - 1);
  return (state >> 1) | (state & 1 ? SUSPENDED : 0);
}

export function countOf(word: number): number {
  return word & MOST;
}

/** Returns kind and state of a word as one number. This number is less than keysOf(number of kinds). */
export function keyOf(word: number): number {
  return word >>> COUNT_BITS;
}

/** Returns a word with this kind and state, and with the count 0. */
export function wordOfKey(key: number): number {
  return (key << COUNT_BITS) >>> 0;
}

export function keysOf(kinds: number): number {
  return Math.min(kinds, KINDS_TALLIED) << STATE_BITS;
}

function wordOf(kind: number, state: number): number {
  return ((kind << KIND_SHIFT) | ((((state & ~SUSPENDED) << 1) | (state & SUSPENDED ? 1 : 0)) << COUNT_BITS)) >>> 0;
}

/**
 * Returns the size of the piece for a number of words. Sizes are multiples of four words. The steps between large sizes
 * are an eighth to a quarter of the size.
 */
function roomFor(length: number): number {
  const step = Math.max(4, 2 ** (29 - Math.clz32(length)));
  return Math.ceil(length / step) * step;
}

/** Number of states of a row: each status, suspended or not. */
const STATES = OBJECT_STATUSES.length * 2;

/**
 * Number of rows of one cluster by kind and state, separately for namespaces and cluster scope. Updated with every
 * write. A reader who sees the same kinds in all namespaces can get counts from this tally without reading a row.
 */
class Tally {
  #counts = new Uint32Array(0);
  /** Number of rows by status, for all kinds together. */
  readonly #ofStatus = new Uint32Array(OBJECT_STATUSES.length);

  change(kind: number, inNamespace: boolean, state: number, difference: 1 | -1): void {
    const slot = slotOf(kind, inNamespace, state);
    if (slot >= this.#counts.length) this.#counts = grown(this.#counts, slot + 1);
    this.#counts[slot]! += difference;
    this.#ofStatus[state & ~SUSPENDED]! += difference;
  }

  count(kind: number, inNamespace: boolean, state: number): number {
    return this.#counts[slotOf(kind, inNamespace, state)] ?? 0;
  }

  /** Returns the number of rows of a kind, in namespaces or at cluster scope. */
  total(kind: number, inNamespace: boolean): number {
    const first = slotOf(kind, inNamespace, 0);
    let total = 0;
    for (let slot = first; slot < first + STATES; slot++) total += this.#counts[slot] ?? 0;
    return total;
  }

  /** Returns the number of rows of a kind, a status, or both. -1 means any. */
  of(kind: number, status: number): number {
    if (kind === -1)
      return status === -1 ? this.#ofStatus.reduce((sum, count) => sum + count, 0) : this.#ofStatus[status]!;
    let rows = 0;
    for (const inNamespace of [true, false]) {
      if (status === -1) rows += this.total(kind, inNamespace);
      else rows += this.count(kind, inNamespace, status) + this.count(kind, inNamespace, status | SUSPENDED);
    }
    return rows;
  }
}

/** All possible states of a row. */
export const STATES_OF_ROWS: readonly number[] = OBJECT_STATUSES.flatMap((_, status) => [status, status | SUSPENDED]);

function slotOf(kind: number, inNamespace: boolean, state: number): number {
  return (kind * 2 + (inNamespace ? 1 : 0)) * STATES + (state & ~SUSPENDED) * 2 + (state & SUSPENDED ? 1 : 0);
}
