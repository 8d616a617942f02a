/**
 * Orders of rows. Texts are ordered by UTF-16 code units, not by a locale, KIND by kind and then group, STATUS as OBJECT_STATUSES lists them
 * (CURRENT first), an unknown time (0) as the oldest. Whatever the order and its directions, ties are ordered by ascending id, so every
 * order is total. No keys: by NAME.
 *
 * A row is compared with another row, or with a probe: the place in the order that a cursor stands for, whether or not its row still exists.
 */
import { SUSPENDED } from './columns.ts';
import { compareIdNames, compareText, idPart } from './id-order.ts';
import type { OrderField, OrderKey } from './query.ts';
import { Ranks } from './ranks.ts';
import type { RowTable } from './row-table.ts';
import type { ObjectId } from '../schema/object-id.ts';

/** A place in an order: an id, and the values of the order's keys that the id does not tell. */
export interface Place {
  readonly id: ObjectId;
  /** One number for each STATUS, CREATED and TRANSITIONED key, in the order of the keys. */
  readonly values: readonly number[];
}

export interface Ordering {
  /** Tells orders apart: a cursor of one is none of another. */
  readonly fingerprint: string;
  readonly valueCount: number;
  /** True when RowTable.byName walks in this order. */
  readonly byName: boolean;
  readonly compare: (a: number, b: number) => number;
  /** Compares rows with a place in the order: below 0 where the row comes before it. */
  readonly probe: (place: Place) => (row: number) => number;
  readonly place: (row: number) => Place;
}

/** A key as numbers, or the name. */
interface Key {
  readonly descending: boolean;
  /** undefined: the name. */
  readonly column: ((row: number) => number) | undefined;
  /** True where a cursor must carry the value. */
  readonly carried: boolean;
  readonly position: (place: Place, value: number) => number;
}

export class Orderings {
  readonly #table: RowTable;
  readonly #ranks: Record<'cluster' | 'clusterId' | 'namespace' | 'namespaceId' | 'kind' | 'kindId', Ranks>;

  constructor(table: RowTable) {
    this.#table = table;
    const { kinds, places } = table;
    const { clusterNames, namespaces } = places;
    this.#ranks = {
      cluster: new Ranks(clusterNames, id => clusterNames.text(id)),
      clusterId: new Ranks(clusterNames, id => idPart(clusterNames.text(id))),
      namespace: new Ranks(namespaces, id => namespaces.text(id)),
      namespaceId: new Ranks(namespaces, id => idPart(namespaces.text(id))),
      kind: new Ranks(kinds, id => kindKey(kinds.kind(id), kinds.group(id))),
      kindId: new Ranks(kinds, id => idPart(kinds.group(id)) + idPart(kinds.kind(id))),
    };
  }

  /** For use at once: it is right as long as nothing is written. */
  of(order: readonly OrderKey[]): Ordering {
    const given: readonly OrderKey[] = order.length > 0 ? order : [{ field: 'NAME', descending: false }];
    const keys = given.map(({ field, descending }) => this.#key(field, descending));
    const carried = keys.filter(key => key.carried);
    return {
      fingerprint: given.map(({ field, descending }) => `${field}${descending ? '-' : '+'}`).join(''),
      valueCount: carried.length,
      byName: given.length === 1 && given[0]!.field === 'NAME' && !given[0]!.descending,
      compare: this.#comparison(keys),
      probe: place => this.#probe(keys, place),
      place: row => ({ id: this.#table.idOf(row), values: carried.map(key => key.column!(row)) }),
    };
  }

  #key(field: OrderField, descending: boolean): Key {
    const { columns, places } = this.#table;
    const ranked = (ranks: Ranks, column: (row: number) => number, key: (id: ObjectId) => string): Key => {
      const { rank } = ranks;
      return { descending, column: row => rank[column(row)]!, carried: false, position: ({ id }) => ranks.position(key(id)) };
    };
    const carried = (column: (row: number) => number): Key => ({ descending, column, carried: true, position: (_, value) => value });
    switch (field) {
      case 'NAME':
        return { descending, column: undefined, carried: false, position: () => 0 };
      case 'CLUSTER':
        return ranked(
          this.#ranks.cluster,
          row => places.cluster[columns.place[row]!]!,
          id => id.cluster,
        );
      case 'NAMESPACE':
        return ranked(
          this.#ranks.namespace,
          row => places.namespace[columns.place[row]!]!,
          id => id.namespace,
        );
      case 'KIND':
        return ranked(
          this.#ranks.kind,
          row => columns.kind[row]!,
          id => kindKey(id.kind, id.group),
        );
      case 'STATUS':
        return carried(row => columns.state[row]! & ~SUSPENDED);
      case 'CREATED':
        return carried(row => columns.created[row]!);
      case 'TRANSITIONED':
        return carried(row => columns.transitioned[row]!);
    }
  }

  #comparison(keys: readonly Key[]): (a: number, b: number) => number {
    const { columns, names } = this.#table;
    const compareIds = this.#idComparison();
    return (a, b) => {
      for (const { column, descending } of keys) {
        let difference = 0;
        if (column) difference = column(a) - column(b);
        else if (columns.name[a] !== columns.name[b]) difference = compareText(names.text(columns.name[a]!), names.text(columns.name[b]!));
        if (difference !== 0) return descending ? -difference : difference;
      }
      return compareIds(a, b);
    };
  }

  #idComparison(): (a: number, b: number) => number {
    const { columns, places, names } = this.#table;
    const [clusterId, kindId, namespaceId] = [this.#ranks.clusterId.rank, this.#ranks.kindId.rank, this.#ranks.namespaceId.rank];
    return (a, b) => {
      const [placeA, placeB] = [columns.place[a]!, columns.place[b]!];
      return (
        clusterId[places.cluster[placeA]!]! - clusterId[places.cluster[placeB]!]! ||
        kindId[columns.kind[a]!]! - kindId[columns.kind[b]!]! ||
        namespaceId[places.namespace[placeA]!]! - namespaceId[places.namespace[placeB]!]! ||
        (columns.name[a] === columns.name[b] ? 0 : compareIdNames(names.text(columns.name[a]!), names.text(columns.name[b]!)))
      );
    };
  }

  #probe(keys: readonly Key[], place: Place): (row: number) => number {
    const { columns, places, names } = this.#table;
    const { id } = place;
    const { clusterId, kindId, namespaceId } = this.#ranks;
    const [clusters, kinds, namespaces] = [clusterId.rank, kindId.rank, namespaceId.rank];
    const cluster = clusterId.position(idPart(id.cluster));
    const kind = kindId.position(idPart(id.group) + idPart(id.kind));
    const namespace = namespaceId.position(idPart(id.namespace));
    let next = 0;
    const positions = keys.map(key => key.position(place, key.carried ? place.values[next++]! : 0));
    return row => {
      for (let i = 0; i < keys.length; i++) {
        const { column, descending } = keys[i]!;
        const difference = column ? column(row) - positions[i]! : compareText(names.text(columns.name[row]!), id.name);
        if (difference !== 0) return descending ? -difference : difference;
      }
      const at = columns.place[row]!;
      return (
        clusters[places.cluster[at]!]! - cluster ||
        kinds[columns.kind[row]!]! - kind ||
        namespaces[places.namespace[at]!]! - namespace ||
        compareIdNames(names.text(columns.name[row]!), id.name)
      );
    };
  }
}

/** By kind, then group: the separator is below every character of a kind. */
function kindKey(kind: string, group: string): string {
  return `${kind}\0${group}`;
}
