/**
 * Reads objects that a leaf sent. The objects may be any JSON, so every step of a path may be absent or of another
 * type. No function in this file throws.
 *
 * line() makes texts safe to store: long texts are cut, and control characters and lone surrogates are replaced.
 */
import { MAX_NAME_LENGTH } from '../store/limits.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since the epoch. 0 if the time is absent or invalid. */
  readonly lastTransitionTime: number;
  readonly observedGeneration: number | undefined;
  /**
   * Severity in Cluster API and Knative, which distinguishes failures from work in progress. For a failure, Cluster
   * API writes "Error" and Knative writes ''. Empty if absent.
   */
  readonly severity: string;
}

const NOTHING: Json = Object.freeze({});

/** Returns the value if it is an object, otherwise an empty object. */
export function record(value: unknown): Json {
  return isRecord(value) ? value : NOTHING;
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at the end of a path. Undefined if a step is not an object. Inherited properties do not count. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const step of path) {
    if (!isRecord(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns a safe integer, otherwise undefined. A text of digits is accepted, because Argo Rollouts writes its
 * observedGeneration as text.
 */
export function integer(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** True for `true` and for the text "true", ignoring case. */
export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

export function annotation(object: unknown, name: string): string | undefined {
  const value = at(object, 'metadata', 'annotations', name);
  return typeof value === 'string' ? value : undefined;
}

export function integerAt(object: unknown, absent: number, ...path: readonly string[]): number {
  return integer(at(object, ...path)) ?? absent;
}

/** True if `spec.suspend` is true. Jobs, CronJobs and Flux objects have this field. */
export function isSuspended(object: unknown): boolean {
  return isTrue(at(object, 'spec', 'suspend'));
}

/** RFC 3339 in the form that Kubernetes writes. Date.parse alone also accepts texts such as "1". */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/**
 * Milliseconds since the epoch. 0 for invalid times and for times before the epoch, such as the zero time of Go,
 * 0001-01-01T00:00:00Z.
 */
export function time(value: unknown): number {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) return 0;
  const parsed = Date.parse(value);
  return parsed > 0 ? parsed : 0;
}

/**
 * The conditions in their order. Undefined if `status` or `status.conditions` has the wrong shape, so that callers can
 * distinguish absent from unreadable conditions.
 */
export function conditions(object: unknown): readonly Condition[] | undefined {
  const status = at(object, 'status') ?? {};
  const found = at(status, 'conditions') ?? [];
  if (!isRecord(status) || !Array.isArray(found)) return undefined;
  const read = found.map(condition);
  return read.every(item => item !== undefined) ? read : undefined;
}

function condition(value: unknown): Condition | undefined {
  if (!isRecord(value)) return undefined;
  const type = scalar(value['type']);
  const status = scalar(value['status']);
  const reason = scalar(value['reason']);
  const message = scalar(value['message']);
  const severity = scalar(value['severity']);
  if (
    type === undefined ||
    status === undefined ||
    reason === undefined ||
    message === undefined ||
    severity === undefined
  )
    return undefined;
  return {
    type,
    status: status === 'True' || status === 'False' ? status : (STATUSES.get(status.toLowerCase()) ?? status),
    reason,
    message,
    severity,
    lastTransitionTime: time(value['lastTransitionTime']),
    observedGeneration: integer(value['observedGeneration']),
  };
}

const STATUSES: ReadonlyMap<string, string> = new Map(
  ['True', 'False', 'Unknown'].map(status => [status.toLowerCase(), status]),
);

/**
 * Converts a value to text. Some controllers write true for "True", or numbers for reasons. Null and absent values
 * become the empty text. Undefined for objects and lists.
 */
function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;
}

/** Reads one condition of an object, even if other conditions are unreadable. */
export function conditionAt(object: unknown, type: string): Condition | undefined {
  return condition(list(at(object, 'status', 'conditions')).find(item => at(item, 'type') === type));
}

export function conditionOf(all: readonly Condition[], type: string): Condition | undefined {
  return all.find(condition => condition.type === type);
}

/** Returns one line of at most `length` UTF-16 units. Runs of whitespace and control characters become one space. */
export function line(value: string, length: number): string {
  // The text is cut before the regular expressions run, so a text of megabytes costs little. The copy does not keep
  // the original text in memory.
  const cut = value.length > length * 4 ? Buffer.from(value.slice(0, length * 4)).toString() : value;
  const clean = cut
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return clean.length <= length
    ? clean
    : `${clean
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

const NOT_IN_NAMES = /[/%\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * True for a valid name, namespace, group or kind: bounded, well-formed, and without `/`, `%` and control characters.
 */
export function isName(value: unknown): value is string {
  return isNameOfAnyLength(value) && value.length <= MAX_NAME_LENGTH;
}

/** True for valid names of any length. Names of RBAC objects need only be path segments, so they may be long. */
export function isNameOfAnyLength(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && !NOT_IN_NAMES.test(value) && value.isWellFormed();
}

/** True if the object states a kind or group that was not requested. Items of a list need not state either. */
export function claimsOtherKind(
  object: unknown,
  requested: { readonly group: string; readonly kind: string },
): boolean {
  const apiVersion = at(object, 'apiVersion') ?? '';
  const kind = at(object, 'kind') ?? '';
  if (kind !== '' && kind !== requested.kind) return true;
  return apiVersion !== '' && (typeof apiVersion !== 'string' || groupOf(apiVersion) !== requested.group);
}

/** Group of an apiVersion. Empty for the core group. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}
