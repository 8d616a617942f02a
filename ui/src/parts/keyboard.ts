/**
 * Keyboard shortcuts. They do nothing while a dialog is open. While the user types, only the shortcut of the palette
 * works. The user can switch off the shortcuts that consist only of characters.
 */
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
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary'))
        return;
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

/** Maximum time between `g` and the next key, in milliseconds. */
const GO_MS = 1_500;

/**
 * Calls `open` with the key that the user presses after `g`, and runs the returned function. The key's own shortcut on
 * the page is then ignored.
 */
export function useGoKeys(open: (key: string) => (() => void) | undefined): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    let until = 0;
    const pressed = (event: KeyboardEvent) => {
      const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isAlone || !keysAreOn() || isTyping(event) || document.querySelector('dialog[open]')) return;
      const act = event.timeStamp < until ? latest.current(event.key) : undefined;
      until = event.key === 'g' ? event.timeStamp + GO_MS : 0;
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Captures the event before the shortcuts of the page. Those shortcuts ignore events whose default is prevented.
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, []);
}

/** On a Mac, the palette uses ⌘ instead of Ctrl, because Ctrl+K deletes to the end of the line. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shortcut of the palette, as shown to users. */
export const PALETTE_KEYS = isMac ? '⌘K' : 'Ctrl+K';

/** Calls `open` when the user presses PALETTE_KEYS, also while the user types. */
export function usePaletteKeys(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isHeld = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!isHeld || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) latest.current();
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, []);
}

/**
 * True if the user types in a field, or uses a menu, a list box or a dialog. Uses composedPath(), because events from
 * the shadow root of the editor seem to come from its host element.
 */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    ((target.isContentEditable && target.ariaReadOnly !== 'true') ||
      target.closest('input, textarea, select, [role=menu], [role=dialog], [role=listbox]') !== null)
  );
}
