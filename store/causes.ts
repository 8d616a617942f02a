/**
 * Codes of why a collector cannot follow a cluster, its RBAC or one of its kinds now.
 *
 * The words of an API server, a proxy or a credential plugin go to the collector's log and never into a state: they may
 * hold names of hidden objects, addresses, paths and keys, and all callers who may name the cluster read its state. A
 * code that a reader does not know, from another writer, reads as UNKNOWN.
 */
export const STATE_CAUSES = [
  'CONNECTING', // not reached yet
  'LISTING', // its first lists are not complete
  'UNREACHABLE', // no connection, or it broke
  'TLS', // no trusted connection
  'TIMEOUT',
  'CREDENTIALS', // ours are not accepted, or missing
  'THROTTLED',
  'SERVER_ERROR', // an answer that reports a failure
  'UNREADABLE', // the API server cannot read what is stored
  'STARTING', // the API server does not serve watches of it yet
  'MALFORMED', // not an answer of a Kubernetes API server
  'FORBIDDEN', // the collector may not list it
  'NOT_WATCHED', // the collector may list it, and not watch
  'UNWATCHABLE', // the API server lists it, and has no watch of it
  'PER_CALLER', // the API server shows each caller other objects of it
  'SHOWN_ELSEWHERE', // another kind shows the same objects
  'TOO_MANY_KINDS', // the cluster serves more kinds than are collected
  'SOME_NAMESPACES', // the configuration limits the collection to namespaces
  'NOT_SERVED',
  'RBAC_NOT_READ', // one of the four RBAC kinds has not been listed
  'DUPLICATE', // another registration of its API server is collected
  'LEFT_OUT', // at least one object cannot be kept
  'OVER_LIMIT', // objects are left out, since the cluster is at its limit
  'UNKNOWN',
] as const;
export type StateCause = (typeof STATE_CAUSES)[number];

/** '' if there is no problem. */
export type StateReason = StateCause | '';

export function isStateReason(value: unknown): value is StateReason {
  return value === '' || (STATE_CAUSES as readonly unknown[]).includes(value);
}

export function knownReason(value: unknown): StateReason {
  return isStateReason(value) ? value : 'UNKNOWN';
}
