/**
 * Digests of texts, lists of hostnames and merged rules. A digest has at most 43 characters, however long its input is.
 * Paths and edges share lists and merged rules, so the digest of each list and each result of merging is computed only
 * once.
 */
import { createHash, hash } from 'node:crypto';
import type { Steps } from '../../async/fair-turns.ts';
import type { Counter } from './cluster-view.ts';
import type { Merged } from './merge.ts';

/** Length of a SHA-256 hash in base64url. */
const LENGTH = 43;

/** A text that is shorter than a hash is its own digest. */
export function digestOfText(text: string): string {
  return text.length < LENGTH ? text : hash('sha256', text, 'base64url');
}

const digestsOfLists = new WeakMap<readonly string[], string>();

export function digestOfList(texts: readonly string[]): string {
  let digest = digestsOfLists.get(texts);
  if (digest === undefined) digestsOfLists.set(texts, (digest = digestOfText(texts.join())));
  return digest;
}

const digestsOfRules = new WeakMap<Merged, string>();
/** Operations for adding one rule to a hash. */
const RULE = 10;

/** Digest of the keys, sources and values of all rules in effect. */
export function* digestOfRules(merged: Merged, counter: Counter): Steps<string> {
  const known = digestsOfRules.get(merged);
  if (known !== undefined) return known;
  const sum = createHash('sha256');
  for (const { key, source, digest } of merged.rules) {
    sum.update(JSON.stringify([key, source.id, digest]));
    if (counter.spent(RULE)) yield;
  }
  const digest = sum.digest('base64url');
  digestsOfRules.set(merged, digest);
  return digest;
}
