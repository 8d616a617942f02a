/** The shape that all subgraphs have: what `subgraphs/<name>/subgraph.ts` exports, and what it may use. */
import type { DocumentNode } from 'graphql';
import type { Access } from '../access/access.ts';
import type { ClusterRegistry } from '../clusters/registry.ts';
import type { Projection } from '../kinds/projection.ts';
import type { ActionName, ActionOutcome } from '../schema/actions.ts';
import type { Subgraph } from './subgraph.ts';

/** The parts of the process that a subgraph may use: the read model through accessors alone, and the leaves. */
export interface SubgraphParts {
  /** The guard of the `@rbac…` directives with its accessors, whether the index would show a caller an object, and what they may name. */
  readonly access: Pick<Access, 'guard' | 'visibleIds' | 'namedKinds' | 'version'>;
  /** The leaf clusters, to be asked as the caller (identity/leaf-caller.ts). */
  readonly clusters: Pick<ClusterRegistry, 'get'>;
  readonly limits: SubgraphLimits;
  readonly actions: ActionParts;
  /** @default none */
  readonly views?: readonly SavedView[];
}

/** A query of the Explorer by name. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
}

/** What may be done to objects. */
export interface ActionParts {
  /** Those that are switched on. */
  readonly allow: readonly ActionName[];
  /** Called for each object that was acted on. */
  readonly counted: (action: ActionName, outcome: ActionOutcome) => void;
}

/** Of one request, as in the configuration. */
export interface SubgraphLimits {
  /** The longest that one answer of a leaf is waited for, so that a leaf that hangs does not cost every request its deadline. */
  readonly leafTimeoutMs: number;
  /** How many reads of leaves there may be: of an object, of its events, of a log, of one of the caller's rights. */
  readonly liveObjects: number;
  /** How many bytes of live objects may be held. */
  readonly liveBytes: number;
  /** How many bytes of one log are read. */
  readonly logBytes: number;
  /** How many logs may be followed at once, in the process. */
  readonly followedLogs: number;
  /** How many bytes of a leaf's log one subscription may read. */
  readonly followedLogBytes: number;
  /** How many objects may be acted on. */
  readonly actionObjects: number;
  /** How many bytes the answer may have. The gateway counts the whole answer when it is written; a subgraph makes no more than could be written. */
  readonly answerBytes: number;
}

/** A subgraph without its name and its SDL, which the registry knows. */
export type OpenedSubgraph<Context extends object = object> = Pick<Subgraph<Context>, 'schema' | 'context' | 'version'>;

/** The exports of a subgraph's module. */
export interface SubgraphModule {
  /** What it keeps of objects beside their rows: records that its accessors find by the projection's name. @default none */
  readonly projections?: readonly Projection[];
  /** @param sdl schema/<name>.graphql with the access directives. @throws when resolvers and SDL do not agree on who may see a field */
  readonly openSubgraph: (sdl: DocumentNode, parts: SubgraphParts) => OpenedSubgraph;
}
