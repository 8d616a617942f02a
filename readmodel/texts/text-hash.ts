/**
 * HalfSipHash-1-3 of a text's bytes, under a random key of this process. Texts come from leaves: with predictable
 * hashes, a leaf could put all its names into one bucket.
 */
import { randomFillSync } from 'node:crypto';

const [KEY_0, KEY_1] = randomFillSync(new Uint32Array(2)) as unknown as [number, number];

/** @param words The bytes, four per word, starting at word `from`; zeros after the last byte */
export function hashWords(words: Uint32Array, byteLength: number, from = 0): number {
  let v0 = KEY_0 | 0;
  let v1 = KEY_1 | 0;
  let v2 = 0x6c796765 ^ KEY_0;
  let v3 = 0x74656462 ^ KEY_1;
  const count = (byteLength + 3) >>> 2;
  // The length closes the message, then three rounds finish.
  for (let i = 0; i <= count + 3; i++) {
    const word = i < count ? words[from + i]! : i === count ? byteLength : 0;
    if (i === count + 1) v2 ^= 0xff;
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return (v1 ^ v3) >>> 0;
}
