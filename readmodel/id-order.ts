/**
 * The order of ids: that of their texts by UTF-16 code units, `cluster/group/kind/namespace/name` with each part percent-encoded. It ends
 * every tie, so every order is total. Parts are compared without building the ids.
 */

const SLASH = 0x2f;
/** What encodeURIComponent leaves alone. */
const PLAIN = /^[\w.!~*'()-]*$/;

/** Orders two parts that are followed by a `/`: a part that ends counts as having a `/` there, which comes after `-` and `.`. */
export function compareIdParts(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [encoded(a), encoded(b)];
  if (right.startsWith(left)) return SLASH - right.charCodeAt(left.length);
  if (left.startsWith(right)) return left.charCodeAt(right.length) - SLASH;
  return left < right ? -1 : 1;
}

/** Orders two names, the last part of an id. */
export function compareIdNames(a: string, b: string): number {
  return a === b ? 0 : compareText(encoded(a), encoded(b));
}

/** By UTF-16 code units: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A part as it stands in an id, with the `/` behind it: sorts as compareIdParts() says. */
export function idPart(text: string): string {
  return `${encodeURIComponent(text)}/`;
}

function encoded(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text);
}
