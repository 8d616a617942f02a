/** Page of the objects that the caller may see on all clusters. By default, unhealthy objects come first. */
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChosenAction } from '../actions/action-dialog.tsx';
import { RIGHTS_EVERY_MS } from '../actions/offered.ts';
import { counted } from '../format/count.ts';
import { coverageWords } from '../format/coverage.ts';
import { GroupBy } from '../groups/group-by.tsx';
import {
  ActionsDocument,
  SummaryDocument,
  type Action,
  type ObjectFilter,
  type ObjectStatus,
  type SummaryQuery,
} from '../graph/graphql.ts';
import { useChanges } from '../live.ts';
import { code } from '../parts/code.ts';
import { useKeys } from '../parts/keyboard.ts';
import { Announce } from '../parts/announce.tsx';
import { useRoving } from '../parts/roving.ts';
import { StatusShape } from '../parts/status.tsx';
import { isCondition, toggled, valuesOf, withValues, type Term } from '../query/language.ts';
import { partsOfNames, typedStatus, type Problem } from '../query/filter.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { CopyMenu } from './copy-menu.tsx';
import { labelOf } from './chosen-columns.ts';
import { FACETS, FURTHER_FACETS, IMAGE_FACETS, IMAGE_KEYS } from './facet-fields.ts';
import { Facets } from './facets.tsx';
import { beginList, rememberSearch } from './lists.ts';
import { ObjectGrid } from './object-grid.tsx';
import { BY_HEALTH, partsOf } from './order.ts';
import { QueryBox, type QueryBoxHandle } from './query-box.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';
import { useSelection } from './use-selection.ts';
import { useList, useMeaning, useQueryOfUrl } from './use-list.ts';
import './objects.css';

const ExportDialog = lazy(code(async () => ({ default: (await import('../export/export-dialog.tsx')).ExportDialog })));
const SelectionBar = lazy(code(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar })));
const ActionDialog = lazy(code(async () => ({ default: (await import('../actions/action-dialog.tsx')).ActionDialog })));
const ColumnsDialog = lazy(code(async () => ({ default: (await import('./columns-dialog.tsx')).ColumnsDialog })));
const GroupsView = lazy(code(async () => ({ default: (await import('../groups/groups-view.tsx')).GroupsView })));

const FACET_VALUES = 100;
const MOST_LABEL_FACETS = 3;
const EVERYTHING: ObjectFilter = {};
const NO_ACTIONS: readonly Action[] = [];

export function ObjectsPage() {
  const query = useQueryOfUrl();
  const { search, q, terms, setTerms: showTerms, order, setOrder, grouping, setGrouping, across, setAcross } = query;
  const { open: openGroups, setOpen, columns, setColumns } = query;
  const [settled, setSettled] = useState<string>();
  const isSettled = settled === q;
  const { meaning, known } = useMeaning(terms, { mayWait: settled === undefined });
  const setTerms = useCallback<typeof showTerms>(
    (next, options) => {
      if (!grouping) beginList(next, order, known, columns);
      showTerms(next, options);
    },
    [grouping, order, known, columns, showTerms],
  );
  const changes = useChanges(isSettled ? meaning?.filter : undefined);
  const { list, state, isBefore } = useList(grouping ? undefined : meaning?.filter, order, columns, changes);
  const hasRows = grouping !== undefined || (!isBefore && (state.begun || state.problem !== undefined));
  useSettling(q, hasRows, setSettled);
  const shownKeys = useMemo(
    () => [
      ...(grouping ? [grouping] : []),
      ...(across ? [across] : []),
      ...(columns ?? []).map(({ id }) => id),
      ...(asksForImages(terms) ? ['images'] : []),
    ],
    [grouping, across, columns, terms],
  );
  const facetFields = useMemo(
    () => [...FACETS, ...new Set(shownKeys.flatMap(it => FURTHER_FACETS[it] ?? []))],
    [shownKeys],
  );
  const showsImages = shownKeys.some(it => IMAGE_KEYS.includes(it));
  const facetLabels = useMemo(
    () => [...new Set(shownKeys.flatMap(it => labelOf(it) ?? []))].slice(0, MOST_LABEL_FACETS),
    [shownKeys],
  );
  const summary = useAnswer(
    SummaryDocument,
    {
      filter: meaning?.filter ?? EVERYTHING,
      fields: facetFields,
      ofImages: IMAGE_FACETS,
      asksForImages: showsImages,
      limit: FACET_VALUES,
    },
    { ...changes, paused: !meaning || !isSettled },
  );
  const answered = summary.data?.objects;
  // Rows and counts come from separate answers. Counts that are older than the rows and far too low are not used, but
  // requested again.
  const atLeast = isBefore || grouping ? 0 : state.rows.length / 2;
  const isBehind = answered != null && answered.totalCount < atLeast && (summary.at ?? 0) < (state.at ?? 0);
  const found = isBehind ? undefined : answered;
  const { refresh: countAgain } = summary;
  useEffect(() => {
    if (isBehind) void countAgain();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once per answer
  }, [isBehind, answered]);
  // Shows the previous counts until the new counts arrive, so that the page does not jump while the user types.
  const [counted, setCounted] = useState(found);
  if (found && found !== counted) setCounted(found);
  const shownCounts = found ?? counted;
  const facets = useMemo(
    () => (shownCounts?.facets ? [...shownCounts.facets, ...(shownCounts.ofImages ?? [])] : undefined),
    [shownCounts],
  );
  const [activeId, setActiveId] = useState(list.place.activeId);
  if (activeId === undefined && list.place.activeId !== undefined) setActiveId(list.place.activeId);
  // A row may become active while rows of the previous list are shown. Stores this row in the new list.
  useEffect(() => {
    list.place.activeId = activeId;
  }, [list, activeId]);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [exports, setExports] = useState(false);
  const [choosesColumns, setChoosesColumns] = useState(false);
  const closeFilters = useCallback(() => setFiltersOpen(false), []);
  const box = useRef<QueryBoxHandle>(null);
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: '/object', search: { id } });
  const active = state.rows.find(({ id }) => id === activeId);
  const said = texts.objects;
  const enabled =
    useAnswer(ActionsDocument, {}, { everyMs: RIGHTS_EVERY_MS, paused: settled === undefined }).data?.actions ??
    NO_ACTIONS;
  const selection = useSelection(list, state.rows);
  const [chosen, setChosen] = useState<ChosenAction>();
  const canSelect = enabled.length > 0;

  useEffect(() => {
    document.title = texts.title(q || said.title);
  }, [q, said.title]);
  const move = (by: number) => {
    const at = state.rows.findIndex(({ id }) => id === activeId);
    const next = state.rows[Math.min(state.rows.length - 1, Math.max(0, at + by))];
    if (next) setActiveId(next.id);
  };
  useKeys({
    '/': () => box.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    Enter: active && (() => open(active.id)),
    f: () => setTerms(toggled(terms, 'status', 'failed')),
    x: active && canSelect ? () => selection.select(active.id, false) : undefined,
    X: active && canSelect ? () => selection.select(active.id, true) : undefined,
    Escape: selection.rows.length > 0 ? selection.clear : q === '' ? undefined : () => setTerms([]),
  });

  const parts = useMemo(() => partsOfNames(terms), [terms]);
  useEffect(() => rememberSearch(search), [search]);
  const whole =
    found && terms.some(term => 'field' in term && term.field === 'cluster')
      ? coverageWords(found.coverage)
      : undefined;
  const orderBy = useMemo(
    () =>
      order === BY_HEALTH
        ? partsOf(meaning?.filter ?? {}, order)
            .flatMap(({ orderBy }) => orderBy)
            .slice(0, 1)
        : order,
    [meaning, order],
  );
  const selects = !grouping && selection.rows.length > 0;
  const problems = (
    <>
      {whole && whole.tone !== 'well' && (
        <span className="problem">{said.theseClusters(whole.sentences.join(' '))}</span>
      )}
      {(state.problem ?? summary.problem) && (
        <span className="problem" role="status">
          {said.notRefreshed((state.problem ?? summary.problem)?.message ?? '')}
        </span>
      )}
    </>
  );
  return (
    <div className="objects" data-filters={filtersOpen ? 'open' : undefined} data-before={isBefore || undefined}>
      <h1 className="sr-only">{said.title}</h1>
      {!grouping && (
        <a
          className="skip"
          href="#list"
          onClick={event => {
            event.preventDefault();
            document.getElementById('list')?.focus();
          }}
        >
          {said.skip}
        </a>
      )}
      <div className="objects-head">
        <QueryBox ref={box} q={q} facets={facets} known={known} onTerms={setTerms} />
        <button
          className="plain-button filters-button"
          aria-expanded={filtersOpen}
          onClick={() => setFiltersOpen(!filtersOpen)}
        >
          {said.filters}
        </button>
      </div>
      {meaning && meaning.problems.length > 0 && (
        <p className="query-problem" role="status">
          {meaning.problems.map(problemWords).join(' ')}
        </p>
      )}
      <StatusTabs facets={facets} atLeast={atLeast} terms={terms} onTerms={setTerms} />
      <div className="objects-body">
        <Facets
          facets={facets}
          labels={facetLabels}
          filter={isSettled ? meaning?.filter : undefined}
          terms={terms}
          onTerms={setTerms}
          onClose={closeFilters}
        />
        <section className="objects-list" aria-label={said.list}>
          <div className="list-top">
            <p className="list-line" data-covered={selects || undefined}>
              <span>{found ? said.count(found.totalCount) : said.counting}</span>
              <GroupBy label={texts.groups.by} grouping={grouping} onChange={setGrouping} />
              {grouping && (
                <GroupBy label={texts.groups.across} grouping={across} without={grouping} onChange={setAcross} />
              )}
              {grouping ? null : order === BY_HEALTH ? (
                <span className="quiet by-health">{said.byHealth}</span>
              ) : (
                <button className="link-button" onClick={() => setOrder(BY_HEALTH)}>
                  {said.orderByHealth}
                </button>
              )}
              {!selects && problems}
              <span className="fill" />
              {!grouping && (
                <button className="link-button columns-button" onClick={() => setChoosesColumns(true)}>
                  {texts.chosenColumns.button}
                </button>
              )}
              <ViewsMenu />
              <CopyMenu className="link-button" row={active} filter={meaning?.filter ?? EVERYTHING} orderBy={orderBy} />
              {meaning && (
                <button className="link-button" onClick={() => setExports(true)}>
                  {texts.export.open}
                </button>
              )}
            </p>
            {selects && (
              <Suspense fallback={<p className="selection">{texts.actions.selected(selection.rows.length)}</p>}>
                <SelectionBar rows={selection.rows} enabled={enabled} onClear={selection.clear} onAct={setChosen}>
                  {problems}
                </SelectionBar>
              </Suspense>
            )}
          </div>
          {grouping ? (
            <Suspense fallback={<p className="quiet groups-words">{texts.groups.counting}</p>}>
              {meaning && (
                <GroupsView
                  key={`${grouping} ${across ?? ''}`}
                  terms={terms}
                  filter={meaning.filter}
                  grouping={grouping}
                  across={across === grouping ? undefined : across}
                  open={openGroups}
                  onOpen={setOpen}
                  changes={changes}
                />
              )}
            </Suspense>
          ) : (
            <>
              <ObjectGrid
                list={list}
                state={state}
                total={isBefore ? undefined : found?.totalCount}
                order={order}
                onOrder={setOrder}
                activeId={activeId}
                onActive={setActiveId}
                onOpen={open}
                columns={columns}
                onColumns={setColumns}
                selected={canSelect ? selection.ids : undefined}
                onSelect={selection.select}
              />
              {state.begun && state.rows.length === 0 && !state.hasMore && (
                <div className="empty">
                  <p>
                    {found && found.coverage.rebuilding > 0
                      ? said.nothingYet
                      : q === ''
                        ? said.nothingAtAll
                        : said.nothingMatches}
                  </p>
                  {parts.length > 0 && <p className="quiet">{said.wholeNames(parts)}</p>}
                  {q === '' ? (
                    <p className="quiet">
                      {said.whyNothing} <Link to="/access">{said.myAccess}</Link>
                    </p>
                  ) : (
                    <button className="plain-button" onClick={() => setTerms([])}>
                      {said.clear}
                    </button>
                  )}
                </div>
              )}
            </>
          )}
        </section>
      </div>
      {chosen && (
        <Suspense>
          <ActionDialog {...chosen} onActed={() => void list.refresh()} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
      {choosesColumns && (
        <Suspense>
          <ColumnsDialog columns={columns} onColumns={setColumns} onClose={() => setChoosesColumns(false)} />
        </Suspense>
      )}
      {exports && meaning && (
        <Suspense>
          <ExportDialog
            filter={meaning.filter}
            orderBy={order === BY_HEALTH ? [] : order}
            total={found?.totalCount}
            onClose={() => setExports(false)}
          />
        </Suspense>
      )}
      <Announce text={found ? said.count(found.totalCount) : ''} />
      <Announce text={selection.rows.length > 0 ? texts.actions.selected(selection.rows.length) : ''} />
    </div>
  );
}

const asksForImages = (terms: readonly Term[]): boolean =>
  terms.some(term => isCondition(term) && (term.field === 'image' || term.field === 'imagerepository'));

/** Delay after the last change of the query, in milliseconds. */
const REST_MS = 300;

/**
 * Calls `settle` after the rows have arrived. Counts, names and the stream of changes then do not delay the rows. After
 * a change of the query, waits until the user has stopped typing.
 */
function useSettling(q: string, hasRows: boolean, settle: (q: string) => void): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!hasRows) return;
    const timer = setTimeout(
      () => {
        isFirst.current = false;
        settle(q);
      },
      isFirst.current ? 0 : REST_MS,
    );
    return () => clearTimeout(timer);
  }, [q, hasRows, settle]);
}

function problemWords(problem: Problem): string {
  return texts.queryProblem[problem.type](problem.value, problem.meant);
}

const TABS: readonly ObjectStatus[] = ['FAILED', 'IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT'];

interface StatusTabsProps {
  readonly facets: NonNullable<NonNullable<SummaryQuery['objects']>['facets']> | undefined;
  /** Half the number of rows. A lower count is out of date or belongs to another query, and is not shown. */
  readonly atLeast: number;
  readonly terms: readonly Term[];
  readonly onTerms: (terms: readonly Term[]) => void;
}

const ALL = 'ALL';
const TAB_KEYS: readonly string[] = [ALL, ...TABS];

/** Tabs with the number of objects per status. The numbers ignore the status that the query selects. */
const StatusTabs = memo(function StatusTabs({ facets, atLeast, terms, onTerms }: StatusTabsProps) {
  const facet = facets?.find(({ field }) => field === 'STATUS');
  const sum = facet?.values.reduce((sum, { count }) => sum + count, 0);
  const all = sum !== undefined && sum >= atLeast ? sum : undefined;
  const counts =
    all === undefined ? undefined : new Map(facet?.values.map(({ value, count }) => [value as ObjectStatus, count]));
  const roving = useRoving(TAB_KEYS);
  const chosen = valuesOf(terms, 'status');
  const onChoose = (status: ObjectStatus | undefined) =>
    onTerms(withValues(terms, 'status', status ? [typedStatus(status)] : []));
  return (
    <div className="status-tabs" role="toolbar" aria-label={texts.columns.status} {...roving.group}>
      <button aria-pressed={chosen.length === 0} onClick={() => onChoose(undefined)} {...roving.stop(ALL)}>
        {texts.objects.all} <span className="count">{all === undefined ? '…' : counted(all)}</span>
      </button>
      {TABS.map(status => (
        <button
          key={status}
          data-status={status}
          data-none={counts?.get(status) ? undefined : ''}
          {...roving.stop(status)}
          aria-pressed={chosen.includes(typedStatus(status))}
          onClick={() => onChoose(chosen.length === 1 && chosen[0] === typedStatus(status) ? undefined : status)}
        >
          <StatusShape status={status} /> {texts.status[status]}{' '}
          <span className="count">{counts ? counted(counts.get(status) ?? 0) : '…'}</span>
        </button>
      ))}
    </div>
  );
});
