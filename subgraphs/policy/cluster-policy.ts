/** The topology of one cluster and everything computed from it. */
import type { Steps } from '../../async/fair-turns.ts';
import { attachedPolicies } from './attached.ts';
import type { ClusterView } from './cluster-view.ts';
import { effectiveOf, type EffectivePolicy } from './effective.ts';
import { pathsOf, type Path } from './paths.ts';
import { judge } from './standing.ts';
import { topologyOf, type Topology } from './topology.ts';

export interface ClusterPolicy extends Topology {
  /** Paths to rules, sorted by id. */
  readonly toRules: readonly Path[];
  readonly toListeners: readonly Path[];
  /**
   * True if the cluster has more paths than the limit, or if the results of merging have too many rules. Then the lists
   * of paths and effective policies are empty.
   */
  readonly isOverLimit: boolean;
  /** Effective policies, sorted by kind and id. */
  readonly effective: readonly EffectivePolicy[];
}

export interface ComputeOptions {
  /** Maximum number of paths in the cluster. */
  readonly paths: number;
  /** Id of a node to leave out, as if it were deleted. */
  readonly without?: string | undefined;
}

export function* policyOf(view: ClusterView, { paths: limit, without }: ComputeOptions): Steps<ClusterPolicy> {
  const topology = yield* topologyOf(view, without);
  const paths = yield* pathsOf(topology, limit, view);
  const attached = yield* attachedPolicies(topology.edges, view);
  const effective = paths && (yield* effectiveOf(paths, view, { attached, limit }));
  yield* judge(topology, { effective, attached }, view);
  const isOverLimit = !effective;
  return { ...topology, ...(isOverLimit ? NO_PATHS : { ...paths, effective }), isOverLimit };
}

const NO_PATHS = { toRules: [], toListeners: [], effective: [] };
