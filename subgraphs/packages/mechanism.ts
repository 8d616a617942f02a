/** The way in which the rows of a cluster reach the index. */
import { mechanismOf as mechanismOfRegistration, type Mechanism, type Registered } from '../../clusters/registry.ts';

export type { Mechanism };

/** A cluster that is not registered any more had been read from its API server, as far as anybody can tell. */
export function mechanismOf(cluster: Registered | undefined): Mechanism {
  return cluster ? mechanismOfRegistration(cluster) : 'PULL';
}
