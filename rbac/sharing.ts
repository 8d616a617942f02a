/**
 * One copy of what the grants of a fleet repeat: the same words, namespaces and references to roles stand in hundreds of thousands of bindings, and
 * each JSON text that is read makes them anew. It halves what a replica holds. A pool that is full is emptied, so that a leaf that makes up names
 * without end costs no more than that.
 */
import type { RoleRef } from './types.ts';

const MAX_SHARED = 10_000;
/** A longer text is nobody else's. */
const MAX_LENGTH = 128;

const texts = new Map<string, string>();
const roleRefs = new Map<string, RoleRef>();

export function sharedText(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const known = texts.get(text);
  if (known !== undefined) return known;
  return put(texts, text, text);
}

export function sharedRoleRef({ apiGroup, kind, name }: RoleRef): RoleRef {
  const made = { apiGroup: sharedText(apiGroup), kind: sharedText(kind), name };
  const key = JSON.stringify([apiGroup, kind, name]);
  if (key.length > 2 * MAX_LENGTH) return made;
  return roleRefs.get(key) ?? put(roleRefs, key, made);
}

function put<T>(pool: Map<string, T>, key: string, value: T): T {
  if (pool.size >= MAX_SHARED) pool.clear();
  pool.set(key, value);
  return value;
}
