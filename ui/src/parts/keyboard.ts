/** Single keys that do things on a page. They can be switched off, and do nothing while somebody types or a dialog is open. */
import { useEffect, useRef } from 'react';
import { keysAreOn } from './preferences.ts';

export type Keys = Readonly<Record<string, (() => void) | undefined>>;

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary')) return;
      const isCharacter = event.key.length === 1;
      if (isCharacter && !keysAreOn()) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role=menu], [role=dialog], [role=listbox]') !== null)
  );
}
