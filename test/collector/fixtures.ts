/** Collectors over simulated leaves, and a store that counts writes, fails, and loses its content. */
import { StartupLimiter, type StartingCluster } from '../../collector/startup-limiter.ts';
import { startCollector, type Collector, type CollectorOptions } from '../../collector/collector.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { ClusterRegistry, type Registration } from '../../clusters/registry.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf, SimulatedLeafOptions } from '../../sim/leaf.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { MemoryShelves } from '../../store/saved-views.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { Batch, ClusterState, Lease, Row, Store } from '../../store/store.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { grant, namespace, ROBOT, startLeaf, type Rule } from '../sim/fixtures.ts';

export const KUSTOMIZATIONS = simulatedResource('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'kustomizations');

const COLLECTOR = 'system:serviceaccount:fleetgraph:collector';
const EVERYTHING: readonly Rule[] = [{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }];

export function may(rules: readonly Rule[]): KubernetesObject[] {
  return grant('collector', COLLECTOR, rules);
}

/** A cluster that has started. Its lists need no slot of the startup limiter. */
export function startedCluster(): StartingCluster {
  const cluster = new StartupLimiter().starting('', new AbortController().signal);
  cluster.end();
  return cluster;
}

export function kustomization(name: string, ready: 'True' | 'False'): KubernetesObject {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'apps' },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: ready,
          reason: ready === 'True' ? 'ReconciliationSucceeded' : 'BuildFailed',
          message: 'm',
        },
      ],
    },
  };
}

/** A MemoryStore that a test can make fail, or replace by an empty store, while it is in use. */
export class TestStore implements Store {
  #inner = new MemoryStore();
  readonly batches: Batch[] = [];
  readonly views = new MemoryShelves();
  /** While true, operations fail. */
  away = false;
  /** Number of operations that failed because `away` was set. */
  refused = 0;

  /** Drops all content, like a store that was just started. */
  forgetEverything(): void {
    this.#inner = new MemoryStore();
  }

  get puts(): readonly Row[] {
    return this.batches.flatMap(({ puts = [] }) => puts);
  }

  get deletes(): readonly string[] {
    return this.batches.flatMap(({ deletes = [] }) => deletes);
  }

  async names(cluster: string, kind: string): Promise<string[]> {
    return (await this.allRows(cluster))
      .filter(row => row.kind === kind)
      .map(({ name }) => name)
      .sort();
  }

  async allRows(cluster: string): Promise<Row[]> {
    const { rows } = await this.#inner.snapshot(cluster, new AbortController().signal);
    const all: Row[] = [];
    for await (const chunk of rows) all.push(...chunk);
    return all;
  }

  async state(cluster: string): Promise<ClusterState | undefined> {
    return (await this.#inner.snapshot(cluster, new AbortController().signal)).state;
  }

  async grantNames(cluster: string): Promise<string[]> {
    const { grants } = await this.#inner.snapshot(cluster, new AbortController().signal);
    return grants.map(({ type, name }) => `${type}/${name}`).sort();
  }

  async apply(lease: Lease, batch: Batch): Promise<void> {
    await this.#reached().apply(lease, batch);
    this.batches.push(batch);
  }

  acquire: Store['acquire'] = async (...args) => this.#reached().acquire(...args);
  identify: Store['identify'] = async (...args) => this.#reached().identify(...args);
  origins: Store['origins'] = async () => this.#reached().origins();
  renew: Store['renew'] = async (...args) => this.#reached().renew(...args);
  release: Store['release'] = async (...args) => this.#reached().release(...args);
  remove: Store['remove'] = async (...args) => this.#reached().remove(...args);
  join: Store['join'] = async (...args) => this.#reached().join(...args);
  leave: Store['leave'] = async (...args) => this.#reached().leave(...args);
  versions: Store['versions'] = async (...args) => this.#reached().versions(...args);
  clusters: Store['clusters'] = async () => this.#reached().clusters();
  snapshot: Store['snapshot'] = async (...args) => this.#reached().snapshot(...args);
  changes: Store['changes'] = async (...args) => this.#reached().changes(...args);
  rows: Store['rows'] = async (...args) => this.#reached().rows(...args);
  histories: Store['histories'] = async (...args) => this.#reached().histories(...args);
  subscribe: Store['subscribe'] = (...args) => this.#inner.subscribe(...args);
  close: Store['close'] = () => this.#inner.close();

  #reached(): MemoryStore {
    if (!this.away) return this.#inner;
    this.refused += 1;
    throw new StoreUnavailableError('the store is away');
  }
}

/** Leaves, a registry, a store and collectors. Disposing ends all of them. */
export class Fleet implements AsyncDisposable {
  readonly registry = new ClusterRegistry();
  readonly store = new TestStore();
  readonly leaves: SimulatedLeaf[] = [];
  readonly #collectors: Collector[] = [];

  async leaf(
    name: string,
    {
      objects = [],
      rules = EVERYTHING,
      registrant,
      ...options
    }: Partial<SimulatedLeafOptions> & {
      objects?: KubernetesObject[];
      rules?: readonly Rule[];
      registrant?: string;
    } = {},
  ): Promise<SimulatedLeaf> {
    const leaf = await startLeaf({ name, bookmarkEveryMs: 200, ...options });
    leaf.objects.load([namespace('apps'), ...may(rules), ...objects]);
    this.leaves.push(leaf);
    await this.register(leaf, registrant);
    return leaf;
  }

  async register(leaf: SimulatedLeaf, registrant?: string): Promise<void> {
    this.registry.add({ ...(await this.registration(leaf)), ...(registrant !== undefined && { registrant }) });
  }

  /** Creates a registration of a leaf with a new client. */
  async registration(leaf: SimulatedLeaf): Promise<Registration> {
    const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' });
    return {
      name: leaf.name,
      client: createKubernetesClient(await kubeconfig.target(leaf.name), { log: silentLogger }),
      identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
      authorization: 'rbac',
    };
  }

  collect(options: Partial<CollectorOptions> = {}): Collector {
    const collector = startCollector({
      registry: this.registry,
      store: this.store,
      kinds: { include: [], exclude: [] },
      log: silentLogger,
      holder: `collector-${this.#collectors.length}`,
      ...options,
      timing: {
        renewMs: 100,
        probeMs: 200,
        probeTimeoutMs: 1_000,
        discoveryMs: 500,
        forbiddenRetryMs: 300,
        pollMs: 200,
        ...options.timing,
      },
    });
    this.#collectors.push(collector);
    return collector;
  }

  async synced(cluster: string): Promise<boolean> {
    return (await this.store.state(cluster))?.phase === 'synced';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const collector of this.#collectors) await collector.close();
    await this.registry.close();
    for (const leaf of this.leaves) await leaf.close();
    await this.store.close();
  }
}
