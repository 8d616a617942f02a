/**
 * What a leaf itself says that somebody may do there: its review APIs, asked as the caller, or as ourselves about somebody else.
 *
 * The answers of a leaf are not trusted in shape: what is not the answer of an API server is an error, and an error is never a yes.
 */
import type { Caller } from '../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode } from '../kubernetes/errors.ts';
import type { ClusterRegistry } from '../clusters/registry.ts';
import type { ClusterIdentity, Identity } from './identity.ts';
import { callerOn } from './leaf-caller.ts';

/** A request as an authorizer sees it. Namespace '' is cluster scope, name '' names nothing. */
export interface AccessQuestion {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface RulesAnswer {
  /** As the leaf sent them: PolicyRules in JSON, when all is well. */
  readonly rules: readonly unknown[];
  /** An authorizer of the leaf cannot list its rules: there may be more rights than these, and fewer. */
  readonly incomplete: boolean;
}

/** Every method throws ReviewError, or the signal's reason when aborted. */
export interface AccessReviews {
  /** SelfSubjectRulesReview as the caller. */
  rules(cluster: string, caller: Identity, namespace: string, signal: AbortSignal): Promise<RulesAnswer>;
  /** SelfSubjectAccessReview as the caller. */
  may(cluster: string, caller: Identity, question: AccessQuestion, signal: AbortSignal): Promise<boolean>;
  /** SubjectAccessReview as ourselves, about somebody as the leaf knows them. */
  mayOther(cluster: string, subject: ClusterIdentity, question: AccessQuestion, signal: AbortSignal): Promise<boolean>;
}

/**
 * Why there is no answer. `REFUSED`: the leaf does not let us ask as this caller. `UNREACHABLE`, `SERVER_ERROR`, `TIMEOUT`: it does not answer, or with a
 * failure of its own. `THROTTLED`: too much was asked of it at once. `TOO_LARGE`: the answer is more than is read, or the question more than it reads.
 */
export type ReviewFailure = 'REFUSED' | 'UNREACHABLE' | 'SERVER_ERROR' | 'TIMEOUT' | 'THROTTLED' | 'TOO_LARGE' | 'FAILED';

/** The message is for the log: it holds the leaf's own words. */
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
  // Groups travel in headers; and what is larger than is read is malformed without a status.
  const isTooLarge = status === 413 || status === 431 || (code === 'MALFORMED' && status === undefined);
  return isTooLarge ? 'TOO_LARGE' : (FAILURES[code] ?? 'FAILED');
}

const API = '/apis/authorization.k8s.io/v1';
/** More rules than fit here are of nobody's making. */
const MAX_BYTES = 4 * 1024 * 1024;

/** @param timeoutMs The longest that one answer is waited for. */
export function leafReviews(registry: Pick<ClusterRegistry, 'get'>, timeoutMs = 5_000): AccessReviews {
  const ask = async (cluster: string, callerOf: Identity | undefined, kind: string, spec: object, signal: AbortSignal) => {
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
  // A denial beside a yes never comes from an API server; where it does, it counts.
  const isYes = ({ allowed, denied }: Readonly<Record<string, unknown>>) => allowed === true && denied !== true;
  return {
    async rules(cluster, caller, namespace, signal) {
      const { resourceRules, incomplete } = await ask(cluster, caller, 'SelfSubjectRulesReview', { namespace }, signal);
      // What does not say that it is complete is not.
      return {
        rules: Array.isArray(resourceRules) ? resourceRules : [],
        incomplete: incomplete !== false || !Array.isArray(resourceRules),
      };
    },
    may: async (cluster, caller, resourceAttributes, signal) =>
      isYes(await ask(cluster, caller, 'SelfSubjectAccessReview', { resourceAttributes }, signal)),
    mayOther: async (cluster, { user, groups, uid, extra }, resourceAttributes, signal) =>
      isYes(await ask(cluster, undefined, 'SubjectAccessReview', { user, groups, uid, extra, resourceAttributes }, signal)),
  };
}
