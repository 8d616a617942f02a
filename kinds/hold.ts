/**
 * Ways in which people hold an object on purpose: its row is `suspended`, with a reason. A hold is data: the field that
 * is read, and its description in the docs.
 *
 * Holds of any kind are annotations with the same meaning on every object; a kind adds the holds of its own project.
 */
import { at, annotation, conditionAt, isTrue } from './untrusted.ts';

export interface Hold {
  readonly reason: string;
  /** Message of a held object that is current, if its status is about something else. */
  readonly message?: string;
  /** For the docs, such as "`spec.paused` is true". */
  readonly when: string;
  readonly holds: (object: unknown) => boolean;
  /** Set if it keeps the owner of the object from applying it, while the object's own controller continues. */
  readonly stopsOnlyApply?: true;
  /** Merge patch for the actions suspend and resume, if they may change the hold. */
  readonly patch?: (held: boolean) => Readonly<Record<string, unknown>>;
}

/** Held by a field that is true. */
export function heldByField(path: string, reason: string): Hold {
  const steps = path.split('.');
  return { reason, when: `\`${path}\` is true`, holds: object => isTrue(at(object, ...steps)) };
}

/** Held by a field with one of these values, ignoring case. A boolean matches the word that spells it. */
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

/** Held by an annotation with one of these values, ignoring case. Without values: any but a false one. */
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

/** Held by a condition that is True. */
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

/** Stops the reconciliation of the operator's own kinds; for other kinds, only their application by the operator. */
export const HELD_BY_FLUX_OPERATOR: Hold = {
  ...heldByAnnotation(FLUX_OPERATOR_RECONCILE, 'ReconcileDisabled', 'disabled'),
  patch: held => ({ metadata: { annotations: { [FLUX_OPERATOR_RECONCILE]: held ? 'disabled' : 'enabled' } } }),
};

/**
 * Holds of objects of any kind: Flux ignores an object of its Kustomizations, the Flux Operator one of its own,
 * Crossplane a managed resource, and Cluster API an object of any of its providers. Sources:
 * fluxcd/kustomize-controller docs/spec/v1/kustomizations.md "Controlling the apply behavior of resources";
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

/** The hold of an object; undefined if it is not held. */
export function holdOf(holds: readonly Hold[] = [], object: unknown): Hold | undefined {
  return holds.find(hold => hold.holds(object)) ?? HOLDS_OF_ANY_KIND.find(hold => hold.holds(object));
}

/** True if the object's own controller ignores it. */
export function isLeftAlone(holds: readonly Hold[], object: unknown): boolean {
  const hold = holdOf(holds, object);
  return hold !== undefined && hold.stopsOnlyApply !== true;
}
