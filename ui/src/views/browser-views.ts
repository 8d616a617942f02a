/** Views that an earlier version of the Explorer stored in this browser, until they are imported or dropped. */
import { parseViews, type View } from './views.ts';

const KEY = 'fleetgraph-views';

export const browserViews = (): readonly View[] => parseViews(localStorage.getItem(KEY));

/** Keeps only these views; without any, removes all. */
export function keepBrowserViews(views: readonly View[]): void {
  if (views.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(views));
}
