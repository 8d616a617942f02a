/**
 * Placed workloads with the real controllers of Karmada. test/mover/ocm-view.long.test.ts covers Open Cluster
 * Management.
 */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { PlacedFleet } from './placed-fleet.ts';
import { KARMADA_VIEW, viewIsTheEngines } from './view.ts';

let fleet: PlacedFleet;
beforeAll(async () => {
  fleet = await PlacedFleet.start({ engine: 'karmada', members: ['a', 'b'] });
}, 1_800_000);
afterAll(() => fleet?.[Symbol.asyncDispose]());

describe('a workload of Karmada', () => {
  viewIsTheEngines(() => fleet, KARMADA_VIEW);
});
