/** The way in which the rows of a cluster reach the index. */
import type { Registered } from '../../clusters/registry.ts';

export type Mechanism = 'PULL' | 'PUSH' | 'METRICS';

/** All clusters are read from their API servers. */
export function mechanismOf(_cluster: Registered | undefined): Mechanism {
  return 'PULL';
}
