/**
 * Failures between us and an API server: one error type with one enum of codes.
 *
 * Messages name the cluster and repeat the server's message, shortened. We put no header, token or key material into
 * messages.
 */

import { isNativeError } from 'node:util/types';

export type KubernetesErrorCode =
  | 'BAD_REQUEST' // 400, and 4xx statuses without a code of their own
  | 'UNAUTHORIZED' // 401
  | 'FORBIDDEN' // 403
  | 'NOT_FOUND' // 404
  | 'CONFLICT' // 409
  | 'GONE' // 410, or a watch ERROR event with code 410
  | 'INVALID' // 422, or 500 for an apply with an unknown field
  | 'THROTTLED' // 429
  | 'SERVER_ERROR' // other 5xx statuses
  | 'UNREACHABLE' // no connection, or a broken connection
  | 'TLS' // the certificate is not trusted, or has expired
  | 'TIMEOUT' // our deadline, or the server's 504
  | 'MALFORMED'; // not an answer of a Kubernetes API server

export interface KubernetesErrorDetails {
  readonly cluster: string;
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** The `reason` of the Status object. */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  /**
   * The `message` of the Status object, shortened. The server, an admission webhook or an aggregated API server wrote
   * this text.
   */
  readonly said?: string;
  /** The `details.causes` of the Status object, shortened. */
  readonly causes?: readonly StatusCause[];
  /** Texts of the `Warning` headers of the answer. */
  readonly warnings?: readonly string[];
  readonly cause?: unknown;
}

/**
 * One of several reasons why a server refuses an object, such as a wrong field or a field that another manager owns.
 */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

export class KubernetesError extends Error {
  override name = 'KubernetesError';
  readonly code: KubernetesErrorCode;
  readonly cluster: string;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly said: string | undefined;
  readonly causes: readonly StatusCause[];
  readonly warnings: readonly string[];

  constructor(code: KubernetesErrorCode, message: string, details: KubernetesErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.cluster = details.cluster;
    this.status = details.status;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.said = details.said;
    this.causes = details.causes ?? [];
    this.warnings = details.warnings ?? [];
  }
}

/**
 * True if the API server answers 429 because it has not yet read the objects of a resource into its watch cache.
 * Causes: the CRD is seconds old, the server has just started, or the objects cannot be read. This 429 says nothing
 * about load.
 */
export function isStorageStarting(error: unknown): boolean {
  return (
    error instanceof KubernetesError &&
    error.code === 'THROTTLED' &&
    error.message.includes('storage is (re)initializing')
  );
}

export function messageOf(thrown: unknown): string {
  return isNativeError(thrown) ? thrown.message : String(thrown);
}
