/** A real engine places a workload. fleetgraph's view of the workload must equal the engine's own view. */
import { expect, it } from '@jest/globals';
import { eventually } from '../harness/fleetgraph.ts';
import { configMap, deployment, NAMESPACE, WITHIN, type PlacedFleet } from './placed-fleet.ts';

const COPY = `edge-a/apps/Deployment/${NAMESPACE}/web`;

const WORKLOAD = `query($id: ID!) { object(id: $id) { placed {
  bindingId engine phase reason message wantedMembers policies { object { id } assigned wanted }
  status { status replicas readyReplicas availableReplicas stale copies { current inProgress failed missing untold } }
  assignments { nodes { member state replicas applied reported status cluster { name } copies { nodes { kind name owned object { id status } } } } }
  candidates { complete nodes { member verdict rejections { filter } } }
  pods { totalCount nodes { status } } } } }`;

interface EngineView {
  readonly engine: 'OCM' | 'KARMADA';
  /** Objects of the workload on a member, in addition to its Deployment. */
  readonly beside: readonly ReturnType<typeof configMap>[];
  /** Replicas that the engine assigns to a member. */
  readonly replicas: number | null;
  readonly wantedMembers: number | null;
  /** True if the engine itself creates a deleted copy again, within seconds. */
  readonly restores: boolean;
  /** Name of the filter that refuses members that the policy does not name. */
  readonly filter: string;
  /** Path of the engine's own summary on the hub, and the summary's status if one member has all copies. */
  readonly summary: readonly [path: string, status: object];
}

export const OCM_VIEW: EngineView = {
  ...{
    engine: 'OCM',
    beside: [configMap('web')],
    replicas: null,
    wantedMembers: 1,
    restores: false,
    filter: 'PREDICATE',
  },
  summary: [
    `/apis/work.open-cluster-management.io/v1alpha1/namespaces/${NAMESPACE}/manifestworkreplicasets/web`,
    { summary: { total: 1, applied: 1, available: 1 } },
  ],
};

export const KARMADA_VIEW: EngineView = {
  ...{ engine: 'KARMADA', beside: [], replicas: 3, wantedMembers: null, restores: true, filter: 'AFFINITY' },
  summary: [
    `/apis/work.karmada.io/v1alpha2/namespaces/${NAMESPACE}/resourcebindings/web-deployment`,
    {
      aggregatedStatus: [
        { clusterName: 'a', applied: true, health: 'Healthy', status: { readyReplicas: 3, availableReplicas: 3 } },
      ],
    },
  ],
};

/** Tests of the view. The first test places the workload `web` on member `a`, and later tests use this workload. */
export function viewIsTheEngines(fleet: () => PlacedFleet, view: EngineView): void {
  const { engine, beside, replicas, wantedMembers, restores, filter, summary } = view;
  const id = () => fleet().manners.bindingId('web');
  const inPhase = (what: string, phase: string) =>
    fleet().until(what, WORKLOAD, { id: id() }, ({ object }) => object?.placed?.phase === phase);
  const place = (...more: readonly object[]) =>
    fleet().place({ policy: 'where', members: ['a'], workloads: { web: [...beside, deployment('web', ...more)] } });

  it('is assigned, runs and is summarised as the engine has it', async () => {
    await place();
    const isHealthy = ({ object }: any) =>
      object?.placed?.phase === 'RUNNING' && object.placed.assignments.nodes[0].reported === 'HEALTHY';
    const { object } = await fleet().until('the workload runs', WORKLOAD, { id: id() }, isHealthy);
    const { placed } = object;
    expect(placed).toMatchObject({
      ...{ bindingId: id(), engine, phase: 'RUNNING', reason: '', wantedMembers },
      policies: [{ object: { id: fleet().manners.policyId('where') }, assigned: ['a'], wanted: null }],
      status: { status: 'CURRENT', replicas: 3, readyReplicas: 3, availableReplicas: 3, stale: false },
      candidates: {
        complete: true,
        nodes: [
          { member: 'a', verdict: 'ASSIGNED', rejections: [] },
          { member: 'b', verdict: 'REJECTED', rejections: [{ filter }] },
        ],
      },
      pods: { totalCount: 3 },
    });
    expect(placed.status.copies).toEqual({
      current: beside.length + 1,
      inProgress: 0,
      failed: 0,
      missing: 0,
      untold: 0,
    });
    const [assignment] = placed.assignments.nodes;
    expect(assignment).toMatchObject({
      member: 'a',
      state: 'ASSIGNED',
      replicas,
      applied: true,
      status: 'CURRENT',
      cluster: { name: 'edge-a' },
    });
    expect(assignment.copies.nodes.map(({ kind, owned, object }: any) => [kind, owned, object.status])).toEqual(
      [...beside.map(({ kind }) => kind), 'Deployment'].map(kind => [kind, true, 'CURRENT']),
    );
    const [path, status] = summary;
    expect((await fleet().hub.request('GET', path)).body['status']).toMatchObject(status);
  });

  it('is found from its copy', async () => {
    const { object } = await fleet().ask('query($id: ID!) { object(id: $id) { placed { bindingId phase } } }', {
      id: COPY,
    });
    expect(object.placed).toEqual({ bindingId: id(), phase: 'RUNNING' });
  });

  it('fails with its copies, and runs again with them', async () => {
    fleet().kubelets['a']!.isBroken = true;
    await place({ progressDeadlineSeconds: 3 }, { hostname: 'other' });
    await inPhase('the workload has failed', 'FAILED');
    fleet().kubelets['a']!.isBroken = false;
    await place();
    await inPhase('it runs again', 'RUNNING');
  });

  it('misses a deleted copy until the engine makes it again', async () => {
    const path = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/web`;
    const onMember = fleet().members['a']!;
    const uid = async () => (await onMember.request('GET', path)).body.metadata?.uid;
    const before = await uid();
    expect((await onMember.request('DELETE', path)).status).toBe(200);
    if (!restores) {
      const isMissing = ({ object }: any) => object?.placed?.reason === 'CopyMissing';
      const { object } = await fleet().until('the copy is missing', WORKLOAD, { id: id() }, isMissing);
      expect(object.placed).toMatchObject({
        phase: 'PROGRESSING',
        status: { copies: { current: beside.length, missing: 1, untold: 0 } },
      });
      await place({ progressDeadlineSeconds: 300 });
    }
    await eventually(uid, now => now !== undefined && now !== before, { ...WITHIN, what: 'another copy' });
    const isWhole = ({ object }: any) =>
      object?.placed?.phase === 'RUNNING' && object.placed.status.readyReplicas === 3;
    await fleet().until('all replicas are ready again', WORKLOAD, { id: id() }, isWhole);
  });
}
