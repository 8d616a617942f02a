/**
 * The plan of a cluster of the demo fleet (plan.ts): properties of the cluster and its applications, without manifests.
 */

export type Environment = 'prod' | 'staging' | 'dev';
export type Delivery = 'kustomization' | 'helm';
export type Workload = 'deployment' | 'statefulset' | 'cronjob';

/** The failure of an application. `suspended` and `progressing` are no failures. */
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
  /** The number of the running commit or chart patch version. Clusters drift apart by a few. */
  readonly revision: number;
  readonly trouble: Trouble;
  readonly createdAt: number;
  /** When its state began. */
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
  /** In the order in which they came. */
  readonly teams: readonly string[];
  /** Names of the first clusters of the fleet, itself among them. */
  readonly neighbours: readonly string[];
  /** True if the cluster takes part in the scenes (scenes.ts). */
  readonly scenes: boolean;
}
