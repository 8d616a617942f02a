import type { ExtraCost, Identity, LiveQuery } from '../identity/identity.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { ViewShelves } from '../store/saved-views.ts';
import type { Logger } from '../telemetry/log.ts';
import type { LiveQueriesOpener } from './changes/open-query.ts';
import type { ResumeTokens, RightsHistory } from './changes/resume-token.ts';
import type { FailClosedRules } from './coverage.ts';
import type { RequestView } from './request-access.ts';
import type { CallersQuestions } from './reviews/fair-reviews.ts';

/** The inputs of every accessor, for one request. */
export interface AccessFrame {
  readonly readModel: ReadModel;
  readonly rules: FailClosedRules;
  readonly access: RequestView;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Access reviews by the clusters themselves. Undefined if not available. */
  readonly questions?: CallersQuestions | undefined;
  readonly log?: Logger | undefined;
  /** Undefined if `objectChanges` is not available. */
  readonly changes?: ChangesAccess | undefined;
  readonly liveQuery?: LiveQuery | undefined;
  readonly extra?: ExtraCost | undefined;
  /** Registrations of clusters. Undefined if no caller may see registrations. */
  readonly registrations?: Registrations | undefined;
  /** Undefined if no views can be saved. */
  readonly views?: ViewShelves | undefined;
}

/** State of the process that `objectChanges` needs. */
export interface ChangesAccess {
  readonly tokens: ResumeTokens;
  readonly history: RightsHistory;
  readonly queries: LiveQueriesOpener;
  /** Maximum number of changes in one answer. */
  readonly limit: number;
}

/** A registration of a cluster. administration.ts decides who may see registrations. */
export interface KnownRegistration {
  readonly name: string;
  readonly source: string | null;
  readonly object: string | null;
  /** Expiry of the credentials, in milliseconds since the epoch. Null if unknown. */
  readonly credentialsExpireAt: number | null;
}

export interface KnownProblem {
  readonly source: string;
  readonly object: string | null;
  readonly cluster: string | null;
  readonly cause: string;
}

/** Known registrations of clusters, and the cluster whose RBAC decides who may see them. */
export interface Registrations {
  /** Name of the cluster whose RBAC decides. Undefined if only the owner of the process may see registrations. */
  readonly decidedOn: string | undefined;
  clusters(): Promise<readonly KnownRegistration[]>;
  problems(): readonly KnownProblem[];
}
