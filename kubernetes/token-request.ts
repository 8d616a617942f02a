/**
 * Requests an expiring token of a ServiceAccount from an API server. No message holds a token, or an answer that might
 * be one.
 */
import { z } from 'zod';
import type { KubernetesClient } from './client.ts';
import { KubernetesError, messageOf } from './errors.ts';

export interface TokenWanted {
  readonly namespace: string;
  readonly name: string;
  /** API servers may grant a shorter life. */
  readonly seconds: number;
}

/** API servers refuse a shorter life. */
const SHORTEST_LIFE_SECONDS = 600;

/**
 * RFC 6750's spelling of bearer tokens. A leaf chooses it, and it is put into files and kubeconfigs: no character may
 * end a text there.
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

/** Says only that the answer is unreadable: its start may be a token. */
export function tokenFailure(error: unknown): string {
  if (error instanceof KubernetesError && error.code === 'MALFORMED') return 'the answer cannot be read';
  return messageOf(error);
}
