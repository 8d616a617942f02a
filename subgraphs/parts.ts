/** Interface of all subgraphs: the exports of `subgraphs/<name>/subgraph.ts`, and the parts it may use. */
import type { DocumentNode } from 'graphql';
import type { Access } from '../access/access.ts';
import type { ClusterRegistry } from '../clusters/registry.ts';
import type { Projection } from '../kinds/projection.ts';
import type { ActionName, ActionOutcome } from '../schema/actions.ts';
import type { Subgraph } from './subgraph.ts';

/** Parts of the process that a subgraph may use: the read model through accessors only, and the leaves. */
export interface SubgraphParts {
  /**
   * The guard of the `@rbac…` directives with its accessors, whether the index would show a caller an object, and the
   * names they may know.
   */
  readonly access: Pick<Access, 'guard' | 'visibleIds' | 'namedKinds' | 'version'>;
  /** The leaf clusters, queried as the caller (identity/leaf-caller.ts). */
  readonly clusters: Pick<ClusterRegistry, 'get'>;
  readonly limits: SubgraphLimits;
  readonly actions: ActionParts;
  /** @default none */
  readonly views?: readonly SavedView[];
  /** @default no hubs */
  readonly placement?: PlacementSettings;
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
  /** Maximum leaf reads: of an object, of its events, of a log, of one of the caller's rights. */
  readonly liveObjects: number;
  /** Maximum bytes of live objects to hold. */
  readonly liveBytes: number;
  /** Maximum bytes of one log. */
  readonly logBytes: number;
  /** Maximum followed logs in the process. */
  readonly followedLogs: number;
  /** Maximum bytes of a leaf's log that one subscription may read. */
  readonly followedLogBytes: number;
  /** Maximum objects to act on. */
  readonly actionObjects: number;
  /**
   * Maximum bytes of the answer. The gateway counts the whole answer when it is written; a subgraph makes no more than
   * that.
   */
  readonly answerBytes: number;
}

/** A subgraph without its name and its SDL, which the registry knows. */
export type OpenedSubgraph<Context extends object = object> = Pick<Subgraph<Context>, 'schema' | 'context' | 'version'>;

/** The exports of a subgraph's module. */
export interface SubgraphModule {
  /** Projections it needs beside rows: accessors find the records by the projection's name. @default none */
  readonly projections?: readonly Projection[];
  /**
   * @param sdl schema/<name>.graphql with the access directives
   * @throws if resolvers and SDL disagree on who may see a field
   */
  readonly openSubgraph: (sdl: DocumentNode, parts: SubgraphParts) => OpenedSubgraph;
}
