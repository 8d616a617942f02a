/**
 * The clusters under a chaos run, simulated or real, as the scenarios need them: they live (churn), go away and come
 * back without their history, and it is known of each person what they may ever see. That knowledge comes from how the
 * clusters were set up, not from the product's evaluator.
 */
import type { Row } from '../../store/store.ts';

export interface Person {
  readonly name: string;
  readonly token: string;
  readonly user: string;
  readonly groups: readonly string[];
  /** Whether the object may be shown to this person at the present moment; `ever`: at any moment of the run. */
  may(object: ObjectPlace, when: 'now' | 'ever'): boolean;
}

export type ObjectPlace = Pick<Row, 'cluster' | 'group' | 'kind' | 'namespace' | 'name'>;

export interface Leaf {
  readonly name: string;
  readonly port: number;
  /** Stops it, drops the history that watches resume from, changes something meanwhile, and starts it again. */
  restartCompacted(): Promise<void>;
  /** Up to 5 000 changes a second, to the same few objects; resolves with how many a second there were. */
  flood(forMs: number): Promise<number>;
}

export interface Leaves extends AsyncDisposable {
  readonly all: readonly Leaf[];
  /** One context per leaf, as the collector. */
  readonly kubeconfig: string;
  /** The first sees everything, the last nothing. */
  readonly people: readonly Person[];
  /**
   * A filter, and whether a row that passes it never changes its existence: those that must be there wherever coverage
   * says `indexed`.
   */
  readonly sentinels: { readonly filter: object; readonly is: (object: ObjectPlace) => boolean };
  /** Begins to change the leaves all the time; the returned function ends that. */
  churn(): () => Promise<void>;
  /** One more change on every leaf, so that nothing can be right that is not followed. */
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
