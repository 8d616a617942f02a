/**
 * Digest of what a registration proves about its API server: the one place that defines it.
 *
 * Who attacks: a writer of registrations, who points one that has rows in the index at a server of their own. RBAC of
 * that server would then decide who sees the rows. What stops them: content counts for one digest only. The digest
 * holds the address, the authorities and the name that certificates are checked against. Where no certificate is
 * checked, a proxy can answer in place of the server, so the digest holds the proxy, too. It holds no credentials: they
 * prove the client, not the server. What remains: another server at the same address, with a certificate of the same
 * authorities; its UID differs (collector/server-uid.ts).
 */
import { hash } from 'node:crypto';
import type { ClusterTarget } from '../kubernetes/transport.ts';

export type Connection = Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl'>;

export function connectionDigest({ server, tls = {}, proxyUrl }: Connection): string {
  const isProved = tls.insecure !== true && server.startsWith('https:');
  const proof = isProved
    ? [tls.ca ?? null, tls.serverName ?? null]
    : ['unproved', tls.serverName ?? null, proxyUrl ?? null];
  return hash('sha256', JSON.stringify([server, ...proof]), 'base64url');
}
