/** Registers leaf clusters from kubeconfigs: the ones in the configuration, or every context of a file under its own name. */
import { createLogger, type Logger } from '../telemetry/log.ts';
import { createKubernetesClient } from '../kubernetes/api-client.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { readKubeconfig } from '../kubernetes/kubeconfig.ts';
import { KubeconfigError } from '../kubernetes/kubeconfig-error.ts';
import type { ClusterRegistry, Registration } from './registry.ts';
import { startTokenRenewal } from '../kubernetes/token-renewal.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';

export interface KubeconfigSourceOptions {
  /** Requests of users at the same time, per cluster. */
  readonly leafConcurrency: number;
  /** Renew tokens that expire, until the clients are closed. @default false: for commands that end soon */
  readonly renewTokens?: boolean;
  /** @default warnings and errors to stderr */
  readonly log?: Logger;
}

export interface ClusterSpec extends Omit<Registration, 'client' | 'target'> {
  readonly kubeconfig: string;
  /** @default the file's current context */
  readonly context?: string | undefined;
}

/**
 * Registers each of the clusters; reads a file that several of them name once.
 * @throws KubeconfigError when a file or a context cannot be used: a cluster in the configuration must work
 */
export async function registerClusters(
  registry: ClusterRegistry,
  clusters: readonly ClusterSpec[],
  options: KubeconfigSourceOptions,
): Promise<void> {
  for (const [path, ofFile] of Map.groupBy(clusters, ({ kubeconfig }) => kubeconfig)) {
    const kubeconfig = await readKubeconfig(path);
    for (const { name, identity, authorization, context = kubeconfig.currentContext } of ofFile) {
      if (context === undefined) {
        throw new KubeconfigError(
          `${path}: it has no current-context. Set the context of cluster "${name}" to one of: ${kubeconfig.contexts.join(', ') || '(there are none)'}.`,
        );
      }
      const target = await kubeconfig.target(context, name);
      registry.add({ name, identity, authorization, ...opened(target, options) });
    }
  }
}

/**
 * Registers every context of the file, under the context's name. It logs and leaves out one that cannot be used, so that a stale entry does
 * not stop the others. Returns the registered names.
 */
export async function registerKubeconfig(registry: ClusterRegistry, path: string, options: KubeconfigSourceOptions): Promise<string[]> {
  const kubeconfig = await readKubeconfig(path);
  if (kubeconfig.contexts.length === 0) throw new KubeconfigError(`${path}: it has no contexts, so there is no cluster to serve.`);
  const { log } = withLog(options);
  const registered: string[] = [];
  const failures: string[] = [];
  for (const context of kubeconfig.contexts) {
    try {
      registry.add({ name: context, ...DEFAULT_POLICY, ...opened(await kubeconfig.target(context), options) });
      registered.push(context);
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
      log.error({ context }, error.message);
      failures.push(error.message);
    }
  }
  if (registered.length === 0) throw new KubeconfigError(`${path}: none of its contexts can be used. ${failures[0] ?? ''}`);
  return registered;
}

/** Impersonation needs no token of the user, so a bare kubeconfig gets it. */
const DEFAULT_POLICY = {
  identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  authorization: 'rbac',
} as const satisfies Omit<Registration, 'name' | 'client' | 'target'>;

/** A client for the target, and the renewal of its token, which ends with it. */
function opened(target: ClusterTarget, options: KubeconfigSourceOptions): Pick<Registration, 'client' | 'target'> {
  const { leafConcurrency: concurrency, log, renewTokens = false } = withLog(options);
  const { token } = target;
  const client = createKubernetesClient(target, { log, concurrency });
  if (token === undefined || !renewTokens) return { client, target };
  return { client: untilClosed(client, startTokenRenewal({ client, token, log })), target };
}

function untilClosed(client: KubernetesClient, renewal: { stop(): void }): KubernetesClient {
  const close = client.close.bind(client);
  return Object.assign(client, {
    close: () => {
      renewal.stop();
      return close();
    },
  });
}

function withLog(options: KubeconfigSourceOptions): KubeconfigSourceOptions & { log: Logger } {
  return { ...options, log: options.log ?? createLogger('warn') };
}
