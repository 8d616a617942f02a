/**
 * The collector of a world: writes its clusters to a store, whole or as the difference to what was there before.
 */
import { isDeepStrictEqual } from 'node:util';
import type { GrantObject } from '../../../rbac/types.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import type { MemoryStore } from '../../../store/memory.ts';
import type { Batch, ClusterState } from '../../../store/store.ts';
import type { Cluster } from './world.ts';

export async function lease(store: MemoryStore, cluster: string) {
  return (await store.acquire(cluster, 'the collector', 60_000))!;
}

export async function write(store: MemoryStore, cluster: string, batch: Batch): Promise<void> {
  await store.apply(await lease(store, cluster), batch);
}

/** A role that nobody holds, by which it can be seen that a batch has arrived, and by nothing that anybody is told. */
export function mark(name: string): GrantObject {
  return { type: 'ClusterRole', namespace: '', name, rules: [], aggregated: false, resourceVersion: '1' };
}

export function everything(cluster: Cluster, ...marks: GrantObject[]): Batch {
  return { puts: [...cluster.rows.values()], grantPuts: [...cluster.grants.values(), ...marks], state: stateOf(cluster) };
}

export function difference(before: Cluster, after: Cluster, ...marks: GrantObject[]): Batch {
  const put = <T>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>) =>
    [...to].filter(([key, value]) => !isDeepStrictEqual(from.get(key), value)).map(([, value]) => value);
  const gone = <T>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>) => [...from].filter(([key]) => !to.has(key));
  return {
    puts: put(before.rows, after.rows),
    deletes: gone(before.rows, after.rows).map(([, row]) => encodeObjectKey(row)),
    grantPuts: [...put(before.grants, after.grants), ...marks],
    grantDeletes: gone(before.grants, after.grants).map(([key]) => key),
    state: stateOf(after),
  };
}

function stateOf({ phase, closed, kinds, resources }: Cluster): ClusterState {
  const listed = kinds.filter(({ state }) => state === 'watching').length;
  return {
    ...{ phase, reason: phase === 'listing' ? `listing ${listed}/${kinds.length} kinds` : '', version: 'v1.36.0' },
    ...{ authorization: 'rbac', answeredAgo: 0, kinds, resources },
    grants: { complete: !closed, confirmedAgo: closed ? undefined : 0, reason: '' },
  };
}
