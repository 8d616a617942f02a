import type { Identity } from '../identity/identity.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { Logger } from '../telemetry/log.ts';
import type { ExtraCost, LiveQuery } from '../identity/request.ts';
import type { LiveQueriesOpener } from './changes/open-query.ts';
import type { ResumeTokens } from './changes/resume-token.ts';
import type { RightsHistory } from './changes/rights-history.ts';
import type { FailClosedRules } from './fail-closed.ts';
import type { Registrations } from './registrations.ts';
import type { RequestAccess } from './request-access.ts';
import type { CallersQuestions } from './reviews/fair-reviews.ts';

/** What every accessor is made from, for one request. */
export interface AccessFrame {
  readonly readModel: ReadModel;
  readonly rules: FailClosedRules;
  readonly access: RequestAccess;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reviews by the clusters themselves, if available. */
  readonly questions?: CallersQuestions | undefined;
  readonly log?: Logger | undefined;
  /** Undefined if changes are not available. */
  readonly changes?: ChangesAccess | undefined;
  readonly liveQuery?: LiveQuery | undefined;
  readonly extra?: ExtraCost | undefined;
  /** Undefined if there are no administrators. */
  readonly registrations?: Registrations | undefined;
}

/** State of the process for answering changes. */
export interface ChangesAccess {
  readonly tokens: ResumeTokens;
  readonly history: RightsHistory;
  readonly queries: LiveQueriesOpener;
  /** Maximum number of changes in one answer. */
  readonly limit: number;
}
