/** A sample of the random worlds of invariants.ts; all of them run in the proof. */
import { it } from '@jest/globals';
import fc from 'fast-check';
import { play, scenario } from './invariants.ts';

it('keeps its invariants in random worlds', async () => {
  await fc.assert(fc.asyncProperty(scenario, play), { numRuns: 12 });
}, 60_000);
