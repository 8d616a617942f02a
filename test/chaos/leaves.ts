/**
 * The clusters in a chaos run, simulated or real, with the operations that scenarios need. Objects can change
 * continuously (churn), and clusters can stop and start again without their history. Expected permissions come from
 * the setup of the clusters, not from the product's evaluator.
 */
import type { Row } from '../../store/store.ts';

export interface Person {
  readonly name: string;
  readonly token: string;
  readonly user: string;
  readonly groups: readonly string[];
  /** True if this user may see the object. 'now' means at present, 'ever' means at any time of the run. */
  may(object: ObjectPlace, when: 'now' | 'ever'): boolean;
}

export type ObjectPlace = Pick<Row, 'cluster' | 'group' | 'kind' | 'namespace' | 'name'>;

export interface Leaf {
  readonly name: string;
  readonly port: number;
  /**
   * Stops the leaf, deletes the history that watches need to resume, changes some objects, and starts the leaf again.
   */
  restartCompacted(): Promise<void>;
  /** Makes up to 5 000 changes per second to a few objects. Resolves with the number of changes per second. */
  flood(forMs: number): Promise<number>;
}

export interface Leaves extends AsyncDisposable {
  readonly all: readonly Leaf[];
  /** Kubeconfig with one context per leaf and the collector's credentials. */
  readonly kubeconfig: string;
  /** Users. The first user sees everything, the last user sees nothing. */
  readonly people: readonly Person[];
  /**
   * A filter for rows that always exist, and a predicate for their objects. If coverage calls a cluster `indexed`, an
   * answer must contain these rows of the cluster.
   */
  readonly sentinels: { readonly filter: object; readonly is: (object: ObjectPlace) => boolean };
  /** Starts changing the leaves continuously. The returned function stops the changes. */
  churn(): () => Promise<void>;
  /** Makes one more change on every leaf, so that a leaf that is no longer followed fails the check. */
  touch(): Promise<void>;
}

/** A copy of the kubeconfig in which servers have these ports. */
export function through(kubeconfig: string, ports: ReadonlyMap<string, number>): string {
  const parsed = JSON.parse(kubeconfig) as { clusters: { name: string; cluster: { server: string } }[] };
  for (const { name, cluster } of parsed.clusters) {
    const url = new URL(cluster.server);
    url.port = String(ports.get(name) ?? url.port);
    cluster.server = url.origin;
  }
  return JSON.stringify(parsed);
}
