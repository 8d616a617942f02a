/** The clusters of the configuration, of its sources and of --kubeconfig: for `serve`, which follows them, and for commands that end soon. */
import { ClusterSources, type SourcesProblem } from '../clusters/follow-sources.ts';
import { ClusterRegistry } from '../clusters/registry.ts';
import type { Config } from '../config/schema.ts';
import { openLog } from './open-log.ts';
import { clusterSources, type OwnClusters, type SourceSurroundings } from './cluster-sources.ts';
import { UsageError } from './usage-error.ts';

export interface OpenClustersOptions extends Partial<SourceSurroundings>, OwnClusters {
  readonly config: Pick<Config, 'clusters' | 'clusterSources' | 'limits'>;
  /** Renew tokens that expire, until the clients are closed. @default false */
  readonly renewTokens?: boolean;
}

export interface OpenedClusters {
  readonly registry: ClusterRegistry;
  readonly sources: ClusterSources;
  readonly close: () => Promise<void>;
}

/** The start waits no longer for a hub that is away. */
const FIRST_WAIT_MS = 5_000;

/**
 * Resolves when all that can be read now is registered. What cannot be used is logged and left out.
 * @throws UsageError when there is no other cluster, and none may come from a hub
 */
export async function openClusters({
  config,
  renewTokens = false,
  env = process.env,
  log = openLog('warn'),
  ...own
}: OpenClustersOptions): Promise<OpenedClusters> {
  const registry = new ClusterRegistry();
  const { leafConcurrency, clusters: maxClusters } = config.limits;
  const sources = new ClusterSources({ registry, leafConcurrency, maxClusters, renewTokens, log });
  const close = async () => {
    await sources.close();
    await registry.close();
  };
  sources.follow(clusterSources(config, own, { env, log }));
  await sources.settled(FIRST_WAIT_MS);
  const [problem] = sources.problems;
  const isLocal = config.clusterSources.every(({ type }) => type === 'kubeconfig');
  if (problem && registry.list().length === 0 && isLocal) {
    await close();
    throw new UsageError(`None of the clusters can be used. ${problemText(problem)}`);
  }
  return { registry, sources, close };
}

/** Most messages begin with where the problem is. */
export function problemText({ cluster, origin, message }: SourcesProblem): string {
  return [cluster, message.startsWith(origin) ? '' : origin, message].filter(Boolean).join(': ');
}
