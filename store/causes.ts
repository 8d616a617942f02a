/**
 * Codes for problems of a cluster, its RBAC or one of its kinds.
 *
 * Callers can read the state of a cluster. Messages of an API server, a proxy or a credential plugin may contain names
 * of hidden objects, addresses, paths and keys. So a state has codes, and the messages go to the collector's log. A
 * reader that does not know a stored code uses UNKNOWN.
 */
export const STATE_CAUSES = [
  'CONNECTING', // not reached yet
  'LISTING', // the first lists are not complete
  'UNREACHABLE', // no connection, or a broken connection
  'TLS', // no trusted connection
  'TIMEOUT',
  'CREDENTIALS', // our credentials are not accepted, or missing
  'THROTTLED',
  'SERVER_ERROR', // an answer that reports a failure
  'UNREADABLE', // the API server cannot read its stored objects
  'STARTING', // the API server does not serve watches of the kind yet
  'MALFORMED', // not an answer of a Kubernetes API server
  'FORBIDDEN', // the collector may not list the kind
  'NOT_WATCHED', // the collector may list the kind, but not watch it
  'UNWATCHABLE', // the API server can list the kind, but not watch it
  'PER_CALLER', // the API server shows different objects to different callers
  'SHOWN_ELSEWHERE', // another kind shows the same objects
  'TOO_MANY_KINDS', // more kinds were requested than may be collected
  'SOME_NAMESPACES', // the configuration limits the collection to namespaces
  'NOT_SERVED',
  'RBAC_NOT_READ', // at least one of the four RBAC kinds has not been listed
  'DUPLICATE', // another registration of the API server is collected
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
