import { isRecord } from './untrusted.ts';

/**
 * A pure function that reads each object once: the status of a row, its revision and its records often follow from the
 * same. Objects that were read are never changed.
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
