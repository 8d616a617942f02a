/**
 * Keeps what is shown up to date: asks again every few seconds while somebody looks. This is the one place that knows how changes are
 * learned of.
 */
import { useEffect, useRef } from 'react';

export const LIST_EVERY_MS = 5_000;
export const DETAILS_EVERY_MS = 10_000;

/** Calls `refresh` again and again, one at a time; at once when the page is looked at again or the network is back. */
export function useFollowing(refresh: () => Promise<void>, everyMs: number): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const later = () => {
      clearTimeout(timer);
      if (!ended) timer = setTimeout(() => void now(), everyMs);
    };
    const now = async () => {
      clearTimeout(timer);
      if (!document.hidden) await latest.current();
      later();
    };
    const looked = () => {
      if (!document.hidden) void now();
    };
    later();
    document.addEventListener('visibilitychange', looked);
    window.addEventListener('online', looked);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', looked);
      window.removeEventListener('online', looked);
    };
  }, [everyMs]);
}
