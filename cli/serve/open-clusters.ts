/**
 * Opens the clusters of the configuration, of its sources and of --kubeconfig. `serve` follows the sources while it
 * runs. Other commands end soon and read each source once.
 */
import { ClusterSources, START_MS, type SourcesProblem } from '../../clusters/follow-sources.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { isOnHub } from '../../clusters/sources/registry.ts';
import type { Config } from '../../config/schema.ts';
import type { Store } from '../../store/store.ts';
import { openLog } from './open-log.ts';
import { clusterSources, type OwnClusters, type SourceSurroundings } from './cluster-sources.ts';
import { UsageError } from '../usage-error.ts';

export interface OpenClustersOptions extends Partial<SourceSurroundings>, OwnClusters {
  readonly config: Pick<Config, 'clusters' | 'clusterSources' | 'limits'>;
  /** True to renew tokens that expire, until the clients are closed. @default false */
  readonly renewTokens?: boolean;
  /**
   * Store that records which registration owns each name. Used only if several processes share the store.
   * @default no name has an owner
   */
  readonly store?: Pick<Store, 'shared' | 'origins'>;
  /** Maximum wait in milliseconds until all sources are read. @default 30 s */
  readonly waitMs?: number;
}

export interface OpenedClusters {
  readonly registry: ClusterRegistry;
  readonly sources: ClusterSources;
  readonly close: () => Promise<void>;
}

/**
 * Maximum wait, in milliseconds, of a process that follows its sources. May be short, because slow sources are added
 * when they answer. A command that ends soon waits longer. Otherwise it would miss the clusters of slow sources.
 */
export const SERVE_WAIT_MS = START_MS;
const COMMAND_WAIT_MS = 30_000;

/**
 * Resolves when every readable source is read and its clusters are registered, or after `waitMs`. Unusable
 * registrations are logged and left out.
 * @throws UsageError if a problem leaves no usable cluster, and the configuration names no hub that may add clusters
 * later
 */
export async function openClusters({
  config,
  renewTokens = false,
  env = process.env,
  log = openLog('warn'),
  store,
  waitMs = COMMAND_WAIT_MS,
  ...own
}: OpenClustersOptions): Promise<OpenedClusters> {
  const registry = new ClusterRegistry();
  const { leafConcurrency, clusters: maxClusters } = config.limits;
  // A store that only this process uses knows nothing of earlier processes.
  const registrants = store?.shared && (async () => registrantsOf(await store.origins()));
  const following = { registry, leafConcurrency, maxClusters, renewTokens, log };
  const sources = new ClusterSources({ ...following, ...(registrants && { registrants }) });
  const close = async () => {
    await sources.close();
    await registry.close();
  };
  sources.follow(clusterSources(config, own, { env, log }));
  if (!(await sources.settled(waitMs))) log.warn({ sources: sources.silent }, LATE);
  const [problem] = sources.problems;
  const isLocal = !config.clusterSources.some(({ type }) => isOnHub(type));
  if (problem && registry.list().length === 0 && isLocal) {
    await close();
    throw new UsageError(`No cluster can be used. ${problemText(problem)}`);
  }
  return { registry, sources, close };
}

function registrantsOf(origins: Awaited<ReturnType<Store['origins']>>): ReadonlyMap<string, string> {
  return new Map(
    [...origins].flatMap(([name, { registrant }]) => (registrant === '' ? [] : [[name, registrant] as const])),
  );
}

const LATE = 'these sources of clusters have not answered yet; their clusters are missing until they do';

/** Puts the cluster and the origin before the message. Omits the origin if the message already starts with it. */
export function problemText({ cluster, origin, message }: SourcesProblem): string {
  return [cluster, message.startsWith(origin) ? '' : origin, message].filter(Boolean).join(': ');
}
