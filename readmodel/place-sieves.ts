/**
 * Sets of places, a bit each: 300 000 of them fit into a cache that is near, where a mask number each does not. A walk past a hundred hidden rows for each
 * that it shows asks nothing but this of most of them.
 *
 * They only leave out. What a sieve lets through is judged by the mask that it was made of, so an error in it can hide a row and never show one.
 */
import { hash } from 'node:crypto';
import type { ClusterPlaces } from './rows/places.ts';

/** What is read of a mask; a cell that is 0 shows nothing. */
interface Mask {
  readonly maskOfPlace: Uint32Array;
  readonly grid: Uint8Array;
  readonly width: number;
  readonly shown: readonly {
    readonly cluster: ClusterPlaces;
    readonly places: Uint32Array;
    readonly alike: { readonly inNamespaces: number } | undefined;
  }[];
}

/** Where a kind is visible in a larger share of all places, its rows are not sieved. */
const MOST_SIEVED = 0.5;

/**
 * The sieves of a mask, by kind, made when they are asked for. Kinds that are shown by the same masks share one. Whoever sees most places gets none: it would
 * be in the way, and would be made anew whenever a namespace comes or goes.
 */
export class PlaceSieves {
  readonly #mask: Mask;
  readonly #byKind = new Map<number, PlaceSieve | undefined>();
  /** By a digest of which masks show something of the kind. */
  readonly #made = new Map<string, PlaceSieve>();
  /** By mask: how many places have it. */
  #counts: Uint32Array | undefined;

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  get bytes(): number {
    let bytes = 0;
    for (const sieve of this.#made.values()) bytes += sieve.bytes;
    return bytes;
  }

  /** undefined where it would let much through. */
  of(kind: number): PlaceSieve | undefined {
    if (!this.#byKind.has(kind)) this.#byKind.set(kind, this.#shared(kind));
    return this.#byKind.get(kind);
  }

  #shared(kind: number): PlaceSieve | undefined {
    const { grid, width, maskOfPlace } = this.#mask;
    this.#counts ??= this.#countPlaces();
    const isShownBy = new Uint8Array(this.#counts.length);
    let places = 0;
    for (let mask = 0; mask < isShownBy.length; mask++) {
      if (grid[mask * width + kind] === 0) continue;
      isShownBy[mask] = 1;
      places += this.#counts[mask]!;
    }
    if (places > maskOfPlace.length * MOST_SIEVED) return undefined;
    // A view may have as many masks as places.
    const key = hash('sha256', isShownBy);
    let sieve = this.#made.get(key);
    if (!sieve) this.#made.set(key, (sieve = this.#make(isShownBy)));
    return sieve;
  }

  /** @param isShownBy By mask: 1 where its places are in it. */
  #make(isShownBy: Uint8Array): PlaceSieve {
    const { maskOfPlace, shown } = this.#mask;
    const sieve = new PlaceSieve(maskOfPlace.length);
    for (const { places } of shown) for (const place of places) if (isShownBy[maskOfPlace[place]!] === 1) sieve.add(place);
    return sieve;
  }

  #countPlaces(): Uint32Array {
    const { maskOfPlace, grid, width, shown } = this.#mask;
    const counts = new Uint32Array(grid.length / width);
    for (const { cluster, places, alike } of shown) {
      // Its own scope is one place more or less.
      if (alike) counts[alike.inNamespaces]! += cluster.byNamespace.size;
      else for (const place of places) counts[maskOfPlace[place]!]!++;
    }
    return counts;
  }
}

export class PlaceSieve {
  readonly #bits: Uint32Array;

  /** @param capacity All places are below it. */
  constructor(capacity: number) {
    this.#bits = new Uint32Array((capacity + 31) >>> 5);
  }

  get bytes(): number {
    return this.#bits.byteLength;
  }

  add(place: number): void {
    this.#bits[place >>> 5]! |= 1 << (place & 31);
  }

  /** Keeps the rows of the block whose places are in the set. No row waits for the one before it, so the reads of a whole block are under way at once. */
  narrow(placeOfRow: Uint32Array, block: Uint32Array, count: number): number {
    const bits = this.#bits;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const place = placeOfRow[row]!;
      block[kept] = row;
      kept += (bits[place >>> 5]! >>> (place & 31)) & 1;
    }
    return kept;
  }
}
