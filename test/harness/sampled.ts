import { it } from '@jest/globals';
import { runsAll, SEED } from './sampling.ts';

let position = 0;

/**
 * Registers one of many tests, each of which opens a new page. `make test` runs every sixth test of a file, and the
 * seed decides which sixth. `make prove` runs all tests, and so does a suite that is run by hand.
 */
export function sampled(name: string, test: () => Promise<void>): void {
  if (runsAll || (SEED + position++) % 6 === 0) it(name, test);
}
