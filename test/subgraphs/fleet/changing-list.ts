/** A caller's list, its reported changes, and the list after applying them. */
import { expect } from '@jest/globals';
import type { Caller, ChangingFleet } from './changing-fleet.ts';

/** Fields of an object to compare. Leaves out fields that are read from the store, such as `resourceVersion`. */
const OBJECT = 'id version status suspended reason message revision images labels createdAt transitionedAt';
const LIST = `query ($filter: ObjectFilter) { objects(filter: $filter, first: 500) { nodes { ${OBJECT} } totalCount resume } }`;
export const CHANGES = `query ($filter: ObjectFilter, $since: String!) {
  objectChanges(filter: $filter, since: $since) { reset resume totalCount changes { type id object { ${OBJECT} } } coverage { total } }
}`;

export interface ListedObject {
  readonly id: string;
  readonly status: string;
}

export async function list(
  fleet: ChangingFleet,
  caller: Caller,
  filter?: object,
): Promise<{ ids: Set<string>; objects: Map<string, ListedObject>; total: number; resume: string }> {
  const { data, errors } = await fleet.ask(caller, LIST, { filter });
  expect(errors).toBeUndefined();
  const { nodes, totalCount, resume } = data.objects;
  const objects = new Map<string, ListedObject>(nodes.map((node: ListedObject) => [node.id, node]));
  return { ids: new Set(objects.keys()), objects, total: totalCount, resume };
}

export async function changes(fleet: ChangingFleet, caller: Caller, since: string, filter?: object) {
  const { data, errors } = await fleet.ask(caller, CHANGES, { filter, since });
  expect(errors).toBeUndefined();
  return data.objectChanges as {
    reset: string | null;
    resume: string;
    totalCount: number;
    changes: { type: string; id: string; object: ListedObject | null }[];
  };
}

export function apply(ids: ReadonlySet<string>, reported: Awaited<ReturnType<typeof changes>>['changes']): Set<string> {
  const applied = new Set(ids);
  for (const { type, id, object } of reported) {
    expect([type, applied.has(id)]).toEqual([type, type !== 'ENTER']);
    if (type === 'ENTER' || type === 'UPDATE') expect(object?.id).toBe(id);
    if (type === 'REVOKED') expect(object).toBeNull();
    if (type === 'LEAVE' || type === 'REVOKED') applied.delete(id);
    else applied.add(id);
  }
  return applied;
}
