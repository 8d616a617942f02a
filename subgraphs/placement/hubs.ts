/**
 * Hubs from the configuration: clusters that run an engine, and the registered cluster of each member. Bindings on
 * clusters that are not hubs are ignored.
 */
import type { PlacementSettings } from '../parts.ts';

export type Engine = 'OCM' | 'KARMADA';

export class Hub {
  readonly cluster: string;
  readonly engine: Engine;
  readonly #clusters: ReadonlyMap<string, string>;
  readonly #members: ReadonlyMap<string, readonly string[]>;

  constructor({ cluster, engine, members }: PlacementSettings['hubs'][number]) {
    this.cluster = cluster;
    this.engine = engine === 'ocm' ? 'OCM' : 'KARMADA';
    this.#clusters = new Map(Object.entries(members));
    this.#members = Map.groupBy(Object.keys(members), member => members[member]!);
  }

  /** Name of a member's cluster. The cluster need not be registered. */
  clusterOf(member: string): string {
    return this.#clusters.get(member) ?? member;
  }

  /** Member names that a cluster may have on this hub. */
  membersOf(cluster: string): readonly string[] {
    const named = this.#members.get(cluster) ?? [];
    return this.#clusters.has(cluster) ? named : [...named, cluster];
  }

  /** Names of the members that the configuration lists. */
  get named(): Iterable<string> {
    return this.#clusters.keys();
  }
}

export class Hubs {
  readonly all: readonly Hub[];
  readonly overdueMs: number;

  constructor({ hubs, mover }: PlacementSettings) {
    this.all = hubs.map(hub => new Hub(hub));
    this.overdueMs = mover.overdue;
  }

  /** The hub on a cluster that runs this engine. */
  of(cluster: string, engine: Engine): Hub | undefined {
    return this.all.find(hub => hub.cluster === cluster && hub.engine === engine);
  }
}
