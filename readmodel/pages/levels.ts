/**
 * Keys with few values (cluster, namespace, kind and status) as levels of a walk: the values of a part in walk order,
 * and the part for each value. Ids order ties by cluster, kind and namespace, which are three more levels.
 */
import { kindKey } from '../rows/kinds.ts';
import { idPosition, type Ordering, type Place } from '../rows/ordering.ts';
import type { Part } from './part.ts';
import type { OrderField } from '../query.ts';
import type { Ranks } from '../texts/ranks.ts';
import type { RowTable } from '../rows/row-table.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';

export interface Level {
  readonly step: 1 | -1;
  /** Rank at which the walk starts. */
  readonly start: number | undefined;
  /** Values in walk order, optionally from a rank on. A part may lack some of them. */
  values(part: Part, from: number | undefined): Iterable<number>;
  rank(value: number): number;
  /** Cost of finding the part of a value, in looks at clusters; undefined: none. */
  cost?(part: Part, value: number): number;
  /** The rows of the part with this value. */
  within(part: Part, value: number): Part;
}

type Grouped = Extract<OrderField, 'CLUSTER' | 'NAMESPACE' | 'KIND' | 'STATUS'>;
const GROUPED: readonly OrderField[] = ['CLUSTER', 'NAMESPACE', 'KIND', 'STATUS'] satisfies Grouped[];
const OF_IDS = ['CLUSTER', 'KIND', 'NAMESPACE'] as const;
const STATUSES = OBJECT_STATUSES.map((_, status) => status);

export function isGrouped(field: OrderField): boolean {
  return GROUPED.includes(field);
}

export interface Walked {
  readonly start: Place | undefined;
  readonly forward: boolean;
}

/** The levels of an order up to its first key with many values, or to its end, where ids follow. */
export function levelsOf(table: RowTable, { keys }: Ordering, { start, forward }: Walked): Level[] {
  const grouped = keys.slice(0, keys.findIndex(({ field }) => !isGrouped(field)) >>> 0);
  const onward = forward ? 1 : -1;
  const levels = grouped.map(({ field, descending }) => {
    return levelOf(table, field as Grouped, descending ? (-onward as 1 | -1) : onward, start && textRank(table, field as Grouped, start));
  });
  if (grouped.length < keys.length) return levels;
  const id = start && idPosition(table, start.id);
  for (const field of OF_IDS) {
    if (keys.some(key => key.field === field)) continue;
    const from = id && { CLUSTER: id.cluster, KIND: id.kind, NAMESPACE: id.namespace }[field];
    levels.push(levelOf(table, field, onward, from, 'byId'));
  }
  return levels;
}

function textRank({ places, kinds }: RowTable, field: Grouped, { id, values }: Place): number {
  switch (field) {
    case 'CLUSTER':
      return places.clusterRanks.byText.position(id.cluster);
    case 'NAMESPACE':
      return places.namespaceRanks.byText.position(id.namespace);
    case 'KIND':
      return kinds.ranks.byText.position(kindKey(id.group, id.kind));
    case 'STATUS':
      return values[0] as number; // no key before it is carried
  }
}

function levelOf(table: RowTable, field: Grouped, step: 1 | -1, start: number | undefined, by: 'byText' | 'byId' = 'byText'): Level {
  const { places, kinds } = table;
  const sorted = (numbers: Iterable<number>, { rank }: Ranks): number[] => [...numbers].sort((a, b) => (rank[a]! - rank[b]!) * step);
  switch (field) {
    case 'STATUS': {
      const values = step > 0 ? STATUSES : STATUSES.toReversed();
      return { step, start, values: () => values, rank: status => status, within: (part, status) => part.ofStatus(status) };
    }
    case 'KIND': {
      const ranks = kinds.ranks[by];
      const values = sorted(kinds.ids(), ranks);
      return {
        ...{ step, start, rank: kind => ranks.rank[kind]! },
        values: part => values.filter(kind => part.wantsKind(kind)),
        within: (part, kind) => part.ofKind(kind),
      };
    }
    case 'CLUSTER': {
      const ranks = places.clusterRanks[by];
      return {
        ...{ step, start, rank: cluster => ranks.rank[cluster]! },
        values: (_, from) => ranks.from(from, step),
        within: (part, cluster) => part.inCluster(cluster),
      };
    }
    case 'NAMESPACE': {
      const ranks = places.namespaceRanks[by];
      return {
        ...{ step, start, rank: namespace => ranks.rank[namespace]! },
        values: (part, from) => {
          const namespaces = part.namespaces();
          return namespaces ? sorted(namespaces, ranks) : ranks.from(from, step);
        },
        cost: (part, namespace) => part.clustersToLookIn(namespace),
        within: (part, namespace) => part.inNamespace(namespace),
      };
    }
  }
}
