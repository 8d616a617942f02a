/** What the graph can do to objects, by the names of the mutations. The enum `Action` has the same in capitals. */
export const ACTIONS = ['reconcile', 'suspend', 'resume', 'restart', 'scale', 'apply', 'delete'] as const;
export type ActionName = (typeof ACTIONS)[number];

export type ActionOutcome =
  | 'DONE'
  | 'WOULD_DO'
  | 'UNCHANGED'
  | 'UNSUPPORTED'
  | 'CONFLICT'
  | 'INVALID'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'UNAUTHORIZED'
  | 'THROTTLED'
  | 'TIMEOUT'
  | 'UNREACHABLE';
