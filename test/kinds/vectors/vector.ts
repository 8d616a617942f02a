/** The vectors of the status rules: objects in the form that controllers write, and the expected rows. */
import type { ObjectStatus } from '../../../store/store.ts';

export type Json = Record<string, unknown>;

export interface Vector {
  /** Kind, for example `argoproj.io/Application`. */
  readonly kind: string;
  readonly what: string;
  readonly object: Json;
  readonly status: ObjectStatus;
  readonly reason: string;
  readonly suspended: boolean;
}

interface Parts {
  readonly metadata?: Json;
  readonly spec?: Json;
  readonly status?: unknown;
}

type Short = readonly [what: string, parts: Parts, status: ObjectStatus, reason: string, held?: 'held'];

/** A time long before the tests' clock. */
export const LONG_AGO = '2026-11-20T03:00:00Z';
/** A minute before the tests' clock. */
export const JUST_NOW = '2026-11-21T11:59:00Z';

/** Vectors of one kind. By default its objects have generation 2 and are more than a day old. */
export function vectors(kind: string, ...short: readonly Short[]): readonly Vector[] {
  return short.map(([what, parts, status, reason, held]) => {
    const metadata = { name: 'web', namespace: 'shop', generation: 2, creationTimestamp: LONG_AGO, ...parts.metadata };
    return { kind, what, object: { spec: {}, ...parts, metadata }, status, reason, suspended: held === 'held' };
  });
}

export function is(type: string, status: string, reason = '', more: Json = {}): Json {
  return { type, status, reason, message: `message of ${type}`, lastTransitionTime: LONG_AGO, ...more };
}

/** A status that has only conditions. */
export function conditions(...all: readonly Json[]): { readonly status: Json } {
  return { status: { conditions: all } };
}

export function annotated(annotations: Json, parts: Parts = {}): Parts {
  return { ...parts, metadata: { annotations } };
}
