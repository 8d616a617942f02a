/** Waits until the product has indexed every cluster of its fleet. */
import { setTimeout as delay } from 'node:timers/promises';
import { GraphClient } from './graph.ts';
import type { Product } from './product.ts';

const INDEXED_WITHIN_MS = 300_000;
const WORD_EVERY_MS = 10_000;
const MIN_PAUSE_MS = 20;

export interface IndexedOptions {
  /** Token of a person who may see at least one row. */
  readonly token: string;
  readonly clusters: number;
  /** True to accept stale clusters. Without a collector, a complete index soon becomes stale. @default false */
  readonly orStale?: boolean;
  readonly signal: AbortSignal;
  /** Called with the progress every WORD_EVERY_MS. */
  readonly say?: (line: string) => void;
}

/** Returns the milliseconds from the start of the product's process until everything is indexed. */
export async function untilIndexed(
  { url, startedAt }: Pick<Product, 'url' | 'startedAt'>,
  { token, clusters, orStale = false, signal, say }: IndexedOptions,
): Promise<number> {
  await using client = new GraphClient(url, { token, connections: 1, signal });
  let nextWord = performance.now() + WORD_EVERY_MS;
  for (;;) {
    const { coverage } = await client.data({ query: '{ coverage { indexed stale } }' });
    const elapsed = performance.now() - startedAt;
    const indexed = coverage.indexed + (orStale ? coverage.stale : 0);
    if (indexed === clusters) return elapsed;
    if (elapsed > INDEXED_WITHIN_MS)
      throw new Error(`Only ${indexed} of ${clusters} clusters were indexed within ${INDEXED_WITHIN_MS / 1_000} s.`);
    if (performance.now() > nextWord) {
      nextWord += WORD_EVERY_MS;
      say?.(`  ${indexed} of ${clusters} clusters are indexed`);
    }
    // Each query slows the indexing. A pause of 1 % of the elapsed time makes the result exact to about 1 %.
    await delay(Math.max(MIN_PAUSE_MS, elapsed / 100), undefined, { signal });
  }
}
