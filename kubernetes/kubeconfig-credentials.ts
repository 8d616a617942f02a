/** Credentials that change while the process runs: files that are rotated, and OIDC tokens that are renewed. */
import { startDeadline } from '../async/deadline.ts';
import { raced } from '../async/raced.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig-file.ts';
import type { ClusterTarget, Credentials } from './transport.ts';
import { messageOf } from './errors.ts';

type CredentialsSource = NonNullable<ClusterTarget['credentials']>;

/** kubelet renews mounted tokens long before they expire; a minute is what client-go takes too. */
const REREAD_MS = 60_000;
/** After a refusal, a token is not renewed, nor a file read, once per request. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;
const RENEWAL_TIMEOUT_MS = 60_000;

/** Reads at once, so that mistakes show at the start, and again when the files may have changed. */
export async function fileCredentials(read: () => Promise<Credentials>, { rereads }: { rereads: boolean }): Promise<CredentialsSource> {
  let current = await read();
  let readAt = performance.now();
  return async ({ fresh = false } = {}) => {
    const age = performance.now() - readAt;
    if (!rereads || age < (fresh ? REFRESH_AT_MOST_EVERY_MS : REREAD_MS)) return current;
    readAt = performance.now();
    current = await read();
    return current;
  };
}

/** OIDC, through client-node. */
export async function oidcCredentials(
  provider: NonNullable<KubeconfigUser['auth-provider']>,
  name: string,
  { where, server }: { where: string; server: KubeconfigCluster },
): Promise<CredentialsSource> {
  if (provider.name !== 'oidc') {
    throw new KubeconfigError(
      `${where}: auth-provider "${provider.name}" was removed from Kubernetes 1.26. Use its exec plugin (gke-gcloud-auth-plugin, kubelogin, aws eks get-token).`,
    );
  }
  const { KubeConfig } = await import('@kubernetes/client-node');
  // A fresh instance has no cache; client-node has no other way to ask again.
  const open = (): InstanceType<typeof KubeConfig> => {
    const config = new KubeConfig();
    config.loadFromOptions({
      clusters: [{ name: 'cluster', server: server.server, skipTLSVerify: false }],
      users: [{ name, authProvider: provider }],
      contexts: [{ name: 'context', cluster: 'cluster', user: name }],
      currentContext: 'context',
    });
    return config;
  };
  let config = open();
  let openedAt = performance.now();
  let underWay: Promise<Credentials> | undefined;

  const ask = async (): Promise<Credentials> => {
    const answer: { headers?: Record<string, unknown> } = {};
    try {
      await withTimeout(config.applyToHTTPSOptions(answer as Parameters<typeof config.applyToHTTPSOptions>[0]), RENEWAL_TIMEOUT_MS);
    } catch (error) {
      const said = messageOf(error).trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
      throw new KubeconfigError(`${where}: OIDC gave no credentials: ${said}`);
    }
    const authorization = answer.headers?.Authorization;
    if (typeof authorization !== 'string') throw new KubeconfigError(`${where}: OIDC gave no token.`);
    return { authorization };
  };

  return ({ fresh = false } = {}) => {
    if (fresh && performance.now() - openedAt >= REFRESH_AT_MOST_EVERY_MS) {
      config = open();
      openedAt = performance.now();
      underWay = undefined;
    }
    // One renewal serves all requests that wait for it.
    underWay ??= ask().finally(() => (underWay = undefined));
    return underWay;
  };
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  using deadline = startDeadline(undefined, ms);
  return raced(promise, deadline.signal);
}
