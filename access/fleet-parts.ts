/**
 * Clusters, namespaces and kinds as parts of the fleet. Restricts a filter to a part, and counts the rows of a part by
 * status. The counts are batched, so that a page of fifty clusters is one query.
 */
import DataLoader from 'dataloader';
import {
  kindValue,
  type Filter,
  type Group,
  type GroupKey,
  type KindMatch,
  type StatusCounts,
} from '../readmodel/query.ts';

export type FleetPart =
  | { readonly type: 'Cluster'; readonly cluster: string }
  | { readonly type: 'Namespace'; readonly cluster: string; readonly namespace: string }
  | { readonly type: 'Kind'; readonly group: string; readonly kind: string };

type PartType = FleetPart['type'];

/** The filter restricted to a part. */
export function within(filter: Filter, part: FleetPart): Filter {
  return narrowed(filter, partsFilter([part]));
}

/** Adds conditions in `and`, because facets may leave out conditions at the top level. */
function narrowed(filter: Filter, more: Filter): Filter {
  return { ...filter, and: [...(filter.and ?? []), more] };
}

const BY: Readonly<Record<PartType, readonly GroupKey[]>> = {
  Cluster: [{ field: 'CLUSTER' }],
  Namespace: [{ field: 'CLUSTER' }, { field: 'NAMESPACE' }],
  Kind: [{ field: 'KIND' }],
};

/**
 * Maximum number of parts in one query. Namespaces have a lower limit, because their query combines all names with
 * all clusters.
 */
const AT_ONCE: Readonly<Record<PartType, number>> = { Cluster: 500, Namespace: 50, Kind: 500 };

const NONE: StatusCounts = { current: 0, inProgress: 0, failed: 0, terminating: 0, unknown: 0, suspended: 0 };

/** Counts the rows of parts by status, under one filter. */
export class StatusCountsOfParts {
  readonly #count: (filter: Filter, by: readonly GroupKey[]) => Promise<readonly Group[]>;
  readonly #filter: Filter;
  readonly #loaders = new Map<PartType, DataLoader<FleetPart, StatusCounts, string>>();

  constructor(count: (filter: Filter, by: readonly GroupKey[]) => Promise<readonly Group[]>, filter: Filter) {
    this.#count = count;
    this.#filter = filter;
  }

  of(part: FleetPart): Promise<StatusCounts> {
    const { type } = part;
    let loader = this.#loaders.get(type);
    if (!loader) {
      loader = new DataLoader(parts => this.#countsOf(type, parts), { maxBatchSize: AT_ONCE[type], cacheKeyFn: keyOf });
      this.#loaders.set(type, loader);
    }
    return loader.load(part);
  }

  async #countsOf(type: PartType, parts: readonly FleetPart[]): Promise<StatusCounts[]> {
    const groups = await this.#count(narrowed(this.#filter, partsFilter(parts)), BY[type]);
    const counts = new Map(
      groups.map(({ values, statusCounts }) => [JSON.stringify(values.map(({ value }) => value)), statusCounts]),
    );
    return parts.map(part => counts.get(keyOf(part)) ?? NONE);
  }
}

/** Key of the part in the result of a count. */
function keyOf(part: FleetPart): string {
  switch (part.type) {
    case 'Cluster':
      return JSON.stringify([part.cluster]);
    case 'Namespace':
      return JSON.stringify([part.cluster, part.namespace]);
    case 'Kind':
      return JSON.stringify([kindValue(part)]);
  }
}

/**
 * A filter that matches a superset of these parts. All parts must have one type. For namespaces, the filter matches
 * each of the names in each of the clusters.
 */
function partsFilter(parts: readonly FleetPart[]): Filter {
  const clusters = new Set<string>();
  const namespaces = new Set<string>();
  const kinds: KindMatch[] = [];
  for (const part of parts) {
    if (part.type === 'Kind') kinds.push({ kind: part.kind, group: part.group });
    else clusters.add(part.cluster);
    if (part.type === 'Namespace') namespaces.add(part.namespace);
  }
  return {
    ...(clusters.size > 0 && { clusters: [...clusters] }),
    ...(namespaces.size > 0 && { namespaces: [...namespaces] }),
    ...(kinds.length > 0 && { kinds }),
  };
}
