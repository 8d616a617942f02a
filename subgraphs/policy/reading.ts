/**
 * Reads topologies from the index: the objects that a caller sees in each cluster, at one version of the index.
 * Kept topologies are reused while their inputs stay unchanged (memory.ts).
 */
import { policyKindOf, type PolicyClass } from '../../kinds/policies.ts';
import type { Resource } from '../../rbac/types.ts';
import type { Steps } from '../../async/fair-turns.ts';
import { kindValue } from '../../readmodel/query.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { policyOf, type ClusterPolicy } from './cluster-policy.ts';
import type { ClusterView, KindName, SeenObject } from './cluster-view.ts';
import { GATEWAY_GROUP, NODE_KINDS, REFERENCE_GRANT } from './gateway-kinds.ts';
import type { PolicyMemory } from './memory.ts';
import { partsOf, type Part, type PartFilter } from './part.ts';
import { mayBePolicy } from './projections.ts';
import { POLICY_PROJECTION, PORT_PROJECTION } from './records.ts';
import { weightOf } from './weight.ts';

const SERVICE: KindName = { group: '', kind: 'Service' };
const NAMESPACE: KindName = { group: '', kind: 'Namespace' };
/** Kinds whose objects are all read, including objects without records of POLICY_PROJECTION. */
const READ_KINDS: readonly KindName[] = [...NODE_KINDS.map(kind => ({ group: GATEWAY_GROUP, kind })), REFERENCE_GRANT];

export interface ReadingOptions {
  readonly memory: PolicyMemory;
  /** Maximum number of paths in a cluster. */
  readonly paths: number;
}

export interface Waiting {
  readonly cluster: string;
  readonly kinds: readonly string[];
}

/** The kinds that the caller may name on each cluster. */
export type NamedKinds = ReadonlyMap<string, readonly Resource[]>;

/** Reads topologies from one version of the index. */
export class TopologyReading {
  readonly #rows: RowReader;
  readonly #named: NamedKinds;
  readonly #options: ReadingOptions;
  #policies: ReadonlyMap<string, readonly VisibleRow[]> | undefined;

  constructor(rows: RowReader, named: NamedKinds, options: ReadingOptions) {
    this.#rows = rows;
    this.#named = named;
    this.#options = options;
  }

  /** Requested clusters that the caller may name, sorted. */
  get clusters(): readonly string[] {
    return [...this.#named.keys()].sort();
  }

  /** The parts of all `clusters`, sorted by cluster. */
  *parts(filter: PartFilter): Steps<readonly Part[]> {
    const parts: Part[] = [];
    for (const cluster of this.clusters) {
      parts.push(yield* this.part(cluster, filter));
      yield;
    }
    return parts;
  }

  *part(cluster: string, filter: PartFilter): Steps<Part> {
    const [part] = yield* this.partsOf(cluster, [filter]);
    return part!;
  }

  /** Parts of one cluster, in the order of the filters. */
  *partsOf(cluster: string, filters: readonly PartFilter[]): Steps<readonly Part[]> {
    return yield* partsOf(yield* this.cluster(cluster), filters, this.#rows);
  }

  *cluster(cluster: string): Steps<ClusterPolicy> {
    const { memory, paths } = this.#options;
    const { seen } = this.#rows.momentOf(cluster, []);
    const kept = seen && memory.get(cluster, seen);
    if (kept && kept.version === this.#version(cluster, kept.others)) return kept.policy;
    const others = new Map<string, KindName>();
    const policy = yield* policyOf(yield* this.#view(cluster, others), { paths });
    const depends = [...others.values()];
    if (seen)
      memory.keep(seen, {
        policy,
        others: depends,
        version: this.#version(cluster, depends),
        bytes: yield* weightOf(policy),
      });
    return policy;
  }

  /** True if the cluster is requested and the caller may name the cluster. */
  names(cluster: string): boolean {
    return this.#named.has(cluster);
  }

  /**
   * Computes the topology of a cluster, even if a kept topology could be reused.
   * @param without Id of a node to leave out
   */
  *afresh(cluster: string, without?: string): Steps<ClusterPolicy> {
    return yield* policyOf(yield* this.#view(cluster), { paths: this.#options.paths, without });
  }

  /**
   * Clusters, sorted by name, with their kinds of the topology that are not completely listed yet. Includes only kinds
   * that the caller may name.
   */
  *waiting(): Steps<readonly Waiting[]> {
    const waiting: Waiting[] = [];
    for (const cluster of this.clusters) {
      const kinds = listedKinds(this.#named.get(cluster)!);
      if (this.#rows.spent(1 + kinds.length)) yield;
      const missing = kinds.filter(kind => !this.#rows.isComplete(cluster, kind));
      if (missing.length > 0) waiting.push({ cluster, kinds: missing.map(kindValue).sort() });
    }
    return waiting;
  }

  /** A text that changes with the rows that the topology depends on, and with the set of completely listed kinds. */
  #version(cluster: string, others: readonly KindName[]): string {
    const kinds = [...kindsOfTopology(this.#named.get(cluster) ?? []), ...others];
    const complete = kinds.map(kind => (this.#rows.isComplete(cluster, kind) ? '1' : '0')).join('');
    return `${this.#rows.momentOf(cluster, kinds).version} ${complete}`;
  }

  /** @param others Receives the kinds that the topology depends on only because policies target them */
  *#view(cluster: string, others = new Map<string, KindName>()): Steps<ClusterView> {
    const rows = this.#rows;
    const resources = this.#named.get(cluster) ?? [];
    const byKind = new Map(resources.map(resource => [`${resource.group}/${resource.kind}`, resource]));
    const resourceOf = ({ group, kind }: KindName) => byKind.get(`${group}/${kind}`);
    const found = yield* rows.matching({ clusters: [cluster], kinds: READ_KINDS });
    const objects: SeenObject[] = [];
    for (const row of [...found, ...((yield* this.#policyRows()).get(cluster) ?? [])]) {
      const { group, kind, namespace, name } = rows.object(row);
      const isTerminating = rows.status(row) === 'TERMINATING';
      objects.push({ group, kind, namespace, name, isTerminating, records: rows.records(row, POLICY_PROJECTION) });
      if (objects.length % STEP === 0) yield;
    }
    return {
      cluster,
      objects,
      find: ({ group, kind }, namespace, name) => {
        if (group !== '' || (kind !== 'Service' && kind !== 'Namespace'))
          others.set(`${group}/${kind}`, { group, kind });
        const row = rows.find({ cluster, group, kind, namespace, name });
        return (
          row && {
            isTerminating: rows.status(row) === 'TERMINATING',
            labels: () => rows.labels(row),
            ports: () => rows.records(row, PORT_PROJECTION),
          }
        );
      },
      mayList: (kind, namespace) => rows.mayList(cluster, kind, namespace) === 'ALL',
      isComplete: kind => rows.isComplete(cluster, kind),
      isClusterScoped: kind => resourceOf(kind)?.namespaced === false,
      labelledClass: kind => classOf(resourceOf(kind)),
      spent: operations => rows.spent(operations),
    };
  }

  /** Policies by cluster. Policies are found by their records, because there may be many kinds of policies. */
  *#policyRows(): Steps<ReadonlyMap<string, readonly VisibleRow[]>> {
    if (this.#policies) return this.#policies;
    const byCluster = new Map<string, VisibleRow[]>();
    for (const [i, row] of (yield* this.#rows.withRecord(POLICY_PROJECTION, 'policy')).entries()) {
      const cluster = this.#rows.clusterName(this.#rows.cluster(row));
      const known = byCluster.get(cluster);
      if (known) known.push(row);
      else byCluster.set(cluster, [row]);
      if (i % MANY === MANY - 1) yield;
    }
    this.#policies = byCluster;
    return byCluster;
  }
}

/** Number of objects read (`STEP`) or rows processed (`MANY`) before yielding. */
const STEP = 64;
const MANY = 2_048;

function classOf(resource: Resource | undefined): PolicyClass {
  return resource?.policy?.toLowerCase() === 'inherited' ? 'INHERITED' : 'DIRECT';
}

function isOfTopology(resource: Resource): boolean {
  const { group, kind } = resource;
  const isRead = READ_KINDS.some(it => it.group === group && it.kind === kind);
  return (
    isRead ||
    (group === '' && kind === 'Service') ||
    policyKindOf(resource) !== undefined ||
    resource.policy !== undefined
  );
}

/** Cached results of listedKinds(). Clusters share lists of resources. */
const listedByResources = new WeakMap<readonly Resource[], readonly KindName[]>();

/** Kinds that must be listed completely before the topology is complete. */
function listedKinds(resources: readonly Resource[]): readonly KindName[] {
  let kinds = listedByResources.get(resources);
  if (!kinds) listedByResources.set(resources, (kinds = resources.filter(isOfTopology)));
  return kinds;
}

/** Cached results of kindsOfTopology(). */
const kindsByResources = new WeakMap<readonly Resource[], readonly KindName[]>();

/** Kinds of the objects that a topology is computed from. */
function kindsOfTopology(resources: readonly Resource[]): readonly KindName[] {
  let kinds = kindsByResources.get(resources);
  if (!kinds)
    kindsByResources.set(resources, (kinds = [...READ_KINDS, SERVICE, NAMESPACE, ...resources.filter(mayBePolicy)]));
  return kinds;
}
