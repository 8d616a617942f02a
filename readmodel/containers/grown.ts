/**
 * Growable arrays. Small arrays are copied. Large arrays lie at the start of their own address range and grow in place,
 * by little more than needed: nothing is copied or held twice. Address space takes no memory.
 *
 * The range is a growable SharedArrayBuffer, although nothing is shared, and each array is a view of fixed length. Such
 * views are as fast as any array. Views that track a buffer's length, and all views of a resizable ArrayBuffer, are
 * several times slower (V8 13).
 */
export type Growing = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Arrays below this size in bytes are copied. */
const LARGE = 2 ** 18;
/** Maximum growth of a large array in bytes; otherwise it grows by a quarter. */
const STEP = 2 ** 18;
/** Address space for one array, in bytes. */
const RANGE = 2 ** 30;

const ranges = new Set<WeakRef<SharedArrayBuffer>>();
/** Set after the first refusal: each refused request costs several garbage collections. */
let areRefused = false;

/**
 * The array with room for `needed` elements; new elements are 0. The memory may or may not be the same, so the caller
 * continues with the returned array.
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

/** Bytes of all large arrays. `process.memoryUsage()` counts them only in `rss`. */
export function bytesInRanges(): number {
  let bytes = 0;
  for (const range of ranges) bytes += range.deref()?.byteLength ?? 0;
  return bytes;
}

/**
 * Undefined if the process may not reserve this much address space, as under `ulimit -v`: large arrays are then copied
 * too.
 */
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
