/**
 * Placed workloads with the real controllers of Open Cluster Management on real API servers: what they decide, apply and report, and what
 * fleetgraph says of it.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deployment, NAMESPACE, PlacedFleet } from '../mover/placed-fleet.ts';

const SET = `hub/work.open-cluster-management.io/ManifestWorkReplicaSet/${NAMESPACE}/web`;
const [COPY_A] = ['a'].map(member => `edge-${member}/apps/Deployment/${NAMESPACE}/web`);

const WORKLOAD = `query($id: ID!) { object(id: $id) { placed {
  bindingId engine phase reason message wantedMembers policies { id: object { id } assigned wanted }
  status { status replicas readyReplicas availableReplicas stale copies { current inProgress failed missing untold } }
  assignments { nodes { member state applied reported status cluster { name } copies { nodes { kind name owned object { id status } } } } }
  candidates { complete nodes { member verdict rejections { filter } } }
  pods { totalCount nodes { status } } } } }`;

let fleet: PlacedFleet;
beforeAll(async () => {
  fleet = await PlacedFleet.start({ engine: 'ocm', members: ['a', 'b'] });
}, 900_000);
afterAll(() => fleet?.[Symbol.asyncDispose](), 60_000);

describe('a workload of Open Cluster Management', () => {
  it('is assigned, runs and is summarised as the engine has it', async () => {
    await fleet.place({ policy: 'where', members: ['a'], workloads: { web: [deployment('web')] } });
    const { object } = await fleet.until('the workload runs', WORKLOAD, { id: SET }, ({ object }) => object?.placed?.phase === 'RUNNING');
    const { placed } = object;
    expect(placed).toMatchObject({
      ...{ bindingId: SET, engine: 'OCM', reason: '', wantedMembers: null },
      policies: [{ assigned: ['a'], wanted: null }],
      status: {
        status: 'CURRENT',
        replicas: 3,
        readyReplicas: 3,
        availableReplicas: 3,
        stale: false,
        copies: { current: 2, missing: 0, untold: 0 },
      },
      assignments: {
        nodes: [
          {
            ...{ member: 'a', state: 'ASSIGNED', applied: true, reported: 'HEALTHY', status: 'CURRENT', cluster: { name: 'edge-a' } },
            copies: {
              nodes: [
                { kind: 'Namespace', owned: true, object: { status: 'CURRENT' } },
                { kind: 'Deployment', owned: true, object: { id: COPY_A, status: 'CURRENT' } },
              ],
            },
          },
        ],
      },
      candidates: {
        complete: true,
        nodes: [
          { member: 'a', verdict: 'ASSIGNED', rejections: [] },
          { member: 'b', verdict: 'REJECTED', rejections: [{ filter: 'PREDICATE' }] },
        ],
      },
      pods: { totalCount: 3 },
    });
    const { body } = await fleet.hub.request(
      'GET',
      `/apis/work.open-cluster-management.io/v1alpha1/namespaces/${NAMESPACE}/manifestworkreplicasets/web`,
    );
    expect(body['status']).toMatchObject({ summary: { total: 1, applied: 1, available: 1 } });
  }, 180_000);

  it('is found from its copy', async () => {
    const { object } = await fleet.ask('query($id: ID!) { object(id: $id) { placed { bindingId phase } } }', { id: COPY_A });
    expect(object.placed).toEqual({ bindingId: SET, phase: 'RUNNING' });
  });

  it('is in no phase but the one of its copies', async () => {
    fleet.kubelets['a']!.isBroken = true;
    const stuck = deployment('web', { progressDeadlineSeconds: 3 }, { hostname: 'other' });
    await fleet.place({ policy: 'where', members: ['a'], workloads: { web: [stuck] } });
    await fleet.until('the workload has failed', WORKLOAD, { id: SET }, ({ object }) => object?.placed?.phase === 'FAILED');
    fleet.kubelets['a']!.isBroken = false;
    await fleet.place({ policy: 'where', members: ['a'], workloads: { web: [deployment('web')] } });
    await fleet.until('it runs again', WORKLOAD, { id: SET }, ({ object }) => object?.placed?.phase === 'RUNNING');
  }, 180_000);
});
