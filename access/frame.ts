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

/** What every accessor is made from; of one request. */
export interface AccessFrame {
  readonly readModel: ReadModel;
  readonly rules: FailClosedRules;
  readonly access: RequestAccess;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clusters themselves, where they can be asked. */
  readonly questions?: CallersQuestions | undefined;
  readonly log?: Logger | undefined;
  /** Where changes can be told. */
  readonly changes?: ChangesAccess | undefined;
  readonly liveQuery?: LiveQuery | undefined;
  readonly extra?: ExtraCost | undefined;
  /** Where administrators are known. */
  readonly registrations?: Registrations | undefined;
}

/** What changes are told by; of the process. */
export interface ChangesAccess {
  readonly tokens: ResumeTokens;
  readonly history: RightsHistory;
  readonly queries: LiveQueriesOpener;
  /** The most that are told at once. */
  readonly limit: number;
}
