/** The lists that were opened lately, so that going back to one finds its rows and its place. */
import { ask } from '../client.ts';
import { RowsDocument, type ObjectFilter } from '../graph/graphql.ts';
import { ObjectList } from './object-list.ts';
import { partsOf, printOrder, type Order } from './order.ts';

const KEPT = 8;
const lists = new Map<string, ObjectList>();

export function openList(filter: ObjectFilter, order: Order): ObjectList {
  const key = `${printOrder(order) ?? ''} ${JSON.stringify(filter)}`;
  const list = lists.get(key) ?? new ObjectList(partsOf(filter, order), variables => ask(RowsDocument, variables));
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
  return list;
}

export const forgetLists = (): void => lists.clear();
