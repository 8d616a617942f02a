/**
 * What a registration proves about the API server it leads to, as a digest: the one place that says so.
 *
 * Who attacks: whoever registers clusters, and points a registration that has rows in the index at a server of their own, whose RBAC would then decide who sees
 * these rows. What stops them: whatever tells one server from another is in the digest, and content counts for one digest only. The digest holds the address, the
 * authorities and the name that certificates are checked against. Where no certificate is checked, whoever is on the way can answer, so there the proxy is part of
 * it, too. Credentials are not: they prove who asks, and not who answers. What remains: another server at the same address, with a certificate of the same
 * authorities; its kube-system namespace tells (collector/server-uid.ts).
 */
import { hash } from 'node:crypto';
import type { ClusterTarget } from '../kubernetes/transport.ts';

export type Connection = Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl'>;

export function connectionDigest({ server, tls = {}, proxyUrl }: Connection): string {
  const isProved = tls.insecure !== true && server.startsWith('https:');
  const proof = isProved ? [tls.ca ?? null, tls.serverName ?? null] : ['unproved', tls.serverName ?? null, proxyUrl ?? null];
  return hash('sha256', JSON.stringify([server, ...proof]), 'base64url');
}
