/** The policy subgraph over the real read model, with clusters of manifests, and callers with permissions. */
import { graphql, parse } from 'graphql';
import { openAccess, type Access } from '../../../access/access.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { LiveQuery } from '../../../identity/identity.ts';
import { indexesOf, lookupProjections } from '../../../kinds/projection.ts';
import { toRow } from '../../../kinds/row.ts';
import { grantKey, type GrantObject, type Resource } from '../../../rbac/types.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { Batch, ClusterState, Lease, Row } from '../../../store/store.ts';
import { openSubgraph, projections } from '../../../subgraphs/policy/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../readmodel/fixtures.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import type { Manifest } from './cluster.ts';

const GATEWAY = 'gateway.networking.k8s.io';
const served = (group: string, kind: string, plural: string, namespaced = true, policy?: string): Resource => ({
  ...{ group, version: 'v1', kind, plural, namespaced },
  ...(policy !== undefined && { policy }),
});

export const SERVED: readonly Resource[] = [
  served('', 'Namespace', 'namespaces', false),
  served('', 'Service', 'services'),
  served('', 'Pod', 'pods'),
  served(GATEWAY, 'GatewayClass', 'gatewayclasses', false),
  ...['Gateway', 'ListenerSet', 'HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute', 'ReferenceGrant'].map(
    kind => served(GATEWAY, kind, `${kind.toLowerCase()}s`),
  ),
  ...['AuthPolicy', 'RateLimitPolicy', 'DNSPolicy', 'TLSPolicy'].map(kind =>
    served('kuadrant.io', kind, kind.replace(/y$/, 'ies').toLowerCase()),
  ),
  served('example.org', 'ThingPolicy', 'thingpolicies', true, 'Inherited'),
];

const lookup = lookupProjections(projections);

export function rowOf(cluster: string, manifest: Manifest, resources: readonly Resource[] = SERVED): Row {
  const group = manifest.apiVersion.includes('/') ? manifest.apiVersion.split('/')[0]! : '';
  const resource = resources.find(it => it.group === group && it.kind === manifest.kind);
  if (!resource) throw new Error(`${manifest.kind} is not served`);
  const object = {
    ...manifest,
    apiVersion: undefined,
    metadata: { uid: 'u', resourceVersion: '1', ...manifest.metadata },
  };
  const row = toRow(cluster, resource, object, Date.UTC(2026, 5, 1), { projections: lookup(resource) });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

export interface StateOptions {
  /** Kinds whose list is incomplete. */
  readonly listing?: readonly string[];
  readonly resources?: readonly Resource[];
}

export function stateOf({ listing = [], resources = SERVED }: StateOptions = {}): ClusterState {
  return {
    ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, resources },
    kinds: resources.map(({ group, kind }) => ({
      group,
      kind,
      state: listing.includes(kind) ? 'listing' : 'watching',
      reason: '',
    })),
    grants: { complete: true, confirmedAgo: 0, reason: '' },
  };
}

/** Grants to list everything in all namespaces. */
export const everything = (user: string): GrantObject[] => grant(user, allow('list', '*'));
/** Grants to list resources in a namespace, or in all namespaces. With `names`, only objects with these names. */
export const listing = (user: string, plurals: string, namespace = '', ...names: readonly string[]): GrantObject[] =>
  grant(user, allow('list', plurals, ...names), namespace);

export interface PolicyGraph {
  write(cluster: string, batch: Batch): Promise<void>;
  put(cluster: string, ...manifests: readonly Manifest[]): Promise<void>;
  remove(cluster: string, ...manifests: readonly Manifest[]): Promise<void>;
  revoke(cluster: string, grants: readonly GrantObject[]): Promise<void>;
  ask(user: string, query: string, variables?: Readonly<Record<string, unknown>>, liveQuery?: LiveQuery): Promise<any>;
  /** Like ask(). Fails if the answer has errors. */
  data(user: string, query: string, variables?: Readonly<Record<string, unknown>>, liveQuery?: LiveQuery): Promise<any>;
  readonly model: ReadModel;
  readonly access: Access;
  close(): Promise<void>;
}

export interface GraphOptions {
  /** Initial manifests by cluster. */
  readonly clusters: Readonly<Record<string, readonly Manifest[]>>;
  readonly grants: readonly GrantObject[];
  readonly state?: StateOptions;
  readonly policyPaths?: number;
  readonly policyBytes?: number;
}

export async function openGraph({
  clusters,
  grants,
  state = {},
  policyPaths = 100_000,
  policyBytes = 2 ** 26,
}: GraphOptions): Promise<PolicyGraph> {
  const store = new MemoryStore();
  const leases = new Map<string, Lease>();
  let version = 1;
  const model = await openReadModel({ store, log: silentLogger, recordIndexes: indexesOf(projections) });
  const settled = async () => {
    const position = model.position;
    await until(model, async () => model.position > position || position === 0);
  };
  const write = async (cluster: string, batch: Batch): Promise<void> => {
    const lease = leases.get(cluster) ?? (await store.acquire(cluster, 'test', 600_000));
    if (!lease) throw new Error('no lease');
    leases.set(cluster, lease);
    const done = settled();
    await store.apply(lease, batch);
    await done;
  };
  for (const [cluster, manifests] of Object.entries(clusters))
    await write(cluster, {
      puts: manifests.map(manifest => rowOf(cluster, manifest, state.resources)),
      grantPuts: [...grants],
      state: stateOf(state),
    });
  await until(
    model,
    async () =>
      model.clusters().length === Object.keys(clusters).length && model.clusters().every(({ loading }) => !loading),
  );
  const access = openAccess({
    readModel: model,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 600_000 },
  });
  const policy = openSubgraph(parse(subgraphSdl('policy')), { access, limits: { policyBytes, policyPaths } });
  const ask: PolicyGraph['ask'] = async (user, source, variableValues = {}, liveQuery) => {
    const contextValue = policy.context({
      ...{
        identity: acceptIdentity({ user, groups: [] }),
        signal: AbortSignal.timeout(240_000),
        deadline: performance.now() + 20_000,
      },
      ...{ requestId: 'test', log: silentLogger },
      ...(liveQuery && { liveQuery }),
    });
    return JSON.parse(JSON.stringify(await graphql({ schema: policy.schema, source, variableValues, contextValue })));
  };
  return {
    ...{ write, ask, model, access },
    put: (cluster, ...manifests) =>
      write(cluster, {
        puts: manifests.map(manifest => ({
          ...rowOf(cluster, manifest, state.resources),
          resourceVersion: String(++version),
        })),
      }),
    remove: (cluster, ...manifests) =>
      write(cluster, {
        deletes: manifests.map(manifest => {
          const { group, kind, namespace, name } = rowOf(cluster, manifest, state.resources);
          return encodeObjectKey({ group, kind, namespace, name });
        }),
      }),
    revoke: (cluster, gone) => write(cluster, { grantDeletes: gone.map(grantKey) }),
    data: async (...requested) => {
      const { data, errors } = await ask(...requested);
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    close: async () => {
      await access.close();
      await model.close();
      await store.close();
    },
  };
}
