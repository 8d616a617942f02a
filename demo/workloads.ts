/**
 * Deployments, StatefulSets and DaemonSets of the demo fleet and the objects that they own, with the statuses that
 * their controllers write.
 */
import { cronJob } from './jobs.ts';
import type { DemoApp, DemoCluster } from './cluster.ts';
import { NODES, pod, podState, readyOf, selector, template, type WorkloadParts } from './pods.ts';
import { seededSuffix } from './random.ts';
import { condition, demoObject, labelsOf, type DemoObject } from './render.ts';

const DEPLOYMENT = ['apps/v1', 'Deployment'] as const;
const REPLICA_SET = ['apps/v1', 'ReplicaSet'] as const;
const STATEFUL_SET = ['apps/v1', 'StatefulSet'] as const;
const DAEMON_SET = ['apps/v1', 'DaemonSet'] as const;

const HOUR = 3_600_000;

/** The workload of an application and the objects that it owns. Owners come first. */
export function workloadOf(cluster: DemoCluster, app: DemoApp): readonly DemoObject[] {
  const { namespace, name, replicas, revision, trouble, changedAt, createdAt, workload } = app;
  const image = `registry.acme.example/${app.team}/${name}:1.${revision}.0`;
  const parts = {
    namespace,
    name,
    image,
    replicas,
    labels: labelsOf(cluster, app),
    at: changedAt,
    createdAt,
    rollout: revision,
    trouble,
  };
  if (workload === 'cronjob') return cronJob(cluster, parts);
  return workload === 'statefulset'
    ? statefulSet(cluster, { ...parts, image: `docker.io/bitnami/postgresql:16.${revision % 10}` })
    : deployment(cluster, parts);
}

export function deployment(cluster: DemoCluster, parts: WorkloadParts): readonly DemoObject[] {
  const { namespace, name, replicas, rollout, trouble, at } = parts;
  const hash = (number: number) => seededSuffix(10, 'template', namespace, name, number);
  const setName = `${name}-${hash(rollout)}`;
  const owner = { apiVersion: REPLICA_SET[0], kind: REPLICA_SET[1], name: setName };
  const labels = { ...parts.labels, 'pod-template-hash': hash(rollout) };
  const pods = Array.from({ length: replicas }, (_, index) =>
    pod(
      cluster,
      `${setName}-${seededSuffix(5, cluster.name, setName, index)}`,
      { ...parts, labels, owner, index },
      podState(trouble, index),
    ),
  );
  const previous = replicaSet(cluster, { ...parts, replicas: 0, at: at - HOUR }, hash(rollout - 1), rollout - 1);
  return [deploymentItself(cluster, parts), previous, replicaSet(cluster, parts, hash(rollout), rollout), ...pods];
}

function deploymentItself(cluster: DemoCluster, parts: WorkloadParts): DemoObject {
  const { namespace, name, replicas, labels, createdAt, rollout, trouble, at } = parts;
  return demoObject(cluster, DEPLOYMENT, namespace, name, () => {
    const ready = readyOf(parts);
    const set = `ReplicaSet "${name}-${seededSuffix(10, 'template', namespace, name, rollout)}"`;
    const stuck = trouble === 'crash-loop' || trouble === 'image-pull' || trouble === 'upgrade-failed';
    const rolling = ready < replicas;
    const available = rolling
      ? condition('Available', false, 'MinimumReplicasUnavailable', 'Deployment does not have minimum availability.', {
          at,
        })
      : condition('Available', true, 'MinimumReplicasAvailable', 'Deployment has minimum availability.', { at });
    const progressing = stuck
      ? condition('Progressing', false, 'ProgressDeadlineExceeded', `${set} has timed out progressing.`, { at })
      : condition(
          'Progressing',
          true,
          rolling ? 'ReplicaSetUpdated' : 'NewReplicaSetAvailable',
          `${set} ${rolling ? 'is progressing.' : 'has successfully progressed.'}`,
          { at },
        );
    const counts = {
      replicas,
      updatedReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      unavailableReplicas: replicas - ready,
    };
    const generation = 1 + rollout;
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };
    return {
      labels,
      createdAt,
      generation,
      annotations: { 'deployment.kubernetes.io/revision': String(rollout) },
      content: {
        spec: {
          replicas,
          revisionHistoryLimit: 10,
          progressDeadlineSeconds: 600,
          selector: selector(parts),
          strategy,
          template: template(parts),
        },
        status: { observedGeneration: generation, ...counts, conditions: [available, progressing] },
      },
    };
  });
}

function replicaSet(cluster: DemoCluster, parts: WorkloadParts, hash: string, rollout: number): DemoObject {
  const { namespace, name, replicas, at } = parts;
  return demoObject(cluster, REPLICA_SET, namespace, `${name}-${hash}`, () => {
    const labels = { ...parts.labels, 'pod-template-hash': hash };
    const ready = readyOf(parts);
    const image = parts.image.replace(/\.\d+\.0$/, `.${rollout}.0`);
    return {
      labels,
      createdAt: at - 30_000,
      generation: 1,
      owner: { apiVersion: DEPLOYMENT[0], kind: DEPLOYMENT[1], name },
      annotations: {
        'deployment.kubernetes.io/revision': String(rollout),
        'deployment.kubernetes.io/desired-replicas': String(replicas),
      },
      content: {
        spec: {
          replicas,
          selector: { matchLabels: { ...(selector(parts)['matchLabels'] as object), 'pod-template-hash': hash } },
          template: template({ labels, image }),
        },
        status: {
          observedGeneration: 1,
          replicas,
          ...(replicas > 0 && { fullyLabeledReplicas: replicas, readyReplicas: ready, availableReplicas: ready }),
        },
      },
    };
  });
}

export function statefulSet(cluster: DemoCluster, parts: WorkloadParts): readonly DemoObject[] {
  const { namespace, name, replicas, labels, createdAt, rollout, trouble } = parts;
  const owner = { apiVersion: STATEFUL_SET[0], kind: STATEFUL_SET[1], name };
  const itself = demoObject(cluster, STATEFUL_SET, namespace, name, () => {
    const ready = readyOf(parts);
    const revision = `${name}-${seededSuffix(10, 'template', namespace, name, rollout)}`;
    const counts = {
      replicas,
      currentReplicas: replicas,
      updatedReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
    };
    const generation = 1 + rollout;
    return {
      labels,
      createdAt,
      generation,
      content: {
        spec: {
          replicas,
          serviceName: name,
          podManagementPolicy: 'OrderedReady',
          updateStrategy: { type: 'RollingUpdate' },
          selector: selector(parts),
          template: template(parts),
        },
        status: { observedGeneration: generation, ...counts, currentRevision: revision, updateRevision: revision },
      },
    };
  });
  const pods = Array.from({ length: replicas }, (_, index) =>
    pod(
      cluster,
      `${name}-${index}`,
      { ...parts, labels: { ...labels, 'statefulset.kubernetes.io/pod-name': `${name}-${index}` }, owner, index },
      podState(trouble, index),
    ),
  );
  return [itself, ...pods];
}

/** A DaemonSet with one Pod on every node. */
export function daemonSet(cluster: DemoCluster, parts: Omit<WorkloadParts, 'replicas'>): readonly DemoObject[] {
  const { namespace, name, labels, createdAt, rollout } = parts;
  const owner = { apiVersion: DAEMON_SET[0], kind: DAEMON_SET[1], name };
  const itself = demoObject(cluster, DAEMON_SET, namespace, name, () => {
    const counts = {
      desiredNumberScheduled: NODES,
      currentNumberScheduled: NODES,
      updatedNumberScheduled: NODES,
      numberReady: NODES,
      numberAvailable: NODES,
    };
    const spec = {
      selector: selector({ name, labels }),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      template: template(parts),
    };
    return {
      labels,
      createdAt,
      generation: rollout,
      content: { spec, status: { observedGeneration: rollout, ...counts, numberMisscheduled: 0 } },
    };
  });
  const pods = Array.from({ length: NODES }, (_, index) =>
    pod(cluster, `${name}-${seededSuffix(5, cluster.name, name, index)}`, { ...parts, owner, index }, 'running'),
  );
  return [itself, ...pods];
}
