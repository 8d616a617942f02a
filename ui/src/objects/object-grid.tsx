/**
 * Virtual grid: only rows in or near the view are in the document. All rows have the same height. When rows above the
 * view appear or disappear, the row at the top of the view stays in place. The scrollbar also covers rows that are not
 * loaded yet, up to AHEAD rows. A row that is not loaded is shown as a placeholder.
 */
import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { ObjectOrderField } from '../graph/graphql.ts';
import { Announce } from '../parts/announce.tsx';
import { useNow } from '../parts/clock.ts';
import { publicPath } from '../public-path.ts';
import { printSearch } from '../query/url.ts';
import { texts } from '../texts.ts';
import { arrivals } from './arrivals.ts';
import { withWidth, type ChosenColumn } from './chosen-columns.ts';
import { COLUMNS, columnsOf, NARROWER, templateOf, type Column } from './columns.tsx';
import { useGridLayout } from './grid-layout.ts';
import type { ListState, ObjectList, Row } from './object-list.ts';
import { BY_HEALTH, pressed, type Order } from './order.ts';

/**
 * Maximum number of rows that the user can scroll past the last loaded row. Browsers limit the height of an element,
 * and all rows in between must be loaded.
 */
const AHEAD = 20_000;

interface GridProps {
  readonly list: ObjectList;
  readonly state: ListState;
  /** Number of rows in the whole list. Undefined if unknown. */
  readonly total: number | undefined;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly activeId: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onOpen: (id: string) => void;
  /** If undefined, the grid shows the default columns of its layout. */
  readonly columns: readonly ChosenColumn[] | undefined;
  readonly onColumns: (columns: readonly ChosenColumn[]) => void;
  /** Ids of the selected rows. Undefined if rows cannot be selected. */
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: (id: string, isRange: boolean) => void;
}

export function ObjectGrid(props: GridProps) {
  const {
    list,
    state,
    total,
    order,
    onOrder,
    activeId,
    onActive,
    onOpen,
    columns: chosen,
    onColumns,
    selected,
    onSelect,
  } = props;
  const { rows, hasMore, begun, problem } = state;
  const frame = useRef<HTMLDivElement>(null);
  const unit = useRef<HTMLSpanElement>(null);
  const { type: layout, height } = useGridLayout(frame, unit);
  // Widths while the user drags the edge of a column. After dragging, the widths are in the URL.
  const [dragged, setDragged] = useState<readonly ChosenColumn[]>();
  const usual = layout === 'wide' ? COLUMNS : NARROWER;
  const own = layout === 'cards' ? undefined : (dragged ?? chosen);
  const columns = useMemo(() => (own ? columnsOf(own) : usual), [own, usual]);
  const size = own && templateOf(own);
  const scroller = useRef<HTMLDivElement>(null);
  const waiting = hasMore && begun ? Math.min(AHEAD, Math.max(1, (total ?? 0) - rows.length)) : 0;
  const count = rows.length + waiting;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: list.place.scrollTop,
  });
  const items = virtual.getVirtualItems();

  useEffect(() => virtual.measure(), [virtual, height]);
  const arrived = useKeptPlace(scroller, list, rows, height);
  const top = Math.floor((virtual.scrollOffset ?? 0) / height);
  // Number of new rows that are still above the view.
  const unseen = arrived.size === 0 || top === 0 ? 0 : rows.slice(0, top).filter(({ id }) => arrived.has(id)).length;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (begun && hasMore && !problem) void list.upTo(last + 20);
  }, [begun, hasMore, problem, last, list]);
  const activeIndex = useMemo(
    () => (activeId === undefined ? -1 : rows.findIndex(({ id }) => id === activeId)),
    [rows, activeId],
  );
  useEffect(() => {
    if (activeIndex >= 0) virtual.scrollToIndex(activeIndex, { align: 'auto' });
    // Scrolls only if another row becomes active. Otherwise each refresh would scroll back to the active row.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [activeId]);

  /** Index of a row that becomes active as soon as the row is loaded. Undefined if the user waits for no row. */
  const way = useRef<number>(undefined);
  useEffect(() => void (way.current = undefined), [activeId, list]);
  const goTo = async (index: number) => {
    const known = rows[index];
    if (known) return onActive(known.id);
    way.current = index;
    virtual.scrollToIndex(index, { align: 'auto' });
    await list.upTo(index);
    const loaded = list.state.get().rows;
    const row = loaded[index] ?? (list.state.get().hasMore ? undefined : loaded.at(-1));
    if (row && way.current === index) onActive(row.id);
  };
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Handles the space key only if the grid itself has the focus. A button in the header handles its own keys.
    if (event.key === ' ' && event.target === event.currentTarget && selected && activeId !== undefined) {
      event.preventDefault();
      return onSelect(activeId, event.shiftKey);
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[
      event.key
    ];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const from = way.current ?? activeIndex;
    void goTo(Math.min((total === undefined ? rows.length : count) - 1, Math.max(0, from + step)));
  };

  const now = useNow(layout === 'cards' ? 30_000 : 5_000);
  const router = useRouter();
  const picked = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const row = rows[Number(target.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')) - 2];
    if (row && target.closest('.select')) {
      getSelection()?.removeAllRanges(); // removes the text selection that the browser makes with Shift
      return onSelect(row.id, event.shiftKey);
    }
    const isLink = target.closest('a') !== null;
    // With a modifier key, the browser handles the click on a link. Selecting text is not a click.
    if (
      !row ||
      (isLink
        ? event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
        : getSelection()?.isCollapsed === false)
    )
      return;
    event.preventDefault();
    onActive(row.id);
    onOpen(row.id);
  };
  return (
    <div className="grid-place">
      <span ref={unit} className="one-rem" aria-hidden="true" />
      {unseen > 0 && (
        <button className="arrivals" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
          {texts.objects.arrived(unseen)}
        </button>
      )}
      <Announce text={unseen > 0 ? texts.objects.arrived(unseen) : ''} />
      <div
        ref={frame}
        id="list"
        className="grid-frame"
        data-layout={layout}
        data-own={own ? '' : undefined}
        style={size && ({ '--columns': size.template, '--least': `${size.least}rem` } as CSSProperties)}
        role="grid"
        aria-label={texts.objects.rows}
        aria-multiselectable={selected ? true : undefined}
        data-selects={selected ? '' : undefined}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={!begun}
        tabIndex={0}
        aria-activedescendant={items.some(({ index }) => index === activeIndex) ? rowId(activeIndex) : undefined}
        onKeyDown={keyDown}
      >
        <div role="rowgroup" className="grid-head">
          <div role="row" aria-rowindex={1} className="grid-row">
            {selected && (
              <div role="columnheader" className="cell select">
                <span className="sr-only">{texts.actions.selection}</span>
              </div>
            )}
            {columns.map(({ id, title, order: field }) => (
              <div
                key={id}
                role="columnheader"
                className={`cell ${classOf(id)}`}
                aria-sort={field && mainSortOf(order, field)}
              >
                {field ? (
                  <button
                    title={texts.objects.orderHow}
                    onClick={event => onOrder(pressed(order, field, event.shiftKey))}
                  >
                    {title}
                    <Sort order={order} field={field} />
                  </button>
                ) : (
                  title
                )}
                {layout !== 'cards' && (
                  <Edge
                    rem={unit}
                    onWidth={width => setDragged(withWidth(own ?? usual.map(it => ({ id: it.id })), id, width))}
                    onEnd={() => {
                      if (dragged) onColumns(dragged);
                      setDragged(undefined);
                    }}
                  />
                )}
              </div>
            ))}
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          className="grid-scroll"
          onClick={picked}
          onPointerEnter={() => void router.preloadRoute({ to: '/object', search: { id: '' } })}
          onScroll={event => (list.place.scrollTop = event.currentTarget.scrollTop)}
        >
          <div role="presentation" className="grid-space" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rows[index];
              if (!row) {
                // Only the first visible placeholder shows a text or a button.
                const says = index === Math.max(rows.length, top);
                return (
                  <div
                    key={`waiting ${index}`}
                    role="row"
                    className="grid-row grid-more"
                    style={placeOf(start, height)}
                  >
                    <div role="gridcell">
                      {!says ? (
                        <span className="grid-wait" />
                      ) : problem ? (
                        <button className="link-button" onClick={() => void list.upTo(last + 20)}>
                          {texts.objects.tryAgain}
                        </button>
                      ) : (
                        texts.objects.loadingMore
                      )}
                    </div>
                  </div>
                );
              }
              return (
                <OneRow
                  key={row.id}
                  {...{ row, columns, index, start, height, now }}
                  isActive={row.id === activeId}
                  isSelected={selected?.has(row.id)}
                />
              );
            })}
          </div>
          {!begun && (
            <div role="row" className="grid-words">
              <div role="gridcell">{problem ? problem.message : texts.objects.loading}</div>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * CSS class of a column. All columns of labels share a class, because keys of labels may contain characters that are
 * invalid in a class.
 */
const classOf = (id: string): string => (id.startsWith('label:') ? 'label' : id);

interface EdgeProps {
  /** Element that is 1 rem wide. */
  readonly rem: RefObject<HTMLElement | null>;
  /** Called with the width in rem. */
  readonly onWidth: (width: number) => void;
  readonly onEnd: () => void;
}

/** Right edge of a column. Dragging the edge sets the width. Keyboard users set widths in the dialog of the columns. */
function Edge({ rem, onWidth, onEnd }: EdgeProps) {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  return (
    <span
      className="edge"
      aria-hidden="true"
      onPointerDown={event => {
        const cell = event.currentTarget.parentElement;
        if (!cell || event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: cell.getBoundingClientRect().width };
      }}
      onPointerMove={event => {
        const unit = rem.current?.getBoundingClientRect().width ?? 0;
        if (start.current && unit > 0) onWidth((start.current.width + event.clientX - start.current.x) / unit);
      }}
      onLostPointerCapture={() => {
        start.current = undefined;
        onEnd();
      }}
    />
  );
}

const rowId = (index: number): string => `row-${index}`;

const placeOf = (start: number, height: number) => ({ top: start, height });

interface RowProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly now: number;
  readonly isActive: boolean;
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
}

/**
 * Memoized, so that scrolling does not render unchanged rows again. Uses a plain link instead of a link of the router,
 * to save rendering time.
 */
const OneRow = memo(function OneRow({ row, columns, index, start, height, now, isActive, isSelected }: RowProps) {
  return (
    <div
      id={rowId(index)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      className="grid-row"
      data-status={row.status}
      style={placeOf(start, height)}
    >
      {isSelected !== undefined && (
        <div role="gridcell" className="cell select">
          {/* Not a tab stop, because the keyboard moves between rows. */}
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.actions.select(row.name)}
            checked={isSelected}
            readOnly
          />
        </div>
      )}
      {columns.map(({ id, cell, whole }) => (
        <div key={id} role="gridcell" className={`cell ${classOf(id)}`} title={whole?.(row)}>
          {id === 'name' ? (
            <a href={`${publicPath}/object${printSearch({ id: row.id })}`} aria-label={row.name}>
              {cell(row, now)}
            </a>
          ) : (
            cell(row, now)
          )}
        </div>
      ))}
    </div>
  );
});

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Keeps the row at the top of the view in place when rows above appear or disappear. If the user is at the top of the
 * list, new rows become visible instead. Returns the ids of rows that arrived above since the user left the top.
 */
function useKeptPlace(
  scroller: React.RefObject<HTMLDivElement | null>,
  list: ObjectList,
  rows: readonly Row[],
  height: number,
): ReadonlySet<string> {
  const before = useRef({ list, rows });
  const [arrived, setArrived] = useState(NOTHING);
  useLayoutEffect(() => {
    const { list: listBefore, rows: rowsBefore } = before.current;
    before.current = { list, rows };
    const element = scroller.current;
    if (!element) return;
    if (listBefore !== list) {
      element.scrollTop = list.place.scrollTop;
      setArrived(NOTHING);
      return;
    }
    if (rowsBefore === rows) return;
    if (element.scrollTop < height) return setArrived(NOTHING);
    const { moved, above } = arrivals(rowsBefore, rows, Math.floor(element.scrollTop / height));
    if (moved !== 0) element.scrollTop += moved * height;
    if (above.length > 0) setArrived(known => new Set([...known, ...above]));
  }, [scroller, list, rows, height]);
  return arrived;
}

/** Direction in which the column is sorted, and its rank if the list is sorted by several columns. */
function Sort({ order, field }: { order: Order; field: ObjectOrderField }) {
  const keys = order === BY_HEALTH ? [] : order;
  const at = keys.findIndex(key => key.field === field);
  if (at < 0) return null;
  return (
    <>
      <span className="sort" aria-hidden="true" data-direction={keys[at]?.direction}>
        {keys.length > 1 && <sub>{at + 1}</sub>}
      </span>
      {at > 0 && <span className="sr-only">{texts.objects.orderKey(at + 1)}</span>}
    </>
  );
}

function mainSortOf(order: Order, field: ObjectOrderField): 'ascending' | 'descending' | undefined {
  const [main] = order === BY_HEALTH ? [] : order;
  if (main?.field !== field) return undefined;
  return main.direction === 'ASC' ? 'ascending' : 'descending';
}
