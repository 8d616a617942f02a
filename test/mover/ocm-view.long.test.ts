/**
 * Placed workloads with the real controllers of Open Cluster Management on real API servers. Compares their decisions,
 * applied objects and reports with fleetgraph's answers, and makes one move.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deployment, PlacedFleet } from './placed-fleet.ts';
import { OCM_VIEW, viewIsTheEngines } from './view.ts';

let fleet: PlacedFleet;
beforeAll(async () => {
  fleet = await PlacedFleet.start({ engine: 'ocm', members: ['a', 'b'], mover: { enabled: true, settle: '1s' } });
}, 1_800_000);
afterAll(() => fleet?.[Symbol.asyncDispose]());

describe('a workload of Open Cluster Management', () => {
  viewIsTheEngines(() => fleet, OCM_VIEW);

  it('moves by an annotation, and is available all the time', async () => {
    await fleet.place({ policy: 'open', members: ['a'], isOpen: true, workloads: { moved: [deployment('moved')] } });
    const copies = 'query($id: ID!) { object(id: $id) { placed { phase } } }';
    await fleet.until(
      'it runs',
      copies,
      { id: fleet.manners.bindingId('moved') },
      ({ object }) => object?.placed?.phase === 'RUNNING',
    );
    await using availability = fleet.watchAvailability();
    await fleet.annotate(fleet.manners.policyPath('open'), { 'placement.fleetgraph.dev/clusters': 'b' });
    const move =
      'query($id: ID!) { object(id: $id) { placementPolicy { wanted assigned move { phase reason from to } } } }';
    const { object } = await fleet.until(
      'the move is done',
      move,
      { id: fleet.manners.policyId('open') },
      ({ object }) => object?.placementPolicy?.move?.phase === 'DONE',
    );
    expect(object.placementPolicy).toMatchObject({ wanted: ['b'], assigned: ['b'], move: { from: ['a'], to: ['b'] } });
    await availability.stop();
    expect(availability.least('moved')).toBe(3);
  });
});
