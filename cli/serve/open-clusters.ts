/**
 * Opens the clusters of the configuration, of its sources and of --kubeconfig: for `serve`, which follows them, and for
 * commands that end soon.
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
  /** Renew tokens that expire, until the clients are closed. @default false */
  readonly renewTokens?: boolean;
  /** Knows which registrations held names earlier, if others share it. @default no names were held */
  readonly store?: Pick<Store, 'shared' | 'origins'>;
  /** Maximum wait until all sources are read. @default the limit of a command that ends soon */
  readonly waitMs?: number;
}

export interface OpenedClusters {
  readonly registry: ClusterRegistry;
  readonly sources: ClusterSources;
  readonly close: () => Promise<void>;
}

/**
 * A process that follows its sources continues without late ones. A command that ends soon would omit their clusters.
 */
export const SERVE_WAIT_MS = START_MS;
const COMMAND_WAIT_MS = 30_000;

/**
 * Resolves when everything readable now is registered. Unusable registrations are logged and left out.
 * @throws UsageError if no other cluster remains, and none may come from a hub
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
  // A store of this process alone knows nothing of earlier times.
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

/** Most messages start with the place of the problem. */
export function problemText({ cluster, origin, message }: SourcesProblem): string {
  return [cluster, message.startsWith(origin) ? '' : origin, message].filter(Boolean).join(': ');
}
