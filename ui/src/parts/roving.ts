/** Group of controls with one tab stop. The arrow keys, Home and End move between the controls. */
import { useState, type FocusEvent, type KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

export interface Roving {
  /** Properties for the element around the controls. */
  readonly group: { onKeyDown(event: KeyboardEvent<HTMLElement>): void; onFocus(event: FocusEvent<HTMLElement>): void };
  /** Properties for the control with this key. */
  stop(key: string): { 'data-stop': string; tabIndex: 0 | -1 };
}

/** `keys`: keys of the visible controls, in the order in which the arrow keys visit them. */
export function useRoving(keys: readonly string[]): Roving {
  const [latest, setLatest] = useState<string>();
  const current = latest !== undefined && keys.includes(latest) ? latest : keys[0];
  return {
    group: {
      onKeyDown(event) {
        const step = STEPS[event.key];
        const at = keys.indexOf((event.target as HTMLElement).dataset['stop'] ?? '');
        if (step === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const next = keys[Math.min(keys.length - 1, Math.max(0, at + step))];
        const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
        controls.find(({ dataset }) => dataset['stop'] === next)?.focus();
      },
      onFocus(event) {
        const key = event.target.dataset['stop'];
        if (key !== undefined) setLatest(key);
      },
    },
    stop: key => ({ 'data-stop': key, tabIndex: key === current ? 0 : -1 }),
  };
}
