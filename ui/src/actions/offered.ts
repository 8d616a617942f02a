/**
 * What can be done to an object here: which actions fit its kind, are switched on, and are not denied by its cluster.
 */
import type { Problem } from '../client.ts';
import type { AccessCheck, Action, ActionOutcome } from '../graph/graphql.ts';

/** Who may do what, and what is switched on here, changes seldom; each right is a question to a cluster. */
export const RIGHTS_EVERY_MS = 60_000;

/**
 * Those of one object. Manifests are applied elsewhere, and moves and drains asked for where their progress is shown.
 */
export type ObjectAction = Exclude<Action, 'APPLY' | 'MOVE' | 'DRAIN'>;

export interface KindOfObject {
  readonly group: string;
  readonly kind: string;
}

/** As far as it is known. */
export interface LiveRights {
  readonly suspend: unknown;
  readonly unschedulable?: unknown;
  readonly access:
    readonly { readonly verb: string; readonly subresource: string | null; readonly allowed: boolean | null }[] | null;
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
  /** What the cluster must allow. */
  readonly check: { readonly verb: string; readonly subresource?: string };
}

/** In the order of the buttons. */
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

/** Of those that are switched on. */
export function fitting(enabled: readonly Action[], kind: KindOfObject): readonly ObjectAction[] {
  return OBJECT_ACTIONS.filter(action => enabled.includes(action) && RULES[action].isFor(kind));
}

/** What to ask the cluster for these, each question once. */
export function checksOf(actions: readonly ObjectAction[]): AccessCheck[] {
  return [...new Map(actions.map(action => [JSON.stringify(RULES[action].check), RULES[action].check])).values()];
}

/**
 * Those without what the cluster denies, and without suspending what is suspended or resuming what is not. What is not
 * known denies nothing: the dry run tells.
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

/** Whether there is something to go on with after a dry run. */
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

/** Whether it was done, or would be. */
export const isWell = (outcome: ActionOutcome): boolean => outcome === 'DONE' || wouldBeDone(outcome);

/** Whether nothing was done for sure: the request was refused as a whole. Without an answer that is not known. */
export const isRefusal = ({ code }: Problem): boolean => code !== undefined && REFUSED.has(code);

/** What objects have between them: the least and the most; undefined where not all are known. */
export function replicasNow(
  objects: readonly { readonly replicas: number | undefined }[],
): readonly [least: number, most: number] | undefined {
  const known = objects.flatMap(({ replicas }) => replicas ?? []);
  return known.length === objects.length ? [Math.min(...known), Math.max(...known)] : undefined;
}

/** 0 and above; undefined for what is no number of replicas. */
export function replicasOf(text: string): number | undefined {
  const number = Number(text);
  return /^\d{1,10}$/.test(text.trim()) && number <= 2 ** 31 - 1 ? number : undefined;
}
