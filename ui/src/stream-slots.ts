/**
 * Slots for streams, shared by all windows of a browser. Over HTTP/1.1, a browser opens at most six connections to one
 * server, and each stream occupies a connection. With six streams open, the browser could send no other request. A
 * window without a slot polls instead. HTTP/2 needs no slots, because all streams share one connection.
 */

/** Maximum number of streams. Leaves two connections for other requests. */
const AT_MOST = 4;
const KEY = 'fleetgraph-stream-';
/**
 * Time in milliseconds after which the slot of a killed window is free. The time is long, because timers of a busy or
 * hidden window may be a minute late.
 */
const KEPT_MS = 150_000;
const RENEW_MS = 30_000;

type Slots = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** @returns Function that frees the slot, or undefined if all slots are taken */
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
