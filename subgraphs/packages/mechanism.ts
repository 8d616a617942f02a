/**
 * The way in which the rows of a cluster reach the index: read from its API server, sent by its agent, or from metrics.
 */
import { mechanismOf as mechanismOfRegistration, type Mechanism, type Registered } from '../../clusters/registry.ts';

export type { Mechanism };

/** PULL for a cluster that is no longer registered. */
export function mechanismOf(cluster: Registered | undefined): Mechanism {
  return cluster ? mechanismOfRegistration(cluster) : 'PULL';
}
