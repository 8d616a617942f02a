/** An index of some clusters in this process. Queries go to a subgraph on this index without HTTP. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse, type DocumentNode } from 'graphql';
import { openAccess, type Access } from '../access/access.ts';
import { policiesOf } from '../access/coverage.ts';
import type { InProcessDataSource } from '../gateway/data-sources/in-process.ts';
import { acceptIdentity } from '../identity/authenticator.ts';
import type { LiveQuery } from '../identity/identity.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import { openReadModel, type ReadModelOptions } from '../readmodel/model.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import { MemoryStore } from '../store/memory.ts';
import type { ClusterState, Lease, Row } from '../store/store.ts';
import { silentLogger } from '../telemetry/log.ts';

export interface IndexedCluster {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly grants?: readonly GrantObject[];
}

export interface IndexOptions extends Pick<ReadModelOptions, 'recordIndexes'> {
  /** Resources that every cluster serves. */
  readonly resources: readonly Resource[];
  readonly signal: AbortSignal;
}

export interface Index extends AsyncDisposable {
  readonly model: ReadModel;
  readonly access: Access;
  /** Writes a row, and waits until the index has it. */
  put(cluster: string, row: Row): Promise<void>;
}

/** Builds the index, and resolves when it has all rows. */
export async function indexOf(
  clusters: Iterable<IndexedCluster>,
  { resources, recordIndexes, signal }: IndexOptions,
): Promise<Index> {
  const store = new MemoryStore();
  const state = healthyState(resources);
  const leases = new Map<string, Lease>();
  for (const { name, rows, grants } of clusters) {
    const lease = (await store.acquire(name, 'bench', 3_600_000))!;
    leases.set(name, lease);
    await store.apply(lease, { puts: rows, ...(grants && { grantPuts: grants }), state });
  }
  const model = await openReadModel({ store, log: silentLogger, ...(recordIndexes && { recordIndexes }) });
  while (model.clusters().length < leases.size || model.clusters().some(({ loading }) => loading)) {
    signal.throwIfAborted();
    await nextTurn();
  }
  const access = openAccess({
    readModel: model,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 3_600_000 },
  });
  return {
    model,
    access,
    async put(cluster, row) {
      const { position } = model;
      await store.apply(leases.get(cluster)!, { puts: [row] });
      while (model.position === position) await nextTurn();
    },
    [Symbol.asyncDispose]: async () => {
      await access.close();
      await model.close();
      await store.close();
    },
  };
}

/** The state that the collector of a healthy cluster writes. */
export function healthyState(resources: readonly Resource[]): ClusterState {
  return {
    ...{ phase: 'synced', reason: '', version: 'v1.36.1', authorization: 'rbac', answeredAgo: 0, resources },
    kinds: resources.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
    grants: { complete: true, confirmedAgo: 0, reason: '' },
  };
}

export type Ask = (source: InProcessDataSource, user: string, query: string, liveQuery?: LiveQuery) => Promise<unknown>;

/**
 * Returns a function that runs queries and parses each query only once. The function throws the first error of an
 * answer.
 */
export function asker(signal: AbortSignal): Ask {
  const documents = new Map<string, DocumentNode>();
  return async (source, user, query, liveQuery) => {
    const document = documents.get(query) ?? parse(query);
    documents.set(query, document);
    const request = {
      ...{ identity: acceptIdentity({ user, groups: [] }), signal, deadline: performance.now() + 60_000 },
      ...{ requestId: 'bench', log: silentLogger, ...(liveQuery && { liveQuery }) },
    };
    const context = { request, subgraphs: new Map() };
    const { data, errors } = await source.process({ document, request: { query }, context } as never);
    if (errors) throw new Error(errors[0]?.message);
    return data;
  };
}
