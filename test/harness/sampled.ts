import { it } from '@jest/globals';
import { isProof, SEED } from './sampling.ts';

let position = 0;

/**
 * Registers one of many tests, each of which opens a new page. `make test` runs every third test of a file, and the
 * seed decides which third. `make prove` runs all tests, and so does a suite that is run by hand.
 */
export function sampled(name: string, test: () => Promise<void>): void {
  if (isProof || process.env['FLEETGRAPH_SEED'] === undefined || (SEED + position++) % 3 === 0) it(name, test);
}
