/** Waits until a product covers every cluster of its fleet. */
import { setTimeout as delay } from 'node:timers/promises';
import { GraphClient } from './graph.ts';
import type { Product } from './product.ts';

const INDEXED_WITHIN_MS = 300_000;
const WORD_EVERY_MS = 10_000;
const MIN_PAUSE_MS = 20;

export interface IndexedOptions {
  /** The token of a person who may see at least one row. */
  readonly token: string;
  readonly clusters: number;
  /** Accept stale clusters: without a collector, a complete index soon counts as stale. @default false */
  readonly orStale?: boolean;
  readonly signal: AbortSignal;
  /** Called now and then with the progress. */
  readonly say?: (line: string) => void;
}

/** Returns the time from the start of the product's process until everything is indexed. */
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
    // Asking costs the product time that it needs for indexing: a hundredth is as exact as anybody needs.
    await delay(Math.max(MIN_PAUSE_MS, elapsed / 100), undefined, { signal });
  }
}
