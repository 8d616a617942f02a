/** Cache of the lists that were opened last. A user who returns to a list finds the same rows and scroll position. */
import { ask } from '../client.ts';
import { RowsDocument, type ObjectFilter } from '../graph/graphql.ts';
import { meaningOf, needsNames, type KnownNames } from '../query/filter.ts';
import { parseQuery, type Term } from '../query/language.ts';
import { parseSearch } from '../query/url.ts';
import { fieldsOf, parseColumns, type ChosenColumn } from './chosen-columns.ts';
import { isColumn } from './columns.tsx';
import { ObjectList } from './object-list.ts';
import { parseOrder, partsOf, printOrder, type Order } from './order.ts';

const KEPT = 8;
const lists = new Map<string, ObjectList>();

export function openList(filter: ObjectFilter, order: Order, columns?: readonly ChosenColumn[]): ObjectList {
  const key = listKey(filter, order, columns);
  const { labels, images } = fieldsOf(columns);
  const fields = { ...(labels && { labels }), ...(images && { images }) };
  const list =
    lists.get(key) ??
    new ObjectList(partsOf(filter, order), (variables, left) => ask(RowsDocument, { ...variables, ...fields }, left));
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
  return list;
}

export const listKey = (filter: ObjectFilter, order: Order, columns: readonly ChosenColumn[] | undefined): string =>
  `${printOrder(order) ?? ''} ${JSON.stringify(fieldsOf(columns))} ${JSON.stringify(filter)}`;

/** Requests the first rows before the list is drawn. Does nothing if the query uses names that are not known yet. */
export function beginList(
  terms: readonly Term[],
  order: Order,
  known: KnownNames | undefined,
  columns?: readonly ChosenColumn[],
): void {
  if (!known && needsNames(terms)) return;
  const list = openList(meaningOf(terms, known).filter, order, columns);
  if (!list.state.get().begun) void list.more();
}

/** Requests the first rows of the list with this query string, while the code of the page is still loading. */
export function beginListOf(search: string): void {
  const { q = '', order, group, columns } = parseSearch(search);
  if (group === undefined) beginList(parseQuery(q), parseOrder(order), undefined, parseColumns(columns, isColumn));
}

let latestSearch: Readonly<Record<string, string>> = {};

/** Remembers the URL parameters of the list, which the link back to the list restores. */
export const rememberSearch = (search: Readonly<Record<string, string>>): void => void (latestSearch = search);
export const rememberedSearch = (): Readonly<Record<string, string>> => latestSearch;

export function forgetLists(): void {
  lists.clear();
  latestSearch = {};
}
