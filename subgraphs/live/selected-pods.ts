/**
 * The Pods of an object: the Pods that a workload or Service selects, the Pods in a Namespace, the Pods on a Node, or
 * the Pod itself. The Pods are listed as the caller, who needs permission to list Pods. The length of the lists is
 * limited.
 *
 * As in kubectl, the selector decides, not the owner references. So the Pods of a Deployment include the Pods of its
 * old ReplicaSets.
 */
import type { Caller, KubernetesObject } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { Resource } from '../../rbac/types.ts';
import { isLabelKey, isLabelValue } from '../../schema/kubernetes-labels.ts';
import { requirementsOf, type ObjectRequirement } from '../label-selector.ts';
import { isPathSegment, LIST_PAGE, type LeafSession, type ListEnd } from './leaf-session.ts';
import { refusalOf, type Refusal } from './live-state.ts';
import { record } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';

export interface PodSelection {
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** The label selector as requirements, to select among Pods that were already read. */
  readonly requirements?: readonly ObjectRequirement[];
}

export interface ListedPods<T> {
  readonly state: 'OK';
  readonly pods: readonly T[];
  /** The reason why there may be more Pods. Undefined if these are all Pods. */
  readonly missing: string | undefined;
}

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
/** Maximum pages of a list. Four pages are 2 000 Pods. */
const MAX_PAGES = 4;
const MAX_REQUIREMENTS = 50;

/** Kinds whose `spec.selector` is a label selector for Pods. */
const WORKLOADS: ReadonlySet<string> = new Set([
  ...['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet', 'apps/ReplicaSet', 'batch/Job', 'argoproj.io/Rollout'],
]);
/** Kinds whose `spec.selector` is a map from label keys to values. */
const SELECTING_BY_MAP: ReadonlySet<string> = new Set(['/Service', '/ReplicationController']);

/** Selects the Pods of an object. Undefined if the object selects no Pods, or if its selector cannot be used. */
export function podsOf({ object, resource: { group, kind } }: FoundObject): PodSelection | undefined {
  const { namespace = '', name } = object.metadata;
  const key = `${group}/${kind}`;
  if (!isPathSegment(name)) return undefined;
  if (key === '/Namespace') return { namespace: name };
  if (key === '/Node') return { namespace: '', fieldSelector: `spec.nodeName=${name}` };
  if (key === '/Pod') return { namespace, fieldSelector: `metadata.name=${name}` };
  const selector = object.spec?.['selector'];
  if (WORKLOADS.has(key)) return selection(namespace, requirementsOf(selector));
  if (SELECTING_BY_MAP.has(key)) return selection(namespace, requirementsOf({ matchLabels: record(selector) ?? {} }));
  return undefined;
}

function selection(
  namespace: string,
  requirements: readonly ObjectRequirement[] | undefined,
): PodSelection | undefined {
  // An empty selector of a Service selects nothing.
  if (namespace === '' || !requirements || requirements.length === 0 || requirements.length > MAX_REQUIREMENTS)
    return undefined;
  if (!requirements.every(({ key, values }) => isLabelKey(key) && values.every(isLabelValue))) return undefined;
  return { namespace, labelSelector: requirements.map(written).join(), requirements };
}

function written({ key, operator, values }: ObjectRequirement): string {
  switch (operator) {
    case 'in':
      return `${key} in (${values.join()})`;
    case 'notin':
      return `${key} notin (${values.join()})`;
    case 'exists':
      return key;
    case 'absent':
      return `!${key}`;
  }
}

/** @param keep Returns the part of a Pod to keep, which is charged to the budget of the request */
export async function listPods<T>(
  session: LeafSession,
  as: Caller,
  { namespace, labelSelector, fieldSelector }: PodSelection,
  keep: (pod: KubernetesObject) => T,
): Promise<ListedPods<T> | Refusal> {
  const pods: T[] = [];
  const keepAll = function* (objects: readonly KubernetesObject[]): Generator<void, void, undefined> {
    for (const object of objects) {
      const kept = keep(object);
      if (!(yield* session.budget.take(kept))) return;
      pods.push(kept);
      yield;
    }
  };
  try {
    const end = await session.list(as, PODS, {
      ...{ namespace, maxPages: MAX_PAGES, onObjects: objects => session.inTurns(keepAll(objects)) },
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
    });
    return session.budget.isSpent ? session.budget.refusal : { state: 'OK', pods, missing: missingOf(end) };
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(error);
    return refusalOf(
      error,
      session.requested(namespace === '' ? 'list pods' : `list pods in namespace "${namespace}"`),
    );
  }
}

function missingOf({ hasMore, leftOut }: ListEnd): string | undefined {
  if (hasMore) return `Only the first ${MAX_PAGES * LIST_PAGE.limit} Pods are counted.`;
  return leftOut > 0 ? `${leftOut} Pods cannot be read, and are left out.` : undefined;
}
