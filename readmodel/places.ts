/**
 * A place is one namespace of one cluster, or ('') a cluster's own scope. Every row has one place, and a place knows its rows, so that a
 * narrow reader touches only rows of the places it may see.
 *
 * Place 0 is nowhere: it belongs to no cluster and no mask ever shows it. Free row numbers are there.
 */
import { Dictionary, grown } from './dictionary.ts';

export const NOWHERE = 0;

/** The places of one cluster that have rows. `revision` changes whenever one comes or goes. */
export interface ClusterPlaces {
  readonly id: number;
  readonly name: string;
  readonly byNamespace: Map<string, number>;
  revision: number;
  rowCount: number;
}

export class Places {
  readonly clusterNames = new Dictionary();
  readonly namespaces = new Dictionary();
  /** By place: the numbers of its cluster and of its namespace, how many rows it has, and the first of them. */
  cluster = new Uint32Array(64);
  namespace = new Uint32Array(64);
  rowCount = new Uint32Array(64);
  firstRow = new Uint32Array(64);

  readonly #clusters = new Map<string, ClusterPlaces>();
  readonly #free: number[] = [];
  #capacity = 1;
  #revision = 0;

  /** All places are below this. */
  get capacity(): number {
    return this.#capacity;
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
    return place;
  }

  /** The place has one row less; without rows it goes, and so does a cluster without places. */
  leave(place: number): void {
    const cluster = this.clusterNames.text(this.cluster[place]!);
    const places = this.#clusters.get(cluster)!;
    places.rowCount--;
    if (--this.rowCount[place]! > 0) return;
    places.byNamespace.delete(this.namespaces.text(this.namespace[place]!));
    places.revision = ++this.#revision;
    this.namespaces.release(this.namespace[place]!);
    this.#free.push(place);
    if (places.byNamespace.size > 0) return;
    this.#clusters.delete(cluster);
    this.clusterNames.release(places.id);
  }

  clusterName(place: number): string {
    return this.clusterNames.text(this.cluster[place]!);
  }

  namespaceName(place: number): string {
    return this.namespaces.text(this.namespace[place]!);
  }

  #addCluster(name: string): ClusterPlaces {
    const places = { id: this.clusterNames.acquire(name), name, byNamespace: new Map<string, number>(), revision: 0, rowCount: 0 };
    this.#clusters.set(name, places);
    return places;
  }

  #add(places: ClusterPlaces, namespace: string): number {
    const place = this.#free.pop() ?? this.#capacity++;
    if (place >= this.cluster.length) {
      this.cluster = grown(this.cluster, place + 1);
      this.namespace = grown(this.namespace, place + 1);
      this.rowCount = grown(this.rowCount, place + 1);
      this.firstRow = grown(this.firstRow, place + 1);
    }
    this.cluster[place] = places.id;
    this.namespace[place] = this.namespaces.acquire(namespace);
    this.rowCount[place] = 0;
    this.firstRow[place] = 0;
    places.byNamespace.set(namespace, place);
    // From one counter for all clusters: a cluster that went and came back never repeats a revision.
    places.revision = ++this.#revision;
    return place;
  }
}
