/**
 * The views that an earlier version of the Explorer kept in this browser. They are there until they are imported or
 * dropped.
 */
import { parseViews, type View } from './views.ts';

const KEY = 'fleetgraph-views';

export const browserViews = (): readonly View[] => parseViews(localStorage.getItem(KEY));

/** Keeps these only; none: forgets them all. */
export function keepBrowserViews(views: readonly View[]): void {
  if (views.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(views));
}
