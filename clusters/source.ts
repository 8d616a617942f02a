/**
 * State of a source of clusters: whole states, never events, so that nothing is missed and two sources can be compared.
 * follow-sources.ts makes registrations of it. One file each in sources/.
 */
import { createHash } from 'node:crypto';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Registration } from './registry.ts';

/** A cluster as a source names it. */
export interface Candidate extends Pick<
  Registration,
  'name' | 'identity' | 'authorization' | 'collect' | 'push' | 'metrics'
> {
  readonly labels: Readonly<Record<string, string>>;
  /** Its name if another registration of the same source has `name`. */
  readonly otherwise?: string;
  /** Candidates of a source with the same group are one cluster: one of them is registered. */
  readonly group?: string;
  /** Left out without a problem, unless it holds a name. @default false */
  readonly isSpare?: boolean;
  /** What names it: a file, or an object of a hub. With its source it names the registration, over restarts. */
  readonly origin: string;
  /** Changes whenever server or credentials do. */
  readonly fingerprint: string;
  /** Why it cannot be registered yet. It keeps a name that it holds, and takes no other. */
  readonly missing?: string;
  /**
   * Undefined for a cluster that is never connected to.
   * @param cluster The name it got
   * @throws KubeconfigError if it is unusable
   */
  target(cluster: string): Promise<ClusterTarget | undefined>;
}

/**
 * Why a registration is unusable. `NOT_ALLOWED`: it requests what a hub may not use. `NAME_RESERVED`: the name may
 * belong to a registration that cannot be read now.
 */
export type ProblemCause =
  | 'SOURCE_UNREADABLE'
  | 'INCOMPLETE'
  | 'UNUSABLE'
  | 'NOT_ALLOWED'
  | 'NAME_INVALID'
  | 'NAME_TAKEN'
  | 'NAME_RESERVED'
  | 'TOO_MANY';

/** Clusters from an origin with a problem stay unchanged. Messages hold no secret. */
export interface SourceProblem {
  readonly origin: string;
  /** Name that the cluster would have, if known. */
  readonly cluster?: string;
  /** @default UNUSABLE */
  readonly cause?: ProblemCause;
  readonly message: string;
}

export interface SourceState {
  readonly candidates: readonly Candidate[];
  readonly problems: readonly SourceProblem[];
  /** True if objects are left out for lack of room: a missing registration may still exist. @default false */
  readonly isPartial?: boolean;
}

export interface ClusterSource {
  /** A type of sources/registry.ts, or `configuration` or `ownCluster`. */
  readonly type: string;
  /** For messages: `the kubeconfigs in /etc/fleet`. */
  readonly title: string;
  /** Starts watching; calls back when state() or problem has changed. */
  start(changed: () => void): void;
  /** All its current clusters; undefined before everything was read once. */
  state(): SourceState | undefined;
  /** Why it cannot be read now; its last state still holds. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/** How clusters of a source see our callers, and what is collected of them: the same for all of them. */
export type LeafPolicy = Pick<Registration, 'identity' | 'authorization' | 'collect'>;

/** Fingerprint of any JSON values. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
