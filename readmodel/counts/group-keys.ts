/**
 * Keys that rows are grouped by: for each key one number per row, and the value of each number. Numbers are equal
 * exactly when values are.
 */
import { SUSPENDED, statusOf } from '../rows/columns.ts';
import type { NarrowArray } from '../containers/narrow.ts';
import { kindValue, QueryError, type GroupKey } from '../query.ts';
import type { SourceNumbers } from './sources.ts';
import type { RowTable } from '../rows/row-table.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';

/** What a key reads of a row. Tallies count rows by these. */
export type Tallied = 'place' | 'kind' | 'state';

export interface NumberedKey {
  /** Exclusive upper bound of all numbers. */
  readonly capacity: number;
  /** Undefined if the key needs the rows themselves. */
  readonly tallied?: { readonly by: Tallied; readonly numbers: Uint32Array };
  /** Reads the numbers of a block of rows. */
  read(block: Uint32Array, count: number, into: Uint32Array): void;
  /** Undefined if rows with this number have no value. */
  value(number: number): string | undefined;
}

/** Valid until the next write. @throws QueryError */
export function numberedKey(table: RowTable, { field, labelKey }: GroupKey, sources: SourceNumbers | undefined): NumberedKey {
  const { places, kinds, columns } = table;
  switch (field) {
    case 'CLUSTER':
      return tallied('place', columns.place, places.cluster, places.clusterNames.capacity, id => places.clusterNames.text(id));
    case 'NAMESPACE':
      return tallied('place', columns.place, places.namespace, places.namespaces.capacity, id => places.namespaces.text(id) || undefined);
    case 'KIND':
      return tallied(
        'kind',
        columns.kind,
        Uint32Array.from({ length: kinds.capacity }, (_, kind) => kind),
        kinds.capacity,
        kind => kindValue({ group: kinds.group(kind), kind: kinds.kind(kind) }),
      );
    case 'GROUP': {
      const groups = [...new Set(Array.from(kinds.ids(), kind => kinds.group(kind)))];
      const ofKind = new Uint32Array(kinds.capacity);
      for (const kind of kinds.ids()) ofKind[kind] = groups.indexOf(kinds.group(kind));
      return tallied('kind', columns.kind, ofKind, groups.length, group => groups[group]);
    }
    case 'STATUS':
      return ofState(columns.state, state => state & ~SUSPENDED, OBJECT_STATUSES.length, statusOf);
    case 'SUSPENDED':
      return ofState(
        columns.state,
        state => (state & SUSPENDED ? 1 : 0),
        2,
        number => String(number === 1),
      );
    case 'LABEL':
      if (!labelKey) throw new QueryError('The key LABEL needs "labelKey", the label whose values make the groups.');
      return ofLabel(table, labelKey);
    case 'SOURCE': {
      if (!sources) throw new Error('SOURCE was asked for without the sources that are seen.');
      const read: NumberedKey['read'] = (block, count, into) => {
        for (let i = 0; i < count; i++) into[i] = sources.of(block[i]!);
      };
      return { capacity: sources.capacity, read, value: number => sources.id(number) };
    }
    default: {
      const { numbers, texts } = columns.texts.find(({ column }) => column.facet === field)!;
      const read: NumberedKey['read'] = (block, count, into) => {
        for (let i = 0; i < count; i++) into[i] = numbers[block[i]!]!;
      };
      return { capacity: texts.capacity, read, value: number => texts.text(number) || undefined };
    }
  }
}

function tallied(
  by: Tallied,
  column: NarrowArray,
  numbers: Uint32Array,
  capacity: number,
  value: (number: number) => string | undefined,
): NumberedKey {
  const read: NumberedKey['read'] = (block, count, into) => {
    for (let i = 0; i < count; i++) into[i] = numbers[column[block[i]!]!]!;
  };
  return { capacity, tallied: { by, numbers }, read, value };
}

function ofState(
  column: NarrowArray,
  numberOf: (state: number) => number,
  capacity: number,
  value: (number: number) => string,
): NumberedKey {
  return tallied(
    'state',
    column,
    Uint32Array.from({ length: 256 }, (_, state) => numberOf(state)),
    capacity,
    value,
  );
}

/** Reads each distinct label set once. */
function ofLabel({ columns: { labels: column }, labelSets }: RowTable, labelKey: string): NumberedKey {
  const key = labelSets.numberOf(labelKey);
  const labels = labelSets.reader();
  /** By label set: 0 if not read yet, else the number of the value plus 1. Values start at 1. */
  const known = new Uint32Array(labelSets.capacity);
  const look = (set: number): number => {
    labels.read(set);
    return (known[set] = 1 + ((key !== undefined && labels.valueOf(key)) || 0));
  };
  return {
    capacity: labelSets.textCapacity,
    read: (block, count, into) => {
      for (let i = 0; i < count; i++) {
        const set = column[block[i]!]!;
        into[i] = (known[set]! || look(set)) - 1;
      }
    },
    value: number => (number === 0 ? undefined : labelSets.textOf(number)),
  };
}
