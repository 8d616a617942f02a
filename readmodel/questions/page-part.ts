/**
 * The rows of a selection in one cluster or namespace, of one kind or status, or several of these. Only restricts its
 * selection, so it shows nothing more.
 */
import type { Steps } from '../gate.ts';
import type { Selection } from '../select/selection.ts';
import type { ShownCluster } from '../select/visibility-mask.ts';
import { SUSPENDED } from '../table/columns.ts';
import type { NarrowArray } from '../table/containers.ts';
import { kindOf, NOWHERE, stateOf } from '../table/places.ts';
import type { RowTable } from '../table/row-table.ts';

/** Numbers; -1: any. */
interface Restriction {
  readonly cluster: number;
  readonly namespace: number;
  readonly kind: number;
  readonly status: number;
}

const UNRESTRICTED: Restriction = { cluster: -1, namespace: -1, kind: -1, status: -1 };
const NO_PLACES = new Uint32Array(0);
/** Block size for gathering rows of places. */
const BLOCK = 1024;
/** Places passed without yielding. */
const PASSED = 4096;
/** Maximum places for gathering namespaces. */
const GATHERED = 2 ** 12;
/** Up to this share of all rows, rows are found place by place; beyond it a scan is faster. */
const BY_PLACE = 1 / 32;

export class Part {
  /** Number of rows in its places. */
  readonly inPlaces: number;
  /** Upper bound of the matching rows. */
  readonly atMost: number;
  readonly restriction: Restriction;
  readonly #table: RowTable;
  readonly #selection: Selection;
  readonly #clusters: readonly ShownCluster[];

  constructor(table: RowTable, selection: Selection, restriction = UNRESTRICTED, clusters = selection.shown, inPlaces = selection.atMost) {
    this.#table = table;
    this.#selection = selection;
    this.restriction = restriction;
    this.#clusters = clusters;
    this.inPlaces = inPlaces;
    this.atMost = Math.min(inPlaces, this.#tallied());
  }

  ofKind(kind: number): Part {
    return this.#within({ kind });
  }

  ofStatus(status: number): Part {
    return this.#within({ status });
  }

  /** Requires a part without a cluster. */
  inCluster(cluster: number): Part {
    const shown = this.#selection.shownIn(cluster);
    const clusters = shown ? [shown] : [];
    return this.#within({ cluster }, clusters, this.#rowsIn(clusters, this.restriction.namespace));
  }

  inNamespace(namespace: number): Part {
    const clusters = this.#selection.wantsNamespace(namespace) ? this.#clusters : [];
    return this.#within({ namespace }, clusters, this.#rowsIn(clusters, namespace));
  }

  /** Number of clusters in which inNamespace() looks for the namespace. */
  clustersToLookIn(namespace: number): number {
    return this.#selection.wantsNamespace(namespace) ? this.#clusters.length : 0;
  }

  /** Numbers of its namespaces, each once; undefined if too many to gather. */
  namespaces(): number[] | undefined {
    const { places } = this.#table;
    if (this.#clusters.reduce((sum, shown) => sum + shown.places.length, 0) > GATHERED) return undefined;
    const namespaces: number[] = [];
    const isGathered = new Uint8Array(places.namespaces.capacity);
    for (const shown of this.#clusters) {
      for (const place of this.#sortedPlaces(shown) ?? this.#placesOf(shown)) {
        const namespace = places.namespace[place]!;
        if (isGathered[namespace] === 1 || !this.#selection.showsPlace(place)) continue;
        isGathered[namespace] = 1;
        namespaces.push(namespace);
      }
    }
    return namespaces;
  }

  /** True if a visible row of a kind can match anywhere. */
  wantsKind(kind: number): boolean {
    return (this.restriction.kind === -1 || this.restriction.kind === kind) && this.#selection.wantsKind(kind);
  }

  /** See Selection.narrowAtOnce(). */
  narrowAtOnce(block: Uint32Array, count: number): number {
    return this.#selection.narrowAtOnce(block, this.#keep(block, count));
  }

  /** See Selection.share. */
  get share(): number {
    return this.#selection.share;
  }

  get judges(): boolean {
    return this.#selection.judges;
  }

  get rowsAtOnce(): number {
    return this.#selection.rowsAtOnce;
  }

  /** Calls `take` with the matching rows of each block, in no particular order. */
  *forEachBlock(take: (block: Uint32Array, count: number) => void): Steps<void> {
    if (this.restriction === UNRESTRICTED) return yield* this.#selection.forEachBlock(take);
    if (this.atMost > this.#table.size * BY_PLACE) {
      return yield* this.#selection.forEachBlock((block, count) => {
        const kept = this.#keep(block, count);
        if (kept > 0) take(block, kept);
      });
    }
    const { columns, places } = this.#table;
    const block = new Uint32Array(Math.min(BLOCK, this.inPlaces));
    let [filled, passed] = [0, 0];
    for (const shown of this.#clusters) {
      for (const place of this.#placesOf(shown)) {
        if (++passed % PASSED === 0) yield;
        if (!this.#leadsTo(place)) continue;
        for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
          block[filled++] = row;
          if (filled < block.length) continue;
          yield* this.#give(block, filled, take);
          filled = 0;
          yield;
        }
      }
    }
    if (filled > 0) yield* this.#give(block, filled, take);
  }

  *#give(block: Uint32Array, count: number, take: (block: Uint32Array, count: number) => void): Steps<void> {
    const matching = yield* this.#selection.narrow(block, this.#keep(block, count));
    if (matching > 0) take(block, matching);
  }

  /** Keeps the rows of the block that meet the restriction, in order, at its start. Returns their number. */
  #keep(block: Uint32Array, count: number): number {
    if (this.restriction === UNRESTRICTED) return count;
    const { cluster, namespace, kind, status } = this.restriction;
    const { columns, places } = this.#table;
    let kept = count;
    if (status !== -1) kept = ofState(columns.state, status, block, kept);
    if (kind !== -1) kept = having(columns.kind, kind, block, kept);
    if (cluster !== -1) kept = inPart(columns.place, places.cluster, cluster, block, kept);
    if (namespace !== -1) kept = inPart(columns.place, places.namespace, namespace, block, kept);
    return kept;
  }

  #within(more: Partial<Restriction>, clusters = this.#clusters, inPlaces = this.inPlaces): Part {
    return new Part(this.#table, this.#selection, { ...this.restriction, ...more }, clusters, inPlaces);
  }

  /** Its places in one of its clusters. */
  #placesOf(shown: ShownCluster): Uint32Array {
    const { namespace } = this.restriction;
    if (namespace === -1) return this.#selection.placesOf(shown);
    const place = this.#placeOf(shown, this.#table.places.namespaces.text(namespace));
    return place === NOWHERE ? NO_PLACES : Uint32Array.of(place);
  }

  /** All places of a mostly shown cluster in the order of ids: presorted rows are sorted fast. */
  #sortedPlaces({ cluster, places }: ShownCluster): Uint32Array | undefined {
    const isMost = this.restriction.namespace === -1 && places.length * 2 > cluster.byNamespace.size;
    return isMost ? this.#table.places.sorted(cluster) : undefined;
  }

  /** The place of a namespace in one of its clusters. */
  #placeOf({ cluster }: ShownCluster, namespace: string): number {
    const place = cluster.byNamespace.get(namespace);
    return place !== undefined && this.#selection.showsPlace(place) ? place : NOWHERE;
  }

  #rowsIn(clusters: readonly ShownCluster[], namespace: number): number {
    const { places } = this.#table;
    const { rowCount } = places;
    let rows = 0;
    if (namespace !== -1) {
      const name = places.namespaces.text(namespace);
      for (const shown of clusters) rows += rowCount[this.#placeOf(shown, name)]!;
      return rows;
    }
    for (const shown of clusters) rows += this.#selection.rowsIn(shown);
    return rows;
  }

  /** Number of rows of the kind and status in its clusters. */
  #tallied(): number {
    const { kind, status } = this.restriction;
    if (kind === -1 && status === -1) return Infinity;
    return this.#clusters.reduce((rows, { cluster: { tally } }) => rows + tally.of(kind, status), 0);
  }

  /** True if a place has rows of the kind and status. */
  #leadsTo(place: number): boolean {
    const { kind, status } = this.restriction;
    const { tallies } = this.#table.places;
    if ((kind === -1 && status === -1) || !tallies.isComplete) return true;
    const { first, length, words } = tallies;
    for (let at = first[place]!, end = at + length[place]!; at < end; at++) {
      const word = words[at]!;
      if ((kind === -1 || kindOf(word) === kind) && (status === -1 || (stateOf(word) & ~SUSPENDED) === status)) return true;
    }
    return false;
  }
}

function ofState(state: Uint8Array, status: number, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    if ((state[row]! & ~SUSPENDED) === status) block[kept++] = row;
  }
  return kept;
}

function having(column: NarrowArray, value: number, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    if (column[row] === value) block[kept++] = row;
  }
  return kept;
}

/** Narrows by the cluster or the namespace of the place. */
function inPart(place: Uint32Array, partOfPlace: Uint32Array, part: number, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    if (partOfPlace[place[row]!] === part) block[kept++] = row;
  }
  return kept;
}
