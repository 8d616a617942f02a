/** Position from which a list continues: what its reader has received, and what the reader saw then. */
import type { GrantObject, Resource, Visibility } from '../../rbac/types.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { Position } from '../../store/store.ts';
import type { ColumnRow } from '../table/column-row.ts';

/** The reader's visibility by cluster. Immutable. */
export type Shown = ReadonlyMap<string, Visibility>;

/** Position of a list, beside its filter. */
export interface Moment {
  /** Position in the journal of this process. */
  readonly position: number;
  readonly shown: Shown;
  /**
   * Positions in the store's logs at which another process finds the same rows, for clusters that show something.
   * Undefined if the rows do not belong to one position, or if there is no other process.
   */
  readonly stored?: ReadonlyMap<string, Position> | undefined;
  /** Changes between the moment and this process's position, by cluster, if another process made the moment. */
  readonly past?: ReadonlyMap<string, ClusterPast> | undefined;
}

/** The changes of a cluster since a position, in order. */
export interface ClusterPast {
  readonly rows: readonly RowBefore[];
  /** Each changed grant as it was at the position; undefined if it did not exist. */
  readonly grants: ReadonlyMap<string, GrantObject | undefined>;
  /** Position from which the journal continues. */
  readonly mark: number;
}

/** A row before a change. */
export interface RowBefore {
  readonly id: string;
  /** The object's id. */
  readonly object: ObjectId;
  /** Undefined if it did not exist. */
  readonly before: ColumnRow | undefined;
}

/**
 * A row before and after a write, with all that filters and Views read; undefined if it does not exist. Both differ in
 * more than `syncedAt`.
 */
export interface RowChange {
  readonly id: string;
  readonly before: ColumnRow | undefined;
  readonly after: ColumnRow | undefined;
}

/**
 * The changes of one write. `revision` determines the rights that apply to its rows. Changes of grants, of resources
 * and of the set of clusters arrive in order with row changes, with empty `rows` if nothing else changed. The rows of a
 * removed cluster are removed in later writes.
 */
export interface IndexChange {
  /** Undefined for changes of the set of clusters, or of the connection to the store. */
  readonly cluster: string | undefined;
  /** Grows with every change of any cluster, also when a cluster is reloaded. Valid in this process. */
  readonly position: number;
  /** ReadModel.revision at the write. */
  readonly revision: number;
  /** In the order of writing; some thousands at most. */
  readonly rows: readonly RowChange[];
  /** Objects of which only the relations or records changed: no filter and no page shows them. */
  readonly attached: readonly ObjectId[];
}

/**
 * Decides whether a visibility shows an object, by its id alone. Equals the masks of rows (visibility-mask.ts), and
 * also works for removed rows and past visibilities. Unknown kinds are hidden.
 */

interface KindResources {
  readonly namespaced: boolean;
  /** If two resources share a kind, an object must be visible as either. */
  readonly numbers: readonly number[];
}

/** Clusters share their lists of resources. */
const byResources = new WeakMap<readonly Resource[], KindsOf>();

/** By kind, then group: a joined key would need a new string for each object. */
type KindsOf = ReadonlyMap<string, ReadonlyMap<string, KindResources | undefined>>;

export function shows(
  visibility: Visibility | undefined,
  { group, kind, namespace, name }: Omit<ObjectId, 'cluster'>,
): boolean {
  if (!visibility || visibility.empty) return false;
  const resources = kindsOf(visibility.resources).get(kind)?.get(group);
  if (!resources || resources.namespaced !== (namespace !== '')) return false;
  const { cluster } = visibility;
  const own = namespace === '' ? undefined : visibility.namespaces.get(namespace);
  for (const number of resources.numbers) {
    const listed = cluster.list[number] === 1 || own?.list[number] === 1;
    if (!listed && !cluster.names.get(number)?.has(name) && !own?.names.get(number)?.has(name)) return false;
  }
  return true;
}

/** A reader with more namespaces in a cluster counts as reading all of it. */
const MAX_NAMESPACES = 64;
const namespaces = new WeakMap<Visibility, readonly string[] | 'any'>();

/** The namespaces outside which nothing is visible; undefined if anywhere. '' is cluster scope. */
export function namespacesOf(visibility: Visibility): readonly string[] | undefined {
  let known = namespaces.get(visibility);
  if (!known) namespaces.set(visibility, (known = scopesOf(visibility)));
  return known === 'any' ? undefined : known;
}

function scopesOf({ cluster, namespaces, resources }: Visibility): readonly string[] | 'any' {
  const shows = (namespaced: boolean) => (number: number) => resources[number]?.namespaced === namespaced;
  const shown = [...resources.keys()].filter(number => cluster.list[number] === 1 || cluster.names.has(number));
  if (shown.some(shows(true)) || namespaces.size > MAX_NAMESPACES) return 'any';
  return shown.some(shows(false)) ? ['', ...namespaces.keys()] : [...namespaces.keys()];
}

/** True if a cluster serves a kind. */
export function serves(resources: readonly Resource[], { group, kind }: Pick<ObjectId, 'group' | 'kind'>): boolean {
  return kindsOf(resources).get(kind)?.has(group) ?? false;
}

function kindsOf(resources: readonly Resource[]): KindsOf {
  const known = byResources.get(resources);
  if (known) return known;
  const kinds = new Map<string, Map<string, KindResources | undefined>>();
  resources.forEach(({ group, kind, namespaced }, number) => {
    const groups = kinds.get(kind) ?? new Map<string, KindResources | undefined>();
    kinds.set(kind, groups);
    const before = groups.get(group);
    if (!groups.has(group)) groups.set(group, { namespaced, numbers: [number] });
    else
      groups.set(
        group,
        before?.namespaced === namespaced ? { namespaced, numbers: [...before.numbers, number] } : undefined,
      );
  });
  byResources.set(resources, kinds);
  return kinds;
}
