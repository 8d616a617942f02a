/** Reads what `fleetgraph get` prints: objects and their coverage, printed columns, and manifests. */
import type { Ask, Answer } from './endpoint.ts';
import { UsageError } from '../usage-error.ts';

export interface ListedObject {
  readonly id: string;
  readonly cluster: { readonly name: string };
  readonly group: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly status: string;
  readonly suspended: boolean;
  readonly reason: string | null;
  readonly message: string | null;
  readonly revision: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string | null;
  readonly transitionedAt: string | null;
}

export interface Coverage {
  readonly total: number;
  readonly rebuilding: number;
  readonly stale: number;
  readonly unreachable: number;
  readonly closed: number;
  readonly withheld: readonly { readonly cause: string; readonly count: number }[];
  readonly clusters: {
    readonly nodes: readonly {
      readonly cluster: { readonly name: string };
      readonly state: string;
      readonly cause: string | null;
      readonly reason: string | null;
    }[];
  } | null;
}

export interface Listing {
  readonly items: readonly ListedObject[];
  /** Total number of objects. Greater than the length of `items` if the limit cut the list. */
  readonly totalCount: number;
  /** Coverage of the first page with a gap. If no page has a gap, coverage of the last page. */
  readonly coverage: Coverage;
}

/** Selects objects of some kinds. Without names, selects all objects of these kinds. */
export interface KindsAndNames {
  /** Kinds, spelled as in GraphQL filters: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`. */
  readonly kinds: readonly string[];
  readonly names: readonly string[];
}

export interface Selection {
  /** Selects objects that match at least one entry. An empty list selects all objects. */
  readonly wanted: readonly KindsAndNames[];
  /** Additional conditions of the filter. */
  readonly fields: readonly object[];
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly labelSelector?: string | undefined;
  readonly text?: string | undefined;
  readonly failed: boolean;
}

const PAGE = 500;
/** Maximum number of clusters that one line of gapOf() names. */
const MAX_NAMED = 10;

const LIST = `query Get($filter: ObjectFilter, $first: Int!, $after: String) {
  objects(filter: $filter, orderBy: [{ field: CLUSTER }, { field: NAMESPACE }, { field: KIND }, { field: NAME }], first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { id cluster { name } group kind namespace name status suspended reason message revision labels createdAt transitionedAt }
    coverage {
      total rebuilding stale unreachable closed
      withheld { cause count }
      clusters(first: ${PAGE}) { nodes { cluster { name } state cause reason } }
    }
  }
}`;

interface Page extends Omit<Listing, 'items'> {
  readonly nodes: readonly ListedObject[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Reads at most `limit` objects. */
export async function list(ask: Ask, filter: object, limit: number): Promise<Listing> {
  const items: ListedObject[] = [];
  let coverage: Coverage | undefined;
  for (let after: string | null = null; ;) {
    const page: Page = needed(
      await ask<{ objects: Page | null }>(LIST, { filter, first: Math.min(PAGE, limit - items.length), after }),
    ).objects!;
    items.push(...page.nodes);
    if (!coverage || gapOf(coverage).length === 0) coverage = page.coverage;
    if (!page.pageInfo.hasNextPage || items.length >= limit) return { items, totalCount: page.totalCount, coverage };
    after = page.pageInfo.endCursor;
  }
}

/** Columns that clusters print for objects, as for `kubectl get`. */
export interface PrintedColumns {
  readonly headers: readonly string[];
  /** Cells by id of the object, then by header. */
  readonly byId: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

const COLUMNS = `query Columns($ids: [ID!]!, $first: Int!) {
  objects(filter: { ids: $ids }, first: $first) { nodes { id live { state message columns { name value } } } }
}`;
/** Maximum number of objects whose printed columns one command reads. */
export const MAX_PRINTED = 1_000;
/** Maximum number of objects for each request. */
const PRINTED_AT_ONCE = 100;
/** Columns that fleetgraph prints itself in every row. */
const IN_EACH_ROW: ReadonlySet<string> = new Set(['NAME', 'NAMESPACE', 'AGE']);

interface PrintedNode {
  readonly id: string;
  readonly live: {
    readonly state: string;
    readonly message: string | null;
    readonly columns: readonly { readonly name: string; readonly value: string }[] | null;
  } | null;
}

/** `unread` has one line for each object whose live state is not OK. Objects that cannot be read have no columns. */
export async function printedColumns(
  ask: Ask,
  items: readonly ListedObject[],
): Promise<PrintedColumns & { readonly unread: readonly string[] }> {
  const headers = new Set<string>();
  const unread: string[] = [];
  const byId = new Map<string, Readonly<Record<string, string>>>();
  for (let from = 0; from < items.length; from += PRINTED_AT_ONCE) {
    const ids = items.slice(from, from + PRINTED_AT_ONCE).map(({ id }) => id);
    const { data } = await ask<{ objects: { nodes: readonly PrintedNode[] } | null }>(COLUMNS, {
      ids,
      first: ids.length,
    });
    for (const { id, live } of data?.objects?.nodes ?? []) {
      const columns = (live?.columns ?? []).map(({ name, value }) => [name.toUpperCase(), value] as const);
      const own = columns.filter(([name]) => !IN_EACH_ROW.has(name));
      for (const [name] of own) headers.add(name);
      byId.set(id, Object.fromEntries(own));
      if (live && live.state !== 'OK') unread.push(`${id}: ${live.message ?? live.state}`);
    }
  }
  return { headers: [...headers], byId, unread };
}

const MANIFESTS = `query Manifests($ids: [ID!]!, $first: Int!) {
  objects(filter: { ids: $ids }, first: $first) { nodes { id live { state message yaml } } }
}`;
/** Maximum number of objects whose manifests one command reads. */
export const MAX_MANIFESTS = 50;
/** Maximum number of objects for each request. */
const MANIFESTS_AT_ONCE = 10;

interface ManifestNode {
  readonly id: string;
  readonly live: { readonly state: string; readonly message: string | null; readonly yaml: string | null } | null;
}

export interface Manifests {
  /** YAML documents, in the order of the objects. */
  readonly documents: readonly string[];
  /** One line for each object that could not be read. */
  readonly unread: readonly string[];
}

/** Reads the current manifests from the clusters, with the caller's rights. */
export async function manifestsOf(ask: Ask, items: readonly ListedObject[]): Promise<Manifests> {
  const documents: string[] = [];
  const unread: string[] = [];
  for (let from = 0; from < items.length; from += MANIFESTS_AT_ONCE) {
    const ids = items.slice(from, from + MANIFESTS_AT_ONCE).map(({ id }) => id);
    const { data, errors } = await ask<{ objects: { nodes: readonly ManifestNode[] } | null }>(MANIFESTS, {
      ids,
      first: ids.length,
    });
    const nodes = new Map(data?.objects?.nodes.map(({ id, live }) => [id, live]));
    for (const id of ids) {
      const live = nodes.get(id);
      if (typeof live?.yaml === 'string') documents.push(live.yaml);
      else unread.push(`${id}: ${live?.message ?? live?.state ?? errors[0]?.message ?? 'it is not there any more.'}`);
    }
  }
  return { documents, unread };
}

/** Returns the given names of clusters that do not exist or that the caller may not name. */
export async function unknownClusters(ask: Ask, names: readonly string[]): Promise<string[]> {
  const { data } = await ask<{ clusters: { nodes: readonly { name: string }[] } | null }>(
    `query Known($names: [String!]!) { clusters(filter: { names: $names }, first: ${PAGE}) { nodes { name } } }`,
    { names },
  );
  const known = new Set(data?.clusters?.nodes.map(({ name }) => name));
  return names.filter(name => !known.has(name));
}

/**
 * Returns the data of a complete answer. Throws if the answer has errors, or if one of the queried root fields is null.
 * @throws UsageError
 */
export function needed<Data extends object>({ data, errors }: Answer<Data>): Data {
  if (errors.length > 0 || !data || Object.values(data).includes(null))
    throw new UsageError(errors.map(({ message }) => message).join('\n') || 'There was no answer.');
  return data;
}

export function filterOf({ wanted, fields, clusters, namespaces, labelSelector, text, failed }: Selection): object {
  const parts = wanted.map(({ kinds, names }) => ({ kinds, ...(names.length > 0 && { names }) }));
  return {
    ...(parts.length === 1 ? parts[0] : parts.length > 1 && { or: parts }),
    ...(fields.length > 0 && { and: fields }),
    ...(clusters.length > 0 && { clusters }),
    ...(namespaces.length > 0 && { namespaces }),
    ...(labelSelector !== undefined && { labelSelector }),
    ...(text !== undefined && { text }),
    ...(failed && { statuses: ['FAILED'] }),
  };
}

/** Says that a list is empty, or that it is only a part of all items. */
export function lengthLines(
  what: string,
  { items, totalCount }: { readonly items: readonly unknown[]; readonly totalCount: number },
): string[] {
  const lines = items.length === 0 ? [`No ${what} found.`] : [];
  if (items.length < totalCount)
    lines.push(`These are ${items.length} of ${totalCount} (--limit). Narrow the list, or raise the limit.`);
  return lines;
}

/** Says which names of clusters do not exist, or may not be known to the caller. */
export function unknownLines(unknown: readonly string[]): string[] {
  return unknown.length > 0 ? [`No such cluster, or you may not know it: ${unknown.join(', ')}.`] : [];
}

/**
 * Returns at most three lines: the clusters that are not indexed, the clusters in which the permissions of the caller
 * are not known, and the indexed clusters that are not complete. Empty if nothing is missing. A cluster may be in the
 * first and the second line.
 */
export function gapOf({ total, withheld, clusters, ...counts }: Coverage): string[] {
  const { rebuilding, stale, unreachable, closed } = counts;
  const hidden = withheld.reduce((sum, { count }) => sum + count, 0);
  const missing = rebuilding + stale + unreachable + closed;
  const nodes = clusters?.nodes ?? [];
  const lines: string[] = [];
  if (missing > 0) {
    const named = nodes.filter(({ state }) => state !== 'INDEXED');
    const words = named
      .slice(0, MAX_NAMED)
      .map(({ cluster, state, reason }) => `${cluster.name} ${state.toLowerCase()}${reason ? ` (${reason})` : ''}`);
    const more = missing - Math.min(named.length, MAX_NAMED);
    if (more > 0)
      words.push(
        words.length > 0
          ? `${more} more`
          : `${more} that you may not know of (fleetgraph clusters --server names them to administrators)`,
      );
    lines.push(`${missing} of ${total} clusters not indexed: ${words.join(', ')}`);
  }
  if (hidden > 0) {
    const words = withheld.map(({ cause, count }) => (withheld.length > 1 ? `${count} ${cause}` : cause));
    lines.push(
      `${hidden} of ${total} clusters hidden, because your permissions there are not known: ${words.join(', ')}`,
    );
  }
  const partly = nodes.filter(({ state, cause }) => state === 'INDEXED' && cause !== null);
  if (partly.length > 0) {
    const words = partly
      .slice(0, MAX_NAMED)
      .map(({ cluster, reason, cause }) => `${cluster.name} (${reason ?? cause})`);
    if (partly.length > MAX_NAMED) words.push(`${partly.length - MAX_NAMED} more`);
    lines.push(`${partly.length} of ${total} clusters not complete: ${words.join(', ')}`);
  }
  return lines;
}
