/**
 * Arrays that grow. Small ones are copied. Large ones lie at the beginning of a range of addresses that is theirs alone, so they grow where they are, by
 * what is needed and little more: nothing is copied, nothing is twice there, and no room waits for what may never come. Addresses take no memory.
 *
 * The range is a growable SharedArrayBuffer, though nothing is shared, and each array a view of fixed length: these are as fast as any other, where views
 * that follow a buffer's length, and all views of a resizable ArrayBuffer, take several times as long (V8 13).
 */
export type Growing = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Arrays of fewer bytes are copied. */
const LARGE = 2 ** 18;
/** A large array grows by a quarter, but by no more bytes than this. */
const STEP = 2 ** 18;
/** Addresses for one array. */
const RANGE = 2 ** 30;

const ranges = new Set<WeakRef<SharedArrayBuffer>>();
/** Not asked for again: being refused costs several collections of garbage. */
let areRefused = false;

/**
 * The array with room for `needed` elements, those behind its end being 0. What was there may or may not be the same memory: the caller goes on
 * with the one that is returned.
 */
export function grown<T extends Growing>(array: T, needed: number): T {
  const { length, BYTES_PER_ELEMENT: width } = array;
  const room = Math.max(needed, Math.ceil(length + Math.min(length / 4, STEP / width)), length + 64);
  const [type, bytes] = [array.constructor as new (room: number | SharedArrayBuffer, offset?: number, length?: number) => T, room * width];
  const { buffer } = array;
  if ('growable' in buffer && buffer.growable && bytes <= buffer.maxByteLength) {
    if (bytes > buffer.byteLength) buffer.grow(bytes);
    return new type(buffer, 0, room);
  }
  const range = bytes < LARGE || areRefused ? undefined : newRange(bytes);
  const copy = range ? new type(range, 0, room) : new type(room);
  copy.set(array);
  return copy;
}

/** Bytes of all large arrays. `process.memoryUsage()` knows of them in `rss` alone. */
export function bytesInRanges(): number {
  let bytes = 0;
  for (const range of ranges) bytes += range.deref()?.byteLength ?? 0;
  return bytes;
}

/** undefined where the process may not have so many addresses, as under `ulimit -v`: there large arrays are copied, too. */
function newRange(bytes: number): SharedArrayBuffer | undefined {
  for (const range of ranges) if (!range.deref()) ranges.delete(range);
  try {
    const range = new SharedArrayBuffer(bytes, { maxByteLength: Math.max(RANGE, bytes * 4) });
    ranges.add(new WeakRef(range));
    return range;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    areRefused = true;
    return undefined;
  }
}
