/** A few scenarios of `make chaos`, over six simulated leaves, one Redis, two gateways and two collectors. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HEADING, lineOf, play, type Outcome } from '../chaos/scenario.ts';
import { SCENARIOS } from '../chaos/scenarios.ts';
import { sampleOf } from '../harness/sampling.ts';
import type { World } from '../chaos/world.ts';
import { startWorld } from '../chaos/worlds.ts';

const SHORT = SCENARIOS.filter(({ short }) => short);
const seed = process.env['CHAOS_SEED'] ?? String(Date.now());

describe(`fleetgraph under faults, seed ${seed}`, () => {
  const outcomes: Outcome[] = [];
  let world: World;

  beforeAll(async () => {
    world = await startWorld('redis', seed);
  });
  afterAll(async () => {
    console.info([`seed ${seed} (CHAOS_SEED repeats it)`, HEADING, ...outcomes.map(lineOf)].join('\n'));
    await world?.[Symbol.asyncDispose]();
  });

  it.each(sampleOf(2, SHORT))('$name: $title', async scenario => {
    const outcome = await play(scenario, world);
    outcomes.push(outcome);
    expect(outcome.violations).toEqual([]);
  });
});
