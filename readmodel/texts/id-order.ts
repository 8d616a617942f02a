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

/** An order of texts that their first difference decides. */
export interface TextOrder {
  /** By Latin-1 character: where it stands among all. */
  readonly places: Uint16Array;
  readonly compare: (a: string, b: string) => number;
}

export const BY_UNITS: TextOrder = { places: Uint16Array.from({ length: 256 }, (_, unit) => unit), compare: compareText };

/** Characters that ids spell otherwise stand where their `%` does, one behind the other: what UTF-8 spells for them is in their own order. */
export const IN_IDS: TextOrder = {
  places: Uint16Array.from({ length: 256 }, (_, unit) => {
    const spelled = encodeSegment(String.fromCharCode(unit));
    return (spelled.charCodeAt(0) << 8) | (spelled.length === 1 ? 0 : unit);
  }),
  compare: compareIdNames,
};
