/** Interface of all subgraphs: the exports of `subgraphs/<name>/subgraph.ts`, and the parts that a subgraph may use. */
import type { DocumentNode } from 'graphql';
import type { Access } from '../access/access.ts';
import type { Accessors } from '../access/guard.ts';
import type { ClusterRegistry } from '../clusters/registry.ts';
import type { Projection } from '../kinds/projection.ts';
import type { Prometheus } from '../prometheus/prometheus.ts';
import type { LabelSelector } from '../readmodel/query.ts';
import type { Question } from '../readmodel/question.ts';
import type { ActionName, ActionOutcome } from '../schema/actions.ts';
import type { NodeId } from '../schema/node-id.ts';
import type { Subgraph } from './subgraph.ts';

/**
 * Parts of the process that a subgraph may use. A subgraph reads the index only through the accessors of `access`, and
 * objects of leaf clusters only with the identity of the caller.
 */
export interface SubgraphParts {
  /**
   * `guard` enforces the `@rbac…` directives and passes accessors to resolvers. `visibleIds` tells which objects the
   * index would show to a caller. `namedKinds` returns the kinds that a caller may name.
   */
  readonly access: Pick<Access, 'guard' | 'visibleIds' | 'namedKinds'>;
  /** The registered clusters. */
  readonly clusters: Pick<ClusterRegistry, 'get' | 'list' | 'revision'>;
  readonly limits: SubgraphLimits;
  readonly actions: ActionParts;
  /** @default none */
  readonly views?: readonly SavedView[];
  /** @default no hubs */
  readonly packages?: PackageSettings;
  /** Finds nodes of other subgraphs. @default none */
  readonly nodes?: NodeFinders;
  readonly mesh: MeshParts;
  /** Undefined if the past use of CPU and memory is not recorded. */
  readonly usage?: UsageParts;
  /** @default no hubs */
  readonly placement?: PlacementSettings;
}

export interface PackageSettings {
  /** Names of the hubs: clusters that publish packages, and whose Applications deploy to other clusters. */
  readonly hubs: readonly string[];
}

/**
 * Finds nodes by id, for types that the fleet subgraph does not have. The result is undefined if the node is absent or
 * hidden.
 */
export interface NodeFinders {
  readonly Package?: (
    id: Extract<NodeId, { type: 'Package' }>,
    accessors: Pick<Accessors, 'rbacRows' | 'rbacNames'>,
  ) => Promise<{ readonly id: string } | undefined>;
}

/** The Istio mesh, from the configuration. */
export interface MeshParts {
  /** Undefined if traffic is not measured. */
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'> | undefined;
  /** Values of labels, by label. Only series with all these values are read. */
  readonly matchers: Readonly<Record<string, string>>;
  /** Names of all registered clusters of the mesh, including clusters that the caller may not see. */
  readonly clusters: () => readonly string[];
  /** Selects the clusters of the mesh by their labels. */
  readonly selector: LabelSelector;
  /** Registered names of clusters, by the name in telemetry. Only for clusters whose two names differ. */
  readonly clusterIds: Readonly<Record<string, string>>;
  readonly trustDomains: readonly string[];
  readonly stepMs: number;
  readonly tracesUrl?: string | undefined;
  /**
   * Called for each cluster in the traffic that Prometheus reports, with the registered name if `clusterIds` has one.
   */
  readonly sawCluster: (name: string) => void;
}

/** Source of the recorded use of CPU and memory, from the configuration. */
export interface UsageParts {
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'>;
  /** Values of labels, by label. Only series with all these values are read. */
  readonly matchers: Readonly<Record<string, string>>;
  readonly clusterLabel: string;
  readonly nodeLabel: string;
  /**
   * Value of the cluster label for a registered cluster. Undefined if that value already belongs to another cluster.
   */
  readonly clusterId: (cluster: string) => string | undefined;
  readonly stepMs: number;
}

/** Hubs whose engines place workloads, from the configuration. */
export interface PlacementSettings {
  readonly hubs: readonly {
    readonly cluster: string;
    readonly engine: 'ocm' | 'karmada';
    /** Names of registered clusters, by name of the member. Only for members whose two names differ. */
    readonly members: Readonly<Record<string, string>>;
  }[];
  readonly mover: {
    /** Milliseconds after which a move that stays in one phase is overdue. */
    readonly overdue: number;
  };
}

/** A saved query of the Explorer. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
  /** Search part of the URL: `?q=…`. */
  readonly search: string;
}

export interface ActionParts {
  readonly allow: readonly ActionName[];
  /** Counts the outcome of an action for one object, for metrics. */
  readonly counted: (action: ActionName, outcome: ActionOutcome) => void;
}

/** Limits from the configuration. */
export interface SubgraphLimits {
  /**
   * Maximum wait in milliseconds for one response of a leaf. So a leaf that hangs does not use up the deadline of every
   * request.
   */
  readonly leafTimeoutMs: number;
  /**
   * Maximum number of reads from leaf clusters in one request: objects, events, columns, usage, lists of Pods, logs,
   * and permission checks.
   */
  readonly liveObjects: number;
  /** Maximum bytes of live objects that one request may keep in memory. */
  readonly liveBytes: number;
  /**
   * Maximum bytes of one log in a query, or of all logs of `workloadLogs` together. In a subscription, the maximum
   * bytes of lines that wait for delivery, for each container.
   */
  readonly logBytes: number;
  /** Maximum number of followed logs in the process. */
  readonly followedLogs: number;
  /** Maximum bytes that a subscription may read from the log of one container. */
  readonly followedLogBytes: number;
  /** Maximum bytes of the kept topologies and change streams of the policy subgraph, for all callers together. */
  readonly policyBytes: number;
  /**
   * Maximum number of paths to route rules in one cluster. The same limit applies to paths to listeners. The merged
   * results for each of these two kinds of paths may have at most ten times as many rules and policies together. Above
   * any of these limits, effective policies are not computed.
   */
  readonly policyPaths: number;
  /** Maximum number of objects that one request may act on. */
  readonly actionObjects: number;
  /**
   * Maximum bytes of an answer. The gateway checks the size of the whole answer. The live subgraph checks its own part
   * of the answer.
   */
  readonly answerBytes: number;
}

/** A subgraph without its name and SDL. The registry adds these. */
export type OpenedSubgraph<Context extends object = object> = Pick<Subgraph<Context>, 'schema' | 'context'>;

export type MetricParts = Pick<SubgraphParts, 'clusters' | 'packages'>;

/** The exports of a subgraph's module. */
export interface SubgraphModule {
  /**
   * Projections that the subgraph needs besides rows. Accessors find records by the name of the projection.
   * @default none
   */
  readonly projections?: readonly Projection[];
  /** Nodes of the subgraph that `Query.node` finds. @default none */
  readonly nodes?: (parts: SubgraphParts) => NodeFinders;
  /**
   * Metrics about all rows of the index, visible or not, in the text format of Prometheus. Served only if the operator
   * enables these metrics.
   * @default none
   */
  readonly metrics?: (parts: MetricParts) => Question<string>;
  /**
   * @param sdl Content of schema/<name>.graphql with the access directives
   * @throws if resolvers and SDL disagree on who may see a field
   */
  readonly openSubgraph: (sdl: DocumentNode, parts: SubgraphParts) => OpenedSubgraph;
}
