/** The lists that were opened lately, so that going back to one finds its rows and its place. */
import { ask } from '../client.ts';
import { RowsDocument, type ObjectFilter } from '../graph/graphql.ts';
import { meaningOf, needsNames } from '../query/filter.ts';
import { parseQuery } from '../query/language.ts';
import { parseSearch } from '../query/url.ts';
import { ObjectList } from './object-list.ts';
import { parseOrder, partsOf, printOrder, type Order } from './order.ts';

const KEPT = 8;
const lists = new Map<string, ObjectList>();

export function openList(filter: ObjectFilter, order: Order): ObjectList {
  const key = `${printOrder(order) ?? ''} ${JSON.stringify(filter)}`;
  const list = lists.get(key) ?? new ObjectList(partsOf(filter, order), (variables, left) => ask(RowsDocument, variables, left));
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
  return list;
}

/** Asks for the rows of an address before its page is there, where its query says by itself what it means. */
export function beginListOf(search: string): void {
  const { q = '', order, group } = parseSearch(search);
  const terms = parseQuery(q);
  if (group !== undefined || needsNames(terms)) return;
  void openList(meaningOf(terms, undefined).filter, parseOrder(order)).more();
}

export const forgetLists = (): void => lists.clear();
