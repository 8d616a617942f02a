/**
 * Refusals, delays and failures of a leaf, as data: the state of a live read, and a message that the caller can act on.
 *
 * fleetgraph writes every message itself, from the state, the name of the cluster and the request of the caller. A
 * message contains no text of a leaf, because an attacker may have chosen the text. A proxy, a webhook or a failing API
 * server may name addresses, keys of etcd, other users, and objects of other namespaces.
 */
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';

export type LiveState =
  | 'OK'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'UNAUTHORIZED'
  | 'THROTTLED'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'INVALID'
  | 'TOO_LARGE';

/** The reason why a live read has no result. */
export interface Refusal {
  readonly state: Exclude<LiveState, 'OK'>;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

const STATES: Readonly<Record<KubernetesErrorCode, Refusal['state']>> = {
  BAD_REQUEST: 'INVALID',
  UNAUTHORIZED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'INVALID',
  GONE: 'INVALID',
  INVALID: 'INVALID',
  THROTTLED: 'THROTTLED',
  SERVER_ERROR: 'UNREACHABLE',
  UNREACHABLE: 'UNREACHABLE',
  TLS: 'UNREACHABLE',
  TIMEOUT: 'TIMEOUT',
  MALFORMED: 'INVALID',
};

const MAX_RETRY_SECONDS = 3_600;

/** Result for a missing object. Equal to the result for an object that the caller may not know of. */
export const NOT_FOUND: Refusal = {
  state: 'NOT_FOUND',
  message: 'There is no such object, or you may not know of it.',
};

/** A request to a leaf, as messages describe it. */
export interface Requested {
  /**
   * Credentials for the leaf. With `impersonate`, fleetgraph uses its own credentials and impersonates the caller. With
   * `passthrough`, it sends the token of the caller.
   */
  readonly mode: 'impersonate' | 'passthrough';
  /** The action in words that the caller understands: `get pods "web" in namespace "team-a"`. */
  readonly doing: string;
  /** Groups of the caller that the leaf does not let fleetgraph impersonate. */
  readonly refusedGroups: readonly string[];
  /** True if the request omitted the groups in `refusedGroups`. */
  readonly areLeftOut: boolean;
}

/** True if the leaf refused the request because fleetgraph may not impersonate the caller or a group of the caller. */
export function isImpersonationRefused(error: unknown): error is KubernetesError {
  if (!(error instanceof KubernetesError) || error.code !== 'FORBIDDEN') return false;
  // Quoted parts are removed, because anybody can choose the names in them. Go escapes quotes in names.
  return /\bimpersonate\b/.test((error.said ?? error.message).replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

export function refusalOf(error: KubernetesError, requested: Requested): Refusal {
  if (isOfOurCredentials(error)) return { state: 'UNAUTHORIZED', message: credentialsMessage(error.cluster) };
  const state = STATES[error.code];
  if (state === 'NOT_FOUND') return NOT_FOUND;
  const seconds = error.retryAfterSeconds;
  return {
    state,
    message: messageOf(state, error, requested),
    ...(seconds !== undefined && { retryAfterSeconds: Math.min(Math.ceil(seconds), MAX_RETRY_SECONDS) }),
  };
}

export function late(cluster: string): Refusal {
  return { state: 'TIMEOUT', message: lateMessage(cluster) };
}

export function noToken(cluster: string): Refusal {
  return {
    state: 'UNAUTHORIZED',
    message: `Cluster "${cluster}" is read with your own token, and you came without one. Authenticate with a bearer token that the cluster accepts, or have clusters[].identity.mode set to impersonate for it.`,
  };
}

/** Joins the defined sentences into one message. Undefined if no sentence is defined. */
export function sentences(...all: readonly (string | undefined)[]): string | undefined {
  const given = all.filter(it => it !== undefined);
  return given.length === 0 ? undefined : given.join(' ');
}

/** Message for a caller who lacks the permission. */
export function notAllowed(cluster: string, requested: Requested): string {
  return `Cluster "${cluster}" does not let you ${requested.doing}.${leftOut(requested)}`;
}

function messageOf(state: Refusal['state'], error: KubernetesError, requested: Requested): string {
  const { cluster, status } = error;
  const { mode } = requested;
  switch (state) {
    case 'FORBIDDEN':
      // The leaf may have refused fleetgraph, not the caller. The text of the leaf only selects a message, and is never
      // part of the message.
      if (isImpersonationRefused(error)) return notActing(cluster, requested);
      return notAllowed(cluster, requested);
    case 'UNAUTHORIZED':
      return mode === 'passthrough'
        ? `Cluster "${cluster}" does not accept your token. Sign in again.`
        : credentialsMessage(cluster);
    case 'THROTTLED':
      return `Cluster "${cluster}" has too many requests to answer; ask again later.`;
    case 'TIMEOUT':
      return lateMessage(cluster);
    case 'UNREACHABLE':
      return error.code === 'SERVER_ERROR'
        ? `Cluster "${cluster}" answered with a failure of its own${status === undefined ? '' : ` (HTTP ${status})`}.`
        : `Cluster "${cluster}" cannot be reached.`;
    default:
      return `Cluster "${cluster}" gave an answer that cannot be used${status === undefined ? '' : ` (HTTP ${status})`}.`;
  }
}

function notActing(cluster: string, { refusedGroups: groups, areLeftOut }: Requested): string {
  if (groups.length === 0 || areLeftOut)
    return `Cluster "${cluster}" does not let fleetgraph act as you. Its administrator can allow that: fleetgraph prepare-cluster prints the grants.`;
  const why = `it may not impersonate ${named(groups)}, and must not leave groups out here`;
  return `Cluster "${cluster}" does not let fleetgraph act as you: ${why}. ${WAY_OUT}`;
}

/** Sentence about omitted groups, because the caller may have the permission through such a group. */
function leftOut({ refusedGroups: groups, areLeftOut }: Requested): string {
  if (groups.length === 0 || !areLeftOut) return '';
  const what = 'which fleetgraph may not impersonate there: what you may do through a group left out does not count';
  return ` It was asked without ${named(groups)}, ${what}. ${WAY_OUT}`;
}

const WAY_OUT =
  "The cluster's administrator can allow a group: fleetgraph register or prepare-cluster with --impersonate-group.";
/** Maximum number of groups in a message. */
const MAX_NAMED = 8;

/** Names of groups for a message. The groups of the caller are no secret to the caller. */
function named(groups: readonly string[]): string {
  const names = groups.slice(0, MAX_NAMED).map(group => JSON.stringify(group));
  const more = groups.length > MAX_NAMED ? ` and ${groups.length - MAX_NAMED} more` : '';
  return `your ${groups.length === 1 ? 'group' : 'groups'} ${names.join(', ')}${more}`;
}

/**
 * True if the credentials of fleetgraph are missing, or the leaf refused them in a request without a caller, such as
 * discovery.
 */
function isOfOurCredentials({ cause }: KubernetesError): boolean {
  if (cause instanceof KubernetesError) return cause.code === 'UNAUTHORIZED' || cause.cause instanceof KubeconfigError;
  return cause instanceof KubeconfigError;
}

function credentialsMessage(cluster: string): string {
  return `Cluster "${cluster}" does not accept the credentials that fleetgraph has for it. Its administrator must renew the registration.`;
}

function lateMessage(cluster: string): string {
  return `Cluster "${cluster}" did not answer in time.`;
}
