/**
 * What a source of clusters tells: whole states, never events, so that nothing is missed and two sources are compared by what they say now.
 * follow-sources.ts makes registrations of it. One file each in sources/.
 */
import { createHash } from 'node:crypto';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Registration } from './registry.ts';

/** A cluster as a source names it. */
export interface Candidate extends Pick<Registration, 'name' | 'identity' | 'authorization'> {
  readonly labels: Readonly<Record<string, string>>;
  /** What names it: a file, or an object of a hub. For messages. */
  readonly origin: string;
  /** Another one when server or credentials are others. */
  readonly fingerprint: string;
  /** @throws KubeconfigError when it cannot be used */
  target(): Promise<ClusterTarget>;
}

export type SourceType =
  'configuration' | 'kubeconfig' | 'ownCluster' | 'secrets' | 'clusterApi' | 'gitopsClusters' | 'clusterProfiles' | 'argocd';

/** In what way a registration cannot be used. `NOT_ALLOWED`: it asks for what a hub may not ask for. */
export type ProblemCause = 'SOURCE_UNREADABLE' | 'INCOMPLETE' | 'UNUSABLE' | 'NOT_ALLOWED' | 'NAME_INVALID' | 'NAME_TAKEN' | 'TOO_MANY';

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
