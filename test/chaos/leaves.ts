/**
 * The clusters under a chaos run, simulated or real, with the operations that scenarios need. They change (churn), and
 * go away and come back without their history. The permissions of each person over time come from the setup of the
 * clusters, not from the product's evaluator.
 */
import type { Row } from '../../store/store.ts';

export interface Person {
  readonly name: string;
  readonly token: string;
  readonly user: string;
  readonly groups: readonly string[];
  /** True if this person may see the object now; `ever`: at any moment of the run. */
  may(object: ObjectPlace, when: 'now' | 'ever'): boolean;
}

export type ObjectPlace = Pick<Row, 'cluster' | 'group' | 'kind' | 'namespace' | 'name'>;

export interface Leaf {
  readonly name: string;
  readonly port: number;
  /** Stops the leaf, drops the history for resuming watches, changes some objects, and starts the leaf again. */
  restartCompacted(): Promise<void>;
  /** Makes up to 5 000 changes a second to a few objects. Resolves with the rate per second. */
  flood(forMs: number): Promise<number>;
}

export interface Leaves extends AsyncDisposable {
  readonly all: readonly Leaf[];
  /** One context per leaf, with the collector's credentials. */
  readonly kubeconfig: string;
  /** The first person sees everything, the last sees nothing. */
  readonly people: readonly Person[];
  /**
   * A filter, and a predicate for rows that always exist. These rows must be in the answer if coverage says `indexed`.
   */
  readonly sentinels: { readonly filter: object; readonly is: (object: ObjectPlace) => boolean };
  /** Begins to change the leaves all the time; the returned function ends that. */
  churn(): () => Promise<void>;
  /** Makes one more change on every leaf, so that an unfollowed leaf cannot pass the check. */
  touch(): Promise<void>;
}

/** A copy of the kubeconfig with other ports. */
export function through(kubeconfig: string, ports: ReadonlyMap<string, number>): string {
  const parsed = JSON.parse(kubeconfig) as { clusters: { name: string; cluster: { server: string } }[] };
  for (const { name, cluster } of parsed.clusters) {
    const url = new URL(cluster.server);
    url.port = String(ports.get(name) ?? url.port);
    cluster.server = url.origin;
  }
  return JSON.stringify(parsed);
}
