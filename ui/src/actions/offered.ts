/** Actions to offer for an object: actions that fit its kind, are enabled, and are not denied by its cluster. */
import type { Problem } from '../client.ts';
import type { AccessCheck, Action, ActionOutcome } from '../graph/graphql.ts';

/**
 * Interval between two reads of permissions and enabled actions. Both change rarely, and each permission costs a
 * request to a cluster.
 */
export const RIGHTS_EVERY_MS = 60_000;

/**
 * Actions with a button on the page of an object. The YAML editor offers APPLY. The folder workloads/ has the forms for
 * MOVE and DRAIN.
 */
export type ObjectAction = Exclude<Action, 'APPLY' | 'MOVE' | 'DRAIN'>;

export interface KindOfObject {
  readonly group: string;
  readonly kind: string;
}

/** Permissions and state of the object. Unknown values are undefined or null. */
export interface LiveRights {
  readonly suspend: unknown;
  readonly unschedulable?: unknown;
  readonly access:
    | readonly { readonly verb: string; readonly subresource: string | null; readonly allowed: boolean | null }[]
    | null;
}

const FLUX_GROUP = /(^|\.)toolkit\.fluxcd\.io$|^fluxcd\.controlplane\.io$|^infra\.contrib\.fluxcd\.io$/;
const isOfFlux = ({ group }: KindOfObject): boolean => FLUX_GROUP.test(group);
const isOneOf =
  (wanted: string, ...kinds: readonly string[]) =>
  ({ group, kind }: KindOfObject): boolean =>
    group === wanted && kinds.includes(kind);
const isRolledOut = isOneOf('apps', 'Deployment', 'StatefulSet', 'DaemonSet');
const isOfBatch = isOneOf('batch', 'Job', 'CronJob');
const isMemberOfOcm = isOneOf('cluster.open-cluster-management.io', 'ManagedCluster');
const isMemberOfKarmada = isOneOf('cluster.karmada.io', 'Cluster');
const isMember = (kind: KindOfObject): boolean => isMemberOfOcm(kind) || isMemberOfKarmada(kind);
const canBeSuspended = (kind: KindOfObject): boolean => isOfFlux(kind) || isOfBatch(kind);

interface Rule {
  readonly isFor: (kind: KindOfObject) => boolean;
  /** Permission to check before the action is offered. */
  readonly check: { readonly verb: string; readonly subresource?: string };
}

/** Rule of each action, in the order of the buttons. */
const RULES: Readonly<Record<ObjectAction, Rule>> = {
  RECONCILE: { isFor: isOfFlux, check: { verb: 'patch' } },
  RESTART: { isFor: isRolledOut, check: { verb: 'patch' } },
  UNDO: { isFor: isRolledOut, check: { verb: 'patch' } },
  RUN: { isFor: isOneOf('batch', 'CronJob'), check: { verb: 'get' } },
  CORDON: { isFor: isOneOf('', 'Node'), check: { verb: 'patch' } },
  UNCORDON: { isFor: isOneOf('', 'Node'), check: { verb: 'patch' } },
  SCALE: {
    isFor: isOneOf('apps', 'Deployment', 'StatefulSet', 'ReplicaSet'),
    check: { verb: 'patch', subresource: 'scale' },
  },
  SUSPEND: { isFor: canBeSuspended, check: { verb: 'patch' } },
  RESUME: { isFor: canBeSuspended, check: { verb: 'patch' } },
  BOUND: { isFor: isMember, check: { verb: 'patch' } },
  DELETE: { isFor: () => true, check: { verb: 'delete' } },
};

export const OBJECT_ACTIONS = Object.keys(RULES) as readonly ObjectAction[];

/** Enabled actions that fit the kind of the object. */
export function fitting(enabled: readonly Action[], kind: KindOfObject): readonly ObjectAction[] {
  return OBJECT_ACTIONS.filter(action => enabled.includes(action) && RULES[action].isFor(kind));
}

/** Permission checks that these actions need, without duplicates. */
export function checksOf(actions: readonly ObjectAction[]): AccessCheck[] {
  return [...new Map(actions.map(action => [JSON.stringify(RULES[action].check), RULES[action].check])).values()];
}

/**
 * Removes actions that the cluster denies. Once the state of the object is read, also removes actions without effect,
 * for example SUSPEND for a suspended object. An action with an unknown permission stays, because the dry run will show
 * if the action is allowed.
 */
export function offered(actions: readonly ObjectAction[], live: LiveRights | undefined): readonly ObjectAction[] {
  const isDenied = ({ verb, subresource }: Rule['check']) =>
    live?.access?.some(
      it => it.verb === verb && (it.subresource ?? undefined) === subresource && it.allowed === false,
    ) ?? false;
  return actions.filter(action => {
    if (live?.access && action === (live.suspend === true ? 'SUSPEND' : 'RESUME')) return false;
    if (live?.access && action === (live.unschedulable === true ? 'CORDON' : 'UNCORDON')) return false;
    return !isDenied(RULES[action].check);
  });
}

/** True if a dry run succeeded: the action would be done, or the object is already as requested. */
export const wouldBeDone = (outcome: ActionOutcome): boolean => outcome === 'WOULD_DO' || outcome === 'UNCHANGED';

const REFUSED = new Set([
  ...[
    'ACTION_NOT_ENABLED',
    'RATE_LIMITED',
    'OVERLOADED',
    'COST_LIMIT_EXCEEDED',
    'BAD_USER_INPUT',
    'BAD_REQUEST',
    'UNTRUSTED_DOCUMENT',
  ],
  ...['UNAUTHENTICATED', 'SESSION_EXPIRED', 'AUTHENTICATION_UNAVAILABLE', 'GRAPHQL_VALIDATION_FAILED'],
]);

/** True if the action was done, would be done, or is not needed because the object is already as requested. */
export const isWell = (outcome: ActionOutcome): boolean => outcome === 'DONE' || wouldBeDone(outcome);

/** True if the server refused the whole request, so nothing was done. */
export const isRefusal = ({ code }: Problem): boolean => code !== undefined && REFUSED.has(code);

/** Smallest and largest number of replicas among the objects. Undefined if the number of an object is unknown. */
export function replicasNow(
  objects: readonly { readonly replicas: number | undefined }[],
): readonly [least: number, most: number] | undefined {
  const known = objects.flatMap(({ replicas }) => replicas ?? []);
  return known.length === objects.length ? [Math.min(...known), Math.max(...known)] : undefined;
}

/** Number of replicas from 0 to 2^31 - 1. Undefined for any other text. */
export function replicasOf(text: string): number | undefined {
  const number = Number(text);
  return /^\d{1,10}$/.test(text.trim()) && number <= 2 ** 31 - 1 ? number : undefined;
}
