/** States and visibilities with defaults, and stores. A test names only the data that it is about. */
import { MemoryStore } from '../../store/memory.ts';
import {
  StoreUnavailableError,
  type ApiServer,
  type Batch,
  type Changes,
  type ClusterSnapshot,
  type ClusterState,
  type Lease,
  type Row,
  type RowRef,
  type StatusChange,
  type StoreListener,
} from '../../store/store.ts';
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import type { IndexedRow } from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';

export const RESOURCES: readonly Resource[] = [
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true },
  { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  { group: '', version: 'v1', kind: 'Service', plural: 'services', namespaced: true },
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true },
  {
    group: 'kustomize.toolkit.fluxcd.io',
    version: 'v1',
    kind: 'Kustomization',
    plural: 'kustomizations',
    namespaced: true,
  },
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
      Object.entries(names).map(([plural, given]) => [
        resources.findIndex(resource => resource.plural === plural),
        new Set(given),
      ]),
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
export const seesAll: RowAuthorizer = () => EVERYTHING;
export const seesNothing: RowAuthorizer = () => undefined;

/** A memory store with a single writer. */
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

  async identify(cluster: string, server: ApiServer): Promise<void> {
    await this.store.identify(this.#leases.get(cluster)!, server);
  }

  async remove(cluster: string): Promise<void> {
    await this.store.remove(this.#leases.get(cluster)!);
    this.#leases.delete(cluster);
  }
}

/**
 * A memory store that can fail. It can lose or replace its content, its connection can be cut, and its log can lack
 * older entries that a reader needs.
 */
export class BreakableStore extends MemoryStore {
  inner = new MemoryStore();
  down: string | undefined;
  /** Promises by cluster. Each read of a cluster's snapshot or changes waits for the promise. */
  readonly held = new Map<string, Promise<void>>();
  /** Errors by cluster, thrown to each reader of the cluster's changes. */
  readonly failing = new Map<string, Error>();
  /** Clusters whose next reader of changes gets `behind`, as if the log lacked older entries. */
  readonly behind = new Set<string>();
  #listener: StoreListener | undefined;
  #unsubscribe = () => {};

  override subscribe(listener: StoreListener): () => void {
    this.#listener = listener;
    this.#unsubscribe = this.inner.subscribe(listener);
    return () => this.#unsubscribe();
  }
  cut(problem: string): void {
    this.down = problem;
    this.tellLoss(problem);
  }
  /** Reports that one of several servers is lost. The other servers still answer. */
  tellLoss(problem: string): void {
    this.#listener?.onConnection(problem);
  }
  /** Makes the store reachable again, with the given content. */
  restore(inner = this.inner): void {
    this.#unsubscribe();
    this.inner = inner;
    this.down = undefined;
    if (this.#listener) this.#unsubscribe = inner.subscribe(this.#listener);
    this.#listener?.onConnection(undefined);
  }
  override async clusters(): Promise<string[]> {
    return this.#reachable().clusters();
  }
  override async snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot> {
    await this.held.get(cluster);
    return this.#reachable().snapshot(cluster, signal);
  }
  override async changes(cluster: string, after: string): Promise<Changes | 'behind'> {
    if (this.held.has(cluster)) await this.held.get(cluster);
    const failure = this.failing.get(cluster);
    if (failure) throw failure;
    const changes = await this.#reachable().changes(cluster, after);
    return this.behind.delete(cluster) ? 'behind' : changes;
  }
  override async rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]> {
    return this.#reachable().rows(refs);
  }
  override async histories(refs: readonly RowRef[]): Promise<(readonly StatusChange[])[]> {
    return this.#reachable().histories(refs);
  }
  #reachable(): MemoryStore {
    if (this.down) throw new StoreUnavailableError(this.down);
    return this.inner;
  }
}

/** Resolves when the condition holds. The condition is checked again when the model changes. */
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

/** Returns the rows with the fields that only the store holds, such as `uid`. */
export function whole(rows: readonly IndexedRow[]): Promise<Row[]> {
  return Promise.all(rows.map(async row => ({ ...row, ...(await row.stored()) })));
}

export function allLoaded(model: ReadModel, clusters: number): () => boolean {
  return () => model.clusters().filter(cluster => !cluster.loading).length === clusters;
}
