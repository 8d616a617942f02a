/**
 * Requests an expiring token of a ServiceAccount from an API server. Messages of failures quote no answer that might
 * contain a token.
 */
import { z } from 'zod';
import type { KubernetesClient } from './client.ts';
import { KubernetesError, messageOf } from './errors.ts';

export interface TokenWanted {
  readonly namespace: string;
  readonly name: string;
  /** Requested lifetime of the token. API servers may grant a shorter lifetime. */
  readonly seconds: number;
}

/** Minimum lifetime: API servers refuse a shorter lifetime. */
const SHORTEST_LIFE_SECONDS = 600;

/**
 * Accepts only characters that RFC 6750 allows in a bearer token. A leaf chooses the token, and we write it into files
 * and kubeconfigs, where another character could end a string.
 */
const Answer = z.object({
  status: z.object({
    token: z
      .string()
      .max(16_384)
      .regex(/^[\w.~+/-]+=*$/),
  }),
});

/** Undefined if the answer holds no token. @throws KubernetesError */
export async function requestToken(
  client: Pick<KubernetesClient, 'request'>,
  { namespace, name, seconds }: TokenWanted,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/${encodeURIComponent(name)}/token`;
  const spec = { expirationSeconds: Math.max(SHORTEST_LIFE_SECONDS, Math.round(seconds)) };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  const answer = await client.request(path, {
    as: { type: 'self' },
    method: 'POST',
    body,
    maxBytes: 65_536,
    ...(signal && { signal }),
  });
  return Answer.safeParse(answer).data?.status.token;
}

/** Message for a failure. An unreadable answer is not quoted, because its start may be a token. */
export function tokenFailure(error: unknown): string {
  if (error instanceof KubernetesError && error.code === 'MALFORMED') return 'the answer cannot be read';
  return messageOf(error);
}
