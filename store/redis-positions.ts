/**
 * Positions in the logs in Redis. A position consists of the incarnation of the content and an id of the cluster's
 * stream.
 */
import { POSITION_BYTES, type Position } from './store.ts';

export interface LogPlace {
  readonly incarnation: string;
  /** Id of an entry in the stream: milliseconds and a number, such as `1769860800000-3`. */
  readonly id: string;
}

/** Id that is lower than every id of a log. */
export const NO_ID = '0-0';

export function positionAt({ incarnation, id }: LogPlace): Position {
  return `${incarnation}:${id}`;
}

/** Undefined for a position of another kind of store. */
export function placeOf(position: Position): LogPlace | undefined {
  const [, incarnation, id] = /^([^:]*):(\d+-\d+)$/.exec(position) ?? [];
  return incarnation === undefined || id === undefined ? undefined : { incarnation, id };
}

export function isNewer(id: string, than: string): boolean {
  const [[millis, number], [thanMillis, thanNumber]] = [partsOf(id), partsOf(than)];
  return millis > thanMillis || (millis === thanMillis && number > thanNumber);
}

/**
 * Packs a position into POSITION_BYTES. Undefined for a position that does not fit, such as the position of an empty
 * log. Omits the incarnation. Ids begin with a time, so they sort without the incarnation.
 */
export function packed(position: Position): Buffer | undefined {
  const [millis, number] = partsOf(placeOf(position)?.id ?? NO_ID);
  if (millis === 0 || millis >= 2 ** 48 || number >= 2 ** 16) return undefined;
  const bytes = Buffer.alloc(POSITION_BYTES);
  bytes.writeUIntBE(millis, 0, 6);
  bytes.writeUInt16BE(number, 6);
  return bytes;
}

/** @param near A position of the same cluster. The result has its incarnation */
export function unpacked(bytes: Buffer, near: Position): Position {
  return positionAt({
    incarnation: placeOf(near)?.incarnation ?? '',
    id: `${bytes.readUIntBE(0, 6)}-${bytes.readUInt16BE(6)}`,
  });
}

function partsOf(id: string): [millis: number, number: number] {
  const [millis = 0, number = 0] = id.split('-').map(Number);
  return [millis, number];
}
