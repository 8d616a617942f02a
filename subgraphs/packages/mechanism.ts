/**
 * The way in which the rows of a cluster reach the index: read from its API server, sent by its agent, or from metrics.
 */
import { mechanismOf as mechanismOfRegistration, type Mechanism, type Registered } from '../../clusters/registry.ts';

export type { Mechanism };

/** A cluster that is no longer registered counts as read from its API server, since nothing else is known. */
export function mechanismOf(cluster: Registered | undefined): Mechanism {
  return cluster ? mechanismOfRegistration(cluster) : 'PULL';
}
