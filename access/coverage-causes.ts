/**
 * Causes why the index does not fully speak for a cluster or a kind, with one fixed sentence each.
 *
 * Who attacks: whoever controls the error texts of a leaf, a proxy or a credential plugin, or can make one fail with a
 * text that names others' objects, addresses, paths or keys; and a caller who reads coverage to learn them. What stops
 * them: collectors store codes (store/causes.ts), and an answer consists of these sentences and of numbers of the
 * caller's own. Original texts appear only in the collector's log. What remains: everybody who may name a cluster
 * learns in which of these few ways it fails.
 */
import type { StateCause } from '../store/causes.ts';

/** Equals the schema's enum CoverageCause. */
export type CoverageCause =
  | StateCause
  | 'RBAC_INCOMPLETE'
  | 'RBAC_TOO_OLD'
  | 'RBAC_NOT_FOLLOWED'
  | 'KINDS_NOT_FOLLOWED'
  | 'POLICY_UNUSABLE'
  | 'OTHER_API_SERVER'
  | 'NEEDS_REVIEWS'
  | 'REVIEWS_FAIL'
  | 'CLOSED_MEANWHILE'
  | 'STORE_AWAY'
  | 'LOADING'
  | 'SILENT';

/** Used for clusters and kinds alike, so no sentence names its subject. */
export const SENTENCES: Readonly<Record<CoverageCause, string>> = {
  CONNECTING: 'it has not been reached yet',
  LISTING: 'its first lists are not complete yet',
  UNREACHABLE: 'its API server cannot be reached',
  TLS: 'no trusted connection to its API server can be made',
  TIMEOUT: 'its API server does not answer in time',
  CREDENTIALS: 'its API server does not accept the credentials of fleetgraph, or there are none',
  THROTTLED: 'its API server has too much to do and refuses requests',
  SERVER_ERROR: 'its API server answers with an error',
  UNREADABLE: 'its API server cannot read its objects: a conversion webhook fails, or what is stored is broken',
  STARTING: 'its API server has not read it into its watch cache yet',
  MALFORMED: 'what answers is not a Kubernetes API server, or sends what cannot be read',
  FORBIDDEN: 'forbidden to the collector',
  NOT_WATCHED: 'watching is forbidden to the collector, listed every now and then',
  UNWATCHABLE: 'left out, since its API server cannot watch it',
  PER_CALLER: 'left out, since its API server shows each caller other objects of it',
  SHOWN_ELSEWHERE: 'its objects are shown as those of another kind',
  TOO_MANY_KINDS: 'the cluster serves more kinds than are collected',
  SOME_NAMESPACES: 'only the namespaces of collect.namespaces are collected',
  NOT_SERVED: 'not served',
  RBAC_NOT_READ: 'its RBAC has not been read yet',
  DUPLICATE: 'another registration reaches the same API server and is shown in its place',
  LEFT_OUT: 'at least one object is left out, since it cannot be kept as it is',
  OVER_LIMIT: 'objects are left out: rows and RBAC of one cluster have reached limits.clusterBytes',
  UNKNOWN: 'the log of the collector says why',
  RBAC_INCOMPLETE: 'its RBAC has not been read completely',
  RBAC_TOO_OLD: 'it has not confirmed its RBAC for too long',
  RBAC_NOT_FOLLOWED: 'changes of its RBAC cannot be followed just now',
  KINDS_NOT_FOLLOWED: 'not all of its kinds can be followed just now',
  POLICY_UNUSABLE: 'how it names its users is not configured, or cannot be used',
  OTHER_API_SERVER: 'what is stored of it was read from another API server than the one that it is registered with now',
  NEEDS_REVIEWS: 'its API server also uses authorizers other than RBAC: needs live reviews',
  REVIEWS_FAIL: 'its live reviews fail: its API server does not answer them',
  CLOSED_MEANWHILE: 'it was closed while this answer was made',
  STORE_AWAY: 'the store of the index cannot be reached or followed; what is known is what was read before',
  LOADING: 'its index is being loaded',
  SILENT: 'nothing has been heard of it for too long: its API server does not answer, or no collector asks it',
};

/** A cause with its sentence, which may include current numbers. */
export interface Because {
  readonly cause: CoverageCause;
  readonly reason: string;
}

export function because(cause: CoverageCause, reason: string = SENTENCES[cause]): Because {
  return { cause, reason };
}
