/**
 * The demo fleet as the clusters of a chaos run, with rollouts, and with bindings that are created and deleted
 * repeatedly.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { churn as churnOf } from '../../demo/churn.ts';
import { createDemoFleet } from '../../demo/fleet.ts';
import { demoIdentities, developerWorksOn } from '../../demo/identities.ts';
import { DEVELOPER_TEAM } from '../../demo/plan.ts';
import { seededRandom } from '../../demo/random.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import type { Leaves, ObjectPlace, Person } from './leaves.ts';

const RBAC = 'rbac.authorization.k8s.io';
/** Team namespace on every cluster. The visitor's permission to see it is granted and revoked repeatedly. */
const VISITED = `${DEVELOPER_TEAM}-batch`;
const CHANGE_EVERY_MS = 25;
const VISIT_EVERY = 20;

export async function startSimulatedLeaves({
  seed,
  clusters,
  objects,
  prepare,
}: {
  seed: string;
  clusters: number;
  objects: number;
  /** Called with the leaves before any collector reads them. */
  prepare?: (leaves: readonly SimulatedLeaf[]) => void;
}): Promise<Leaves> {
  const fleet = await createDemoFleet({ clusters, objects, seed, faults: false });
  prepare?.(fleet.leaves);
  const random = seededRandom(seed, 'chaos');
  const open = new Set<string>();
  const workedOn = new Set(fleet.clusters.filter(developerWorksOn).map(({ name }) => name));
  const [admin, developer, nobody] = demoIdentities as [
    (typeof demoIdentities)[0],
    (typeof demoIdentities)[0],
    (typeof demoIdentities)[0],
  ];
  // Permission to get a Namespace may come from a RoleBinding in that namespace.
  const place = ({ kind, namespace, name }: ObjectPlace) => (kind === 'Namespace' ? name : namespace);
  const people: Person[] = [
    { ...admin, may: () => true },
    {
      ...developer,
      may: object =>
        workedOn.has(object.cluster) &&
        object.kind !== 'Secret' && // developers have no permission to list Secrets
        ([DEVELOPER_TEAM, VISITED].includes(place(object)) ||
          (object.kind === 'Kustomization' &&
            object.namespace === 'flux-system' &&
            object.name === `tenant-${DEVELOPER_TEAM}`)),
    },
    {
      ...{ name: 'visitor', token: 'chaos-visitor', user: 'visitor@acme.example', groups: [] },
      may: (object, when) =>
        object.kind !== 'Secret' && place(object) === VISITED && (when === 'ever' || open.has(object.cluster)),
    },
    { ...nobody, may: () => false },
  ];

  const visit = (leaf: SimulatedLeaf) => {
    const binding: KubernetesObject = {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'visitor', namespace: VISITED },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'acme-developer' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'visitor@acme.example' }],
    };
    if (open.delete(leaf.name)) leaf.objects.remove(binding);
    else {
      leaf.objects.put(binding);
      open.add(leaf.name);
    }
  };
  const change = churnOf(fleet, { seed });
  let changes = 0;
  let touches = 0;
  const step = () => {
    change();
    changes += 1;
    const leaf = fleet.leaves[Math.floor(random() * fleet.leaves.length)];
    if (leaf && changes % VISIT_EVERY === 0) visit(leaf);
  };

  return {
    all: fleet.leaves.map(leaf => ({
      name: leaf.name,
      port: Number(new URL(leaf.url).port),
      restartCompacted: async () => {
        await leaf.stop();
        for (let i = 0; i < 20; i++) step();
        leaf.expireHistory();
        await leaf.start();
      },
      flood: forMs => flood(leaf, forMs),
    })),
    kubeconfig: fleet.kubeconfig,
    people,
    sentinels: {
      filter: { or: [{ kinds: ['Namespace'] }, { kinds: ['Kustomization'], namespaces: ['flux-system'] }] },
      is: ({ kind, namespace }) => kind === 'Namespace' || (kind === 'Kustomization' && namespace === 'flux-system'),
    },
    churn() {
      const timer = setInterval(step, CHANGE_EVERY_MS);
      return async () => clearInterval(timer);
    },
    async touch() {
      touches += 1;
      for (const leaf of fleet.leaves) leaf.objects.put(marker(touches));
    },
    [Symbol.asyncDispose]: () => fleet.close(),
  };
}

function marker(touches: number): KubernetesObject {
  const condition = {
    type: 'Ready',
    status: 'False',
    reason: 'BuildFailed',
    message: `touched ${touches} times`,
    observedGeneration: 1,
  };
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'touched', namespace: 'monitoring' },
    status: { conditions: [condition] },
  };
}

const FLOODED = 50;
const PIECE = 100;

/** Changes labels of a few Pods in a loop. */
async function flood(leaf: SimulatedLeaf, forMs: number): Promise<number> {
  const reference = { apiVersion: 'v1', kind: 'Pod' };
  const pods = leaf.objects.list(reference).slice(0, FLOODED);
  const start = performance.now();
  let changes = 0;
  for (; performance.now() - start < forMs; changes++) {
    const pod = pods[changes % pods.length] as KubernetesObject;
    leaf.objects.put({
      ...pod,
      ...reference,
      metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, flood: String(changes) } },
    });
    // The pause limits the rate to 5 000 changes per second, and lets other work in this process run.
    if (changes % PIECE === 0) await delay(Math.max(changes / 5 - (performance.now() - start), 0));
  }
  return Math.round(changes / (forMs / 1_000));
}
