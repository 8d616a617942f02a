/**
 * Result of a status rule for one object, changes of the result by time alone, and holds by people. The texts are not
 * bounded here. row.ts bounds them for all kinds.
 */
import type { ObjectStatus, Row } from '../store/store.ts';
import { type Condition, at, list, text, time, annotation, conditionAt, isTrue } from './untrusted.ts';

/** The status of an object and its reason. */
export interface StatusResult {
  readonly status: ObjectStatus;
  readonly reason: string;
  readonly message: string;
  /** Time of the last transition in milliseconds since the epoch. 0 if unknown. */
  readonly transitionedAt: number;
}

export function result(status: ObjectStatus, reason = '', message = '', condition?: Condition): StatusResult {
  return { status, reason, message, transitionedAt: condition?.lastTransitionTime ?? 0 };
}

/** Result with the reason and message of the deciding condition. */
export function byCondition(status: ObjectStatus, condition: Condition): StatusResult {
  return result(status, condition.reason, condition.message, condition);
}

/** Result for unreadable values. The reason `Malformed` shows that this UNKNOWN is not a state of the object. */
export function malformed(what: string): StatusResult {
  return result('UNKNOWN', 'Malformed', what);
}

/** True if deletion was requested. The zero time of Go does not count. */
export function isDeleted(object: unknown): boolean {
  const deletion = at(object, 'metadata', 'deletionTimestamp') ?? '';
  return deletion !== '' && !(typeof deletion === 'string' && deletion.startsWith('0001-01-01T00:00:00'));
}

/** Result for an object that is being deleted. The message names up to eight finalizers. */
export function terminating(object: unknown): StatusResult {
  const finalizers = list(at(object, 'metadata', 'finalizers')).filter(item => typeof item === 'string');
  const message =
    finalizers.length === 0
      ? 'deletion was requested'
      : `deletion was requested; waiting for ${finalizers.slice(0, 8).join(', ')}`;
  // The API server sets deletionTimestamp to the time of the request plus the grace period.
  const grace = at(object, 'metadata', 'deletionGracePeriodSeconds');
  const requested =
    time(text(at(object, 'metadata', 'deletionTimestamp'))) -
    (typeof grace === 'number' && grace > 0 ? grace * 1000 : 0);
  return {
    status: 'TERMINATING',
    reason: 'Terminating',
    message,
    transitionedAt: Number.isSafeInteger(requested) && requested > 0 ? requested : 0,
  };
}

/**
 * A change of a row by time alone, without an event. For example, a Pod that no node accepts fails after
 * SCHEDULE_WINDOW_MS (core.ts).
 */
export interface DelayedTransition {
  /** Reason of the IN_PROGRESS row to which this transition applies. */
  readonly reason: string;
  readonly afterMs: number;
  /** Time at which the delay starts. If this time is unknown, the delay starts at the creation of the object. */
  readonly since: 'createdAt' | 'transitionedAt';
  readonly becomes: Pick<Row, 'status' | 'reason'>;
}

/**
 * The row after its transition, and the time of the transition. Undefined if the row stays unchanged until an event.
 */
export function pendingTransition(
  delayed: readonly DelayedTransition[] = [],
  row: Row,
): { readonly at: number; readonly row: Row } | undefined {
  const next = row.status === 'IN_PROGRESS' ? delayed.find(({ reason }) => reason === row.reason) : undefined;
  return next && { at: (row[next.since] || row.createdAt) + next.afterMs, row: { ...row, ...next.becomes } };
}

/** True if the row may change, or may have changed, by time alone. */
export function dependsOnTime(delayed: readonly DelayedTransition[] = [], { reason }: Row): boolean {
  return delayed.some(it => reason === it.reason || reason === it.becomes.reason);
}

/**
 * A way in which people stop the reconciliation of an object on purpose. The row of a held object is `suspended`, with
 * a reason. HOLDS_OF_ANY_KIND applies to all kinds. A kind may add its own holds.
 */
export interface Hold {
  readonly reason: string;
  /** Message for a held object that is current. Replaces the message of the status. */
  readonly message?: string;
  /** Text for the docs, such as "`spec.paused` is true". */
  readonly when: string;
  readonly holds: (object: unknown) => boolean;
  /**
   * True if the hold only keeps the owner of the object from applying the object. The object's own controller
   * continues.
   */
  readonly stopsOnlyApply?: true;
  /** Merge patch that sets or removes the hold. Present if the actions suspend and resume may change the hold. */
  readonly patch?: (held: boolean) => Readonly<Record<string, unknown>>;
}

/** Holds an object whose field is true. */
export function heldByField(path: string, reason: string): Hold {
  const steps = path.split('.');
  return { reason, when: `\`${path}\` is true`, holds: object => isTrue(at(object, ...steps)) };
}

/**
 * Holds an object whose field has one of these values, ignoring case. A boolean matches the text `true` or `false`.
 */
export function heldByValue(path: string, reason: string, ...values: readonly string[]): Hold {
  const steps = path.split('.');
  const wanted = values.map(value => value.toLowerCase());
  return {
    reason,
    when: `\`${path}\` is \`${values.join('` or `')}\``,
    holds: object => {
      const value = at(object, ...steps);
      return (typeof value === 'string' || typeof value === 'boolean') && wanted.includes(String(value).toLowerCase());
    },
  };
}

/**
 * Holds an object whose annotation has one of these values, ignoring case. Without values, any value except `false`
 * holds the object.
 */
export function heldByAnnotation(name: string, reason: string, ...values: readonly string[]): Hold {
  const when =
    values.length === 0
      ? `has the annotation \`${name}\`, not false`
      : `has the annotation \`${name}: ${values.join('` or `')}\``;
  return {
    reason,
    when,
    holds: object => {
      const value = annotation(object, name)?.toLowerCase();
      return value !== undefined && (values.length === 0 ? value !== 'false' : values.includes(value));
    },
  };
}

/** Holds an object whose condition is True. */
export function heldByCondition(type: string, reason: string): Hold {
  return {
    reason,
    when: `\`${type}\` is True`,
    holds: object => conditionAt(object, type)?.status === 'True',
  };
}

export const HELD_BY_SUSPEND: Hold = {
  ...heldByField('spec.suspend', 'Suspended'),
  patch: held => ({ spec: { suspend: held } }),
};

const FLUX_OPERATOR_RECONCILE = 'fluxcd.controlplane.io/reconcile';

/**
 * Stops the reconciliation of the Flux Operator's own kinds. For other kinds, the hold only stops the operator from
 * applying the object.
 */
export const HELD_BY_FLUX_OPERATOR: Hold = {
  ...heldByAnnotation(FLUX_OPERATOR_RECONCILE, 'ReconcileDisabled', 'disabled'),
  patch: held => ({ metadata: { annotations: { [FLUX_OPERATOR_RECONCILE]: held ? 'disabled' : 'enabled' } } }),
};

/**
 * Holds of objects of any kind. Crossplane ignores a held managed resource. Cluster API ignores a held object of any
 * provider. Flux no longer applies a held object of a Kustomization. The Flux Operator no longer applies a held object
 * that it manages.
 *
 * Sources: fluxcd/kustomize-controller docs/spec/v1/kustomizations.md "Controlling the apply behavior of resources";
 * controlplaneio-fluxcd/flux-operator docs/api/v1/resourceset.md; crossplane/crossplane-runtime pkg/meta/meta.go
 * IsPaused; kubernetes-sigs/cluster-api util/annotations/helpers.go HasPaused.
 */
export const HOLDS_OF_ANY_KIND: readonly Hold[] = [
  heldByAnnotation('crossplane.io/paused', 'ReconcilePaused', 'true'),
  {
    reason: 'Paused',
    when: 'has the annotation `cluster.x-k8s.io/paused`, whatever its value',
    holds: object => annotation(object, 'cluster.x-k8s.io/paused') !== undefined,
  },
  {
    ...heldByAnnotation('kustomize.toolkit.fluxcd.io/reconcile', 'ReconcileDisabled', 'disabled'),
    stopsOnlyApply: true,
  },
  { ...HELD_BY_FLUX_OPERATOR, stopsOnlyApply: true },
];

/** The hold of an object. Undefined if the object is not held. */
export function holdOf(holds: readonly Hold[] = [], object: unknown): Hold | undefined {
  return holds.find(hold => hold.holds(object)) ?? HOLDS_OF_ANY_KIND.find(hold => hold.holds(object));
}

/** True if the object's own controller ignores the object. */
export function isLeftAlone(holds: readonly Hold[], object: unknown): boolean {
  const hold = holdOf(holds, object);
  return hold !== undefined && hold.stopsOnlyApply !== true;
}
