/**
 * Places for streams, shared by all windows of a browser. Over HTTP/1.1 a browser has six connections to one origin,
 * and each stream occupies one: with a stream in each of six windows, a seventh could send no request. A window without
 * a place polls instead. HTTP/2 has no such limit.
 */

/** Leaves two connections for requests. */
const AT_MOST = 4;
const KEY = 'fleetgraph-stream-';
/**
 * Time after which the places of a killed window are free. Timers of a busy or half-hidden window may be a minute late.
 */
const KEPT_MS = 150_000;
const RENEW_MS = 30_000;

type Slots = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** @returns Function that frees the slot; undefined if all slots are taken */
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
