/**
 * Collector of a world. Writes the world's clusters to a store, completely or as the difference from the earlier world.
 */
import { isDeepStrictEqual } from 'node:util';
import { UncollectedKinds } from '../../../collector/cluster-status.ts';
import type { GrantObject, Resource } from '../../../rbac/types.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import type { Batch, ClusterState, Store } from '../../../store/store.ts';
import type { Cluster } from './world.ts';

export async function lease(store: Store, cluster: string) {
  return (await store.acquire(cluster, 'the collector', 60_000))!;
}

export async function write(store: Store, cluster: string, batch: Batch): Promise<void> {
  await store.apply(await lease(store, cluster), batch);
}

/** A role without bindings, so no answer reveals it. Once this role has arrived, its whole batch has arrived. */
export function mark(name: string): GrantObject {
  return { type: 'ClusterRole', namespace: '', name, rules: [], aggregated: false, resourceVersion: '1' };
}

export function everything(cluster: Cluster, ...marks: GrantObject[]): Batch {
  return {
    puts: [...cluster.rows.values()],
    grantPuts: [...indexedGrants(cluster).values(), ...marks],
    state: stateOf(cluster),
  };
}

export function difference(before: Cluster, after: Cluster, ...marks: GrantObject[]): Batch {
  const put = <T>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>) =>
    [...to].filter(([key, value]) => !isDeepStrictEqual(from.get(key), value)).map(([, value]) => value);
  const gone = <T>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>) =>
    [...from].filter(([key]) => !to.has(key));
  return {
    puts: put(before.rows, after.rows),
    deletes: gone(before.rows, after.rows).map(([, row]) => encodeObjectKey(row)),
    grantPuts: [...put(indexedGrants(before), indexedGrants(after)), ...marks],
    grantDeletes: gone(indexedGrants(before), indexedGrants(after)).map(([key]) => key),
    state: stateOf(after),
  };
}

/** Grants that the collector sees. A webhook cluster has none, since another authorizer gives all permissions. */
function indexedGrants({ authorization, grants }: Cluster): Cluster['grants'] {
  return authorization === 'webhook' ? new Map() : grants;
}

function stateOf(cluster: Cluster): ClusterState {
  const { phase, closed, authorization, kinds, resources } = cluster;
  return {
    ...{ phase, reason: phase === 'listing' ? 'LISTING' : '', version: 'v1.36.0' },
    ...{ authorization: authorization === 'rbac' ? 'rbac' : 'mixed', answeredAgo: 0, kinds, resources },
    uncollected: uncollectedOf(cluster),
    grants: { complete: !closed, confirmedAgo: closed ? undefined : 0, reason: '' },
  };
}

/** Uncollected kinds to which rows have relations, including rows that no caller sees. */
function uncollectedOf({ rows, resources, uncollected }: Cluster): readonly Resource[] {
  const kinds = new UncollectedKinds();
  kinds.discover(
    uncollected.map(resource => ({ ...resource, verbs: ['list'] })),
    resources,
  );
  for (const { relations = [] } of rows.values()) kinds.name(relations);
  return kinds.resources;
}
