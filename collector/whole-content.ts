/**
 * Writes the whole content of a cluster: compares it with the stored content and applies the differences, so that equal
 * content changes no row and no grant. Few differences are one batch. Many differences are several batches, between a
 * state that marks the content as incomplete and the final state.
 */
import { leafTurns } from '../async/fair-turns.ts';
import { grantKey, type GrantObject } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectKey } from '../schema/object-id.ts';
import type { Batch, ClusterSnapshot, ClusterState, Lease, Row } from '../store/store.ts';
import { applyBatch, type ApplyOptions } from './batcher.ts';
import { differingFields } from './comparison.ts';

/** Maximum rows and grants of one batch. Small, so that encoding does not block the event loop for long. */
const BATCH_ITEMS = 500;

export interface WholeContent {
  readonly rows: ReadonlyMap<ObjectKey, Row>;
  /** Grants, keyed by grantKey(). */
  readonly grants: ReadonlyMap<string, GrantObject>;
}

/** Content read from a store, with rows in chunks. */
export interface StoredContent extends Pick<ClusterSnapshot, 'grants'> {
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

export interface Differences {
  readonly puts: Row[];
  readonly deletes: ObjectKey[];
  readonly grantPuts: GrantObject[];
  readonly grantDeletes: string[];
}

export async function differences(
  { rows, grants }: WholeContent,
  found: StoredContent | undefined,
  pace: () => Promise<void> | undefined,
): Promise<Differences> {
  const newRows = new Map(rows);
  const newGrants = new Map(grants);
  const changes: Differences = { puts: [], deletes: [], grantPuts: [], grantDeletes: [] };
  for (const grant of found?.grants ?? []) {
    const key = grantKey(grant);
    const next = newGrants.get(key);
    newGrants.delete(key);
    if (!next) changes.grantDeletes.push(key);
    else if (differingFields(next, grant).length > 0) changes.grantPuts.push(next);
    await pace();
  }
  for await (const chunk of found?.rows ?? []) {
    for (const row of chunk) {
      const key = encodeObjectKey(row);
      const next = newRows.get(key);
      newRows.delete(key);
      if (!next) changes.deletes.push(key);
      else if (differingFields(next, row).length > 0) changes.puts.push(next);
      await pace();
    }
  }
  changes.puts.push(...newRows.values());
  changes.grantPuts.push(...newGrants.values());
  return changes;
}

/** Removed grants come first, so that a revoked right does not show a new row. */
function batchesOf({ puts, deletes, grantPuts, grantDeletes }: Differences): Batch[] {
  const items = puts.length + deletes.length + grantPuts.length + grantDeletes.length;
  if (items <= BATCH_ITEMS) return items > 0 ? [{ puts, deletes, grantPuts, grantDeletes }] : [];
  return [
    ...pieces(grantDeletes).map(piece => ({ grantDeletes: piece })),
    ...pieces(deletes).map(piece => ({ deletes: piece })),
    ...pieces(puts).map(piece => ({ puts: piece })),
    ...pieces(grantPuts).map(piece => ({ grantPuts: piece })),
  ];
}

function pieces<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH_ITEMS) }, (_, i) =>
    items.slice(i * BATCH_ITEMS, (i + 1) * BATCH_ITEMS),
  );
}

/** @param states `listing`: the state while the batches are applied. `state`: the final state */
export async function applyContent(
  lease: Lease,
  changes: Differences,
  { listing, state }: { readonly listing: ClusterState; readonly state: ClusterState },
  options: ApplyOptions,
): Promise<void> {
  const batches = batchesOf(changes);
  const last = batches.pop() ?? {};
  if (batches.length > 0) await applyBatch(lease, { state: listing }, options);
  for (const batch of batches) {
    await leafTurns.take(lease.cluster);
    await applyBatch(lease, batch, options);
  }
  await applyBatch(lease, { ...last, state }, options);
}
