/**
 * The placement subgraph with the real read model and access, over a store with the rows of a test's clusters. Objects
 * become rows as in a collector.
 */
import { graphql, parse, type ExecutionResult } from 'graphql';
import { openAccess, type Access } from '../../../access/access.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { indexesOf, lookupProjections } from '../../../kinds/projection.ts';
import { toRow } from '../../../kinds/row.ts';
import type { GrantObject, Resource } from '../../../rbac/types.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { ClusterState, Lease, Row } from '../../../store/store.ts';
import type { PlacementSettings } from '../../../subgraphs/parts.ts';
import { openSubgraph, projections } from '../../../subgraphs/placement/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../readmodel/fixtures.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';

export type Json = Record<string, any>;

const resource = (group: string, kind: string, namespaced = true, plural = `${kind.toLowerCase()}s`): Resource => ({
  ...{ group, version: 'v1', kind, plural, namespaced },
});

const OCM_CLUSTER = 'cluster.open-cluster-management.io';
const OCM_WORK = 'work.open-cluster-management.io';

export const RESOURCES: readonly Resource[] = [
  resource(OCM_CLUSTER, 'Placement'),
  resource(OCM_CLUSTER, 'PlacementDecision'),
  resource(OCM_CLUSTER, 'ManagedCluster', false),
  resource(OCM_CLUSTER, 'ManagedClusterSet', false),
  resource(OCM_CLUSTER, 'ManagedClusterSetBinding'),
  resource(OCM_WORK, 'ManifestWork'),
  resource(OCM_WORK, 'ManifestWorkReplicaSet'),
  resource('policy.karmada.io', 'PropagationPolicy', true, 'propagationpolicies'),
  resource('policy.karmada.io', 'ClusterPropagationPolicy', false, 'clusterpropagationpolicies'),
  resource('work.karmada.io', 'ResourceBinding'),
  resource('work.karmada.io', 'ClusterResourceBinding', false),
  resource('cluster.karmada.io', 'Cluster', false),
  resource('apps', 'Deployment'),
  resource('apps', 'ReplicaSet'),
  resource('batch', 'Job'),
  resource('', 'Pod'),
  resource('', 'Service'),
  resource('', 'Namespace', false),
];

export const HEALTHY: ClusterState = {
  ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, resources: RESOURCES },
  kinds: RESOURCES.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
  grants: { complete: true, confirmedAgo: 0, reason: '' },
};

/** Grants for a user who sees everything. */
export const ROOT = grant('root', allow('list', '*'));
export const NOW = Date.parse('2026-01-31T12:00:00Z');

export interface ClusterContent {
  readonly objects?: readonly Json[];
  readonly grants?: readonly GrantObject[];
  readonly state?: Partial<ClusterState>;
}

const projectionsFor = lookupProjections(projections);

export function rowOf(cluster: string, object: Json): Row {
  const group = String(object['apiVersion']).includes('/') ? object['apiVersion'].split('/')[0] : '';
  const of = RESOURCES.find(it => it.kind === object['kind'] && it.group === group)!;
  const isClusterScoped = () => false;
  const row = toRow(cluster, of, object, NOW, { projections: projectionsFor(of), isClusterScoped });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

export const SETTINGS: PlacementSettings = {
  hubs: [{ cluster: 'hub', engine: 'ocm', members: {} }],
  mover: { overdue: 600_000 },
};

export class PlacementFleet {
  readonly model: ReadModel;
  readonly access: Access;
  readonly subgraph: ReturnType<typeof openSubgraph>;
  readonly #store: MemoryStore;
  readonly #leases = new Map<string, Lease>();
  #written = 0;

  private constructor(store: MemoryStore, model: ReadModel, placement: PlacementSettings) {
    this.#store = store;
    this.model = model;
    this.access = openAccess({
      readModel: model,
      policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
      rbac: { maxAgeMs: 600_000 },
      now: () => NOW,
    });
    this.subgraph = openSubgraph(parse(subgraphSdl('placement')), { access: this.access, placement, now: () => NOW });
  }

  static async open(
    clusters: Readonly<Record<string, ClusterContent>>,
    settings: PlacementSettings = SETTINGS,
  ): Promise<PlacementFleet> {
    const store = new MemoryStore();
    const model = await openReadModel({
      store,
      log: silentLogger,
      now: () => 0,
      recordIndexes: indexesOf(projections),
    });
    const fleet = new PlacementFleet(store, model, settings);
    for (const [name, content] of Object.entries(clusters)) await fleet.write(name, content);
    return fleet;
  }

  /** Writes objects. Returns when the read model has applied them. */
  async write(
    cluster: string,
    { objects = [], grants, state }: ClusterContent,
    gone: readonly Json[] = [],
  ): Promise<void> {
    const isNew = !this.#leases.has(cluster);
    const lease = this.#leases.get(cluster) ?? (await this.#store.acquire(cluster, 'test', 600_000));
    this.#leases.set(cluster, lease!);
    const puts = objects.map(object => rowOf(cluster, object));
    const deletes = gone.map(object => encodeObjectKey(rowOf(cluster, object)));
    const grantPuts = grants ?? (isNew ? ROOT : []);
    for (let from = 0; from === 0 || from < puts.length; from += 2_000)
      await this.#store.apply(lease!, {
        puts: puts.slice(from, from + 2_000),
        ...(from === 0 && { deletes, grantPuts: [...grantPuts] }),
      });
    // The state is written last, and only this write changes its version. A read model with this version has the whole
    // batch.
    const version = `v1.${++this.#written}.0`;
    await this.#store.apply(lease!, { state: { ...HEALTHY, ...state, version } });
    await until(this.model, () => {
      const index = this.model.cluster(cluster);
      return index?.loading === false && index.state?.version === version;
    });
  }

  async ask(source: string, variableValues: Json = {}, user = 'root'): Promise<ExecutionResult & { data: any }> {
    const contextValue = this.subgraph.context({
      identity: acceptIdentity({ user, groups: [] }),
      signal: AbortSignal.timeout(240_000),
      deadline: performance.now() + 20_000,
      requestId: 'test',
      log: silentLogger,
    });
    const answer = await graphql({ schema: this.subgraph.schema, source, variableValues, contextValue });
    return JSON.parse(JSON.stringify(answer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.access.close();
    await this.model.close();
    await this.#store.close();
  }
}
