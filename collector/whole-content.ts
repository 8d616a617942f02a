/**
 * Writes the whole content of a cluster: compares it with the stored content and applies the differences, so that equal
 * content changes no row and no grant. Few differences are one batch. Many differences are several batches, between a
 * state that marks the content as incomplete and the final state.
 */
import { leafTurns } from '../async/fair-turns.ts';
import { grantKey, type GrantObject } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectKey } from '../schema/object-id.ts';
import type { Batch, ClusterSnapshot, ClusterState, Lease, Row } from '../store/store.ts';
import { rowLength, textLength } from '../store/validate.ts';
import { applyBatch, BATCH_LENGTH, BATCH_ROWS, type ApplyOptions } from './batcher.ts';
import { differingFields } from './comparison.ts';

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
  const [seenRows, seenGrants] = [new Set<ObjectKey>(), new Set<string>()];
  const changes: Differences = { puts: [], deletes: [], grantPuts: [], grantDeletes: [] };
  for (const grant of found?.grants ?? []) {
    const key = grantKey(grant);
    const next = grants.get(key);
    seenGrants.add(key);
    if (!next) changes.grantDeletes.push(key);
    else if (differingFields(next, grant).length > 0) changes.grantPuts.push(next);
    await pace();
  }
  for await (const chunk of found?.rows ?? []) {
    for (const row of chunk) {
      const key = encodeObjectKey(row);
      const next = rows.get(key);
      seenRows.add(key);
      if (!next) changes.deletes.push(key);
      else if (differingFields(next, row).length > 0) changes.puts.push(next);
      await pace();
    }
  }
  for (const [key, row] of rows) {
    if (!seenRows.has(key)) changes.puts.push(row);
    await pace();
  }
  for (const [key, grant] of grants) {
    if (!seenGrants.has(key)) changes.grantPuts.push(grant);
    await pace();
  }
  return changes;
}

function isOneBatch({ puts, deletes, grantPuts, grantDeletes }: Differences): boolean {
  if (puts.length + deletes.length + grantPuts.length + grantDeletes.length > BATCH_ROWS) return false;
  const [, nextRows] = pieces(puts, rowLength);
  const [, nextGrants] = pieces(grantPuts, textLength);
  return nextRows === undefined && nextGrants === undefined;
}

/** Removed grants come first, so that a revoked right does not show a new row. */
function* batchesOf({ puts, deletes, grantPuts, grantDeletes }: Differences): Generator<Batch> {
  for (const piece of pieces(grantDeletes, textLength)) yield { grantDeletes: piece };
  for (const piece of pieces(deletes, textLength)) yield { deletes: piece };
  for (const piece of pieces(puts, rowLength)) yield { puts: piece };
  for (const piece of pieces(grantPuts, textLength)) yield { grantPuts: piece };
}

/**
 * Splits items into pieces that each fit into a batch. Yields a piece as soon as it is full, because counting the
 * characters of all items takes long.
 */
function* pieces<T>(items: readonly T[], lengthOf: (item: T) => number): Generator<T[]> {
  let piece: T[] = [];
  let length = 0;
  for (const item of items) {
    const more = lengthOf(item);
    if (piece.length === BATCH_ROWS || (piece.length > 0 && length + more > BATCH_LENGTH)) {
      yield piece;
      [piece, length] = [[], 0];
    }
    piece.push(item);
    length += more;
  }
  if (piece.length > 0) yield piece;
}

/** @param states `listing`: the state while the batches are applied. `state`: the final state */
export async function applyContent(
  lease: Lease,
  changes: Differences,
  { listing, state }: { readonly listing: ClusterState; readonly state: ClusterState },
  options: ApplyOptions,
): Promise<void> {
  if (isOneBatch(changes)) return applyBatch(lease, { ...changes, state }, options);
  let batch: Batch = { state: listing };
  for (const next of batchesOf(changes)) {
    await applyBatch(lease, batch, options);
    await leafTurns.take(lease.cluster);
    batch = next;
  }
  await applyBatch(lease, { ...batch, state }, options);
}
