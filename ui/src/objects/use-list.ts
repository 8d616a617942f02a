/** Hooks for the query in the URL, and for the filter and the list of this query. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { asGrouping, type Grouping } from '../groups/grouping.ts';
import { NamesDocument, type NamesQuery } from '../graph/graphql.ts';
import { useFollowing, type Changes } from '../live.ts';
import { meaningOf, needsNames, type KnownNames } from '../query/filter.ts';
import { parseQuery, parseValues, printQuery, printValues, type Term } from '../query/language.ts';
import { useAnswer } from '../use-answer.ts';
import { parseColumns, printColumns, type ChosenColumn } from './chosen-columns.ts';
import { isColumn } from './columns.tsx';
import { listKey, openList } from './lists.ts';
import { parseOrder, printOrder, type Order } from './order.ts';

const route = getRouteApi('/objects');
/** Interval of reading the names of clusters, namespaces and kinds, which rarely change. */
const NAMES_EVERY_MS = 15_000;

export function useQueryOfUrl() {
  const search = route.useSearch();
  const { q = '', order, group, across, open = '', columns } = search;
  const navigate = route.useNavigate();
  /** Changes parameters of the URL. Empty parameters are left out. */
  const change = useCallback(
    (
      changed: Partial<Record<'q' | 'order' | 'group' | 'across' | 'open' | 'columns', string | undefined>>,
      replace: boolean,
    ) =>
      void navigate({
        search: before => Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, value]) => value)),
        replace,
      }),
    [navigate],
  );
  const terms = useMemo(() => parseQuery(q), [q]);
  const setTerms = useCallback(
    (next: readonly Term[], { replace = false } = {}) => change({ q: printQuery(next) }, replace),
    [change],
  );
  const setOrder = useCallback((next: Order) => change({ order: printOrder(next) }, true), [change]);
  const setGrouping = useCallback(
    (next: Grouping | undefined) =>
      change({ group: next, open: undefined, ...(!next && { across: undefined }) }, false),
    [change],
  );
  const setAcross = useCallback((next: Grouping | undefined) => change({ across: next }, false), [change]);
  const setColumns = useCallback(
    (next: readonly ChosenColumn[] | undefined) => change({ columns: printColumns(next) }, true),
    [change],
  );
  const setOpen = useCallback((next: readonly string[]) => change({ open: printValues(next) }, true), [change]);
  return {
    search,
    q,
    terms,
    setTerms,
    order: useMemo(() => parseOrder(order), [order]),
    setOrder,
    grouping: asGrouping(group),
    setGrouping,
    across: asGrouping(across),
    setAcross,
    columns: useMemo(() => parseColumns(columns, isColumn), [columns]),
    setColumns,
    open: useMemo(() => parseValues(open), [open]),
    setOpen,
  };
}

/**
 * Filter that the query stands for. Undefined until the names that the query needs are known. `mayWait`: true delays
 * reading names if the query needs none, so that the rows come first.
 */
export function useMeaning(terms: readonly Term[], { mayWait }: { mayWait: boolean }) {
  const known = useKnownNames({ paused: mayWait && !needsNames(terms) });
  const waits = !known && needsNames(terms);
  const meaning = useMemo(() => (waits ? undefined : meaningOf(terms, known)), [terms, known, waits]);
  return { meaning, known };
}

/** Names of clusters, namespaces and kinds that the caller may see. Undefined until the names have been read. */
export function useKnownNames({ paused = false } = {}): KnownNames | undefined {
  const { data } = useAnswer(NamesDocument, {}, { everyMs: NAMES_EVERY_MS, paused });
  return useMemo(() => data && knownNames(data), [data]);
}

function knownNames({ objects, kinds }: NamesQuery): KnownNames {
  const facet = (field: string) => objects?.facets?.find(it => it.field === field);
  const values = (field: string) => facet(field)?.values.map(({ value }) => value) ?? [];
  return {
    clusters: values('CLUSTER'),
    namespaces: values('NAMESPACE'),
    isPart: { clusters: facet('CLUSTER')?.truncated ?? false, namespaces: facet('NAMESPACE')?.truncated ?? false },
    kinds: kinds ?? [],
  };
}

/**
 * Hook that loads the objects of `filter` in the given order, and keeps the list up to date. `filter`, `order` and
 * `columns` are compared by content. Until the first rows of a new list arrive or cannot be read, returns the previous
 * list, and `isBefore` is true.
 */
export function useList(
  filter: Parameters<typeof openList>[0] | undefined,
  order: Order,
  columns: readonly ChosenColumn[] | undefined,
  { everyMs, version }: Changes,
) {
  const key = filter && listKey(filter, order, columns);
  const wanted = useMemo(
    () => openList(filter ?? {}, order, columns),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the list
    [key],
  );
  const hasCome = useSyncExternalStore(wanted.state.subscribe, () => {
    const { begun, problem } = wanted.state.get();
    return begun || problem !== undefined;
  });
  const [list, setList] = useState(wanted);
  const isBefore = list !== wanted && !hasCome;
  if (list !== wanted && !isBefore) setList(wanted);
  const state = useSyncExternalStore(list.state.subscribe, list.state.get);
  useEffect(() => {
    if (key === undefined) return;
    void (wanted.state.get().begun ? wanted.refresh() : wanted.more());
    return () => wanted.leave();
  }, [wanted, key]);
  useFollowing(
    async () => {
      if (key !== undefined) await (wanted.state.get().begun ? wanted.refresh() : wanted.more());
    },
    everyMs,
    version,
  );
  return { list, state, isBefore };
}
