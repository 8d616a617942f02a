/**
 * Matches a TextMatch against texts stored as Latin-1 bytes, without making a string of each: with millions of names
 * that is most of the cost. Lower case of Latin-1 is Latin-1, byte by byte, so results equal those of
 * compileTextMatch(), which also handles globs.
 */
import type { TextMatch } from '../query.ts';

/** True if bytes from..to match. */
export type ByteMatch = (bytes: Uint8Array, from: number, to: number) => boolean;

const AS_IS = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** By byte of Latin-1. */
export const LOWER = AS_IS.map(byte => String.fromCharCode(byte).toLowerCase().charCodeAt(0));

/** Undefined if bytes are not enough and the text is needed. */
export function compileByteMatch({ equals, prefix, contains, glob, ignoreCase }: TextMatch): ByteMatch | undefined {
  if (glob !== undefined) return undefined;
  const fold = ignoreCase ? LOWER : AS_IS;
  const needle = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const tests: ByteMatch[] = [];
  if (equals !== undefined) tests.push(whole(needle(equals), fold));
  if (prefix !== undefined) tests.push(beginning(needle(prefix), fold));
  if (contains !== undefined) tests.push(anywhere(needle(contains), fold));
  const [only] = tests;
  return tests.length === 1 ? only : (bytes, from, to) => tests.every(test => test(bytes, from, to));
}

function whole(needle: string, fold: Uint8Array): ByteMatch {
  const begins = beginning(needle, fold);
  return (bytes, from, to) => to - from === needle.length && begins(bytes, from, to);
}

function beginning(needle: string, fold: Uint8Array): ByteMatch {
  return (bytes, from, to) => to - from >= needle.length && isAt(needle, fold, bytes, from);
}

/** Knuth, Morris and Pratt: reads each byte at most twice, whatever the needle. */
function anywhere(needle: string, fold: Uint8Array): ByteMatch {
  if (needle === '') return () => true;
  const codes = Uint16Array.from({ length: needle.length }, (_, i) => needle.charCodeAt(i));
  const first = codes[0]!;
  const fallback = fallbacks(codes);
  return (bytes, from, to) => {
    let matched = 0;
    for (let at = from; at < to; at++) {
      const byte = fold[bytes[at]!]!;
      while (matched > 0 && byte !== codes[matched]) matched = fallback[matched - 1]!;
      if (byte !== (matched === 0 ? first : codes[matched])) continue;
      if (++matched === codes.length) return true;
    }
    return false;
  };
}

/** Length of the needle's longest prefix that ends at each of its characters. */
function fallbacks(codes: Uint16Array): Uint16Array {
  const fallback = new Uint16Array(codes.length);
  for (let at = 1, matched = 0; at < codes.length; at++) {
    while (matched > 0 && codes[at] !== codes[matched]) matched = fallback[matched - 1]!;
    if (codes[at] === codes[matched]) matched++;
    fallback[at] = matched;
  }
  return fallback;
}

function isAt(needle: string, fold: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < needle.length; i++) if (fold[bytes[at + i]!] !== needle.charCodeAt(i)) return false;
  return true;
}
