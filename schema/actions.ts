/** Actions on objects, named like their mutations. The GraphQL enum `Action` has the same names in capitals. */
export const ACTIONS = [
  'reconcile',
  'suspend',
  'resume',
  'restart',
  'scale',
  'run',
  'undo',
  'cordon',
  'uncordon',
  'apply',
  'delete',
  'move',
  'drain',
  'bound',
] as const;
export type ActionName = (typeof ACTIONS)[number];

export type ActionOutcome =
  | 'DONE'
  | 'WOULD_DO'
  | 'UNCHANGED'
  | 'NO_EFFECT'
  | 'UNSUPPORTED'
  | 'CONFLICT'
  | 'INVALID'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'UNAUTHORIZED'
  | 'THROTTLED'
  | 'TIMEOUT'
  | 'UNREACHABLE';
