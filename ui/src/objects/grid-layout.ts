/**
 * How the rows are laid out: by the room that they have, in units of the text, so that large text and a narrow window
 * are the same to them. objects.css has the rest under `data-layout`.
 */
import { useLayoutEffect, useState, type RefObject } from 'react';

export interface GridLayout {
  /** `cards`: three lines a row; `rows`: the main columns; `wide`: all columns. */
  readonly type: 'cards' | 'rows' | 'wide';
  /** Of one row, in pixels. */
  readonly height: number;
}

/** In widths of 1rem. */
const ROWS_FROM = 64;
const WIDE_FROM = 100;
/** In heights of 1rem. */
const HEIGHTS = { cards: 5.85, rows: 30 / 13, wide: 30 / 13 } as const;

export function layoutFor(width: number, rem: number): GridLayout {
  const type = width < ROWS_FROM * rem ? 'cards' : width < WIDE_FROM * rem ? 'rows' : 'wide';
  return { type, height: Math.round(HEIGHTS[type] * rem) };
}

/** `unit`: an element of 1rem, whose size changes when that of the text does. */
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
