/**
 * Items of the mesh. An item is a Service, a workload or an app. Objects of several clusters belong to one item if
 * their namespace and name are equal (namespace sameness). The name of an app comes from labels.
 */
import { compareText } from '../../readmodel/table/names.ts';
import { sortedBy, type Steps } from '../../async/fair-turns.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { TopK } from '../../readmodel/table/containers.ts';
import { compareKeys } from '../arguments.ts';
import type { ItemKey, PageRequest } from './arguments.ts';
import type { InstanceType } from './health.ts';
import {
  appOf,
  MESH,
  replicasOf,
  SERVICE_KIND,
  versionOf,
  WORKLOAD_KINDS,
  type HeadRecord,
  type Labels,
  type WorkloadRecord,
} from './projections.ts';
import { DEFAULT_TOLERANCES, tolerancesOf, type Replicas, type Tolerance } from './health.ts';

/** A Kubernetes object of an instance, with its record. */
export interface ItemObject {
  readonly id: string;
  readonly kind: string;
  readonly images: readonly string[];
  readonly record: HeadRecord & Partial<WorkloadRecord>;
}

/** An item in one cluster. */
export interface Instance extends ItemKey {
  readonly cluster: string;
  readonly stale: boolean;
  /** Objects of the instance, sorted by id. */
  readonly objects: readonly ItemObject[];
}

export interface Item extends ItemKey {
  /** Instances of the item, sorted by cluster. There is at least one. */
  readonly instances: readonly Instance[];
}

/** Limits the items to read. */
export interface ItemScope {
  /** Clusters of the mesh to read. Undefined means all of them. */
  readonly clusters: readonly string[] | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly names?: readonly string[] | undefined;
}

/** Rows read between two yields. */
const ROWS_IN_A_STEP = 100;

export function kindsOf(type: InstanceType): typeof WORKLOAD_KINDS {
  return type === 'SERVICE' ? [SERVICE_KIND] : WORKLOAD_KINDS;
}

/** The name of an app is not the name of an object, so `names` does not narrow the rows of apps. */
function filterOf(type: InstanceType, { clusters, namespaces, names }: ItemScope): Filter {
  return {
    kinds: kindsOf(type),
    ...(clusters && { clusters }),
    ...(namespaces && { namespaces }),
    ...(names && type !== 'APP' && { names }),
  };
}

export interface ItemPage {
  readonly items: readonly Item[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

const keyOf = ({ namespace, name }: ItemKey): readonly string[] => [namespace, name];

/** Reads a page of items, sorted by namespace, then name. */
export function itemPage(type: InstanceType, scope: ItemScope, { first, after }: PageRequest) {
  return function* (reader: RowReader): Steps<ItemPage> {
    const found = yield* groups(reader, type, scope);
    const page = new TopK<Group>(first, (a, b) => compareKeys(keyOf(a), keyOf(b)));
    let [before, behind, count] = [0, 0, 0];
    for (const group of found.values()) {
      if (++count % ROWS_IN_A_STEP === 0) yield;
      if (after && compareKeys(keyOf(group), after) <= 0) before++;
      else {
        behind++;
        page.offer(group);
      }
    }
    const items: Item[] = [];
    for (const group of page.sorted()) items.push(yield* itemOf(reader, group));
    return { items, totalCount: found.size, hasNextPage: behind > items.length, hasPreviousPage: before > 0 };
  };
}

/** Reads the items with these keys. Items without a visible object are undefined. */
export function itemsByKey(keys: readonly ItemKey[], clusters: readonly string[] | undefined) {
  return function* (reader: RowReader): Steps<(Item | undefined)[]> {
    const found = new Map<string, Item>();
    for (const [type, wanted] of Map.groupBy(keys, key => key.type)) {
      const texts = new Set(wanted.map(groupKey));
      const distinct = (of: (key: ItemKey) => string) => [...new Set(wanted.map(of))];
      const scope = {
        clusters,
        namespaces: distinct(({ namespace }) => namespace),
        names: distinct(({ name }) => name),
      };
      for (const [text, group] of yield* groups(reader, type, scope)) {
        if (texts.has(text)) found.set(`${type} ${text}`, yield* itemOf(reader, group));
      }
    }
    return keys.map(key => found.get(`${key.type} ${groupKey(key)}`));
  };
}

export function instancesIn(type: InstanceType, cluster: string, namespaces: readonly string[]) {
  return function* (reader: RowReader): Steps<Instance[]> {
    const instances: Instance[] = [];
    for (const group of (yield* groups(reader, type, { clusters: [cluster], namespaces })).values())
      instances.push(...(yield* itemOf(reader, group)).instances);
    return instances;
  };
}

/**
 * For each object, the keys of its items: one for a Service, one for a workload, and one more for the app that the
 * labels of the workload's Pods name. Empty for objects that are hidden, outside the mesh or of another kind.
 */
export function itemKeysOf(ids: readonly string[], isInMesh: (cluster: string) => boolean) {
  return function* (reader: RowReader): Steps<(readonly ItemKey[])[]> {
    const keys: (readonly ItemKey[])[] = [];
    for (const id of ids) {
      const row = reader.find(id);
      keys.push(row === undefined || !isInMesh(reader.clusterName(reader.cluster(row))) ? [] : keysOfRow(reader, row));
      if (keys.length % ROWS_IN_A_STEP === 0) yield;
    }
    return keys;
  };
}

function keysOfRow(reader: RowReader, row: VisibleRow): readonly ItemKey[] {
  const [namespace, name] = [reader.namespace(row), reader.name(row)];
  if (reader.isOf(row, SERVICE_KIND)) return [{ type: 'SERVICE', namespace, name }];
  if (!WORKLOAD_KINDS.some(kind => reader.isOf(row, kind))) return [];
  const app = appOf(labelsOf(recordOf(reader, row)));
  return [
    { type: 'WORKLOAD', namespace, name },
    ...(app === '' ? [] : [{ type: 'APP' as const, namespace, name: app }]),
  ];
}

interface Group extends ItemKey {
  readonly rows: VisibleRow[];
}

/** Unique, because names and labels in Kubernetes contain no `\0`. */
const groupKey = ({ namespace, name }: Pick<ItemKey, 'namespace' | 'name'>): string => `${namespace}\0${name}`;

/** Rows of items, grouped by namespace and name. */
function* groups(reader: RowReader, type: InstanceType, scope: ItemScope): Steps<Map<string, Group>> {
  const names = scope.names && new Set(scope.names);
  const found = new Map<string, Group>();
  let count = 0;
  for (const row of yield* reader.matching(filterOf(type, scope))) {
    if (++count % ROWS_IN_A_STEP === 0) yield;
    const name = type === 'APP' ? appOf(labelsOf(recordOf(reader, row))) : reader.name(row);
    if (name === '' || names?.has(name) === false) continue;
    const namespace = reader.namespace(row);
    const key = groupKey({ namespace, name });
    const group = found.get(key);
    if (group) group.rows.push(row);
    else found.set(key, { type, namespace, name, rows: [row] });
  }
  return found;
}

function* itemOf(reader: RowReader, { type, namespace, name, rows }: Group): Steps<Item> {
  const instances: Instance[] = [];
  for (const [number, own] of Map.groupBy(rows, row => reader.cluster(row))) {
    const state = reader.stateOf(own[0]!);
    const objects: ItemObject[] = [];
    for (const row of own) {
      objects.push(objectOf(reader, row));
      if (objects.length % ROWS_IN_A_STEP === 0) yield;
    }
    instances.push({
      ...{ type, namespace, name, cluster: reader.clusterName(number) },
      stale: state === 'STALE' || state === 'UNREACHABLE',
      objects: yield* sortedBy(objects, (a, b) => compareText(a.id, b.id)),
    });
  }
  return { type, namespace, name, instances: instances.sort((a, b) => compareText(a.cluster, b.cluster)) };
}

function objectOf(reader: RowReader, row: VisibleRow): ItemObject {
  const { kind } = reader.object(row);
  const images = reader.text(row, 'images');
  return { id: reader.id(row), kind, images: images === '' ? [] : images.split('\n'), record: recordOf(reader, row) };
}

export function recordOf(reader: RowReader, row: VisibleRow): ItemObject['record'] {
  return reader.firstRecord(row, MESH) ?? {};
}

export const labelsOf = ({ labels = {} }: Partial<WorkloadRecord>): Labels => labels;

/** Name of the app that the instance belongs to. Empty for services and for workloads without an app. */
export function appOfInstance({ type, name, objects }: Instance): string {
  if (type === 'APP') return name;
  if (type === 'SERVICE') return '';
  for (const { record } of objects) {
    const app = appOf(labelsOf(record));
    if (app !== '') return app;
  }
  return '';
}

export function versionsOf({ type, objects }: Instance): readonly string[] {
  return type === 'SERVICE'
    ? []
    : sortedOnce(objects.map(({ record }) => versionOf(labelsOf(record))).filter(version => version !== ''));
}

/**
 * Tolerances in the annotation of the first object that has this annotation. DEFAULT_TOLERANCES if no object has it, if
 * its value is invalid, and for apps.
 */
export function tolerancesOfInstance({ type, objects }: Instance): readonly Tolerance[] {
  if (type === 'APP') return DEFAULT_TOLERANCES;
  const annotated = objects.find(({ record }) => record.rate !== undefined)?.record.rate;
  return (annotated === undefined ? undefined : tolerancesOf(annotated)) ?? DEFAULT_TOLERANCES;
}

export function replicasOfInstance({ type, objects }: Instance): readonly (Replicas & { readonly id: string })[] {
  if (type === 'SERVICE') return [];
  return objects.map(({ id, kind, record }) => ({ id, ...replicasOf(kind, { labels: {}, ...record }) }));
}

type DifferenceField = 'PORTS' | 'SELECTOR' | 'TYPE' | 'IMAGES' | 'SERVICE_ACCOUNT' | 'VERSIONS';

/** Fields to compare, in the order of the GraphQL enum. */
const COMPARED: Readonly<Record<InstanceType, readonly DifferenceField[]>> = {
  SERVICE: ['PORTS', 'SELECTOR', 'TYPE'],
  WORKLOAD: ['IMAGES', 'SERVICE_ACCOUNT'],
  APP: ['VERSIONS'],
};

export interface Difference {
  readonly field: DifferenceField;
  readonly values: readonly { readonly value: string; readonly clusters: readonly string[] }[];
}

/** Fields in which the instances differ. Stale instances are not compared. */
export function differencesOf({ type, instances }: Item): readonly Difference[] {
  const current = instances.filter(({ stale }) => !stale);
  return COMPARED[type].flatMap(field => {
    const byValue = Map.groupBy(current, instance => sortedOnce(partsOf(instance, field)).join(','));
    if (byValue.size < 2) return [];
    const values = [...byValue].map(([value, those]) => ({ value, clusters: those.map(({ cluster }) => cluster) }));
    return [{ field, values: values.sort((a, b) => compareText(a.value, b.value)) }];
  });
}

function partsOf(instance: Instance, field: DifferenceField): readonly string[] {
  if (field === 'VERSIONS') return versionsOf(instance);
  return instance.objects.flatMap(({ images, record }): readonly string[] => {
    switch (field) {
      case 'PORTS':
        return record.ports ?? [];
      case 'SELECTOR':
        return Object.entries(record.selector ?? {}).map(([key, value]) => `${key}=${value}`);
      case 'TYPE':
        return [record.type ?? 'ClusterIP'];
      case 'IMAGES':
        return images;
      case 'SERVICE_ACCOUNT':
        return [record.account ?? 'default'];
    }
  });
}

function sortedOnce(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)].sort();
}
