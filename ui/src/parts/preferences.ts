/** Preferences of the user, stored in this browser: the theme, and whether single-key shortcuts are on. */
import { useSyncExternalStore } from 'react';
import { store } from '../store.ts';

export type Theme = 'system' | 'light' | 'dark';

const THEME = 'fleetgraph-theme';
const KEYS = 'fleetgraph-keys';

const theme = store<Theme>(asTheme(localStorage.getItem(THEME)));
const keys = store(localStorage.getItem(KEYS) !== 'off');

export function asTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** Writes the theme to the root element, where the style sheets read it. */
function show(): void {
  if (theme.get() === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.get();
}
show();

export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(THEME, chosen);
  theme.set(chosen);
  show();
}

export function switchKeys(on: boolean): void {
  localStorage.setItem(KEYS, on ? 'on' : 'off');
  keys.set(on);
}

export const keysAreOn = (): boolean => keys.get();
export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get);
export const useKeysAreOn = (): boolean => useSyncExternalStore(keys.subscribe, keys.get);
