import type { Identity } from '../identity/identity.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { Logger } from '../telemetry/log.ts';
import type { FailClosedRules } from './fail-closed.ts';
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
}
