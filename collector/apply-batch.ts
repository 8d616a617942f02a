/**
 * Writes a batch to the store. A row that the store refuses must not block the others, and a batch may be too large. So
 * the batch is split in halves until the refused row is alone. kinds/row.ts keeps the store's bounds, so this is rare.
 */
import { grantKey } from '../rbac/types.ts';
import type { Refusals } from '../kinds/refusals.ts';
import type { Batch, Lease, Store } from '../store/store.ts';
import { InvalidRowError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';

export interface ApplyOptions {
  readonly store: Pick<Store, 'apply'>;
  readonly refusals: Refusals;
  readonly log: Pick<Logger, 'error'>;
}

/** @throws FencedError, StoreUnavailableError */
export async function applyBatch(lease: Lease, batch: Batch, options: ApplyOptions): Promise<void> {
  const { store, refusals, log } = options;
  try {
    await store.apply(lease, batch);
  } catch (error) {
    if (!(error instanceof InvalidRowError)) throw error;
    const parts = split(batch);
    if (parts.length < 2) {
      refusals.count('bounds');
      log.error({ error: error.message }, 'the store refuses a change');
      // The stored grant is outdated, and could show what the leaf now hides.
      const [grant] = batch.grantPuts ?? [];
      if (grant) await applyBatch(lease, { grantDeletes: [grantKey(grant)] }, options);
      return;
    }
    for (const part of parts) await applyBatch(lease, part, options);
  }
}

/** Splits a batch in two, the state with the second half; one part if there is nothing to split. */
function split({ puts = [], deletes = [], grantPuts = [], grantDeletes = [], state }: Batch): readonly Batch[] {
  const parts: Batch[] = [
    ...halves(puts).map(half => ({ puts: half })),
    ...(deletes.length > 0 ? [{ deletes }] : []),
    ...halves(grantPuts).map(half => ({ grantPuts: half })),
    ...(grantDeletes.length > 0 ? [{ grantDeletes }] : []),
    ...(state ? [{ state }] : []),
  ];
  return parts;
}

function halves<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].filter(half => half.length > 0);
}
