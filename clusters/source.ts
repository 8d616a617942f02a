/**
 * A source of clusters, and its state. A source reports its whole state, not events. So no event can be missed, and two
 * sources can be compared. follow-sources.ts converts states to registrations.
 */
import { createHash } from 'node:crypto';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Registration } from './registry.ts';

/** A cluster that a source names. */
export interface Candidate extends Pick<
  Registration,
  'name' | 'identity' | 'authorization' | 'collect' | 'push' | 'metrics'
> {
  readonly labels: Readonly<Record<string, string>>;
  /** Alternative name, used if another registration of the same source has `name`. */
  readonly otherwise?: string;
  /** Candidates of one source with the same group mean the same cluster. Only one of them is registered. */
  readonly group?: string;
  /**
   * True for a second registration of a cluster. Such a candidate is skipped without a report, unless the cluster is
   * already registered through it. @default false
   */
  readonly isSpare?: boolean;
  /**
   * The file or hub object that names the cluster. Source and origin together identify the registration after restarts.
   */
  readonly origin: string;
  /** Changes whenever the registered server or credentials change. Does not cover files that the credentials name. */
  readonly fingerprint: string;
  /**
   * Reason why the cluster cannot be registered yet. The candidate keeps a name that it holds, but gets no new name.
   */
  readonly missing?: string;
  /**
   * Reads the connection data. Undefined for a cluster that fleetgraph never connects to.
   * @param cluster Name that the candidate got
   * @throws KubeconfigError if the data is unusable
   */
  target(cluster: string): Promise<ClusterTarget | undefined>;
}

/**
 * Cause of a problem. `NOT_ALLOWED`: the registration uses something that a hub may not use. `NAME_RESERVED`: the name
 * may belong to a registration that cannot be read now.
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

/**
 * Problem of a file or hub object (`origin`). Clusters that the file or object named before stay registered. The
 * message contains no secret.
 */
export interface SourceProblem {
  readonly origin: string;
  /** Name that the cluster would get. Undefined if unknown. */
  readonly cluster?: string;
  /** @default UNUSABLE */
  readonly cause?: ProblemCause;
  readonly message: string;
}

export interface SourceState {
  readonly candidates: readonly Candidate[];
  readonly problems: readonly SourceProblem[];
  /**
   * True if objects were omitted because of a size limit. A missing registration may then still exist.
   * @default false
   */
  readonly isPartial?: boolean;
}

export interface ClusterSource {
  /** A type from sources/registry.ts, or `configuration`, or `ownCluster`. */
  readonly type: string;
  /** Title for messages, such as `the kubeconfigs in /etc/fleet`. */
  readonly title: string;
  /** Starts watching. Calls `changed` when state() or `problem` has changed. */
  start(changed: () => void): void;
  /** All current clusters. Undefined until everything was read once. */
  state(): SourceState | undefined;
  /** Reason why the source cannot be read now. Its last state stays valid. Undefined if it can be read. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/** Rules for callers' identities and for collecting. All clusters of a source share them. */
export type LeafPolicy = Pick<Registration, 'identity' | 'authorization' | 'collect'>;

/** Hash of JSON values. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
