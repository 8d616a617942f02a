/**
 * A place is one namespace of one cluster, or ('') the cluster's own scope. Every row has one place, and a place links
 * its rows, so that a reader with few namespaces touches only rows of visible places.
 *
 * Place 0 is nowhere: it belongs to no cluster and no mask ever shows it. Free row numbers are there.
 */
import { Dictionary } from '../texts/dictionary.ts';
import { grown } from '../containers/grown.ts';
import { idPart } from '../texts/id-order.ts';
import { PlaceTallies } from './place-tallies.ts';
import { Ranks } from '../texts/ranks.ts';
import { Tally } from './tally.ts';

export const NOWHERE = 0;

/** The places of one cluster that have rows. `revision` changes whenever a place comes or goes. */
export interface ClusterPlaces {
  readonly id: number;
  readonly name: string;
  readonly byNamespace: Map<string, number>;
  /** Its rows by kind and state. */
  readonly tally: Tally;
  revision: number;
  rowCount: number;
  /** Changes whenever a row of the cluster comes or goes. Never repeats, even if the cluster goes and comes back. */
  rowRevision: number;
  /** The places in the order of ids, computed on demand. */
  sorted: Uint32Array | undefined;
}

export class Places {
  readonly clusterNames = new Dictionary();
  readonly namespaces = new Dictionary();
  /** In the order of texts, and of ids. */
  readonly clusterRanks = { byText: textRanks(this.clusterNames), byId: idRanks(this.clusterNames) };
  readonly namespaceRanks = { byText: textRanks(this.namespaces), byId: idRanks(this.namespaces) };
  /** By place: the numbers of its cluster and namespace, its number of rows, and the first row. */
  cluster = new Uint32Array(64);
  namespace = new Uint32Array(64);
  rowCount = new Uint32Array(64);
  firstRow = new Uint32Array(64);
  /** Row numbers reserved for a place: the next one, and the end. */
  kept = new Uint32Array(64);
  keptEnd = new Uint32Array(64);
  readonly tallies = new PlaceTallies();

  readonly #clusters = new Map<string, ClusterPlaces>();
  readonly #byId: (ClusterPlaces | undefined)[] = [];
  readonly #free: number[] = [];
  #capacity = 1;
  #revision = 0;
  #rowRevision = 0;

  /** Exclusive upper bound of all places. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Changes whenever a place of any cluster comes or goes. */
  get revision(): number {
    return this.#revision;
  }

  /** Changes whenever a place of any cluster gains or loses rows. */
  get rowRevision(): number {
    return this.#rowRevision;
  }

  find(cluster: string, namespace: string): number | undefined {
    return this.#clusters.get(cluster)?.byNamespace.get(namespace);
  }

  clusters(): Iterable<ClusterPlaces> {
    return this.#clusters.values();
  }

  inCluster(cluster: string): ClusterPlaces | undefined {
    return this.#clusters.get(cluster);
  }

  /** The place, with one more row. */
  enter(cluster: string, namespace: string): number {
    const places = this.#clusters.get(cluster) ?? this.#addCluster(cluster);
    const place = places.byNamespace.get(namespace) ?? this.#add(places, namespace);
    this.rowCount[place]!++;
    places.rowCount++;
    places.rowRevision = ++this.#rowRevision;
    return place;
  }

  /** Adds a row to a place that has rows. */
  reenter(place: number): number {
    const places = this.clusterOf(place);
    this.rowCount[place]!++;
    places.rowCount++;
    places.rowRevision = ++this.#rowRevision;
    return place;
  }

  /** Removes a row from the place. Without rows the place goes, and so does a cluster without places. */
  leave(place: number): void {
    const places = this.clusterOf(place);
    places.rowCount--;
    places.rowRevision = ++this.#rowRevision;
    if (--this.rowCount[place]! > 0) return;
    places.byNamespace.delete(this.namespaces.text(this.namespace[place]!));
    places.revision = ++this.#revision;
    places.sorted = undefined;
    this.namespaces.release(this.namespace[place]!);
    this.#free.push(place);
    if (places.byNamespace.size > 0) return;
    this.#clusters.delete(places.name);
    this.#byId[places.id] = undefined;
    this.clusterNames.release(places.id);
  }

  /** Number of rows in these places of clusters. */
  rowsIn(shown: Iterable<{ readonly cluster: ClusterPlaces; readonly places: Uint32Array }>): number {
    let rows = 0;
    for (const { cluster, places } of shown) {
      if (places.length === cluster.byNamespace.size) rows += cluster.rowCount;
      else for (const place of places) rows += this.rowCount[place]!;
    }
    return rows;
  }

  /** The cluster of a place. */
  clusterOf(place: number): ClusterPlaces {
    return this.#byId[this.cluster[place]!]!;
  }

  /** By number of the cluster. */
  withId(cluster: number): ClusterPlaces | undefined {
    return this.#byId[cluster];
  }

  /** The places of a cluster in the order of ids. */
  sorted(cluster: ClusterPlaces): Uint32Array {
    const { rank } = this.namespaceRanks.byId;
    cluster.sorted ??= Uint32Array.from(
      [...cluster.byNamespace.values()].sort((a, b) => rank[this.namespace[a]!]! - rank[this.namespace[b]!]!),
    );
    return cluster.sorted;
  }

  clusterName(place: number): string {
    return this.clusterNames.text(this.cluster[place]!);
  }

  namespaceName(place: number): string {
    return this.namespaces.text(this.namespace[place]!);
  }

  #addCluster(name: string): ClusterPlaces {
    const id = this.clusterNames.acquire(name);
    const byNamespace = new Map<string, number>();
    const places: ClusterPlaces = {
      id,
      name,
      byNamespace,
      tally: new Tally(),
      revision: 0,
      rowCount: 0,
      rowRevision: 0,
      sorted: undefined,
    };
    this.#clusters.set(name, places);
    this.#byId[id] = places;
    return places;
  }

  #add(places: ClusterPlaces, namespace: string): number {
    const place = this.#free.pop() ?? this.#capacity++;
    if (place >= this.cluster.length) {
      this.cluster = grown(this.cluster, place + 1);
      this.namespace = grown(this.namespace, place + 1);
      this.rowCount = grown(this.rowCount, place + 1);
      this.firstRow = grown(this.firstRow, place + 1);
      this.kept = grown(this.kept, place + 1);
      this.keptEnd = grown(this.keptEnd, place + 1);
    }
    this.cluster[place] = places.id;
    this.namespace[place] = this.namespaces.acquire(namespace);
    this.rowCount[place] = 0;
    this.firstRow[place] = 0;
    this.kept[place] = 0;
    this.keptEnd[place] = 0;
    places.byNamespace.set(this.namespaces.text(this.namespace[place]), place); // one string for all clusters
    // One counter for all clusters, so that a cluster that was removed and added again never repeats a revision.
    places.revision = ++this.#revision;
    places.sorted = undefined;
    return place;
  }
}

function textRanks(dictionary: Dictionary): Ranks {
  return new Ranks(dictionary, id => dictionary.text(id));
}

function idRanks(dictionary: Dictionary): Ranks {
  return new Ranks(dictionary, id => idPart(dictionary.text(id)));
}
