/** The invariants of the mover in many random worlds, with edits, crashes, late patches and unreachable members. */
import { it } from '@jest/globals';
import fc from 'fast-check';
import { lengthOf } from '../harness/sampling.ts';
import { forgedScenario, play, scenario } from './invariants.ts';

it('keeps its invariants in many random worlds', async () => {
  await fc.assert(fc.asyncProperty(scenario, play), { numRuns: lengthOf({ part: 40, full: 1_500 }) });
}, 3_600_000);

it('patches nothing but what it may, whatever state somebody writes', async () => {
  await fc.assert(fc.asyncProperty(forgedScenario, play), { numRuns: lengthOf({ part: 20, full: 500 }) });
}, 3_600_000);
