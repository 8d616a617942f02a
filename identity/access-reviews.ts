/**
 * Permissions of a user on a leaf, from the leaf's own review APIs, called as the user, or as ourselves about another
 * user.
 *
 * The shape of a leaf's answers is untrusted: anything that is not the answer of an API server is an error, and an
 * error is never a yes.
 */
import type { Caller } from '../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode } from '../kubernetes/errors.ts';
import { mechanismOf, type ClusterRegistry } from '../clusters/registry.ts';
import type { Attributes } from '../rbac/types.ts';
import { type ClusterIdentity, type Identity, callerOn } from './identity.ts';
import { refusedGroups } from './refused-groups.ts';

export interface RulesAnswer {
  /** As the leaf sent them: normally PolicyRules in JSON. */
  readonly rules: readonly unknown[];
  /** True if an authorizer of the leaf cannot list its rules: the user may have more rights than these, or fewer. */
  readonly incomplete: boolean;
}

/** Every method but `reaches` throws ReviewError, or the signal's reason when aborted. */
export interface AccessReviews {
  /** False for a cluster that is never connected to and so cannot be queried. @default true */
  reaches?(cluster: string): boolean;
  /** SelfSubjectRulesReview as the caller. */
  rules(cluster: string, caller: Identity, namespace: string, signal: AbortSignal): Promise<RulesAnswer>;
  /** SelfSubjectAccessReview as the caller. */
  may(cluster: string, caller: Identity, question: Attributes, signal: AbortSignal): Promise<boolean>;
  /** SubjectAccessReview as ourselves, for a user by their name on the leaf. */
  mayOther(cluster: string, subject: ClusterIdentity, question: Attributes, signal: AbortSignal): Promise<boolean>;
  /** The caller's groups on the leaf that fleetgraph may not impersonate; undefined if the leaf does not answer. */
  refusedGroups?(cluster: string, caller: Identity): Promise<readonly string[] | undefined>;
}

/**
 * Why there is no answer. `REFUSED`: the leaf does not let us impersonate this caller. `UNREACHABLE`, `SERVER_ERROR`,
 * `TIMEOUT`: it does not answer, or fails itself. `THROTTLED`: it got too many requests at once. `TOO_LARGE`: the
 * answer is larger than we read, or the question larger than the leaf reads.
 */
export type ReviewFailure =
  'REFUSED' | 'UNREACHABLE' | 'SERVER_ERROR' | 'TIMEOUT' | 'THROTTLED' | 'TOO_LARGE' | 'FAILED';

/** The message is for the log: it contains the leaf's own words. */
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
  // Groups are sent in headers; an answer that is too large counts as malformed, without a status.
  const isTooLarge = status === 413 || status === 431 || (code === 'MALFORMED' && status === undefined);
  return isTooLarge ? 'TOO_LARGE' : (FAILURES[code] ?? 'FAILED');
}

const API = '/apis/authorization.k8s.io/v1';
/** No honest set of rules is larger than this. */
const MAX_BYTES = 4 * 1024 * 1024;

/** @param timeoutMs Maximum wait for one answer */
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
  // No API server sends a denial beside a yes; if one comes, it counts.
  const isYes = ({ allowed, denied }: Readonly<Record<string, unknown>>) => allowed === true && denied !== true;
  return {
    reaches: cluster => {
      const registration = registry.get(cluster);
      return registration === undefined || mechanismOf(registration) === 'PULL';
    },
    async rules(cluster, caller, namespace, signal) {
      const { resourceRules, incomplete } = await ask(cluster, caller, 'SelfSubjectRulesReview', { namespace }, signal);
      // An answer counts as incomplete unless it says that it is complete.
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
