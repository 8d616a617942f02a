/**
 * Views that an earlier version of the Explorer stored in this browser. These views stay until the user imports or
 * drops them.
 */
import { parseViews, type View } from './views.ts';

const KEY = 'fleetgraph-views';

export const browserViews = (): readonly View[] => parseViews(localStorage.getItem(KEY));

/** Replaces the stored views. Removes the entry if the list is empty. */
export function keepBrowserViews(views: readonly View[]): void {
  if (views.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(views));
}
