/**
 * The order of ids: their texts by UTF-16 code units, `cluster/group/kind/namespace/name` with each part
 * percent-encoded. It breaks every tie, so every order is total. Parts are compared without building the ids; those
 * before the name by their ranks (ranks.ts).
 */
import { encodeSegment } from '../../schema/object-id.ts';

/** Orders two names, the last part of an id. */
export function compareIdNames(a: string, b: string): number {
  return a === b ? 0 : compareText(encodeSegment(a), encodeSegment(b));
}

/** Orders by UTF-16 code units: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * A part as spelled in an id, with the `/` after it, which sorts after `-` and `.`: these texts define the order of
 * parts.
 */
export function idPart(text: string): string {
  return `${encodeSegment(text)}/`;
}

/** An order of texts decided by their first difference. */
export interface TextOrder {
  /** By Latin-1 character: its position among all. */
  readonly places: Uint16Array;
  readonly compare: (a: string, b: string) => number;
}

export const BY_UNITS: TextOrder = { places: Uint16Array.from({ length: 256 }, (_, unit) => unit), compare: compareText };

/** Escaped characters sort at their `%`, among themselves in code order: their UTF-8 escapes have the same order. */
export const IN_IDS: TextOrder = {
  places: Uint16Array.from({ length: 256 }, (_, unit) => {
    const spelled = encodeSegment(String.fromCharCode(unit));
    return (spelled.charCodeAt(0) << 8) | (spelled.length === 1 ? 0 : unit);
  }),
  compare: compareIdNames,
};
