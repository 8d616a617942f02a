/**
 * Changes of rows, and moments. A moment is the state that a reader has received, and what the reader could see then.
 * Later changes are reported relative to a moment.
 */
import type { GrantObject, Resource, Visibility } from '../../rbac/types.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { Position } from '../../store/store.ts';
import type { ColumnRow } from '../table/column-row.ts';

/** Visibility of one reader, by cluster. Immutable. */
export type Shown = ReadonlyMap<string, Visibility>;

/**
 * State of a list that a reader has received, without the filter of the list. Later changes are reported relative to
 * this state.
 */
export interface Moment {
  /** Position in the journal of this process. */
  readonly position: number;
  readonly shown: Shown;
  /**
   * Positions in the store's logs, by cluster, at which another process has the same rows. Contains only clusters in
   * which the reader may see something. Undefined if the rows belong to no single position, or if the store is not
   * shared.
   */
  readonly stored?: ReadonlyMap<string, Position> | undefined;
  /** Changes between the moment and this process's position, by cluster. Set if another process made the moment. */
  readonly past?: ReadonlyMap<string, ClusterPast> | undefined;
}

/** Changes of a cluster since a position, in the order of writing. */
export interface ClusterPast {
  readonly rows: readonly RowBefore[];
  /** Each changed grant as it was at the position. Undefined for a grant that did not exist. */
  readonly grants: ReadonlyMap<string, GrantObject | undefined>;
  /** Position in this process's journal that follows these changes. */
  readonly mark: number;
}

export interface RowBefore {
  readonly id: string;
  readonly object: ObjectId;
  /** Undefined if the row did not exist. */
  readonly before: ColumnRow | undefined;
}

/**
 * A row before and after a write, with all fields that filters and RowAuthorizers read. `before` and `after` differ in
 * more than `syncedAt`. Each is undefined if the row did not exist at the time.
 */
export interface RowChange {
  readonly id: string;
  readonly before: ColumnRow | undefined;
  readonly after: ColumnRow | undefined;
}

/**
 * Changes of one write, or a change of grants, of resources, or of the set of clusters. The rows of a removed cluster
 * are removed in later writes.
 */
export interface IndexChange {
  /** Undefined if the set of clusters or the connection to the store changed. */
  readonly cluster: string | undefined;
  /** Grows with every change of any cluster, including reloads. Valid only in this process. */
  readonly position: number;
  /** ReadModel.revision at the write. It identifies the rights that apply to the rows. */
  readonly revision: number;
  /** Changed rows in the order of writing. */
  readonly rows: readonly RowChange[];
  /** Objects of which only the relations or records changed. */
  readonly attached: readonly ObjectId[];
}

interface KindResources {
  readonly namespaced: boolean;
  /**
   * Indices of the resources with this kind. An object is visible only if the visibility shows it as each of these
   * resources.
   */
  readonly numbers: readonly number[];
}

/** Kinds by list of resources. Clusters with equal resources usually share one list. */
const byResources = new WeakMap<readonly Resource[], KindsOf>();

/**
 * Resources by kind, then by group. A single joined key would need a new string for each object. A value is undefined
 * if the resources of a kind differ in `namespaced`.
 */
type KindsOf = ReadonlyMap<string, ReadonlyMap<string, KindResources | undefined>>;

/**
 * Decides whether a visibility shows an object, given only the object's id. The result agrees with the masks of rows
 * (visibility-mask.ts), but shows() also works for removed rows and for past visibilities. Objects of unknown kinds are
 * hidden.
 */
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

/** With more namespaces than this, namespacesOf() returns undefined, and the whole cluster is read. */
const MAX_NAMESPACES = 64;
const namespaces = new WeakMap<Visibility, readonly string[] | 'any'>();

/** Returns the namespaces in which something may be visible. '' means cluster scope. Undefined means any namespace. */
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
