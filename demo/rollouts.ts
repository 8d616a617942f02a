/**
 * Imitates the controllers of workloads in the demo fleet after a restart, a scaling or a deletion. The imitation
 * replaces, adds and removes Pods, and updates the status. churn.ts overwrites the workloads that it changes, including
 * their Pods.
 *
 * New Pods are copies of the old Pods, including their problems: a restart does not fix an image that cannot be pulled.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { SimulatedLeaf } from '../sim/leaf.ts';
import type { StoredObject, StoreEvent } from '../sim/object-store.ts';
import { seededHex, seededSuffix } from './random.ts';

const APPS = 'apps/v1';
const POD = { apiVersion: 'v1', kind: 'Pod' } as const;
const REPLICA_SET = { apiVersion: APPS, kind: 'ReplicaSet' } as const;
const WORKLOADS = { deployments: 'Deployment', statefulsets: 'StatefulSet', daemonsets: 'DaemonSet' } as const;
type WorkloadKind = (typeof WORKLOADS)[keyof typeof WORKLOADS];

export interface RolloutOptions {
  /** Duration of a rollout, in milliseconds. @default 2 000 */
  readonly afterMs?: number;
  readonly now?: () => number;
}

/** Rolls out changed workloads of the leaves until the returned function is called. */
export function startRollouts(leaves: readonly SimulatedLeaf[], options: RolloutOptions = {}): () => void {
  const stops = leaves.map(leaf => new Rollouts(leaf, options).start());
  return () => stops.forEach(stop => stop());
}

class Rollouts {
  readonly #objects: SimulatedLeaf['objects'];
  readonly #afterMs: number;
  readonly #now: () => number;
  /** Pods to replace, as `namespace/name`. */
  readonly #outdated = new Set<string>();
  /** Pods and ReplicaSets that this file created, by workload. They are removed when churn.ts writes the workload. */
  readonly #made = new Map<string, Map<string, KubernetesObject>>();
  /** One Pod of each workload. If no Pod is left, new Pods are copied from this Pod. */
  readonly #samples = new Map<string, KubernetesObject>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor({ objects }: SimulatedLeaf, { afterMs = 2_000, now = Date.now }: RolloutOptions) {
    this.#objects = objects;
    this.#afterMs = afterMs;
    this.#now = now;
  }

  start(): () => void {
    const watched = Object.entries(WORKLOADS).map(([plural, kind]) => {
      const collection = this.#objects.collection('apps', plural);
      const watcher = { event: (event: StoreEvent) => this.#workloadChanged(kind, event) };
      collection?.watchers.add(watcher);
      return () => collection?.watchers.delete(watcher);
    });
    const pods = this.#objects.collection('', 'pods');
    const watcher = { event: (event: StoreEvent) => this.#podChanged(event) };
    pods?.watchers.add(watcher);
    return () => {
      for (const stop of watched) stop();
      pods?.watchers.delete(watcher);
      for (const timer of this.#timers.values()) clearTimeout(timer);
    };
  }

  #workloadChanged(kind: WorkloadKind, { type, object, previous }: StoreEvent): void {
    const [namespace = '', name = ''] = object.key.split('/');
    const key = `${kind}/${object.key}`;
    if (type === 'DELETED') return this.#later(key, () => this.#collectGarbage(kind, namespace, name));
    if (!previous || typeof object.body !== 'string') return this.#forget(key);
    const workload = this.#objects.get({ apiVersion: APPS, kind, metadata: { namespace, name } });
    const before = contentOf(previous);
    if (!workload || JSON.stringify(workload.spec) === JSON.stringify(before.spec)) return;
    const pods = this.#podsOf(kind, namespace, name);
    const rolls = JSON.stringify(workload.spec?.['template']) !== JSON.stringify(before.spec?.['template']);
    if (rolls) for (const pod of pods) this.#outdated.add(keyOf(pod));
    // Write the status later, after the write that caused this event.
    queueMicrotask(() => this.#writeStatus(workload, pods, rolls ? 0 : pods.length));
    this.#later(key, () => this.#settle(kind, namespace, name));
  }

  /** Creates a new Pod for a deleted Pod. */
  #podChanged({ type, object }: StoreEvent): void {
    if (type !== 'DELETED') return;
    const pod = { ...contentOf(object), ...POD };
    const [namespace = ''] = object.key.split('/');
    const [owner] = ownersOf(pod);
    const [over] =
      owner?.kind === 'ReplicaSet'
        ? ownersOf(this.#objects.get({ ...REPLICA_SET, metadata: { namespace, name: owner.name } }))
        : [owner];
    const kind = Object.values(WORKLOADS).find(it => it === over?.kind);
    if (!kind || !over) return;
    const key = `${kind}/${namespace}/${over.name}`;
    this.#samples.set(key, pod);
    this.#later(key, () => this.#settle(kind, namespace, over.name));
  }

  /** Adds, replaces and removes Pods until the Pods match the workload. */
  #settle(kind: WorkloadKind, namespace: string, name: string): void {
    const workload = this.#objects.get({ apiVersion: APPS, kind, metadata: { namespace, name } });
    if (!workload) return;
    const key = `${kind}/${namespace}/${name}`;
    const pods = this.#podsOf(kind, namespace, name);
    const sample = pods[0] ?? this.#samples.get(key);
    if (!sample) return;
    this.#samples.set(key, sample);
    const wanted = wantedBy(workload);
    const isOutdated = pods.some(pod => this.#outdated.has(keyOf(pod)));
    const kept = pods.filter(pod => !this.#outdated.has(keyOf(pod))).slice(0, wanted);
    const owner = kind === 'Deployment' ? this.#replicaSet(workload, sample, isOutdated, wanted) : undefined;
    for (const pod of pods)
      if (!kept.includes(pod)) {
        this.#outdated.delete(keyOf(pod));
        this.#objects.remove(pod);
      }
    const taken = new Set(kept.map(({ metadata }) => metadata.name));
    for (let index = 0; kept.length < wanted; index++) {
      const podName =
        kind === 'StatefulSet'
          ? `${name}-${index}`
          : `${owner?.metadata.name ?? name}-${seededSuffix(5, namespace, name, index, this.#objects.resourceVersion)}`;
      if (taken.has(podName)) continue;
      const pod = this.#copyOf(sample, podName, owner);
      this.#objects.put(pod);
      this.#keep(key, pod);
      kept.push(pod);
    }
    this.#writeStatus(workload, kept, kept.length);
  }

  /**
   * Updates and returns the ReplicaSet of the current template. If `isNew`, creates this ReplicaSet and scales the old
   * one to 0. Undefined if the sample Pod has no ReplicaSet.
   */
  #replicaSet(
    workload: KubernetesObject,
    sample: KubernetesObject,
    isNew: boolean,
    replicas: number,
  ): KubernetesObject | undefined {
    const { namespace = '', name } = workload.metadata;
    const [owner] = ownersOf(sample);
    const old = owner && this.#objects.get({ ...REPLICA_SET, metadata: { namespace, name: owner.name } });
    if (!old) return undefined;
    const counts = { replicas, readyReplicas: replicas, availableReplicas: replicas, fullyLabeledReplicas: replicas };
    if (!isNew) {
      this.#objects.put({ ...old, spec: { ...old.spec, replicas }, status: { ...old.status, ...counts } });
      return old;
    }
    const hash = seededSuffix(
      10,
      'template',
      JSON.stringify(workload.spec?.['template']),
      this.#objects.resourceVersion,
    );
    const labels = { ...old.metadata.labels, 'pod-template-hash': hash };
    const { uid: _uid, creationTimestamp: _at, resourceVersion: _version, ...metadata } = old.metadata;
    const made = {
      ...old,
      metadata: { ...metadata, name: `${name}-${hash}`, labels },
      spec: { ...old.spec, replicas, template: workload.spec?.['template'] },
      status: { ...old.status, ...counts },
    } as KubernetesObject;
    this.#objects.put({ ...old, spec: { ...old.spec, replicas: 0 }, status: { replicas: 0 } });
    this.#objects.put(made);
    this.#keep(`Deployment/${namespace}/${name}`, made);
    return this.#objects.get(made);
  }

  #copyOf(pod: KubernetesObject, name: string, owner: KubernetesObject | undefined): KubernetesObject {
    const { uid: _uid, resourceVersion: _version, ...metadata } = pod.metadata;
    const hash = owner?.metadata.labels?.['pod-template-hash'];
    const owners = owner
      ? [
          {
            ...REPLICA_SET,
            name: owner.metadata.name,
            uid: owner.metadata.uid,
            controller: true,
            blockOwnerDeletion: true,
          },
        ]
      : metadata['ownerReferences'];
    return {
      ...pod,
      metadata: {
        ...metadata,
        name,
        uid: `${seededHex(8, name, this.#objects.resourceVersion)}-0000-4000-a000-${seededHex(12, name, this.#objects.resourceVersion)}`,
        creationTimestamp: new Date(this.#now()).toISOString().replace(/\.\d+Z$/, 'Z'),
        labels: { ...metadata.labels, ...(hash && { 'pod-template-hash': hash }) },
        ownerReferences: owners,
      },
    };
  }

  #writeStatus(workload: KubernetesObject, pods: readonly KubernetesObject[], updated: number): void {
    const current = this.#objects.get(workload);
    if (!current) return;
    const ready = pods.filter(isReady).length;
    const { generation } = current.metadata;
    const counts =
      current.kind === 'DaemonSet'
        ? { numberReady: ready, numberAvailable: ready, updatedNumberScheduled: updated }
        : { replicas: pods.length, readyReplicas: ready, availableReplicas: ready, updatedReplicas: updated };
    const unavailable = current.kind === 'Deployment' && {
      unavailableReplicas: Math.max(0, wantedBy(current) - ready),
    };
    this.#objects.put({
      ...current,
      status: { ...current.status, observedGeneration: generation, ...counts, ...unavailable },
    });
  }

  /** Removes the objects of a workload that no longer exists. */
  #collectGarbage(kind: WorkloadKind, namespace: string, name: string): void {
    if (this.#objects.get({ apiVersion: APPS, kind, metadata: { namespace, name } })) return;
    for (const pod of this.#podsOf(kind, namespace, name)) this.#objects.remove(pod);
    for (const set of this.#objects.list(REPLICA_SET, namespace))
      if (isOwnedBy(set, kind, name)) this.#objects.remove(set);
    this.#forget(`${kind}/${namespace}/${name}`);
  }

  #podsOf(kind: WorkloadKind, namespace: string, name: string): KubernetesObject[] {
    const owned = (pod: KubernetesObject) => {
      if (kind !== 'Deployment') return isOwnedBy(pod, kind, name);
      const [owner] = ownersOf(pod);
      const set =
        owner?.kind === 'ReplicaSet' &&
        this.#objects.get({ ...REPLICA_SET, metadata: { namespace, name: owner.name } });
      return set ? isOwnedBy(set, kind, name) : false;
    };
    return this.#objects.list(POD, namespace).filter(owned);
  }

  #keep(key: string, object: KubernetesObject): void {
    const made = this.#made.get(key) ?? new Map<string, KubernetesObject>();
    this.#made.set(key, made.set(`${object.kind}/${object.metadata.name}`, object));
  }

  #forget(key: string): void {
    for (const object of this.#made.get(key)?.values() ?? []) this.#objects.remove(object);
    this.#made.delete(key);
  }

  #later(key: string, run: () => void): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.set(key, setTimeout(run, this.#afterMs).unref());
  }
}

const contentOf = ({ body }: StoredObject): KubernetesObject =>
  typeof body === 'string' ? (JSON.parse(body) as KubernetesObject) : body();

interface OwnerReference {
  readonly kind: string;
  readonly name: string;
}

const ownersOf = (object: KubernetesObject | undefined): readonly OwnerReference[] =>
  (object?.metadata['ownerReferences'] as readonly OwnerReference[] | undefined) ?? [];

const isOwnedBy = (object: KubernetesObject, kind: string, name: string): boolean =>
  ownersOf(object).some(owner => owner.kind === kind && owner.name === name);

const keyOf = ({ metadata }: KubernetesObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;

function wantedBy({ kind, spec, status }: KubernetesObject): number {
  const wanted = kind === 'DaemonSet' ? status?.['desiredNumberScheduled'] : spec?.['replicas'];
  return typeof wanted === 'number' ? wanted : 1;
}

function isReady({ status }: KubernetesObject): boolean {
  const conditions =
    (status?.['conditions'] as readonly { readonly type: string; readonly status: string }[] | undefined) ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}
