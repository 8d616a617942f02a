/** Orders of the list of clusters. In the URL: `failing`, or `-failing` for the reverse order. */
import type { ClusterRowFragment, ClustersQuery, CoverageState } from '../graph/graphql.ts';
import { environmentKey } from './environment.ts';

type Listed = ClusterRowFragment & Pick<NonNullable<ClustersQuery['clusters']>['nodes'][number], 'statusCounts'>;

export interface ClusterLine extends Listed {
  readonly environment: string | undefined;
  /** Number of Nodes. Undefined if unknown, for example because the caller sees no Node of the cluster. */
  readonly nodes: number | undefined;
}

export const WORST_FIRST: readonly CoverageState[] = ['CLOSED', 'UNREACHABLE', 'STALE', 'REBUILDING', 'INDEXED'];

const text = (a: string | null | undefined, b: string | null | undefined): number =>
  a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
const failed = ({ statusCounts }: ClusterLine): number => statusCounts?.failed ?? 0;
const state = ({ coverage }: ClusterLine): number => WORST_FIRST.indexOf(coverage.state);

/** Order of each column after the first click. */
const ORDERS = {
  name: (a: ClusterLine, b: ClusterLine) => text(a.name, b.name),
  environment: (a: ClusterLine, b: ClusterLine) => text(a.environment ?? '~', b.environment ?? '~'),
  state: (a: ClusterLine, b: ClusterLine) => state(a) - state(b),
  failing: (a: ClusterLine, b: ClusterLine) => failed(b) - failed(a),
  objects: (a: ClusterLine, b: ClusterLine) => b.objectCount - a.objectCount,
  nodes: (a: ClusterLine, b: ClusterLine) => (b.nodes ?? -1) - (a.nodes ?? -1),
  version: (a: ClusterLine, b: ClusterLine) =>
    (a.kubernetesVersion ?? '').localeCompare(b.kubernetesVersion ?? '', 'en', { numeric: true }),
  answered: (a: ClusterLine, b: ClusterLine) => text(a.coverage.syncedAt, b.coverage.syncedAt),
} as const;
export type SortKey = keyof typeof ORDERS;

/** Columns that start with the largest number. */
const FROM_THE_LARGEST: readonly SortKey[] = ['failing', 'objects', 'nodes'];

export const directionOf = ({ key, isReversed }: Sort): 'ascending' | 'descending' =>
  FROM_THE_LARGEST.includes(key) === isReversed ? 'ascending' : 'descending';

export interface Sort {
  readonly key: SortKey;
  readonly isReversed: boolean;
}

export function parseSort(text: string | undefined): Sort | undefined {
  const key = text?.replace(/^-/, '') ?? '';
  return Object.hasOwn(ORDERS, key) ? { key: key as SortKey, isReversed: text!.startsWith('-') } : undefined;
}

/** Next order after a click on a header: this column, then its reverse, then the default order. */
export function nextSort(sort: Sort | undefined, key: SortKey): string | undefined {
  if (sort?.key !== key) return key;
  return sort.isReversed ? undefined : `-${key}`;
}

/** Default order: worst coverage first, then most failed objects, then by name. */
export function sorted(lines: readonly ClusterLine[], sort: Sort | undefined): readonly ClusterLine[] {
  const order = sort
    ? (a: ClusterLine, b: ClusterLine) => ORDERS[sort.key](a, b) * (sort.isReversed ? -1 : 1)
    : (a: ClusterLine, b: ClusterLine) => ORDERS.state(a, b) || ORDERS.failing(a, b);
  return lines.toSorted((a, b) => order(a, b) || ORDERS.name(a, b));
}

/** Rows of the list: each cluster with its environment and its number of Nodes. */
export function linesOf({ clusters, nodes }: Pick<ClustersQuery, 'clusters' | 'nodes'>): readonly ClusterLine[] {
  const listed = clusters?.nodes ?? [];
  const key = environmentKey(listed);
  const nodesOf = new Map(nodes?.facets?.[0]?.values.map(({ value, count }) => [value, count]));
  return listed.map(it => ({
    ...it,
    environment: key === undefined ? undefined : it.labels[key],
    nodes: nodesOf.get(it.name),
  }));
}
