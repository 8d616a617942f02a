/** Rows, visibilities and a store filled with them, showing only what a test is about. */
import { MemoryStore } from '../../store/memory.ts';
import type { Batch, ClusterState, Lease, Row } from '../../store/store.ts';
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import type { IndexedRow, View } from '../../readmodel/query.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';

export const RESOURCES: readonly Resource[] = [
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true },
  { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true },
  { group: 'kustomize.toolkit.fluxcd.io', version: 'v1', kind: 'Kustomization', plural: 'kustomizations', namespaced: true },
];

export function state(fields: Partial<ClusterState> = {}): ClusterState {
  return {
    phase: 'synced',
    reason: '',
    version: 'v1.36.0',
    authorization: 'rbac',
    answeredAgo: 0,
    kinds: [],
    resources: RESOURCES,
    grants: { complete: true, confirmedAgo: 0, reason: '' },
    ...fields,
  };
}

export function scope(
  list: readonly string[],
  names: Readonly<Record<string, readonly string[]>> = {},
  resources = RESOURCES,
): ScopeVisibility {
  return {
    list: Uint8Array.from(resources, ({ plural }) => (list.includes(plural) || list.includes('*') ? 1 : 0)),
    names: new Map(
      Object.entries(names).map(([plural, given]) => [resources.findIndex(resource => resource.plural === plural), new Set(given)]),
    ),
  };
}

export function visibility(
  cluster: ScopeVisibility,
  namespaces: Readonly<Record<string, ScopeVisibility>> = {},
  resources: readonly Resource[] = RESOURCES,
): Visibility {
  return { resources, cluster, namespaces: new Map(Object.entries(namespaces)), empty: false };
}

export const EVERYTHING = visibility(scope(['*']));
export const seesAll: View = () => EVERYTHING;
export const seesNothing: View = () => undefined;

/** A memory store with one writer. */
export class FilledStore {
  readonly store: MemoryStore;
  readonly #leases = new Map<string, Lease>();

  constructor(store = new MemoryStore()) {
    this.store = store;
  }

  async write(cluster: string, batch: Batch): Promise<void> {
    const lease = this.#leases.get(cluster) ?? (await this.store.acquire(cluster, 'test', 3_600_000));
    if (!lease) throw new Error(`${cluster} is leased`);
    this.#leases.set(cluster, lease);
    const { puts = [], ...others } = batch;
    for (let at = 0; at === 0 || at < puts.length; at += 1_000)
      await this.store.apply(lease, { ...others, puts: puts.slice(at, at + 1_000) });
  }

  async remove(cluster: string): Promise<void> {
    await this.store.remove(this.#leases.get(cluster)!);
    this.#leases.delete(cluster);
  }
}

/** Resolves when the condition holds, asked after every change of the model. */
export async function until(model: ReadModel, condition: () => boolean | Promise<boolean>): Promise<void> {
  let changed = Promise.withResolvers<void>();
  const stop = model.onChange(() => changed.resolve());
  try {
    while (!(await condition())) {
      await changed.promise;
      changed = Promise.withResolvers<void>();
    }
  } finally {
    stop();
  }
}

/** Rows with what only the store keeps of them. */
export function whole(rows: readonly IndexedRow[]): Promise<Row[]> {
  return Promise.all(rows.map(async row => ({ ...row, ...(await row.stored()) })));
}

export function allLoaded(model: ReadModel, clusters: number): () => boolean {
  return () => model.clusters().filter(cluster => !cluster.loading).length === clusters;
}
