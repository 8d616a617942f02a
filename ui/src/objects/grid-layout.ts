/**
 * Layout of the rows for the available width. The width is measured in rem, so that large text has the same effect as a
 * narrow window. The other rules of a layout are in objects.css under `data-layout`.
 */
import { useLayoutEffect, useState, type RefObject } from 'react';

export interface GridLayout {
  /** `cards`: three lines per row. `rows`: the main columns. `wide`: all default columns. */
  readonly type: 'cards' | 'rows' | 'wide';
  /** Height of one row, in pixels. */
  readonly height: number;
}

/** Minimum widths of the layouts `rows` and `wide`, in rem. */
const ROWS_FROM = 64;
const WIDE_FROM = 100;
/** Height of one row, in rem. */
const HEIGHTS = { cards: 5.85, rows: 30 / 13, wide: 30 / 13 } as const;

export function layoutFor(width: number, rem: number): GridLayout {
  const type = width < ROWS_FROM * rem ? 'cards' : width < WIDE_FROM * rem ? 'rows' : 'wide';
  return { type, height: Math.round(HEIGHTS[type] * rem) };
}

/** `unit`: an element with a width of 1 rem. Its width changes with the text size. */
export function useGridLayout(frame: RefObject<HTMLElement | null>, unit: RefObject<HTMLElement | null>): GridLayout {
  const [layout, setLayout] = useState(() => layoutFor(window.innerWidth, 13));
  useLayoutEffect(() => {
    const [framed, rem] = [frame.current, unit.current];
    if (!framed || !rem) return;
    const measure = () => {
      const next = layoutFor(framed.clientWidth, rem.getBoundingClientRect().width);
      setLayout(before => (before.type === next.type && before.height === next.height ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(framed);
    observer.observe(rem);
    return () => observer.disconnect();
  }, [frame, unit]);
  return layout;
}
