/**
 * Permissions of the caller on an object, so that clients know which buttons to show. `explainAccess` explains
 * permissions from the index. This file asks the cluster itself, so all authorizers of the cluster decide.
 *
 * The reason that the cluster gives is not shown, because it may name roles and other users. If the cluster does not
 * answer, the permission is unknown. An unknown permission never counts as allowed.
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
  /** Empty for the object itself. */
  readonly subresource: string;
}

export interface AccessVerdict {
  readonly verb: string;
  readonly subresource: string | null;
  /** Null if unknown. */
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
  // Each check is sent alone, so that no check waits for another check.
  return new DataLoader(questions => Promise.all(questions.map(question => ask(session, question))), {
    batch: false,
    cacheKeyFn: accessKey,
  });
}

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
  // The check uses the groups that the real request would use. Reads can omit groups that fleetgraph may not
  // impersonate. Actions never omit groups.
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
    // If an answer has both `allowed` and `denied`, the denial counts.
    if (allowed && denied !== true) return verdict(true, null);
    const doing = requestPhrase(verb, found.resource, { namespace, name }, subresource);
    return verdict(false, notAllowed(session.cluster, session.requested(doing, needsAllGroups)));
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(error);
    // The leaf does not serve the review API.
    if (error.code === 'NOT_FOUND') return verdict(null, unusable(session));
    return verdict(null, refusalOf(error, session.requested('ask what you may do', needsAllGroups)).message);
  }
}

function unusable({ cluster }: LeafSession): string {
  return `Cluster "${cluster}" gave an answer that cannot be used.`;
}
