import { isRecord } from './untrusted.ts';

/**
 * Caches a pure function by object, so that it runs once for each object. The status, the revision and the records of
 * a row are often derived from the same result. An object must not change after it was read.
 */
export function oncePerObject<T>(read: (object: unknown) => T): (object: unknown) => T {
  const known = new WeakMap<object, { readonly found: T }>();
  return object => {
    if (!isRecord(object)) return read(object);
    let kept = known.get(object);
    if (!kept) known.set(object, (kept = { found: read(object) }));
    return kept.found;
  };
}
