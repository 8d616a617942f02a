/** Answers the queries of the policy subgraph, from what the caller of each request may see. */
import DataLoader from 'dataloader';
import type { Accessors } from '../../access/guard.ts';
import { kindValue } from '../../readmodel/query.ts';
import type { Question } from '../../readmodel/question.ts';
import { decodeObjectId, isObjectId } from '../../schema/object-id.ts';
import { withInputErrors } from '../arguments.ts';
import type { PolicyNodeId } from './node-id.ts';
import { effectsOf, impactOf, type Effect, type Impact } from './impact.ts';
import { Part, type Of } from './part.ts';
import type { PolicyFilter } from './filter.ts';
import type { Node } from './graph.ts';
import { TopologyReading, type NamedKinds, type ReadingOptions } from './reading.ts';

export type PolicyAccessors = Pick<Accessors, 'rbacRows' | 'rbacNames'>;

export interface Waiting {
  readonly cluster: string;
  readonly kinds: readonly string[];
}

export interface Answer {
  /** The part of each cluster's topology that the filter selects, sorted by cluster. */
  readonly parts: readonly Part[];
  /** Clusters with kinds that are not completely listed yet, sorted by name. */
  readonly waiting: readonly Waiting[];
}

export interface ImpactAnswer extends Impact {
  readonly node: Of<Node>;
  readonly after: Part | undefined;
  readonly ifDeleted: readonly Effect[];
}

export class Answers {
  readonly #options: ReadingOptions;
  readonly #loaders = new WeakMap<object, DataLoader<string, Of<Node> | undefined>>();

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  /** The topologies of all clusters that the filter selects, at one version of the index. */
  async topology(filter: PolicyFilter, accessors: PolicyAccessors): Promise<Answer> {
    return this.ask(filter.clusters, accessors, function* (reading) {
      const parts = yield* reading.parts(filter);
      const waiting = parts.flatMap(({ cluster }) => {
        const kinds = reading.waitingFor(cluster).map(kindValue).sort();
        return kinds.length > 0 ? [{ cluster, kinds }] : [];
      });
      return { parts, waiting };
    });
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
            ...(yield* impactOf(whole, node)),
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
        ...(yield* impactOf(before, node)),
        node: { part: new Part(before), value: node },
        after: new Part(after),
        ifDeleted: yield* effectsOf(before, after, rows),
      };
    });
  }

  /** The node of an object. Undefined if the caller sees no such node. Calls of one request are batched. */
  async node(id: string, accessors: PolicyAccessors): Promise<Of<Node> | undefined> {
    if (!isObjectId(id)) return undefined;
    const { rbacRows } = accessors;
    let loader = this.#loaders.get(rbacRows);
    if (!loader) this.#loaders.set(rbacRows, (loader = new DataLoader(ids => this.#nodes(ids, accessors))));
    return loader.load(id);
  }

  async #nodes(ids: readonly string[], accessors: PolicyAccessors): Promise<(Of<Node> | undefined)[]> {
    const clusters = [...new Set(ids.map(id => decodeObjectId(id).cluster))];
    const { parts } = await this.topology({ clusters }, accessors);
    const byCluster = new Map(parts.map(part => [part.cluster, part]));
    return ids.map(id => {
      const part = byCluster.get(decodeObjectId(id).cluster);
      const node = part?.whole.byId.get(id);
      return part && node && { part, value: node };
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
