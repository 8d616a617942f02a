/** Pods of the demo fleet, and the Pod template of their owners. */
import type { DemoApp, DemoCluster } from './cluster.ts';
import { seededHex, seededRandom } from './random.ts';
import { condition, demoObject, time, type DemoObject, type Owner } from './render.ts';

const POD = ['v1', 'Pod'] as const;

export const NODES = 3;

export interface WorkloadParts {
  readonly namespace: string;
  readonly name: string;
  readonly image: string;
  readonly replicas: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly at: number;
  readonly createdAt: number;
  /** Number that distinguishes rollouts. Names of ReplicaSets and their Pods depend on this number. */
  readonly rollout: number;
  readonly trouble: DemoApp['trouble'];
}

export interface PodParts extends Omit<WorkloadParts, 'replicas'> {
  readonly owner: Owner;
  readonly index: number;
}

export type PodState =
  | 'running'
  | 'crashing'
  | 'pulling'
  | 'unscheduled'
  | 'starting'
  | 'terminating'
  | 'succeeded'
  | 'failed';

export function podState(trouble: DemoApp['trouble'], index: number): PodState {
  switch (trouble) {
    case 'crash-loop':
      return 'crashing';
    case 'image-pull':
      return 'pulling';
    case 'unschedulable':
      return index === 0 ? 'unscheduled' : 'running';
    case 'progressing':
    case 'upgrade-failed':
      return index === 0 ? 'starting' : 'running';
    case 'terminating':
      return 'terminating';
    default:
      return 'running';
  }
}

export function pod(cluster: DemoCluster, name: string, parts: PodParts, state: PodState): DemoObject {
  const { namespace, owner, labels, at, index } = parts;
  return demoObject(cluster, POD, namespace, name, () => {
    const random = seededRandom(cluster.name, name);
    const node = `ip-10-0-${cluster.index % 250}-${10 + ((Math.floor(random() * NODES) + index) % NODES)}.${cluster.region}.compute.internal`;
    const ip = `10.${64 + (cluster.index % 190)}.${Math.floor(random() * 250)}.${2 + Math.floor(random() * 250)}`;
    const restartPolicy = owner.kind === 'Job' ? 'Never' : 'Always';
    const resources = { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } };
    const container = {
      name: 'main',
      image: parts.image,
      ports: [{ containerPort: 8080, protocol: 'TCP' }],
      resources,
      imagePullPolicy: 'IfNotPresent',
    };
    const spec = {
      ...(state !== 'unscheduled' && { nodeName: node }),
      restartPolicy,
      serviceAccountName: 'default',
      containers: [container],
    };
    const deleting = state === 'terminating' ? { deleting: { since: at, finalizer: 'acme.example/drain' } } : {};
    const content = { spec, status: podStatus(parts, state, ip) };
    return { labels, createdAt: at - 20_000, owner, generation: 1, ...deleting, content };
  });
}

function podStatus(
  { image, index, name, namespace, at, rollout }: PodParts,
  state: PodState,
  podIP: string,
): Record<string, unknown> {
  const stamp = { at };
  const scheduled = condition('PodScheduled', true, '', '', stamp);
  if (state === 'unscheduled') {
    const why = `0/${NODES} nodes are available: ${NODES} Insufficient memory. preemption: 0/${NODES} nodes are available: ${NODES} No preemption victims found for incoming pod.`;
    return {
      phase: 'Pending',
      qosClass: 'Burstable',
      conditions: [condition('PodScheduled', false, 'Unschedulable', why, stamp)],
    };
  }
  const ready = state === 'running' || state === 'terminating';
  const over = state === 'succeeded' || state === 'failed';
  const phase = { succeeded: 'Succeeded', failed: 'Failed', pulling: 'Pending' }[state as string] ?? 'Running';
  const notReady = over ? ['PodCompleted', ''] : ['ContainersNotReady', 'containers with unready status: [main]'];
  const readiness = (type: string) =>
    ready ? condition(type, true, '', '', stamp) : condition(type, false, notReady[0] ?? '', notReady[1] ?? '', stamp);
  const digest = `sha256:${seededHex(64, 'image', image)}`;
  const status = {
    name: 'main',
    image,
    imageID: state === 'pulling' ? '' : `${image.split(':')[0]}@${digest}`,
    containerID: state === 'pulling' ? '' : `containerd://${seededHex(64, 'container', namespace, name, rollout)}`,
    ready,
    started: ready,
    restartCount: state === 'crashing' ? 17 + 9 * index : 0,
    ...containerState(state, image, namespace, at),
    ...(state === 'running' && restartedSometimes(podIP, at)),
  };
  const conditions = [
    condition('Initialized', true, '', '', stamp),
    readiness('Ready'),
    readiness('ContainersReady'),
    scheduled,
  ];
  return {
    phase,
    qosClass: 'Burstable',
    hostIP: '10.0.0.10',
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: time(at - 20_000),
    conditions,
    containerStatuses: [status],
  };
}

/**
 * Restart count and last state of a container that was killed for its memory use and runs again. Empty for most Pods.
 */
function restartedSometimes(podIP: string, at: number): Record<string, unknown> {
  const random = seededRandom('restarts', podIP);
  if (random() >= 1 / 12) return {};
  const killed = { exitCode: 137, reason: 'OOMKilled', startedAt: time(at - 15_000), finishedAt: time(at - 5_000) };
  return { restartCount: 1 + Math.floor(random() * 9), lastState: { terminated: killed } };
}

function containerState(state: PodState, image: string, namespace: string, at: number): Record<string, unknown> {
  const ended = (exitCode: number, reason: string) => ({
    exitCode,
    reason,
    startedAt: time(at - 30_000),
    finishedAt: time(at),
  });
  switch (state) {
    case 'crashing': {
      const message = `back-off 5m0s restarting failed container=main pod in namespace ${namespace}`;
      return {
        state: { waiting: { reason: 'CrashLoopBackOff', message } },
        lastState: { terminated: ended(1, 'Error') },
      };
    }
    case 'pulling':
      return {
        state: {
          waiting: {
            reason: 'ImagePullBackOff',
            message: `Back-off pulling image "${image}": ErrImagePull: ${image}: not found`,
          },
        },
        lastState: {},
      };
    case 'succeeded':
      return { state: { terminated: ended(0, 'Completed') }, lastState: {} };
    case 'failed':
      return { state: { terminated: ended(1, 'Error') }, lastState: {} };
    default:
      return { state: { running: { startedAt: time(at) } }, lastState: {} };
  }
}

export function template({ labels, image }: Pick<WorkloadParts, 'labels' | 'image'>): Record<string, unknown> {
  return {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image, ports: [{ containerPort: 8080, protocol: 'TCP' }] }] },
  };
}

export function selector({ name, labels }: Pick<WorkloadParts, 'name' | 'labels'>): Record<string, unknown> {
  return { matchLabels: { 'app.kubernetes.io/name': labels['app.kubernetes.io/name'] ?? name } };
}

export function readyOf({ trouble, replicas }: WorkloadParts): number {
  return Array.from({ length: replicas }, (_, index) => podState(trouble, index)).filter(
    state => state === 'running' || state === 'terminating',
  ).length;
}
