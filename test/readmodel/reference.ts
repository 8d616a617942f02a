/**
 * Expected answers of the read model, computed in the simplest way over an array of rows. Property tests compare the
 * read model's answers with them.
 */
import type { Scopes } from '../../readmodel/table/scopes.ts';
import type { Dictionary } from '../../readmodel/table/names.ts';
import { encodeObjectId, encodeSegment } from '../../schema/object-id.ts';
import { OBJECT_STATUSES, type Row } from '../../store/store.ts';
import type {
  FacetField,
  Filter,
  Group,
  GroupKey,
  KindMatch,
  OrderKey,
  TextMatch,
  TimeMatch,
} from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import { RESOURCES } from './fixtures.ts';

export function visible(view: RowAuthorizer, row: Row): boolean {
  const shown = view(row.cluster);
  const number = RESOURCES.findIndex(({ group, kind }) => group === row.group && kind === row.kind);
  const resource = RESOURCES[number];
  if (!shown || shown.empty || !resource || resource.namespaced !== (row.namespace !== '')) return false;
  const scopes = [shown.cluster, resource.namespaced ? shown.namespaces.get(row.namespace) : undefined];
  return scopes.some(scope => scope?.list[number] === 1 || scope?.names.get(number)?.has(row.name));
}

export function matches(filter: Filter, row: Row): boolean {
  const within = (values: readonly string[] | undefined, value: string) => !values || values.includes(value);
  return (
    within(filter.clusters, row.cluster) &&
    within(filter.namespaces, row.namespace) &&
    within(filter.groups, row.group) &&
    within(filter.names, row.name) &&
    within(filter.statuses, row.status) &&
    within(filter.reasons, row.reason) &&
    (!filter.kinds || filter.kinds.some(match => isKind(match, row))) &&
    (filter.suspended === undefined || filter.suspended === row.suspended) &&
    textMatches(filter.cluster, row.cluster) &&
    textMatches(filter.namespace, row.namespace) &&
    textMatches(filter.reason, row.reason) &&
    textMatches(filter.name, row.name) &&
    textMatches(filter.message, row.message) &&
    textMatches(filter.revision, row.revision) &&
    row.images.split('\n').some(image => within(filter.images, image)) &&
    row.images.split('\n').some(image => textMatches(filter.image, image)) &&
    (!filter.imageRepositories ||
      row.images
        .split('\n')
        .some(image => filter.imageRepositories!.some(it => repository(it) === repository(image)))) &&
    timeMatches(filter.created, row.createdAt) &&
    timeMatches(filter.transitioned, row.transitionedAt) &&
    timeMatches(filter.synced, row.syncedAt) &&
    within(filter.ids, encodeObjectId(row)) &&
    (filter.labelSelector ?? []).every(({ key, operator, values }) => {
      const value = Object.hasOwn(row.labels, key) ? row.labels[key] : undefined;
      if (operator === 'exists') return value !== undefined;
      if (operator === 'absent') return value === undefined;
      if (operator === 'in') return value !== undefined && values.includes(value);
      if (operator === 'notin') return value === undefined || !values.includes(value);
      if (value === undefined || !/^\d+$/.test(value)) return false;
      return operator === 'gt' ? Number(value) > Number(values[0]) : Number(value) < Number(values[0]);
    }) &&
    (filter.text?.words ?? []).every(word => says(row, word, filter.text?.in)) &&
    (filter.and ?? []).every(inner => matches(inner, row)) &&
    (!filter.or || filter.or.some(inner => matches(inner, row))) &&
    !(filter.not && matches(filter.not, row))
  );
}

/** Repository of an image. Covers only the images that tests use. */
function repository(image: string): string {
  const name = /^([a-z0-9./-]+)(:\d)?$/.exec(image)?.[1];
  if (name === undefined) return image;
  if (name.startsWith('quay.io/') || name.startsWith('docker.io/')) return name;
  return `docker.io/${name.includes('/') ? '' : 'library/'}${name}`;
}

function isKind({ kind, group, loosely }: KindMatch, row: Row): boolean {
  const [requested, is] = loosely ? [kind.toLowerCase(), row.kind.toLowerCase()] : [kind, row.kind];
  return (
    (requested === is || (loosely === true && requested === `${is}s`)) && (group === undefined || group === row.group)
  );
}

function says(
  row: Row,
  word: string,
  within: readonly string[] = ['name', 'message', 'reason', 'images', 'labels'],
): boolean {
  const texts = within.flatMap(column =>
    column === 'labels' ? Object.entries(row.labels).flat() : row[column as 'name' | 'message' | 'reason' | 'images'],
  );
  return texts.some(text => text.toLowerCase().includes(word.toLowerCase()));
}

export function textMatches(match: TextMatch | undefined, text: string): boolean {
  if (!match) return true;
  const fold = (value: string) => (match.ignoreCase ? value.toLowerCase() : value);
  const folded = fold(text);
  const pattern = fold(match.glob ?? '*').replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const glob = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
  return (
    (match.equals === undefined || folded === fold(match.equals)) &&
    (match.prefix === undefined || folded.startsWith(fold(match.prefix))) &&
    (match.contains === undefined || folded.includes(fold(match.contains))) &&
    glob.test(folded)
  );
}

function timeMatches(match: TimeMatch | undefined, time: number): boolean {
  if (!match || (match.after === undefined && match.before === undefined)) return true;
  return time > 0 && time > (match.after ?? 0) && time < (match.before ?? Infinity);
}

export function sorted(rows: readonly Row[], order: readonly OrderKey[]): Row[] {
  const keys: readonly OrderKey[] = order.length > 0 ? order : [{ field: 'NAME', descending: false }];
  return rows.toSorted((a, b) => {
    for (const { field, descending } of keys) {
      const difference =
        compare(sortValue(a, field), sortValue(b, field)) || (field === 'KIND' ? compare(a.group, b.group) : 0);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return compare(encodeObjectId(a), encodeObjectId(b));
  });
}

function sortValue(row: Row, field: OrderKey['field']): string | number {
  switch (field) {
    case 'NAME':
      return row.name;
    case 'NAMESPACE':
      return row.namespace;
    case 'CLUSTER':
      return row.cluster;
    case 'KIND':
      return row.kind;
    case 'STATUS':
      return OBJECT_STATUSES.indexOf(row.status);
    case 'CREATED':
      return row.createdAt;
    case 'TRANSITIONED':
      return row.transitionedAt;
  }
}

/** Counts of the given rows by value, largest first. `seen` holds all visible rows. */
export function facet(rows: readonly Row[], field: FacetField, labelKey: string, seen = rows): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of rows.flatMap(row => facetValues(row, field, labelKey, seen)))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compare(a, b));
}

/** Number of rows without a value. */
export function missing(rows: readonly Row[], field: FacetField, labelKey: string, seen = rows): number {
  return rows.filter(row => facetValues(row, field, labelKey, seen).length === 0).length;
}

/** Groups of the given rows, by values. Groups without a value come last. */
export function groups(
  rows: readonly Row[],
  by: readonly GroupKey[],
  seen = rows,
): (Omit<Group, 'values'> & { values: (string | null)[] })[] {
  /** All combinations of a row's values. A row can have several images. */
  const combinations = (row: Row) =>
    by.reduce<(string | null)[][]>(
      (before, { field, labelKey = '' }) => {
        const values = facetValues(row, field, labelKey, seen);
        return before.flatMap(some => (values.length === 0 ? [null] : values).map(value => [...some, value]));
      },
      [[]],
    );
  const pairs = rows.flatMap(row => combinations(row).map(values => ({ row, values })));
  return [...Map.groupBy(pairs, ({ values }) => JSON.stringify(values)).values()]
    .map(pairs => {
      const rows = pairs.map(({ row }) => row);
      const of = (status: Row['status']) => rows.filter(row => row.status === status).length;
      return {
        values: pairs[0]!.values,
        count: rows.length,
        statusCounts: {
          current: of('CURRENT'),
          inProgress: of('IN_PROGRESS'),
          failed: of('FAILED'),
          terminating: of('TERMINATING'),
          unknown: of('UNKNOWN'),
          suspended: rows.filter(({ suspended }) => suspended).length,
        },
      };
    })
    .sort(
      (a, b) =>
        a.values.map((value, i) => compareValues(value, b.values[i]!)).find(difference => difference !== 0) ?? 0,
    );
}

function compareValues(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b);
}

const OWN_CONDITIONS: Partial<Record<FacetField, readonly (keyof Filter)[]>> = {
  CLUSTER: ['clusters', 'cluster'],
  NAMESPACE: ['namespaces', 'namespace'],
  KIND: ['kinds'],
  GROUP: ['groups'],
  STATUS: ['statuses'],
  REASON: ['reasons', 'reason'],
  SUSPENDED: ['suspended'],
  REVISION: ['revision'],
  IMAGE: ['images', 'image'],
  IMAGE_REPOSITORY: ['imageRepositories'],
};

export function withoutOwnCondition(filter: Filter, field: FacetField, labelKey: string): Filter {
  if (field === 'LABEL')
    return filter.labelSelector
      ? { ...filter, labelSelector: filter.labelSelector.filter(({ key }) => key !== labelKey) }
      : filter;
  return Object.fromEntries(
    Object.entries(filter).filter(([member]) => !OWN_CONDITIONS[field]?.includes(member as keyof Filter)),
  );
}

function facetValues(row: Row, field: FacetField, labelKey: string, seen: readonly Row[]): string[] {
  switch (field) {
    case 'CLUSTER':
      return [row.cluster];
    case 'NAMESPACE':
      return row.namespace ? [row.namespace] : [];
    case 'KIND':
      return [row.group ? `${row.kind}.${row.group}` : row.kind];
    case 'GROUP':
      return [row.group];
    case 'STATUS':
      return [row.status];
    case 'REASON':
      return row.reason ? [row.reason] : [];
    case 'SUSPENDED':
      return [String(row.suspended)];
    case 'REVISION':
      return row.revision ? [row.revision] : [];
    case 'LABEL':
      return Object.hasOwn(row.labels, labelKey) ? [row.labels[labelKey]!] : [];
    case 'LABEL_KEY':
      return Object.keys(row.labels);
    case 'IMAGE':
      return row.images ? row.images.split('\n') : [];
    case 'IMAGE_REPOSITORY':
      return row.images ? [...new Set(row.images.split('\n').map(repository))] : [];
    case 'SOURCE': {
      const targets = (row.relations ?? []).map(({ to }) => `${encodeSegment(row.cluster)}/${to}`);
      return targets.filter(id => seen.some(other => encodeObjectId(other) === id)).slice(0, 1);
    }
  }
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The filter with lists of names in place of masks. */
export function spelled(scopes: Scopes, filter: Filter): Filter {
  const { clusterMask, namespaceMask, and = [], or, not, ...others } = filter;
  const namesOf = (names: Dictionary, mask: Uint8Array) =>
    [...names.ids()].filter(id => mask[id] === 1).map(id => names.text(id));
  const all: Filter[] = [];
  if (clusterMask) all.push({ clusters: namesOf(scopes.clusterNames, clusterMask) });
  if (namespaceMask) all.push({ namespaces: namesOf(scopes.namespaces, namespaceMask) });
  all.push(...and.map(part => spelled(scopes, part)));
  return {
    ...others,
    ...(all.length > 0 && { and: all }),
    ...(or && { or: or.map(part => spelled(scopes, part)) }),
    ...(not && { not: spelled(scopes, not) }),
  };
}
