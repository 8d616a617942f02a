/** What failed at a leaf, as the code in its state. The text of the error goes to the log only. */
import { KubeconfigError } from '../kubernetes/kubeconfig-error.ts';
import { KubernetesError, type KubernetesErrorCode } from '../kubernetes/errors.ts';
import type { StateCause } from '../store/causes.ts';

const CAUSES: Readonly<Record<KubernetesErrorCode, StateCause>> = {
  UNAUTHORIZED: 'CREDENTIALS',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_SERVED',
  THROTTLED: 'THROTTLED',
  UNREACHABLE: 'UNREACHABLE',
  TLS: 'TLS',
  TIMEOUT: 'TIMEOUT',
  MALFORMED: 'MALFORMED',
  SERVER_ERROR: 'SERVER_ERROR',
  BAD_REQUEST: 'SERVER_ERROR',
  CONFLICT: 'SERVER_ERROR',
  GONE: 'SERVER_ERROR',
  INVALID: 'SERVER_ERROR',
};

export function causeOf(error: unknown): StateCause {
  if (error instanceof KubernetesError) return error.cause instanceof KubeconfigError ? 'CREDENTIALS' : CAUSES[error.code];
  return (error as { readonly name?: unknown } | undefined)?.name === 'TimeoutError' ? 'TIMEOUT' : 'UNKNOWN';
}
