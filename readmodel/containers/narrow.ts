/**
 * Columns of numbers of which there are mostly few (kinds, versions, reasons): one byte each while all of them fit into that, then two, then four. A column
 * that got wider stays so: it is copied when its 256th and its 65 536th number comes, and never again.
 */
import { grown } from './grown.ts';

/** Written by written() alone: otherwise a number that does not fit would be another one. */
export type NarrowArray = Readonly<Uint8Array> | Readonly<Uint16Array> | Readonly<Uint32Array>;

type Writable = Uint8Array | Uint16Array | Uint32Array;

/** Writes a number where there is room for one. Whoever does goes on with the array that is returned. */
export function written(array: NarrowArray, at: number, number: number): NarrowArray {
  (array as Writable)[at] = number;
  if (array[at] === number) return array;
  const wider = grown<Writable>(number < 2 ** 16 ? new Uint16Array(0) : new Uint32Array(0), array.length);
  wider.set(array);
  wider[at] = number;
  return wider;
}
