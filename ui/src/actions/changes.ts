/** The change that an action makes to an object: the field, its present value, and its new value. */
import type { ObjectAction } from './offered.ts';
import type { Settings } from './settings.ts';

/** Present state of the object. Unknown values are undefined or null. */
export interface ObjectBefore {
  readonly group: string;
  readonly replicas: number | undefined;
  readonly suspend: unknown;
  readonly unschedulable: unknown;
}

export interface ObjectOfAction extends ObjectBefore {
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string | null;
}

export interface Change {
  readonly field: string;
  /** Present value. Undefined if unknown, or if the value does not help the user. */
  readonly before: string | undefined;
  /** New value. Undefined if unknown, because the action restores an earlier Pod template (UNDO). */
  readonly after: string | undefined;
}

const NOW = 'now';
const NOTHING = 'nothing';
const BOUNDS = 'metadata.annotations["placement.fleetgraph.dev/bound"]';
/** Objects of the Flux Operator are suspended by an annotation, not by `spec.suspend`. */
const OF_FLUX_OPERATOR = 'fluxcd.controlplane.io';

/** Undefined if the action sets no field, because the action deletes the object or creates another object. */
export function changeOf(action: ObjectAction, object: ObjectBefore, settings: Settings): Change | undefined {
  switch (action) {
    case 'RECONCILE':
      return { field: 'metadata.annotations["reconcile.fluxcd.io/requestedAt"]', before: undefined, after: NOW };
    case 'RESTART':
      return {
        field: 'spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]',
        before: undefined,
        after: NOW,
      };
    case 'SCALE':
      return {
        field: 'spec.replicas',
        before: object.replicas === undefined ? undefined : String(object.replicas),
        after: String(settings.replicas),
      };
    case 'SUSPEND':
    case 'RESUME': {
      const suspends = action === 'SUSPEND';
      if (object.group === OF_FLUX_OPERATOR) {
        const field = 'metadata.annotations["fluxcd.controlplane.io/reconcile"]';
        return { field, before: undefined, after: suspends ? 'disabled' : 'enabled' };
      }
      return { field: 'spec.suspend', before: String(object.suspend === true), after: String(suspends) };
    }
    case 'CORDON':
      return { field: 'spec.unschedulable', before: String(object.unschedulable === true), after: 'true' };
    case 'UNCORDON':
      return { field: 'spec.unschedulable', before: String(object.unschedulable === true), after: 'false' };
    case 'BOUND':
      return { field: BOUNDS, before: undefined, after: settings.pods === null ? NOTHING : `pods=${settings.pods}` };
    case 'UNDO':
      return { field: 'spec.template', before: undefined, after: undefined };
    case 'RUN':
    case 'DELETE':
      return undefined;
  }
}

/** `Ingress` → `Ingresses`, `HelmRepository` → `HelmRepositories`. Other kinds that end in `s` stay unchanged. */
export function pluralOf(kind: string): string {
  if (/(ss|x|ch|sh)$/.test(kind)) return `${kind}es`;
  if (/s$/.test(kind)) return kind;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
