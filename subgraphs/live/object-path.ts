/**
 * Names that can stand in a URL path as they are. An API server decodes the path before it splits it, so a slash in a name would ask for a
 * subresource, and dots for another object; no object has such a name.
 */
export function isPathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/%\p{Cc}]/u.test(name);
}

/** A namespace, or '' for none. */
export function isScope(namespace: string): boolean {
  return namespace === '' || isPathSegment(namespace);
}
