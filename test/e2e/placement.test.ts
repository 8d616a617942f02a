/**
 * Placed workloads with the real controllers of Open Cluster Management on real API servers: what they decide, apply and report, what
 * fleetgraph says of it, and one move. All scenarios, and Karmada, are in test/mover.
 */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { PlacedFleet } from '../mover/placed-fleet.ts';
import { OCM_VIEW, viewIsTheEngines } from '../mover/view.ts';

let fleet: PlacedFleet;
beforeAll(async () => {
  fleet = await PlacedFleet.start({ engine: 'ocm', members: ['a', 'b'] });
}, 1_800_000);
afterAll(() => fleet?.[Symbol.asyncDispose](), 60_000);

describe('a workload of Open Cluster Management', () => {
  viewIsTheEngines(() => fleet, OCM_VIEW);
});
