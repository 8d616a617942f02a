/**
 * A copy with room for `needed` elements: a quarter more than before. Memory that nothing was written to is not there yet, so a growing array needs
 * no more than its content and, while it is copied, that once more.
 */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(array: T, needed: number): T {
  const length = Math.max(needed, Math.ceil(array.length * 1.25), array.length + 64);
  const copy = new (array.constructor as new (length: number) => T)(length);
  copy.set(array);
  return copy;
}
