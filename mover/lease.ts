/**
 * The Lease that lets one mover at a time work on a hub. Safety does not depend on the Lease, because each patch is
 * conditional on the object version that it was decided on. The Lease only prevents two movers from repeating each
 * other's work.
 *
 * As in client-go's leader election, a process measures with its own clock how long the Lease has not changed. Clocks
 * of different processes are not compared.
 */
import { at, integer, text } from '../kinds/untrusted.ts';
import type { KubernetesObject } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import type { ObjectId } from '../schema/object-id.ts';
import type { MoverClusters } from './clusters.ts';

export const LEASE_NAME = 'fleetgraph-mover';
const DURATION_S = 15;
const RENEW_MS = 5_000;
/**
 * Milliseconds after a renewal during which this process counts as the holder of the Lease. It is shorter than the
 * Lease's duration, so that this process stops before another process may take the Lease.
 */
const HELD_MS = (DURATION_S - 3) * 1_000;

export interface HubLeaseOptions {
  readonly clusters: Pick<MoverClusters, 'get' | 'patch' | 'create'>;
  readonly cluster: string;
  readonly namespace: string;
  /** Name of this process. Must be different for each process. */
  readonly holder: string;
  /** Returns milliseconds of a monotonic clock. @default performance.now */
  readonly now?: () => number;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly wallClock?: () => number;
}

export class HubLease {
  readonly #options: HubLeaseOptions;
  readonly #id: ObjectId;
  /** Last seen version of another holder's Lease, and the monotonic time at which this version was first seen. */
  #seen: { readonly version: string; readonly at: number } | undefined;
  #renewedAt = -Infinity;

  constructor(options: HubLeaseOptions) {
    this.#options = options;
    const { cluster, namespace } = options;
    this.#id = { cluster, group: 'coordination.k8s.io', kind: 'Lease', namespace, name: LEASE_NAME };
  }

  get isHeld(): boolean {
    return this.#now - this.#renewedAt < HELD_MS;
  }

  /**
   * Takes or renews the Lease if this is due. Returns true if this process holds it.
   * @throws KubernetesError
   */
  async keep(): Promise<boolean> {
    if (this.#now - this.#renewedAt < RENEW_MS) return true;
    const { clusters } = this.#options;
    const startedAt = this.#now;
    try {
      const lease = await clusters.get(this.#id);
      if (!lease)
        await clusters.create(this.#id, {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          ...this.#wanted(undefined),
        });
      else if (this.#mayTake(lease)) await clusters.patch(this.#id, this.#wanted(lease));
      else return this.isHeld;
    } catch (error) {
      // A different process wrote the Lease first.
      if (error instanceof KubernetesError && error.code === 'CONFLICT') return this.isHeld;
      throw error;
    }
    this.#renewedAt = startedAt;
    this.#seen = undefined;
    return true;
  }

  /** Releases the Lease, so that another mover can take it at once. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.#renewedAt = -Infinity;
    const { clusters, holder } = this.#options;
    const lease = await clusters.get(this.#id);
    if (!lease || text(at(lease, 'spec', 'holderIdentity')) !== holder) return;
    const { metadata } = this.#wanted(lease);
    await clusters.patch(this.#id, { metadata, spec: { holderIdentity: '', leaseDurationSeconds: 1 } });
  }

  #mayTake(lease: KubernetesObject): boolean {
    const holder = text(at(lease, 'spec', 'holderIdentity'));
    if (holder === '' || holder === this.#options.holder) return true;
    const version = text(lease.metadata.resourceVersion);
    if (this.#seen?.version !== version) this.#seen = { version, at: this.#now };
    const duration = integer(at(lease, 'spec', 'leaseDurationSeconds')) ?? DURATION_S;
    return this.#now - this.#seen.at > Math.max(1, duration) * 1_000;
  }

  #wanted(lease: KubernetesObject | undefined) {
    const { holder, namespace, wallClock = Date.now } = this.#options;
    const time = new Date(wallClock()).toISOString().replace('Z', '000Z');
    const isOurs = text(at(lease, 'spec', 'holderIdentity')) === holder;
    const transitions = integer(at(lease, 'spec', 'leaseTransitions')) ?? 0;
    return {
      metadata: { name: LEASE_NAME, namespace, ...(lease && { resourceVersion: lease.metadata.resourceVersion }) },
      spec: {
        ...{ holderIdentity: holder, leaseDurationSeconds: DURATION_S, renewTime: time },
        ...(!isOurs && { acquireTime: time, leaseTransitions: lease ? transitions + 1 : 0 }),
      },
    };
  }

  get #now(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }
}
