/**
 * Whether a text in JSON would take long to parse, told before it is parsed. What takes time is not the bytes but what is made of them, and most of
 * all keys: each that an object has not been seen to have at that place makes the engine learn a new class of objects. Eight megabytes of such keys
 * from one leaf would keep everybody waiting for half a second.
 *
 * The weights are what JSON.parse was measured to take, in hundredths of a microsecond, and so is the bound: 25 ms. An honest object of the size that
 * etcd takes has many keys but few different ones, and weighs no more than half of it.
 */
import { randomInt } from 'node:crypto';

const MAX_WEIGHT = 2_500_000;
/** Texts that are shorter are never too heavy, and most are. */
const SMALL_BYTES = 128 * 1024;

/** So many of them weigh one, whatever they are. */
const BYTES_OF_WEIGHT = 8;
const OPENING = 3;
const COMMA_WEIGHT = 2;
const STRING = { known: 2, new: 9 } as const;
/** A key that follows on keys that it was not seen to follow on before. Objects with many keys become tables, which need no class. */
const NEW_KEY = 50;
const NEW_KEY_OF_TABLE = 20;
const KEYS_OF_TABLE = 128;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c] as const;
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Nobody outside knows it, so nobody can make up short strings that are taken for one another. */
const FACTOR = (randomInt(2 ** 31) * 2 + 1) | 0;
/** One bit for each string, and each sequence of keys, that was seen in the text at hand. */
const seen = new Uint8Array(2 ** 18);

/** Brackets within brackets. An API server takes more, but what writes JSON goes as deep as its stack, some thousands of calls, and no object needs it. */
export const MAX_DEPTH = 1_000;

/** Whether a text in JSON nests too deep to be written again. */
export function nestsTooDeep(text: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === QUOTE) {
      for (at += 1; at < text.length && text[at] !== QUOTE; at += 1) if (text[at] === BACKSLASH) at += 1;
    } else if (byte === BRACE || byte === BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === END_BRACE || byte === END_BRACKET) depth -= 1;
  }
  return false;
}

/** @param maxWeight For tests. */
export function parsesSlowly(text: Uint8Array, maxWeight: number = MAX_WEIGHT): boolean {
  if (text.length < SMALL_BYTES && maxWeight === MAX_WEIGHT) return false;
  seen.fill(0);
  let weight = Math.ceil(text.length / BYTES_OF_WEIGHT);
  let string = 0;
  /** Of each object that is open: its keys so far as one number, and how many. */
  const shapes = [0];
  const keys = [0];
  let depth = 0;
  for (let at = 0; at < text.length && weight <= maxWeight; at += 1) {
    const byte = text[at] as number;
    if (byte !== QUOTE && byte !== COMMA && byte < COLON) continue; // digits, as a rule
    switch (byte) {
      case QUOTE: {
        string = 0;
        for (at += 1; at < text.length && text[at] !== QUOTE; at += 1) {
          if (text[at] === BACKSLASH) {
            string = Math.imul(string ^ BACKSLASH, FACTOR);
            at += 1;
          }
          string = Math.imul(string ^ (text[at] as number), FACTOR);
        }
        weight += isNew(string) ? STRING.new : STRING.known;
        break;
      }
      case COLON: {
        const shape = mixed((shapes[depth] as number) ^ mixed(string));
        shapes[depth] = shape;
        const count = ((keys[depth] as number) += 1);
        if (isNew(shape)) weight += count > KEYS_OF_TABLE ? NEW_KEY_OF_TABLE : NEW_KEY;
        break;
      }
      case COMMA:
        weight += COMMA_WEIGHT;
        break;
      case BRACE:
      case BRACKET:
        weight += OPENING;
        depth += 1;
        shapes[depth] = keys[depth] = 0;
        break;
      case END_BRACE:
      case END_BRACKET:
        if (depth > 0) depth -= 1;
        break;
    }
  }
  return weight > maxWeight;
}

/** The low bits of a product follow from low bits alone, so with one factor in five every third sequence of keys was taken for another one. */
function mixed(hash: number): number {
  const product = Math.imul(hash ^ (hash >>> 15), FACTOR);
  return product ^ (product >>> 13);
}

function isNew(hash: number): boolean {
  const bit = (hash ^ (hash >>> 15)) & (seen.length * 8 - 1);
  const byte = seen[bit >>> 3] as number;
  if (byte & (1 << (bit & 7))) return false;
  seen[bit >>> 3] = byte | (1 << (bit & 7));
  return true;
}
