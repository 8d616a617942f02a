/**
 * Maps a failure of a leaf to the code that the state of the cluster shows. The state does not contain the text of the
 * error.
 */
import { KubeconfigError } from '../kubernetes/kubeconfig-error.ts';
import { isStorageStarting, KubernetesError, type KubernetesErrorCode } from '../kubernetes/errors.ts';
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

/**
 * Messages of an API server that cannot read stored objects. Causes: a conversion webhook fails, a stored version is no
 * longer known, or a key of the encryption at rest is lost.
 *
 * Source: k8s.io/apiextensions-apiserver pkg/apiserver/conversion/webhook_converter.go, k8s.io/apimachinery
 * pkg/runtime/error.go, k8s.io/apiserver pkg/storage/etcd3/store.go and corrupt_obj_deleter.go.
 */
const UNREADABLE =
  /conversion webhook for |no kind .+ is registered for |unable to transform key |failed to read one or more /;

export function causeOf(error: unknown): StateCause {
  if (error instanceof KubernetesError) {
    if (error.cause instanceof KubeconfigError) return 'CREDENTIALS';
    if ((error.code === 'SERVER_ERROR' || isStorageStarting(error)) && UNREADABLE.test(error.message))
      return 'UNREADABLE';
    return isStorageStarting(error) ? 'STARTING' : CAUSES[error.code];
  }
  return (error as { readonly name?: unknown } | undefined)?.name === 'TimeoutError' ? 'TIMEOUT' : 'UNKNOWN';
}
