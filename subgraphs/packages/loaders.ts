/**
 * Batches the package queries of one answer. The queries for all objects or clusters of a list become one question
 * about one version of the index.
 */
import DataLoader from 'dataloader';
import type { Accessors } from '../../access/guard.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { Question } from '../../readmodel/question.ts';
import { decodeObjectId, isObjectId } from '../../schema/object-id.ts';
import { encodePackageId, type PackageName } from '../../schema/package-id.ts';
import { conditionsText, type Conditions } from './arguments.ts';
import { withInputErrors } from '../arguments.ts';
import type { Deployment } from './deployment.ts';
import { decidingKinds } from './engines.ts';
import { gates, type GateRequest, type PackageGate } from './gate.ts';
import type { Surroundings } from './joins.ts';
import type { PhaseCounts } from './phase.ts';
import {
  deployments,
  deploymentsOfObjects,
  packagesOf,
  phasesOfClusters,
  type DeploymentPage,
  type DeploymentsRequest,
  type FoundPackage,
} from './questions.ts';

type Rows = Accessors['rbacRows'];

export class Loaders {
  readonly packages: DataLoader<PackageName, FoundPackage | undefined, string>;
  readonly deployments: DataLoader<DeploymentsRequest, DeploymentPage, string>;
  readonly ofObjects: DataLoader<string, Deployment | undefined>;
  readonly phasesOfClusters: DataLoader<string, PhaseCounts>;
  /** A number for each text of conditions, because the texts may be long. */
  readonly #numbers = new Map<string, number>();

  constructor(rows: Rows, around: Surroundings) {
    const ask = <T>(reached: Filter, question: Question<T>) => withInputErrors(() => rows.ask(reached, question));
    // Each batch may read all deployments, so all queries of one answer must fit into one batch.
    const maxBatchSize = Infinity;
    this.packages = new DataLoader(names => ask({}, reader => packagesOf(reader, around, names)), {
      maxBatchSize,
      cacheKeyFn: encodePackageId,
    });
    this.deployments = new DataLoader(
      requests => {
        const lists = new Set(requests.map(({ conditions }) => conditions.clusters));
        const named = lists.has(undefined) ? undefined : [...lists].flatMap(list => list ?? []);
        return ask(reachOf(named, around), reader => deployments(reader, around, requests));
      },
      {
        maxBatchSize,
        cacheKeyFn: ({ conditions, ...request }) => JSON.stringify([this.#numberOf(conditions), request]),
      },
    );
    this.ofObjects = new DataLoader(
      ids => ask(reachOfObjects(ids, around), reader => deploymentsOfObjects(reader, around, ids)),
      {
        maxBatchSize,
      },
    );
    this.phasesOfClusters = new DataLoader(
      names => ask(reachOf(names, around), reader => phasesOfClusters(reader, around, names)),
      {
        maxBatchSize,
      },
    );
  }

  /** A number that identifies the conditions. Equal conditions have equal numbers. */
  #numberOf(conditions: Conditions): number {
    const text = conditionsText(conditions);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  async ofObject(id: string): Promise<Deployment | undefined> {
    return isObjectId(id) ? this.ofObjects.load(id) : undefined;
  }
}

/** Clusters whose rows affect deployments on these targets. Undefined targets mean all clusters. */
export function reachOf(targets: readonly string[] | undefined, { hubs }: Surroundings): Filter {
  return targets ? { clusters: [...new Set([...targets, ...hubs])] } : {};
}

/** Clusters whose rows affect the deployments of these objects. An Application of a hub may apply to any cluster. */
function reachOfObjects(ids: readonly string[], around: Surroundings): Filter {
  const clusters = ids.map(id => decodeObjectId(id).cluster);
  return clusters.some(cluster => around.hubs.has(cluster)) ? {} : reachOf(clusters, around);
}

/** Batches the gates of one answer, so that published revisions are read once for all of them. */
export function gateLoader(
  rows: Rows,
  names: Accessors['rbacNames'],
  around: Surroundings,
): DataLoader<GateRequest, PackageGate> {
  return new DataLoader(
    async requests => {
      const clusters = requests.flatMap(request => request.clusters);
      const kinds = await decidingKinds(names, clusters, around.hubs);
      return withInputErrors(() =>
        rows.ask(reachOf(clusters, around), reader => gates(reader, around, kinds, requests)),
      );
    },
    { maxBatchSize: Infinity, cache: false },
  );
}
