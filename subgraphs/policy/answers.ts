/** Answers the queries of the policy subgraph, from what the caller of each request may see. */
import DataLoader from 'dataloader';
import type { Accessors } from '../../access/guard.ts';
import type { Question } from '../../readmodel/question.ts';
import { decodeObjectId, isObjectId } from '../../schema/object-id.ts';
import { withInputErrors } from '../arguments.ts';
import type { PolicyNodeId } from './node-id.ts';
import { effectsOf, impactOf, type Effect, type Impact } from './impact.ts';
import { Part, type Of } from './part.ts';
import { kindsTest, type PolicyFilter } from './filter.ts';
import type { Node } from './graph.ts';
import { TopologyReading, type NamedKinds, type ReadingOptions, type Waiting } from './reading.ts';

export type PolicyAccessors = Pick<Accessors, 'rbacRows' | 'rbacNames'>;

export interface Answer {
  /** The part of each cluster's topology that the filter selects, sorted by cluster. */
  readonly parts: readonly Part[];
  /** Clusters with kinds that are not completely listed yet, sorted by name. */
  readonly waiting: readonly Waiting[];
  readonly requested: Requested;
}

/** Names of the clusters that the caller asks for. Undefined means all clusters. */
export type Requested = readonly string[] | undefined;

/**
 * True if the caller may name all requested clusters. A name that does not exist gets the same answer as the name of a
 * hidden cluster. Without requested clusters, true if no cluster is closed, and no cluster is withheld from the caller.
 * A closed or withheld cluster may have a topology for the caller, but must not be named.
 */
export async function coversAll(
  requested: Requested,
  { rbacNames, rbacPublic, rbacSelf }: Pick<Accessors, 'rbacNames' | 'rbacPublic' | 'rbacSelf'>,
): Promise<boolean> {
  if (requested) return (await rbacNames.kindsOn(requested)).size === requested.length;
  return rbacPublic.coverage().closed === 0 && (await rbacSelf.withheld()).length === 0;
}

/** An object, and the kinds of policies to return. Undefined means all kinds. */
export interface Around extends PolicyNodeId {
  readonly kinds: readonly string[] | undefined;
}

/**
 * Maximum number of parts in one question. A question holds all its parts in memory, and each part may have all nodes
 * of a cluster.
 */
const PARTS_AT_ONCE = 25;

export interface ImpactAnswer extends Impact {
  readonly node: Of<Node>;
  readonly after: Part | undefined;
  readonly ifDeleted: readonly Effect[];
}

interface Loaders {
  readonly nodes: DataLoader<string, Of<Node> | undefined>;
  readonly parts: DataLoader<Around, Part | undefined, string>;
}

export class Answers {
  readonly #options: ReadingOptions;
  /** Loaders by accessor of a request. */
  readonly #loaders = new WeakMap<object, Loaders>();

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  /** The topologies of all clusters that the filter selects, at one version of the index. */
  async topology(filter: PolicyFilter, accessors: PolicyAccessors): Promise<Answer> {
    return this.ask(filter.clusters, accessors, function* (reading, rows) {
      const parts = yield* reading.parts(filter);
      for (const part of parts) yield* part.select(rows);
      return { parts, waiting: yield* reading.waiting(), requested: filter.requested };
    });
  }

  /** The part of each cluster that the filter selects, sorted by cluster. */
  async parts(filter: PolicyFilter, accessors: PolicyAccessors): Promise<readonly Part[]> {
    return this.ask(filter.clusters, accessors, reading => reading.parts(filter));
  }

  /** Undefined if the caller sees no node with this id. */
  async impact(
    { cluster, id }: PolicyNodeId,
    withDeletion: boolean,
    accessors: PolicyAccessors,
  ): Promise<ImpactAnswer | undefined> {
    return this.ask([cluster], accessors, function* (reading, rows) {
      if (!reading.names(cluster)) return undefined;
      if (!withDeletion) {
        const whole = yield* reading.cluster(cluster);
        const node = whole.byId.get(id);
        return (
          node && {
            ...(yield* impactOf(whole, node, rows)),
            node: { part: new Part(whole), value: node },
            after: undefined,
            ifDeleted: [],
          }
        );
      }
      const before = yield* reading.afresh(cluster);
      const node = before.byId.get(id);
      if (!node) return undefined;
      const after = yield* reading.afresh(cluster, id);
      return {
        ...(yield* impactOf(before, node, rows)),
        node: { part: new Part(before), value: node },
        after: new Part(after),
        ifDeleted: yield* effectsOf(before, after, rows),
      };
    });
  }

  /** The node of an object. Undefined if the caller sees no such node. Calls of one request are batched. */
  async node(id: string, accessors: PolicyAccessors): Promise<Of<Node> | undefined> {
    return isObjectId(id) ? this.#loadersOf(accessors).nodes.load(id) : undefined;
  }

  async #findNodes(ids: readonly string[], accessors: PolicyAccessors): Promise<(Of<Node> | undefined)[]> {
    const clusters = [...new Set(ids.map(clusterOf))];
    const parts = await this.parts({ clusters }, accessors);
    const byCluster = new Map(parts.map(part => [part.cluster, part]));
    return ids.map(id => {
      const part = byCluster.get(clusterOf(id));
      const node = part?.whole.byId.get(id);
      return part && node && { part, value: node };
    });
  }

  /**
   * The part around an object. Undefined if the caller may not name its cluster. Calls of one request are batched, so
   * that a page of objects needs few passes through the effective policies of a cluster.
   */
  async around(object: Around, accessors: PolicyAccessors): Promise<Part | undefined> {
    return this.#loadersOf(accessors).parts.load(object);
  }

  #loadersOf(accessors: PolicyAccessors): Loaders {
    let loaders = this.#loaders.get(accessors.rbacRows);
    if (!loaders) {
      loaders = {
        nodes: new DataLoader(ids => this.#findNodes(ids, accessors)),
        parts: new DataLoader(all => this.#findAround(all, accessors), {
          cacheKeyFn: ({ id, kinds }) => JSON.stringify([id, kinds]),
          maxBatchSize: PARTS_AT_ONCE,
        }),
      };
      this.#loaders.set(accessors.rbacRows, loaders);
    }
    return loaders;
  }

  async #findAround(all: readonly Around[], accessors: PolicyAccessors): Promise<(Part | undefined)[]> {
    // Drops the cached parts when a batch starts. Fields with equal arguments share a part only while they wait,
    // because the parts of a whole page would fill the memory.
    this.#loadersOf(accessors).parts.clearAll();
    const tests = new Map<string, PolicyFilter['isKind']>();
    const filters = all.map(({ id, kinds }): PolicyFilter => {
      const key = JSON.stringify(kinds);
      if (kinds && !tests.has(key)) tests.set(key, kindsTest(kinds, 'kinds'));
      return { around: [id], isKind: tests.get(key) };
    });
    const byCluster = Map.groupBy(all.keys(), i => all[i]!.cluster);
    return this.ask([...byCluster.keys()], accessors, function* (reading) {
      const found = new Array<Part | undefined>(all.length).fill(undefined);
      for (const cluster of reading.clusters) {
        const places = byCluster.get(cluster)!;
        const parts = yield* reading.partsOf(
          cluster,
          places.map(i => filters[i]!),
        );
        for (const [n, part] of parts.entries()) found[places[n]!] = part;
      }
      return found;
    });
  }

  /** @param clusters Names of clusters. Undefined means all clusters that the caller may name */
  async ask<T>(
    clusters: readonly string[] | undefined,
    { rbacRows, rbacNames }: PolicyAccessors,
    question: (reading: TopologyReading, rows: Parameters<Question<T>>[0]) => ReturnType<Question<T>>,
  ): Promise<T> {
    const named: NamedKinds = await rbacNames.kindsOn(clusters ?? (await rbacNames.clusters()).map(({ name }) => name));
    const reached = clusters ? { clusters } : {};
    return withInputErrors(() =>
      rbacRows.ask(reached, rows => question(new TopologyReading(rows, named, this.#options), rows)),
    );
  }
}

function clusterOf(id: string): string {
  return decodeObjectId(id).cluster;
}
