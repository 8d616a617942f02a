/**
 * What a source of clusters tells: whole states, never events, so that nothing is missed and two sources are compared by what they say now.
 * follow-sources.ts makes registrations of it. One file each in sources/.
 */
import { createHash } from 'node:crypto';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Registration } from './registry.ts';

/** A cluster as a source names it. */
export interface Candidate extends Pick<Registration, 'name' | 'identity' | 'authorization' | 'collect'> {
  readonly labels: Readonly<Record<string, string>>;
  /** Its name where another registration of the same source has `name`. */
  readonly otherwise?: string;
  /** Candidates of a source with the same group are one cluster: one of them is registered. */
  readonly group?: string;
  /** Left out without a problem, unless it holds a name. @default false */
  readonly isSpare?: boolean;
  /** What names it: a file, or an object of a hub. With its source it names the registration, over restarts. */
  readonly origin: string;
  /** Another one when server or credentials are others. */
  readonly fingerprint: string;
  /** What it lacks to be registered. It keeps a name that it holds, and takes no other. */
  readonly missing?: string;
  /** `cluster`: the name that it got. @throws KubeconfigError when it cannot be used */
  target(cluster: string): Promise<ClusterTarget>;
}

export type SourceType =
  'configuration' | 'kubeconfig' | 'ownCluster' | 'secrets' | 'clusterApi' | 'gitopsClusters' | 'clusterProfiles' | 'argocd';

const OPERATORS: ReadonlySet<SourceType> = new Set(['configuration', 'kubeconfig', 'ownCluster']);

/** Others than the operator write the registrations of such a source. Its origins are objects, those of other sources are paths. */
export function isOnHub(type: SourceType): boolean {
  return !OPERATORS.has(type);
}

/**
 * In what way a registration cannot be used. `NOT_ALLOWED`: it asks for what a hub may not ask for. `NAME_RESERVED`: the
 * name may belong to a registration that cannot be read at the moment.
 */
export type ProblemCause =
  'SOURCE_UNREADABLE' | 'INCOMPLETE' | 'UNUSABLE' | 'NOT_ALLOWED' | 'NAME_INVALID' | 'NAME_TAKEN' | 'NAME_RESERVED' | 'TOO_MANY';

/** Clusters that came from an origin with a problem stay as they are. Messages hold no secret. */
export interface SourceProblem {
  readonly origin: string;
  /** The name that the cluster would have, where that is known. */
  readonly cluster?: string;
  /** @default UNUSABLE */
  readonly cause?: ProblemCause;
  readonly message: string;
}

export interface SourceState {
  readonly candidates: readonly Candidate[];
  readonly problems: readonly SourceProblem[];
  /** Objects are left out for want of room: a registration that is not here may still be there. @default false */
  readonly isPartial?: boolean;
}

export interface ClusterSource {
  readonly type: SourceType;
  /** For messages: `the kubeconfigs in /etc/fleet`. */
  readonly title: string;
  /** Begins to look; calls back when state() or problem has changed. */
  start(changed: () => void): void;
  /** All that it names now; undefined before it has read everything once. */
  state(): SourceState | undefined;
  /** Why it cannot be read at the moment; what it said before still holds. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/** How clusters of a source see our callers: the same for all of them. */
export type LeafPolicy = Pick<Registration, 'identity' | 'authorization'>;

/** Of anything that JSON can say. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
