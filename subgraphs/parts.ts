/** Interface of all subgraphs: the exports of `subgraphs/<name>/subgraph.ts`, and the parts it may use. */
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

/** Parts of the process that a subgraph may use: the read model through accessors only, and the leaves. */
export interface SubgraphParts {
  /**
   * The guard of the `@rbac…` directives with its accessors, whether the index would show a caller an object, and the
   * names they may know.
   */
  readonly access: Pick<Access, 'guard' | 'visibleIds' | 'namedKinds'>;
  /** The leaf clusters, queried as the caller (callerOn of identity/identity.ts). */
  readonly clusters: Pick<ClusterRegistry, 'get' | 'list' | 'revision'>;
  readonly limits: SubgraphLimits;
  readonly actions: ActionParts;
  /** @default none */
  readonly views?: readonly SavedView[];
  /** @default no hubs */
  readonly packages?: PackageSettings;
  /** Nodes of other subgraphs. @default none */
  readonly nodes?: NodeFinders;
  readonly mesh: MeshParts;
  /** @default past use of CPU and memory is not known */
  readonly usage?: UsageParts;
  /** @default no hubs */
  readonly placement?: PlacementSettings;
}

/** Configuration of packages. */
export interface PackageSettings {
  /** Hubs: clusters that publish packages, and whose Applications deploy to other clusters. */
  readonly hubs: readonly string[];
}

/** Finds nodes by id, for types that the fleet subgraph does not have. Undefined for absent and hidden alike. */
export interface NodeFinders {
  readonly Package?: (
    id: Extract<NodeId, { type: 'Package' }>,
    accessors: Pick<Accessors, 'rbacRows' | 'rbacNames'>,
  ) => Promise<{ readonly id: string } | undefined>;
}

/** The Istio mesh, from the configuration. */
export interface MeshParts {
  /** Undefined: traffic is not known. */
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'> | undefined;
  /** Labels that every series must have. */
  readonly matchers: Readonly<Record<string, string>>;
  /** Names of the registered clusters of the mesh, regardless of the caller. */
  readonly clusters: () => readonly string[];
  /** Selects these clusters by their labels. */
  readonly selector: LabelSelector;
  /** Registered names of clusters by their names in telemetry, where the two differ. */
  readonly clusterIds: Readonly<Record<string, string>>;
  readonly trustDomains: readonly string[];
  readonly stepMs: number;
  readonly tracesUrl?: string | undefined;
  /** Called with names of clusters in telemetry, by their registered name if they have one. */
  readonly sawCluster: (name: string) => void;
}

/** Where the use of CPU and memory is recorded, from the configuration. */
export interface UsageParts {
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'>;
  /** Labels that every series must have. */
  readonly matchers: Readonly<Record<string, string>>;
  readonly clusterLabel: string;
  readonly nodeLabel: string;
  /** Value of the cluster label for a registered cluster. Undefined if the value stands for another cluster. */
  readonly clusterId: (cluster: string) => string | undefined;
  readonly stepMs: number;
}

/** Hubs whose engines place workloads, from the configuration. */
export interface PlacementSettings {
  readonly hubs: readonly {
    readonly cluster: string;
    readonly engine: 'ocm' | 'karmada';
    /** Registered cluster by the name of a member, where the two differ. */
    readonly members: Readonly<Record<string, string>>;
  }[];
  readonly mover: {
    /** Milliseconds after which a move that stays in one phase is overdue. */
    readonly overdue: number;
  };
}

/** A query of the Explorer by name. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
  /** Search part of the address: `?q=…`. */
  readonly search: string;
}

/** Configuration of actions. */
export interface ActionParts {
  /** The enabled actions. */
  readonly allow: readonly ActionName[];
  /** Called for each object that was acted on. */
  readonly counted: (action: ActionName, outcome: ActionOutcome) => void;
}

/** Limits of one request, from the configuration. */
export interface SubgraphLimits {
  /** Maximum wait for one answer of a leaf, so that a hanging leaf does not use up every request's deadline. */
  readonly leafTimeoutMs: number;
  /** Maximum leaf reads of one request: objects, events, logs, and permission checks. */
  readonly liveObjects: number;
  /** Maximum bytes of live objects to hold. */
  readonly liveBytes: number;
  /** Maximum bytes of one log. */
  readonly logBytes: number;
  /** Maximum followed logs in the process. */
  readonly followedLogs: number;
  /** Maximum bytes of a leaf's log that one subscription may read. */
  readonly followedLogBytes: number;
  /** Maximum bytes of kept topologies and change streams of the policy subgraph, for all callers together. */
  readonly policyBytes: number;
  /** Maximum paths of one cluster that policies in effect are computed for. */
  readonly policyPaths: number;
  /** Maximum objects to act on. */
  readonly actionObjects: number;
  /**
   * Maximum bytes of the answer. The gateway counts the whole answer when it is written; a subgraph makes no more than
   * that.
   */
  readonly answerBytes: number;
}

/** A subgraph without its name and its SDL, which the registry knows. */
export type OpenedSubgraph<Context extends object = object> = Pick<Subgraph<Context>, 'schema' | 'context'>;

export type MetricParts = Pick<SubgraphParts, 'clusters' | 'packages'>;

/** The exports of a subgraph's module. */
export interface SubgraphModule {
  /** Projections it needs beside rows: accessors find the records by the projection's name. @default none */
  readonly projections?: readonly Projection[];
  /** Nodes that `Query.node` finds in it. @default none */
  readonly nodes?: (parts: SubgraphParts) => NodeFinders;
  /**
   * Lines of Prometheus' text format about all rows of the index, visible or not. Served if the operator has enabled
   * such metrics. @default none
   */
  readonly metrics?: (parts: MetricParts) => Question<string>;
  /**
   * @param sdl schema/<name>.graphql with the access directives
   * @throws if resolvers and SDL disagree on who may see a field
   */
  readonly openSubgraph: (sdl: DocumentNode, parts: SubgraphParts) => OpenedSubgraph;
}
