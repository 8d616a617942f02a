/** A few random worlds of invariants.ts. `make prove` runs many more (invariants.long.test.ts). */
import { it } from '@jest/globals';
import fc from 'fast-check';
import { forgedScenario, play, scenario } from './invariants.ts';

it('keeps its invariants in random worlds', async () => {
  await fc.assert(fc.asyncProperty(scenario, play), { numRuns: 12 });
});

it('patches nothing but what it may, whatever state somebody writes', async () => {
  await fc.assert(fc.asyncProperty(forgedScenario, play), { numRuns: 8 });
});
