/** The views that somebody saved, kept in this browser; its tabs share them. */
import { store } from '../store.ts';
import { parseViews, withView, type View } from './views.ts';

const KEY = 'fleetgraph-views';

const views = store<readonly View[]>(parseViews(localStorage.getItem(KEY)));
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) views.set(parseViews(newValue));
});

export const savedViews = {
  subscribe: views.subscribe,
  get: views.get,
  save: (view: View): void => keep(withView(views.get(), view)),
  remove: (name: string): void => keep(views.get().filter(it => it.name !== name)),
};

function keep(next: readonly View[]): void {
  views.set(next);
  localStorage.setItem(KEY, JSON.stringify(next));
}
