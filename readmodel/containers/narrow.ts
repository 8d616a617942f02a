/**
 * Columns of numbers that are mostly small (kinds, versions, reasons): one byte each while all fit, then two, then
 * four. A column never narrows: it is copied when its 256th and its 65 536th number arrives, and never again.
 */
import { grown } from './grown.ts';

/** Only written() writes to it: other writes could truncate a number. */
export type NarrowArray = Readonly<Uint8Array> | Readonly<Uint16Array> | Readonly<Uint32Array>;

type Writable = Uint8Array | Uint16Array | Uint32Array;

/** Writes a number, widening the array if needed. Continue with the returned array. */
export function written(array: NarrowArray, at: number, number: number): NarrowArray {
  (array as Writable)[at] = number;
  if (array[at] === number) return array;
  const wider = grown<Writable>(number < 2 ** 16 ? new Uint16Array(0) : new Uint32Array(0), array.length);
  wider.set(array);
  wider[at] = number;
  return wider;
}
