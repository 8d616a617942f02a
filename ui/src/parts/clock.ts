/** Clock for components. Ticks every second while the page is visible, and gives all components the same time. */
import { useSyncExternalStore } from 'react';
import { store } from '../store.ts';

const TICK_MS = 1_000;
const now = store(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;
let readers = 0;

function subscribe(listener: () => void): () => void {
  const unsubscribe = now.subscribe(listener);
  if (readers++ === 0) timer = setInterval(() => document.hidden || now.set(Date.now()), TICK_MS);
  return () => {
    unsubscribe();
    if (--readers === 0) clearInterval(timer);
  };
}

/**
 * Present time, rounded down to multiples of `stepMs`. A component that shows minutes is then not rendered every
 * second.
 */
export function useNow(stepMs = TICK_MS): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now.get() / stepMs) * stepMs);
}
