/**
 * Orders of rows. Texts are ordered by UTF-16 code units, not by a locale. KIND orders by kind, then by group. STATUS
 * orders as OBJECT_STATUSES does (CURRENT first). An unknown time is 0, so it sorts like the start of 1970. Rows with
 * equal keys are ordered by ascending id, even in a descending order. Every order is therefore total. Without keys, the
 * order is by NAME.
 *
 * Rows are compared with other rows, or with the position of a cursor. The row of the cursor may no longer exist.
 */
import type { ObjectId } from '../../schema/object-id.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import type { OrderField, OrderKey } from '../query.ts';
import type { ColumnRow } from './column-row.ts';
import { SUSPENDED } from './columns.ts';
import { idPart, IN_IDS, kindIdKey, kindKey, type Ranks } from './names.ts';
import type { RowTable } from './row-table.ts';

/** A position in an order. */
export interface KeysetPosition {
  readonly id: ObjectId;
  /** Values of the keys that are not part of the id, in key order. A value is a status number, a time or a text. */
  readonly values: readonly Carried[];
}

type Carried = number | string;

type Probe = (row: number) => number;

export interface Ordering {
  /** Text that identifies the order. A cursor is valid only for its own order. */
  readonly fingerprint: string;
  /** Types of the values in a position. */
  readonly carries: readonly ('number' | 'string')[];
  readonly keys: readonly OrderKey[];
  readonly compare: (a: number, b: number) => number;
  /** Returns a comparison of rows with a position: below 0 if the row comes before the position. */
  readonly probe: (position: KeysetPosition) => Probe;
  /** Like `probe`, but compares only by the first key, ascending. */
  readonly probeKey: (position: KeysetPosition) => Probe;
  /** Like `compare`, but compares only by the first key, ascending. */
  readonly compareKey: (a: number, b: number) => number;
  /** Returns the position of a row that was read earlier, even if the row has changed since. */
  readonly position: (row: ColumnRow) => KeysetPosition;
}

interface Key {
  readonly descending: boolean;
  /** Compares two rows by this key, ascending. */
  readonly compare: (a: number, b: number) => number;
  /** Type and source of the value that a cursor must contain. Undefined if the id contains the value. */
  readonly carried: { readonly type: 'number' | 'string'; readonly of: (row: ColumnRow) => Carried } | undefined;
  /** Compares rows with a position by this key, ascending. `value` is the value of this key in the position. */
  readonly probe: (position: KeysetPosition, value: Carried) => Probe;
}

const BY_NAME: OrderKey = { field: 'NAME', descending: false };

/** Returns an order. Valid until the next write, so use it at once. */
export function orderingOf(table: RowTable, order: readonly OrderKey[]): Ordering {
  const given = order.length > 0 ? order : [BY_NAME];
  const keys = given.map(({ field, descending }) => keyOf(table, field, descending));
  const [first] = keys;
  const carried = keys.flatMap(key => key.carried ?? []);
  const compareIds = idComparison(table);
  const probes = (position: KeysetPosition): { descending: boolean; probe: Probe }[] => {
    let next = 0;
    return keys.map(key => ({
      descending: key.descending,
      probe: key.probe(position, key.carried ? position.values[next++]! : 0),
    }));
  };
  return {
    fingerprint: given.map(({ field, descending }) => `${field}${descending ? '-' : '+'}`).join(''),
    carries: carried.map(({ type }) => type),
    keys: given,
    compare: (a, b) => {
      for (const { compare, descending } of keys) {
        const difference = compare(a, b);
        if (difference !== 0) return descending ? -difference : difference;
      }
      return compareIds(a, b);
    },
    probe: position => {
      const byKeys = probes(position);
      const byId = idProbe(table, position.id);
      return row => {
        for (const { probe, descending } of byKeys) {
          const difference = probe(row);
          if (difference !== 0) return descending ? -difference : difference;
        }
        return byId(row);
      };
    },
    probeKey: position => probes(position)[0]!.probe,
    compareKey: first!.compare,
    position: row => ({ id: row, values: carried.map(({ of }) => of(row)) }),
  };
}

function keyOf(table: RowTable, field: OrderField, descending: boolean): Key {
  const { columns, scopes, kinds, names } = table;
  const ranked = ({ rank }: Ranks, number: (row: number) => number, position: (id: ObjectId) => number): Key => ({
    descending,
    compare: (a, b) => rank[number(a)]! - rank[number(b)]!,
    carried: undefined,
    probe: ({ id }) => {
      const at = position(id);
      return row => rank[number(row)]! - at;
    },
  });
  const numbered = (value: (row: number) => number, of: (row: ColumnRow) => number): Key => ({
    descending,
    compare: (a, b) => value(a) - value(b),
    carried: { type: 'number', of },
    probe: (_, at) => row => value(row) - (at as number),
  });
  switch (field) {
    case 'NAME':
      return {
        descending,
        compare: (a, b) => names.compare(columns.name[a]!, columns.name[b]!),
        carried: undefined,
        probe: ({ id }) => {
          const position = names.position(id.name);
          return row => position(columns.name[row]!);
        },
      };
    case 'CLUSTER': {
      const ranks = scopes.clusterRanks.byText;
      return ranked(
        ranks,
        row => scopes.cluster[columns.scope[row]!]!,
        id => ranks.position(id.cluster),
      );
    }
    case 'NAMESPACE': {
      const ranks = scopes.namespaceRanks.byText;
      return ranked(
        ranks,
        row => scopes.namespace[columns.scope[row]!]!,
        id => ranks.position(id.namespace),
      );
    }
    case 'KIND': {
      const ranks = kinds.ranks.byText;
      return ranked(
        ranks,
        row => columns.kind[row]!,
        id => ranks.position(kindKey(id.group, id.kind)),
      );
    }
    case 'STATUS':
      return numbered(
        row => columns.state[row]! & ~SUSPENDED,
        ({ status }) => OBJECT_STATUSES.indexOf(status),
      );
    default: {
      const timed = columns.times.find(({ column }) => column.order === field);
      if (timed) {
        const { name, times } = timed;
        return numbered(
          row => times.get(row),
          row => row[name],
        );
      }
      const { name, numbers, texts } = columns.texts.find(({ column }) => column.order === field)!;
      return {
        descending,
        compare: (a, b) => texts.compare(numbers[a]!, numbers[b]!),
        carried: { type: 'string', of: row => row[name] },
        probe: (_, text) => {
          const position = texts.position(text as string);
          return row => position(numbers[row]!);
        },
      };
    }
  }
}

/** Returns a comparison of rows by id. */
export function idComparison(table: RowTable): (a: number, b: number) => number {
  const { columns, scopes, kinds, names } = table;
  const [cluster, kind, namespace] = [
    scopes.clusterRanks.byId.rank,
    kinds.ranks.byId.rank,
    scopes.namespaceRanks.byId.rank,
  ];
  return (a, b) => {
    const [scopeA, scopeB] = [columns.scope[a]!, columns.scope[b]!];
    return (
      cluster[scopes.cluster[scopeA]!]! - cluster[scopes.cluster[scopeB]!]! ||
      kind[columns.kind[a]!]! - kind[columns.kind[b]!]! ||
      namespace[scopes.namespace[scopeA]!]! - namespace[scopes.namespace[scopeB]!]! ||
      names.compare(columns.name[a]!, columns.name[b]!, IN_IDS)
    );
  };
}

/** Returns the positions of an id's parts, each in the order of ids. */
export function idPosition(
  { scopes, kinds }: RowTable,
  id: ObjectId,
): { cluster: number; kind: number; namespace: number } {
  return {
    cluster: scopes.clusterRanks.byId.position(idPart(id.cluster)),
    kind: kinds.ranks.byId.position(kindIdKey(id.group, id.kind)),
    namespace: scopes.namespaceRanks.byId.position(idPart(id.namespace)),
  };
}

/** Returns a comparison of rows with an id. */
export function idProbe(table: RowTable, id: ObjectId): Probe {
  const { columns, scopes, kinds, names } = table;
  const [clusters, kindRanks, namespaces] = [
    scopes.clusterRanks.byId.rank,
    kinds.ranks.byId.rank,
    scopes.namespaceRanks.byId.rank,
  ];
  const { cluster, kind, namespace } = idPosition(table, id);
  const name = names.position(id.name, IN_IDS);
  return row => {
    const at = columns.scope[row]!;
    return (
      clusters[scopes.cluster[at]!]! - cluster ||
      kindRanks[columns.kind[row]!]! - kind ||
      namespaces[scopes.namespace[at]!]! - namespace ||
      name(columns.name[row]!)
    );
  };
}
