/**
 * Non-interference on Redis: over the embedded store and over a real Redis, an asker gets equal answers, byte for byte,
 * from two worlds with equal knowledge.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openRedisStore } from '../../../store/redis.ts';
import { startRedis, type RedisServer } from '../../harness/redis.ts';
import { lengthOf, SEED } from '../../harness/sampling.ts';
import { anyPair } from './arbitraries.ts';
import { answersTo } from './comparison.ts';
import { Product } from './product.ts';
import { SURFACES } from './surfaces.ts';

const PAIRS = Number(process.env['NONINTERFERENCE_PAIRS'] ?? lengthOf({ part: 1, full: 4 }));
const TIME_LIMIT = Math.max(280_000, 4_000 * PAIRS);
// Differs from the seed of noninterference.test.ts, so that the two suites test other pairs.
const seed = Number(process.env['NONINTERFERENCE_SEED'] ?? SEED + 1);

describe('on Redis and in memory alike, what is hidden does not change', () => {
  let redis: RedisServer;
  let products: readonly [Product, Product];

  beforeAll(async () => {
    redis = await startRedis();
    const emptied = async () => {
      await redis.command('FLUSHALL');
      return openRedisStore({ url: redis.url });
    };
    products = [await Product.start(), await Product.start(undefined, emptied)];
  });
  afterAll(async () => {
    for (const product of products ?? []) await product[Symbol.asyncDispose]();
    await redis?.remove();
    process.stderr.write(`non-interference on Redis: seed ${seed}\n`);
  });

  it.each(SURFACES.map((surface, index) => [surface.name, surface, seed + index] as const))(
    '%s',
    async (_name, surface, seed) => {
      await fc.assert(
        fc.asyncProperty(anyPair, surface.variables, async (pair, variables) => {
          const [one, other] = await answersTo(products, pair, surface, variables);
          expect(other).toEqual(one);
          expect(JSON.stringify(other)).toBe(JSON.stringify(one));
        }),
        { numRuns: PAIRS, seed, endOnFailure: true, interruptAfterTimeLimit: TIME_LIMIT, markInterruptAsFailure: true },
      );
    },
    TIME_LIMIT + 20_000,
  );
});
