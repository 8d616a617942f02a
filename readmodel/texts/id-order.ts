/**
 * The order of ids: that of their texts by UTF-16 code units, `cluster/group/kind/namespace/name` with each part percent-encoded. It ends
 * every tie, so every order is total. Parts are compared without building the ids, those before the name by their ranks (ranks.ts).
 */
import { encodeSegment } from '../../schema/object-id.ts';

/** Orders two names, the last part of an id. */
export function compareIdNames(a: string, b: string): number {
  return a === b ? 0 : compareText(encodeSegment(a), encodeSegment(b));
}

/** By UTF-16 code units: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A part as it stands in an id, with the `/` behind it, which comes after `-` and `.`: parts are in the order of these texts. */
export function idPart(text: string): string {
  return `${encodeSegment(text)}/`;
}
