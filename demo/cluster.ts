/**
 * The plan of a cluster in the demo fleet (plan.ts): properties of the cluster and its applications, without manifests.
 */

export type Environment = 'prod' | 'staging' | 'dev';
export type Delivery = 'kustomization' | 'helm';
export type Workload = 'deployment' | 'statefulset' | 'cronjob';

/** State of an application. The states from `build-failed` to `job-failed` are failures. */
export type Trouble =
  | 'none'
  | 'progressing'
  | 'suspended'
  | 'never-reconciled'
  | 'terminating'
  | 'build-failed'
  | 'crash-loop'
  | 'image-pull'
  | 'unschedulable'
  | 'chart-not-found'
  | 'upgrade-failed'
  | 'job-failed';

export interface DemoApp {
  readonly name: string;
  readonly team: string;
  readonly namespace: string;
  readonly delivery: Delivery;
  readonly workload: Workload;
  readonly replicas: number;
  /** Number from which the running commit or chart version is derived. */
  readonly revision: number;
  readonly trouble: Trouble;
  readonly createdAt: number;
  /** Start of the current state, in milliseconds since the epoch. */
  readonly changedAt: number;
}

export interface DemoCluster {
  readonly name: string;
  readonly index: number;
  readonly region: string;
  readonly environment: Environment;
  readonly seed: string;
  readonly now: number;
  readonly apps: readonly DemoApp[];
  /** Names of the teams, in the order of their first applications in `apps`. */
  readonly teams: readonly string[];
  /** Names of the first clusters of the fleet. May include this cluster. */
  readonly neighbours: readonly string[];
  /** True if the cluster takes part in the scenes (scenes.ts). */
  readonly scenes: boolean;
}
