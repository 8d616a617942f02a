/**
 * A world of changing rows, resources and views, and a simple implementation of the visibility rule. Tests compare
 * masks with this implementation.
 */
import type { Resource, Visibility } from '../../rbac/types.ts';
import { finished } from '../../async/fair-turns.ts';
import {
  BY_NAME,
  HIDDEN,
  KeptMask,
  type ServedResources,
  type RowAuthorizer,
  type RowMask,
  RowMasks,
  VISIBLE,
} from '../../readmodel/select/visibility-mask.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';

export const CLUSTERS = ['leaf-01', 'leaf-02'];
export const NAMESPACES = ['', 'x', 'y'];
export const NAMES = ['n1', 'n2'];

export const resource = (kind: string, plural: string, more: Partial<Resource> = {}): Resource => ({
  ...{ group: '', version: 'v1', kind, plural, namespaced: true },
  ...more,
});
/**
 * `Event` exists in two groups. `Twin` is served by two resources. `Odd` is served by a namespaced resource and by a
 * cluster-scoped resource.
 */
export const RESOURCES: readonly Resource[] = [
  resource('Pod', 'pods'),
  resource('Event', 'events'),
  resource('Event', 'events', { group: 'events.k8s.io' }),
  resource('Namespace', 'namespaces', { namespaced: false }),
  resource('Twin', 'twins'),
  resource('Twin', 'twinlings'),
  resource('Odd', 'odds'),
  resource('Odd', 'oddities', { namespaced: false }),
];
export class World {
  readonly table = new RowTable();
  readonly masks: RowMasks;
  /** Visibilities that the views use. There are few, so that views share some. */
  readonly pool: readonly Visibility[];
  readonly views = [new Map<string, Visibility | undefined>(), new Map<string, Visibility | undefined>()];
  readonly #versions: object[] = [{}, {}];
  readonly #kept = [new KeptMask(), new KeptMask()];
  readonly #served = new Map<string, ReturnType<ServedResources>>();
  #revision = 0;

  constructor(pool: readonly Visibility[]) {
    this.pool = pool;
    this.masks = new RowMasks(
      this.table,
      cluster => this.#served.get(cluster),
      () => this.#revision,
    );
    for (const cluster of CLUSTERS) this.serve(cluster, RESOURCES);
    for (const view of this.views) for (const [i, cluster] of CLUSTERS.entries()) view.set(cluster, pool[i]);
  }

  serve(cluster: string, resources: readonly Resource[] | undefined): void {
    this.#revision++;
    this.#served.set(cluster, resources && { resources, resourcesRevision: this.#revision });
  }

  show(view: number, cluster: string, shown: Visibility | undefined): void {
    this.views[view]!.set(cluster, shown);
    this.#versions[view] = {};
  }

  /** Three forms of the view: with a version and a place to cache its mask, with this place only, and with neither. */
  ask(view: number): readonly RowAuthorizer[] {
    const answer = (cluster: string) => this.views[view]!.get(cluster);
    const mask = this.#kept[view]!;
    return [
      Object.assign((cluster: string) => answer(cluster), { version: () => this.#versions[view], mask }),
      Object.assign((cluster: string) => answer(cluster), { mask }),
      answer,
    ];
  }

  rows(): number[] {
    return CLUSTERS.flatMap(cluster => this.table.ofCluster(cluster));
  }

  /**
   * Expected decision on a row. `cell` is the cell of its scope and kind in the mask. `visible` includes the decision
   * on its name.
   */
  expected(view: RowAuthorizer, number: number): { cell: number; visible: boolean } {
    const { cluster, group, kind, namespace, name } = this.table.read(number);
    const visibility = view(cluster);
    const served = this.#served.get(cluster)?.resources.filter(it => it.group === group && it.kind === kind) ?? [];
    if (!visibility || visibility.empty || served.length === 0) return { cell: HIDDEN, visible: false };
    const judged = served.map(it => {
      const known = visibility.resources.findIndex(other => other.group === it.group && other.plural === it.plural);
      if (known === -1 || it.namespaced !== (namespace !== '')) return { all: false, some: false, visible: false };
      const scopes = [visibility.cluster, namespace === '' ? undefined : visibility.namespaces.get(namespace)];
      const all = scopes.some(scope => scope?.list[known] === 1);
      const names = scopes.flatMap(scope => [...(scope?.names.get(known) ?? [])]);
      return { all, some: all || names.length > 0, visible: all || names.includes(name) };
    });
    const cell = judged.every(({ all }) => all) ? VISIBLE : judged.every(({ some }) => some) ? BY_NAME : HIDDEN;
    return { cell, visible: judged.every(({ visible }) => visible) };
  }
}

export function maskOf(masks: RowMasks, view: RowAuthorizer): RowMask {
  return finished(masks.of(view));
}

export function visibleScopes({ shown }: RowMask): number[] {
  return shown.flatMap(({ scopes }) => [...scopes]);
}

export function cellOf({ columns }: RowTable, { maskOfScope, grid, width }: RowMask, row: number): number {
  return grid[maskOfScope[columns.scope[row]!]! * width + columns.kind[row]!]!;
}

export function judge(table: RowTable, mask: RowMask, row: number): boolean {
  const cell = cellOf(table, mask, row);
  return cell === VISIBLE || (cell === BY_NAME && mask.visibleByName(row));
}
