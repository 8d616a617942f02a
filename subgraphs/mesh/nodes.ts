/** Finds the objects that nodes of the traffic graph represent. */
import DataLoader from 'dataloader';
import type { VisibleRows } from '../../access/visible-rows.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { encodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import type { MeshOperation } from './operation.ts';

const loaders = new WeakMap<MeshOperation, DataLoader<readonly ObjectId[], { readonly id: string } | null>>();
const NODES_IN_A_STEP = 100;

/**
 * The first of the given objects that the caller may see. Null if the caller may see none of these objects. Calls are
 * batched.
 */
export function firstVisible(
  operation: MeshOperation,
  rows: VisibleRows,
  candidates: readonly ObjectId[],
): Promise<{ readonly id: string } | null> {
  let loader = loaders.get(operation);
  if (!loader) {
    loader = new DataLoader(
      all => {
        const clusters = [...new Set(all.flatMap(each => each.map(({ cluster }) => cluster)))];
        return rows.ask({ clusters }, function* (reader: RowReader): Steps<({ readonly id: string } | null)[]> {
          const found: ({ readonly id: string } | null)[] = [];
          for (const each of all) {
            const first = each.find(object => reader.find(object) !== undefined);
            if (found.push(first ? { id: encodeObjectId(first) } : null) % NODES_IN_A_STEP === 0) yield;
          }
          return found;
        });
      },
      { cache: false },
    );
    loaders.set(operation, loader);
  }
  return loader.load(candidates);
}
