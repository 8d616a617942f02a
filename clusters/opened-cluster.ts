/**
 * A Kubernetes client for a ClusterTarget. Its credentials can be replaced without closing connections, watches or
 * caches.
 */
import { connectionDigest } from './connection-digest.ts';
import { createKubernetesClient } from '../kubernetes/api-client.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { startTokenRenewal, type TokenRenewal } from '../kubernetes/token-renewal.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Logger } from '../telemetry/log.ts';

export interface OpenOptions {
  /** Maximum number of concurrent requests of users to one cluster. */
  readonly leafConcurrency: number;
  /** True to renew an expiring token until the client is closed. */
  readonly renewTokens: boolean;
  readonly log: Logger;
}

export interface OpenedCluster {
  readonly client: KubernetesClient;
  readonly target: ClusterTarget;
  /** Replaces the credentials. The target must fulfil isSameConnection() with the current target. */
  exchangeCredentials(target: ClusterTarget): void;
}

export function openCluster(
  target: ClusterTarget,
  { leafConcurrency: concurrency, renewTokens, log }: OpenOptions,
): OpenedCluster {
  let current = target;
  let renewal: TokenRenewal | undefined;
  const client = createKubernetesClient(
    { ...target, credentials: async options => (await current.credentials?.(options)) ?? {} },
    { log, concurrency },
  );
  const renew = () => {
    renewal?.stop();
    renewal = current.token && renewTokens ? startTokenRenewal({ client, token: current.token, log }) : undefined;
  };
  const close = client.close.bind(client);
  renew();
  return {
    client: Object.assign(client, {
      close: () => {
        renewal?.stop();
        return close();
      },
    }),
    get target() {
      return current;
    },
    exchangeCredentials(next) {
      current = next;
      renew();
    },
  };
}

/** True if both targets mean the same cluster, as far as this is known without contacting it. */
export function isSameCluster(a: ClusterTarget, b: ClusterTarget): boolean {
  return connectionDigest(a) === connectionDigest(b);
}

/** True if both targets are reached in the same way. Their credentials may differ. */
export function isSameConnection(a: ClusterTarget, b: ClusterTarget): boolean {
  return isSameCluster(a, b) && a.proxyUrl === b.proxyUrl && (a.localAddresses ?? true) === (b.localAddresses ?? true);
}
