/**
 * The packages subgraph with the real read model and access, over a store with the rows of a test's clusters. Objects
 * become rows as in a collector.
 */
import { graphql, parse, type ExecutionResult } from 'graphql';
import { openAccess, type Access } from '../../../access/access.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { packageProjection } from '../../../kinds/package-projection.ts';
import { toRow } from '../../../kinds/row.ts';
import { DEPLOYING_KINDS, PACKAGE_REVISION } from '../../../subgraphs/packages/engines.ts';
import type { GrantObject, Resource } from '../../../rbac/types.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { ClusterState, Lease, Row } from '../../../store/store.ts';
import { nodes, openSubgraph } from '../../../subgraphs/packages/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../readmodel/fixtures.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';

export type Json = Record<string, any>;

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';
const resource = (group: string, kind: string, plural = `${kind.toLowerCase()}s`): Resource => ({
  ...{ group, version: 'v1', kind, plural, namespaced: true },
});

export const RESOURCES: readonly Resource[] = [
  ...DEPLOYING_KINDS.map(({ group, kind }) => resource(group, kind)),
  resource(PACKAGE_REVISION.group, PACKAGE_REVISION.kind),
  resource('config.porch.kpt.dev', 'Repository', 'repositories'),
  ...['GitRepository', 'OCIRepository', 'HelmRepository'].map(kind =>
    resource(SOURCE_GROUP, kind, kind.replace(/y$/, 'ies').toLowerCase()),
  ),
  ...['HelmChart', 'Bucket'].map(kind => resource(SOURCE_GROUP, kind)),
  { ...resource('', 'Secret'), version: 'v1' },
];
const resourceOf = new Map(RESOURCES.map(it => [it.kind, it]));

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
  /** Address of the API server. @default https://<name>.example:6443 */
  readonly server?: string;
}

export function rowOf(cluster: string, object: Json): Row {
  const row = toRow(cluster, resourceOf.get(object['kind'] as string)!, object, NOW, {
    projections: [packageProjection],
  });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

export class PackageFleet {
  readonly model: ReadModel;
  readonly access: Access;
  readonly subgraph: ReturnType<typeof openSubgraph>;
  readonly nodes: ReturnType<typeof nodes>;
  readonly registry: ClusterRegistry;
  readonly #store: MemoryStore;
  readonly #leases = new Map<string, Lease>();
  #written = 0;

  private constructor(store: MemoryStore, model: ReadModel, hubs: readonly string[]) {
    this.#store = store;
    this.model = model;
    this.registry = new ClusterRegistry();
    this.access = openAccess({
      readModel: model,
      policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
      rbac: { maxAgeMs: 600_000 },
      now: () => NOW,
    });
    const parts = { access: this.access, clusters: this.registry, packages: { hubs }, now: () => NOW };
    this.subgraph = openSubgraph(parse(subgraphSdl('packages')), parts);
    this.nodes = nodes(parts);
  }

  static async open(
    clusters: Readonly<Record<string, ClusterContent>>,
    hubs: readonly string[] = [],
  ): Promise<PackageFleet> {
    const store = new MemoryStore();
    const recordIndexes = { package: packageProjection.index! };
    const model = await openReadModel({ store, log: silentLogger, now: () => 0, recordIndexes });
    const fleet = new PackageFleet(store, model, hubs);
    for (const [name, content] of Object.entries(clusters)) await fleet.write(name, content);
    return fleet;
  }

  /** Writes objects. Returns when the read model has applied them. */
  async write(
    cluster: string,
    { objects = [], grants, state, server }: ClusterContent,
    gone: readonly Json[] = [],
  ): Promise<void> {
    if (!this.registry.get(cluster)) {
      const target = { server: server ?? `https://${cluster}.example:6443` } as never;
      const client = { close: async () => undefined } as never;
      const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
      this.registry.add({ name: cluster, client, identity, authorization: 'rbac', target });
    }
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

  /** @param extra Receives the additional cost of the query, beyond its fixed price */
  async ask(
    source: string,
    variableValues: Json = {},
    user = 'root',
    extra = { cost: 0 },
  ): Promise<ExecutionResult & { data: any }> {
    const contextValue = this.subgraph.context({ ...this.request(user), extra });
    const answer = await graphql({ schema: this.subgraph.schema, source, variableValues, contextValue });
    return JSON.parse(JSON.stringify(answer));
  }

  request(user: string) {
    return {
      identity: acceptIdentity({ user, groups: [] }),
      signal: AbortSignal.timeout(240_000),
      deadline: performance.now() + 20_000,
      requestId: 'test',
      log: silentLogger,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.access.close();
    await this.model.close();
    await this.#store.close();
  }
}
