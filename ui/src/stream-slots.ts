/**
 * Places for streams, which all windows of a browser share. Over HTTP/1.1 a browser has six connections to one origin,
 * and each stream keeps one of them: with a stream in each of six windows, a seventh could ask for nothing. A window
 * without a place asks by the clock instead. HTTP/2 has no such limit.
 */

/** Leaves two connections for what is asked. */
const AT_MOST = 4;
const KEY = 'fleetgraph-stream-';
/**
 * A window that was killed keeps its places for so long. Timers of a busy or half-hidden window may be a minute late.
 */
const KEPT_MS = 150_000;
const RENEW_MS = 30_000;

type Slots = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** @returns what gives the place back; undefined where all are taken */
export function takeSlot(slots: Slots = localStorage, isBound = isBoundHere()): (() => void) | undefined {
  if (!isBound) return () => undefined;
  const now = Date.now();
  const keys = Array.from({ length: slots.length }, (_, index) => slots.key(index) ?? '').filter(key =>
    key.startsWith(KEY),
  );
  const isTaken = (key: string) => Number(slots.getItem(key)) > now;
  for (const key of keys) if (!isTaken(key)) slots.removeItem(key);
  if (keys.filter(isTaken).length >= AT_MOST) return undefined;
  const own = `${KEY}${now.toString(36)}-${Math.random().toString(36).slice(2)}`;
  const hold = () => slots.setItem(own, String(Date.now() + KEPT_MS));
  hold();
  const timer = setInterval(hold, RENEW_MS);
  const leave = () => {
    clearInterval(timer);
    slots.removeItem(own);
    globalThis.removeEventListener?.('pagehide', leave);
  };
  globalThis.addEventListener?.('pagehide', leave);
  return leave;
}

function isBoundHere(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !/^h[23]/.test(page?.nextHopProtocol ?? '');
}
