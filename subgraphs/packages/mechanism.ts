/** The way in which the rows of a cluster reach the index: pulled from its API server, or pushed. */
import { mechanismOf as mechanismOfRegistration, type Mechanism, type Registered } from '../../clusters/registry.ts';

export type { Mechanism };

/** A cluster that is no longer registered counts as pulled, since nothing else is known. */
export function mechanismOf(cluster: Registered | undefined): Mechanism {
  return cluster ? mechanismOfRegistration(cluster) : 'PULL';
}
