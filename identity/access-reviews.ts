/**
 * A user's permissions on a leaf, from the leaf's own review APIs. fleetgraph sends a review as the user, or about the
 * user with its own account. The leaf's answers are untrusted. A malformed answer never counts as a permission.
 */
import type { Caller } from '../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode } from '../kubernetes/errors.ts';
import { mechanismOf, type ClusterRegistry } from '../clusters/registry.ts';
import type { Attributes } from '../rbac/types.ts';
import { type ClusterIdentity, type Identity, callerOn } from './identity.ts';
import { refusedGroups } from './refused-groups.ts';

export interface RulesAnswer {
  /** Unchecked rules as the leaf sent them, normally PolicyRules in JSON. */
  readonly rules: readonly unknown[];
  /**
   * True if an authorizer of the leaf cannot list its rules, or if the answer has no list of rules. The user may then
   * have more or fewer rights than these rules.
   */
  readonly incomplete: boolean;
}

/** `rules`, `may` and `mayOther` throw ReviewError, or the signal's reason when aborted. */
export interface AccessReviews {
  /** False for a cluster that fleetgraph never connects to, and so cannot query. @default true */
  reaches?(cluster: string): boolean;
  /** Sends a SelfSubjectRulesReview as the caller. */
  rules(cluster: string, caller: Identity, namespace: string, signal: AbortSignal): Promise<RulesAnswer>;
  /** Sends a SelfSubjectAccessReview as the caller. */
  may(cluster: string, caller: Identity, question: Attributes, signal: AbortSignal): Promise<boolean>;
  /** Sends a SubjectAccessReview with fleetgraph's own account. `subject`: identity of the user on the leaf. */
  mayOther(cluster: string, subject: ClusterIdentity, question: Attributes, signal: AbortSignal): Promise<boolean>;
  /**
   * The caller's groups on the leaf that fleetgraph may not impersonate. Undefined if they are not known, for example
   * because the leaf does not respond.
   */
  refusedGroups?(cluster: string, caller: Identity): Promise<readonly string[] | undefined>;
}

/**
 * Reason why a review has no result.
 *
 * - `REFUSED`: the leaf refuses the request, or needs the caller's own token and there is none.
 * - `UNREACHABLE`, `SERVER_ERROR`, `TIMEOUT`: the leaf does not respond, or fails.
 * - `THROTTLED`: the leaf received too many requests at once, or too many reviews of the caller wait here.
 * - `TOO_LARGE`: the answer exceeds our limit, or the request exceeds the leaf's limit.
 * - `FAILED`: any other failure.
 */
export type ReviewFailure =
  | 'REFUSED'
  | 'UNREACHABLE'
  | 'SERVER_ERROR'
  | 'TIMEOUT'
  | 'THROTTLED'
  | 'TOO_LARGE'
  | 'FAILED';

/** The message contains text of the leaf, so it is only for the log. */
export class ReviewError extends Error {
  override name = 'ReviewError';
  readonly code: ReviewFailure;

  constructor(code: ReviewFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

const FAILURES: Partial<Record<KubernetesErrorCode, ReviewFailure>> = {
  UNAUTHORIZED: 'REFUSED',
  FORBIDDEN: 'REFUSED',
  UNREACHABLE: 'UNREACHABLE',
  TLS: 'UNREACHABLE',
  SERVER_ERROR: 'SERVER_ERROR',
  TIMEOUT: 'TIMEOUT',
  THROTTLED: 'THROTTLED',
};

function failureOf({ code, status }: KubernetesError): ReviewFailure {
  // Groups are sent in headers, which may be too large. An answer that is too large is MALFORMED and has no status.
  const isTooLarge = status === 413 || status === 431 || (code === 'MALFORMED' && status === undefined);
  return isTooLarge ? 'TOO_LARGE' : (FAILURES[code] ?? 'FAILED');
}

const API = '/apis/authorization.k8s.io/v1';
/** Maximum bytes of an answer. */
const MAX_BYTES = 4 * 1024 * 1024;

/** @param timeoutMs Maximum wait for one answer, in milliseconds */
export function leafReviews(registry: Pick<ClusterRegistry, 'get'>, timeoutMs = 5_000): AccessReviews {
  const ask = async (
    cluster: string,
    callerOf: Identity | undefined,
    kind: string,
    spec: object,
    signal: AbortSignal,
  ) => {
    const registration = registry.get(cluster);
    if (!registration) throw new ReviewError('FAILED', `${cluster} is not registered`);
    const as: Caller | undefined = callerOf ? callerOn(registration, callerOf) : { type: 'self' };
    if (!as) throw new ReviewError('REFUSED', `${cluster} wants the caller's own token, and there is none`);
    try {
      const review = await registration.client.request<{ status?: unknown }>(`${API}/${kind.toLowerCase()}s`, {
        as,
        method: 'POST',
        body: { apiVersion: 'authorization.k8s.io/v1', kind, spec },
        maxBytes: MAX_BYTES,
        timeoutMs,
        signal,
      });
      const status = review?.status;
      if (typeof status === 'object' && status !== null) return status as Readonly<Record<string, unknown>>;
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      throw new ReviewError(failureOf(error), error.message, error);
    }
    throw new ReviewError('FAILED', `${cluster}: the answer is not a ${kind}`);
  };
  // If the answer has both `allowed` and `denied`, the denial counts.
  const isYes = ({ allowed, denied }: Readonly<Record<string, unknown>>) => allowed === true && denied !== true;
  return {
    reaches: cluster => {
      const registration = registry.get(cluster);
      return registration === undefined || mechanismOf(registration) === 'PULL';
    },
    async rules(cluster, caller, namespace, signal) {
      const { resourceRules, incomplete } = await ask(cluster, caller, 'SelfSubjectRulesReview', { namespace }, signal);
      // An answer that does not say whether it is complete counts as incomplete.
      return {
        rules: Array.isArray(resourceRules) ? resourceRules : [],
        incomplete: incomplete !== false || !Array.isArray(resourceRules),
      };
    },
    may: async (cluster, caller, resourceAttributes, signal) =>
      isYes(await ask(cluster, caller, 'SelfSubjectAccessReview', { resourceAttributes }, signal)),
    mayOther: async (cluster, { user, groups, uid, extra }, resourceAttributes, signal) =>
      isYes(
        await ask(cluster, undefined, 'SubjectAccessReview', { user, groups, uid, extra, resourceAttributes }, signal),
      ),
    async refusedGroups(cluster, caller) {
      const registration = registry.get(cluster);
      const as = registration && callerOn(registration, caller);
      if (as?.type !== 'impersonate') return as && [];
      return refusedGroups(registration!.client, as.groups);
    },
  };
}
