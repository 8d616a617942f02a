/**
 * Estimates, before a JSON text is parsed, whether parsing would take long. The time depends on the values more than on
 * the bytes, and most of all on the keys. V8 creates a hidden class for each key that has not followed the same keys
 * before. Eight megabytes of such keys from one leaf would block all callers for half a second.
 *
 * The weights are measured times of JSON.parse, in hundredths of a microsecond. The bound has the same unit and means
 * 25 ms. A normal object of the largest size that etcd accepts has many keys, but few different keys. It weighs at
 * most half of the bound.
 */
import { randomInt } from 'node:crypto';

const MAX_WEIGHT = 2_500_000;
/** Shorter texts are never too heavy, so they are not weighed. */
const SMALL_BYTES = 128 * 1024;

/** Number of bytes that together have a weight of one, whatever they contain. */
const BYTES_OF_WEIGHT = 8;
const OPENING = 3;
const COMMA_WEIGHT = 2;
const STRING = { known: 2, new: 9 } as const;
/** Weight of a key if no earlier object has the same keys up to this key. */
const NEW_KEY = 50;
/**
 * Weight of such a key if its object already has KEYS_OF_TABLE keys. V8 turns a large object into a dictionary, which
 * needs no hidden class.
 */
const NEW_KEY_OF_TABLE = 20;
const KEYS_OF_TABLE = 128;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c] as const;
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Secret random factor of the hash, so that an attacker cannot choose strings with equal hashes. */
const FACTOR = (randomInt(2 ** 31) * 2 + 1) | 0;
/** Set of the strings and the sequences of keys seen in this text: one bit for each hash. */
const seen = new Uint8Array(2 ** 18);

/**
 * Maximum nesting of brackets. API servers accept more, but code that writes JSON recurses per level, so deep nesting
 * could overflow the stack.
 */
export const MAX_DEPTH = 1_000;

/** True if brackets in a JSON text nest deeper than MAX_DEPTH. */
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

/** @param maxWeight Another bound, for tests */
export function parsesSlowly(text: Uint8Array, maxWeight: number = MAX_WEIGHT): boolean {
  if (text.length < SMALL_BYTES && maxWeight === MAX_WEIGHT) return false;
  seen.fill(0);
  let weight = Math.ceil(text.length / BYTES_OF_WEIGHT);
  let string = 0;
  /** For each open object, a hash of its keys so far. */
  const shapes = [0];
  /** For each open object, the number of its keys so far. */
  const keys = [0];
  let depth = 0;
  for (let at = 0; at < text.length && weight <= maxWeight; at += 1) {
    const byte = text[at] as number;
    if (byte !== QUOTE && byte !== COMMA && byte < COLON) continue; // mostly digits
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

/**
 * Mixes the high bits of a hash into its low bits. The low bits of a product depend only on the low bits of its
 * factors. Without the shifts, some random factors would give many sequences of keys equal hashes.
 */
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
