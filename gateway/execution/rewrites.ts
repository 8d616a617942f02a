/** Renames what goes to a subgraph or comes from it, as a plan says, where the graph and the subgraph use different names. */
import type { FetchDataRewrite } from '@apollo/query-planner';
import type { Pace } from './pace.ts';
import type { TypeConditions } from './type-conditions.ts';
import { isJsonObject, own, put, typenameOf, type JsonObject } from './values.ts';

const CONDITION = '... on ';

/** Changes `value`. Objects without a `__typename` meet every condition. */
export async function rewrite(
  value: JsonObject,
  rewrites: readonly FetchDataRewrite[] | undefined,
  types: TypeConditions,
  pace: Pace,
): Promise<void> {
  for (const rewriting of rewrites ?? []) await rewriteOne(value, rewriting, types, pace);
}

async function rewriteOne(value: JsonObject, rewriting: FetchDataRewrite, types: TypeConditions, pace: Pace): Promise<void> {
  const { path } = rewriting;
  const last = path.length - 1;
  // The values that are left, and the next element of the path for each.
  const open: { readonly value: unknown; readonly at: number }[] = [{ value, at: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, at } = next;
    const element = path[at]!;
    if (Array.isArray(found)) for (const item of found) open.push({ value: item, at });
    else if (isJsonObject(found)) {
      if (at === last) apply(found, element, rewriting);
      else if (!element.startsWith(CONDITION)) open.push({ value: own(found, element), at: at + 1 });
      else {
        const typename = typenameOf(found);
        if (typename === undefined || types.fulfils(typename, element.slice(CONDITION.length))) open.push({ value: found, at: at + 1 });
      }
    }
    const turn = pace.after(1);
    if (turn) await turn;
  }
}

function apply(object: JsonObject, key: string, rewriting: FetchDataRewrite): void {
  if (rewriting.kind === 'ValueSetter') return put(object, key, rewriting.setValueTo);
  const value = own(object, key);
  if (value === undefined) return;
  put(object, rewriting.renameKeyTo, value);
  put(object, key, undefined);
}
