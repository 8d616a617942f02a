/**
 * Credentials that change while we run: files that are rotated under us, and plugins that fetch tokens (exec, OIDC).
 */
import { resolve } from 'node:path';
import { isNativeError } from 'node:util/types';
import { startDeadline } from './deadline.ts';
import { raced } from './raced.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig.ts';
import type { ClusterTarget, Credentials } from './transport.ts';

type CredentialsSource = NonNullable<ClusterTarget['credentials']>;

/** kubelet renews mounted tokens long before they expire; a minute is what client-go takes too. */
const REREAD_MS = 60_000;
/** A refused identity must not start a plugin, or read a file, once per request. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;
/** Plugins may open a browser or ask a slow identity provider. */
const PLUGIN_TIMEOUT_MS = 60_000;

/** Reads at once, so that mistakes show at start, and again when the files may have changed. */
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

/** Exec plugins and OIDC, by way of client-node. */
export async function pluginCredentials(
  user: KubeconfigUser,
  name: string,
  { where, directory, server }: { where: string; directory: string; server: KubeconfigCluster },
): Promise<CredentialsSource> {
  const provider = user['auth-provider']?.name;
  if (provider !== undefined && provider !== 'oidc') {
    throw new KubeconfigError(
      `${where}: auth-provider "${provider}" was removed from Kubernetes 1.26. Use its exec plugin (gke-gcloud-auth-plugin, kubelogin, aws eks get-token).`,
    );
  }
  const { KubeConfig } = await import('@kubernetes/client-node');
  // A fresh instance forgets what it has cached; there is no other way to make client-node ask a plugin again.
  const open = (): InstanceType<typeof KubeConfig> => {
    const config = new KubeConfig();
    config.loadFromOptions({
      clusters: [{ name: 'cluster', server: server.server, skipTLSVerify: false }],
      users: [{ name, ...execUser(user, directory, server), ...(user['auth-provider'] ? { authProvider: user['auth-provider'] } : {}) }],
      contexts: [{ name: 'context', cluster: 'cluster', user: name }],
      currentContext: 'context',
    });
    return config;
  };
  let config = open();
  let openedAt = performance.now();
  let underWay: Promise<Credentials> | undefined;

  const ask = async (): Promise<Credentials> => {
    const answer: { headers?: Record<string, unknown>; cert?: unknown; key?: unknown } = {};
    try {
      await withTimeout(config.applyToHTTPSOptions(answer as Parameters<typeof config.applyToHTTPSOptions>[0]), PLUGIN_TIMEOUT_MS);
    } catch (error) {
      // What a plugin prints may hold anything; its first line is what it wants to say.
      const said = (isNativeError(error) ? error.message : String(error)).trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
      throw new KubeconfigError(`${where}: ${user.exec ? `the plugin ${user.exec.command}` : 'OIDC'} gave no credentials: ${said}`);
    }
    const authorization = answer.headers?.Authorization;
    const certificate =
      typeof answer.cert === 'string' && typeof answer.key === 'string' ? { cert: answer.cert, key: answer.key } : undefined;
    if (typeof authorization !== 'string' && certificate === undefined) {
      throw new KubeconfigError(
        `${where}: ${user.exec ? `the plugin ${user.exec.command}` : 'OIDC'} gave neither a token nor a certificate.`,
      );
    }
    return { ...(typeof authorization === 'string' ? { authorization } : {}), ...(certificate ? { certificate } : {}) };
  };

  return ({ fresh = false } = {}) => {
    if (fresh && performance.now() - openedAt >= REFRESH_AT_MOST_EVERY_MS) {
      config = open();
      openedAt = performance.now();
      underWay = undefined;
    }
    // One plugin process for any number of requests that wait for it.
    underWay ??= ask().finally(() => (underWay = undefined));
    return underWay;
  };
}

/** The exec section with what kubectl adds to it: paths relative to the kubeconfig, and the cluster for plugins that want to know. */
function execUser(user: KubeconfigUser, directory: string, server: KubeconfigCluster): { exec?: unknown } {
  if (!user.exec) return {};
  const { command, apiVersion = 'client.authentication.k8s.io/v1', env } = user.exec;
  const info = {
    apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(user.exec.provideClusterInfo === true ? { cluster: { server: server.server } } : {}) },
  };
  return {
    exec: {
      ...user.exec,
      command: command.includes('/') ? resolve(directory, command) : command,
      env: [...(Array.isArray(env) ? (env as unknown[]) : []), { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(info) }],
    },
  };
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  using deadline = startDeadline(undefined, ms);
  return raced(promise, deadline.signal);
}
