/**
 * Permissions of the caller on an object, decided by its cluster, so that clients know which buttons to show.
 * `explainAccess` gives the reason from the index; this file asks all authorizers of the cluster now.
 *
 * The cluster's own reason names roles and other users, so it is not shown. A missing answer is unknown, never a yes.
 */
import DataLoader from 'dataloader';
import { requestPhrase } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { objectAttributes } from '../../rbac/rules.ts';
import { isSubresource, isVerb, NO_SUBRESOURCE, NO_VERB } from '../../schema/access-words.ts';
import { quoted } from './arguments.ts';
import { inputError } from '../arguments.ts';
import type { LeafSession } from './leaf-session.ts';
import { notAllowed, noToken, refusalOf } from './live-state.ts';
import { record } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';

export interface AccessCheck {
  readonly verb: string;
  readonly subresource?: string | null;
}

export interface AccessQuestion {
  readonly found: FoundObject;
  readonly verb: string;
  /** '' for the object itself. */
  readonly subresource: string;
}

export interface AccessVerdict {
  readonly verb: string;
  readonly subresource: string | null;
  /** Null: not known. */
  readonly allowed: boolean | null;
  readonly reason: string | null;
}

export type AccessChecker = DataLoader<AccessQuestion, AccessVerdict, string>;

const PATH = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const MAX_BYTES = 1024 * 1024;
const MAX_CHECKS = 20;
const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** @throws BAD_USER_INPUT */
export function actionsOf(checks: readonly AccessCheck[]): Omit<AccessQuestion, 'found'>[] {
  if (checks.length > MAX_CHECKS)
    throw inputError(
      `access(checks:): ${checks.length} checks were given, and at most ${MAX_CHECKS} are taken.`,
      'checks',
    );
  return checks.map(({ verb, subresource }, i) => {
    if (!isVerb(verb)) throw inputError(`access(checks:): ${quoted(verb)} ${NO_VERB}`, `checks[${i}].verb`);
    if (subresource && !isSubresource(subresource))
      throw inputError(`access(checks:): ${quoted(subresource)} ${NO_SUBRESOURCE}`, `checks[${i}].subresource`);
    return { verb, subresource: subresource ?? '' };
  });
}

export function createAccessChecker(session: LeafSession): AccessChecker {
  // Not batched: no verdict waits for another.
  return new DataLoader(questions => Promise.all(questions.map(question => ask(session, question))), {
    batch: false,
    cacheKeyFn: accessKey,
  });
}

/** Key that is equal for equal checks. */
export function accessKey({ found: { object, resource }, verb, subresource }: AccessQuestion): string {
  const { namespace, name } = object.metadata;
  return JSON.stringify(['access', resource.group, resource.kind, namespace, name, verb, subresource]);
}

async function ask(session: LeafSession, { found, verb, subresource }: AccessQuestion): Promise<AccessVerdict> {
  const { namespace = '', name } = found.object.metadata;
  const verdict = (allowed: boolean | null, reason: string | null): AccessVerdict => ({
    ...{ verb, subresource: subresource || null, allowed, reason },
  });
  const as = session.caller;
  if (!as) return verdict(null, noToken(session.cluster).message);
  const resourceAttributes = objectAttributes(verb, found.resource, namespace, name, subresource);
  // Checked with the groups of the real request: reads omit groups that the leaf refuses, actions do not.
  const needsAllGroups = !READS.has(verb);
  try {
    const review = await session.ask(
      as,
      asking =>
        session.registration.client.request<unknown>(PATH, {
          ...asking,
          method: 'POST',
          body: {
            apiVersion: 'authorization.k8s.io/v1',
            kind: 'SelfSubjectAccessReview',
            spec: { resourceAttributes },
          },
          maxBytes: MAX_BYTES,
        }),
      needsAllGroups,
    );
    const { allowed, denied } = record(record(review)?.['status']) ?? {};
    if (typeof allowed !== 'boolean') return verdict(null, unusable(session));
    // No API server sends a denial with a yes; if one comes, it counts.
    if (allowed && denied !== true) return verdict(true, null);
    const doing = requestPhrase(verb, found.resource, { namespace, name }, subresource);
    return verdict(false, notAllowed(session.cluster, session.requested(doing, needsAllGroups)));
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(error);
    // The review API itself was not found.
    if (error.code === 'NOT_FOUND') return verdict(null, unusable(session));
    return verdict(null, refusalOf(error, session.requested('ask what you may do', needsAllGroups)).message);
  }
}

function unusable({ cluster }: LeafSession): string {
  return `Cluster "${cluster}" gave an answer that cannot be used.`;
}
