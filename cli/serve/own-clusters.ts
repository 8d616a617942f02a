/** Clusters of a command in addition to the clusters of the configuration. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environmentName } from '../../config/environment-name.ts';
import type { Config } from '../../config/schema.ts';
import type { OwnClusters } from './cluster-sources.ts';
import { UsageError } from '../usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface OwnClustersFlags {
  readonly config?: string | undefined;
  readonly kubeconfig?: string | undefined;
  readonly context?: readonly string[];
}

/**
 * Returns the kubeconfig of --kubeconfig. Without this flag, returns nothing if a configuration file is set or the
 * configuration has clusters. Otherwise returns the kubeconfig that kubectl would read, or else the cluster of this
 * pod.
 * @throws UsageError if --context is set, but the configuration is used
 */
export function ownClusters(
  { kubeconfig, context: contexts = [], config: file }: OwnClustersFlags,
  config: Pick<Config, 'clusters' | 'clusterSources'>,
  env: Environment,
): OwnClusters {
  const chosen = contexts.length > 0 ? { contexts } : {};
  if (kubeconfig !== undefined) return { kubeconfig, ...chosen };
  const isConfigured =
    file !== undefined || env[environmentName(['config'])] || config.clusters.length + config.clusterSources.length > 0;
  if (isConfigured && contexts.length > 0)
    throw new UsageError('--context needs a kubeconfig, but none was found. Name one with --kubeconfig.');
  if (isConfigured) return {};
  const usual = usualKubeconfig(env);
  if (usual !== undefined) return { kubeconfig: usual, ...chosen };
  return { ownCluster: env['KUBERNETES_SERVICE_HOST'] !== undefined };
}

/** Returns the kubeconfig that kubectl would read: `$KUBECONFIG`, or else `~/.kube/config` if it exists. */
export function usualKubeconfig(env: Environment): string | undefined {
  if (env['KUBECONFIG']) return env['KUBECONFIG'];
  const usual = join(homedir(), '.kube', 'config');
  return existsSync(usual) ? usual : undefined;
}
