/**
 * Namespaces. The phase Terminating counts even before, or without, a deletionTimestamp in the answer, and the conditions of a namespace that
 * does not go away say which objects hold it back.
 */
import { at, conditions } from './untrusted.ts';
import { kstatus } from './kstatus.ts';
import type { Normaliser } from './verdict.ts';
import { terminating } from './verdict.ts';

export const namespace: Normaliser = (object, subject) => {
  const status = kstatus(object, subject);
  if (status.status !== 'TERMINATING' && at(object, 'status', 'phase') !== 'Terminating') return status;
  const stuck = conditions(object)?.find(condition => condition.status === 'True' && STUCK.has(condition.type));
  const { transitionedAt, ...rest } = terminating(object);
  return stuck ? { status: 'TERMINATING', reason: stuck.reason, message: stuck.message, transitionedAt } : { ...rest, transitionedAt };
};

const STUCK: ReadonlySet<string> = new Set([
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
]);
