/**
 * Leaves that fail on demand, collectors, a store with separate handles for writer and reader, and replicas that answer
 * from the store. These are the write path and the read path of the product, without HTTP.
 */
import { graphql, parse } from 'graphql';
import { startCollector, type Collector, type CollectorOptions } from '../../../collector/collector.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { IdentityPolicy } from '../../../identity/identity.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import type { ClusterTarget } from '../../../kubernetes/transport.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { connectionDigest } from '../../../clusters/connection-digest.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { MemoryStore } from '../../../store/memory.ts';
import { openRedisStore } from '../../../store/redis.ts';
import type { ApiServer, Store } from '../../../store/store.ts';
import { coverageOf, policiesOf } from '../../../access/coverage.ts';
import { openAccess } from '../../../access/access.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { openSubgraph } from '../../../subgraphs/fleet/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startRedis } from '../../harness/redis.ts';
import { grant, namespace, pod, ROBOT, startLeaf, type Rule } from '../../sim/fixtures.ts';

export const MAX_AGE_MS = 600_000;
export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const GRANT_PLURALS = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'] as const;
const COLLECTOR = 'system:serviceaccount:fleetgraph:collector';
const PLAIN: IdentityPolicy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' };

/** A store with the two handles that two processes would have. */
export interface StoreSite extends AsyncDisposable {
  readonly writer: Store;
  readonly reader: Store;
  /** Opens a handle for one more process. */
  open(): Promise<Store>;
  /** Removes all content of the store. Undefined for a store in the memory of this process. */
  readonly lose?: () => Promise<unknown>;
}

export async function memorySite(): Promise<StoreSite> {
  const store = new MemoryStore();
  return { writer: store, reader: store, open: async () => store, [Symbol.asyncDispose]: () => store.close() };
}

export async function redisSite(): Promise<StoreSite> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startRedis());
  const open = async (): Promise<Store> => {
    const store = await openRedisStore({ url: server.url });
    all.defer(() => store.close());
    return store;
  };
  const all = opened.move();
  const [writer, reader] = [await open(), await open()];
  return {
    writer,
    reader,
    open,
    lose: () => server.command('FLUSHALL'),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Query for the lists, numbers and names that could reveal a cluster. */
const SURFACES = `{
  objects(first: 100) { totalCount nodes { id } facets(fields: [CLUSTER, NAMESPACE, KIND]) { values { value count } } }
  clusters { totalCount nodes { name } }
  namespaces { totalCount nodes { name cluster { name } } }
  kinds { name clusterCount }
  viewer { clusters { cluster { name } } }
  coverage { total indexed rebuilding stale unreachable closed clusters { nodes { cluster { name } } } }
}`;

export interface Replica extends AsyncDisposable {
  readonly readModel: ReadModel;
  readonly fleet: ReturnType<typeof openSubgraph>;
  /** Returns the data of an answer. By default, sends the query SURFACES. */
  ask(user: string, options?: { groups?: readonly string[]; query?: string }): Promise<any>;
  /** Ids of the rows that a user sees. */
  ids(user: string): Promise<string[]>;
  /** State of a cluster as operators see it, even if no caller may learn the cluster's name. */
  standing(cluster: string): { state: string; reason: string | null } | undefined;
}

export class Fleet implements AsyncDisposable {
  readonly registry = new ClusterRegistry();
  readonly site: StoreSite;
  readonly #open = new AsyncDisposableStack();
  #collectors = 0;

  constructor(site: StoreSite) {
    this.site = site;
    this.#open.use(site);
    this.#open.defer(() => this.registry.close());
  }

  /** Starts a leaf. By default, it has a pod `pod-of-<name>`, which user jane may list. */
  async leaf(
    name: string,
    objects: readonly KubernetesObject[] = janesPod(name),
    port?: number,
  ): Promise<SimulatedLeaf> {
    const leaf = await startLeaf({ name, bookmarkEveryMs: 200, ...(port !== undefined && { port }) });
    this.#open.defer(() => leaf.close());
    leaf.objects.load([namespace('apps'), ...collectorMayRead(GRANT_PLURALS), ...objects]);
    return leaf;
  }

  async register(
    leaf: SimulatedLeaf,
    name = leaf.name,
    identity: Partial<IdentityPolicy> = {},
    registry: ClusterRegistry = this.registry,
  ): Promise<void> {
    const target = { ...(await targetOf(leaf)), cluster: name };
    const client = createKubernetesClient(target, { log: silentLogger });
    registry.add({ name, client, target, identity: { ...PLAIN, ...identity }, authorization: 'rbac' });
  }

  /** Starts a collector. With the options `registry` and `store`, the collector works like a separate process. */
  collect({
    registry = this.registry,
    store = this.site.writer,
    duplicates = 'refuse',
    timing = {},
  }: Partial<Pick<CollectorOptions, 'registry' | 'store' | 'duplicates' | 'timing'>> = {}): Collector {
    const collector = startCollector({
      registry,
      store,
      duplicates,
      kinds: { include: [], exclude: [] },
      log: silentLogger,
      holder: `collector-${this.#collectors++}`,
      timing: { renewMs: 100, probeMs: 200, probeTimeoutMs: 1_000, discoveryMs: 500, forbiddenRetryMs: 200, ...timing },
    });
    this.#open.defer(() => collector.close());
    return collector;
  }

  async replica({
    registry = this.registry,
    store = this.site.reader,
  }: { registry?: ClusterRegistry; store?: Store } = {}): Promise<Replica> {
    const readModel = await openReadModel({ store, log: silentLogger });
    this.#open.defer(() => readModel.close());
    const policies = policiesOf(
      cluster => registry.get(cluster)?.identity,
      () => registry.revision,
    );
    const connections = (cluster: string) => registry.get(cluster)?.connection;
    const rules = { policies, connections, maxAgeMs: MAX_AGE_MS };
    const access = openAccess({ readModel, policies, connections, rbac: { maxAgeMs: MAX_AGE_MS } });
    const fleet = openSubgraph(parse(subgraphSdl('fleet')), { access });
    const ask: Replica['ask'] = async (user, { groups = [], query = SURFACES } = {}) => {
      const contextValue = fleet.context({
        identity: acceptIdentity({ user, groups }),
        signal: new AbortController().signal,
        deadline: Infinity,
        requestId: 'test',
        log: silentLogger,
      });
      const { data, errors } = await graphql({ schema: fleet.schema, source: query, contextValue });
      if (errors) throw new Error(`${user} got ${JSON.stringify(errors)}`);
      return JSON.parse(JSON.stringify(data));
    };
    return {
      readModel,
      fleet,
      ask,
      ids: async user =>
        (await ask(user, { query: '{ objects(first: 100) { nodes { id } } }' })).objects.nodes.map(
          ({ id }: { id: string }) => id,
        ),
      standing: cluster => {
        const index = readModel.cluster(cluster);
        return index && coverageOf(index, { rules, storeProblem: false, now: 0, nameable: [] });
      },
      [Symbol.asyncDispose]: () => readModel.close(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}

function targetOf(leaf: SimulatedLeaf): Promise<ClusterTarget> {
  return parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' }).target(leaf.name);
}

/** Identity of an API server, as a collector reports it for a leaf that does not reveal its UID. */
export async function serverOf(leaf: SimulatedLeaf): Promise<ApiServer> {
  return { connection: connectionDigest(await targetOf(leaf)), uid: '' };
}

export function janesPod(name: string, who = 'jane'): KubernetesObject[] {
  return [pod('apps', `pod-of-${name}`), ...grant('reader', who, [{ verbs: ['list'], resources: ['pods'] }])];
}

/** Permissions of a leaf's collector: to read the collected API groups, and the given kinds of RBAC objects. */
export function collectorMayRead(kinds: readonly string[]): KubernetesObject[] {
  const verbs = ['get', 'list', 'watch'];
  const rules: Rule[] = [
    {
      verbs,
      apiGroups: ['', 'apps', 'batch', 'autoscaling', 'networking.k8s.io', 'apiextensions.k8s.io'],
      resources: ['*'],
    },
    ...(kinds.length > 0 ? [{ verbs, apiGroups: [RBAC_GROUP], resources: kinds }] : []),
  ];
  return grant('collector', COLLECTOR, rules);
}

/**
 * Jane's expected answer while only the clusters in `open` show their rows. `coverage`: the total number of clusters,
 * and the numbers in other states that are not 0.
 */
export function tells(open: readonly string[], coverage: Readonly<Record<string, number>>) {
  const count = open.length;
  const counted = (value: string) => (count > 0 ? [{ value, count }] : []);
  return {
    objects: {
      totalCount: count,
      nodes: open.map(name => ({ id: podId(name) })),
      facets: [open.map(value => ({ value, count: 1 })), counted('apps'), counted('Pod')].map(values => ({ values })),
    },
    clusters: { totalCount: count, nodes: open.map(name => ({ name })) },
    namespaces: { totalCount: count, nodes: open.map(name => ({ name: 'apps', cluster: { name } })) },
    kinds: count > 0 ? [{ name: 'Pod', clusterCount: count }] : [],
    viewer: { clusters: open.map(name => ({ cluster: { name } })) },
    coverage: {
      indexed: count,
      rebuilding: 0,
      stale: 0,
      unreachable: 0,
      closed: 0,
      ...coverage,
      clusters: { nodes: open.map(name => ({ cluster: { name } })) },
    },
  };
}

export function podId(cluster: string, podOf = cluster): string {
  return `${cluster}//Pod/apps/pod-of-${podOf}`;
}
