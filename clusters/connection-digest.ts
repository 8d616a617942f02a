/**
 * Digest of the facts that identify the API server of a registration.
 *
 * The attacker is a writer of registrations, who points a cluster with rows in the index at their own server. The RBAC
 * of this server would then decide who sees the rows. Rows are therefore bound to one digest. The digest contains the
 * address, the certificate authorities and the name that certificates are checked against. If no certificate is
 * checked, a proxy can answer in place of the server. The digest then contains the proxy too. Credentials are not part
 * of it, since they prove the client and not the server. One case remains: another server at the same address, with a
 * certificate from the same certificate authorities. Only the UID of that server then shows the difference
 * (collector/server-uid.ts).
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
