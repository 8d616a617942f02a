/**
 * All parts of one chaos run: leaves, Redis, unreliable networks between them, and the product as separate processes. A
 * store and clients reach leaves and Redis directly, without the proxies that cause faults.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { Store } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { STATIC_TOKENS, type ForeignSubgraph, type LeafFault } from '../attacks/surroundings.ts';
import { Fleetgraph } from '../harness/fleetgraph.ts';
import type { RedisServer } from '../harness/redis.ts';
import type { Clock } from './clock.ts';
import { through, type Leaves } from './leaves.ts';
import { Proxy } from './proxy.ts';

/** Deadline of a request in milliseconds: `limits.requestTimeout` of the product. The sampler checks the deadline. */
export const DEADLINE_MS = 5_000;

/** Index of the leaf that attacks call `sick`. They call the first leaf `healthy`. */
const SICK = 1;

export interface WorldOptions {
  readonly leaves: Leaves;
  /**
   * One server, or all servers of a Redis Cluster. Only a single server is reached through a proxy, since members of a
   * cluster announce their own addresses.
   */
  readonly redis: readonly RedisServer[];
  /** Wall clock of the product's processes. Undefined if it is not changed. */
  readonly clock?: Clock;
  /** Wall clock of the processes in `redis`. */
  readonly redisClock?: Clock;
  readonly attacked?: Attacked;
}

/** Parts of a world that only attacks need. */
export interface Attacked {
  readonly subgraph: ForeignSubgraph;
  /** True if the second leaf has authorizers besides RBAC. */
  readonly mixed: boolean;
  fail(faults: readonly LeafFault[]): void;
}

export class World implements AsyncDisposable {
  readonly leaves: Leaves;
  readonly redis: readonly RedisServer[];
  /** Store that reaches Redis directly, without a proxy. */
  readonly store: Store;
  readonly clients: ReadonlyMap<string, KubernetesClient>;
  readonly toLeaf: ReadonlyMap<string, Proxy>;
  /** Proxy in front of Redis. Undefined for a Redis Cluster. */
  readonly toStore: Proxy | undefined;
  readonly product: Fleetgraph;
  /** Indexes of gateways that were killed and have not started again. */
  readonly down = new Set<number>();
  readonly clock: Clock | undefined;
  readonly redisClock: Clock | undefined;
  readonly attacked: Attacked | undefined;
  readonly #parts: AsyncDisposableStack;

  /** Starts the product. The world owns its arguments, and closes them even if the start fails. */
  static async start({ leaves, redis, clock, redisClock, attacked }: WorldOptions): Promise<World> {
    const parts = new AsyncDisposableStack();
    try {
      parts.use(leaves);
      if (attacked) parts.use(attacked.subgraph);
      if (clock) parts.use(clock);
      if (redisClock) parts.use(redisClock);
      for (const server of redis) parts.use(server);
      const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-chaos-'));
      parts.defer(() => rm(directory, { recursive: true, force: true }));
      const toLeaf = new Map<string, Proxy>();
      for (const { name, port } of leaves.all) toLeaf.set(name, parts.use(await Proxy.start(port)));
      const ports = new Map(Array.from(toLeaf, ([name, { port }]) => [name, port]));
      const kubeconfig = join(directory, 'kubeconfig');
      await writeFile(kubeconfig, through(leaves.kubeconfig, ports), { mode: 0o600 });
      const schema = join(directory, 'foreign.graphql');
      if (attacked) await writeFile(schema, attacked.subgraph.sdl);
      const [single, ...others] = redis;
      if (!single) throw new Error('a world needs a Redis server');
      const toStore = others.length === 0 ? parts.use(await Proxy.start(single.port)) : undefined;
      const cluster = redis.map(({ port }) => `127.0.0.1:${port}`);
      const store = await openRedisStore(toStore ? { url: single.url } : { cluster });
      parts.defer(() => store.close());
      const clients = await directClients(leaves.kubeconfig, parts);
      const product = parts.use(
        await Fleetgraph.start({
          form: 'replicated',
          config: {
            store: { type: 'redis', ...(toStore ? { url: `redis://127.0.0.1:${toStore.port}` } : { cluster }) },
            clusters: leaves.all.map(({ name }, i) => ({
              name,
              kubeconfig,
              context: name,
              ...(attacked?.mixed && i === SICK && { authorization: 'mixed' }),
            })),
            authentication: [
              {
                type: 'static',
                tokens: [
                  ...leaves.people.map(({ token, user, groups }) => ({ token, user, groups: [...groups] })),
                  ...(attacked ? STATIC_TOKENS : []),
                ],
              },
            ],
            ...(attacked && { subgraphs: [{ name: attacked.subgraph.name, url: attacked.subgraph.url, schema }] }),
            limits: { requestTimeout: `${DEADLINE_MS / 1_000}s`, leafTimeout: '1500ms' },
          },
          ...(clock && { env: () => clock.env }),
        }),
      );
      return new World(
        { leaves, redis, store, clients, toLeaf, toStore, product, clock, redisClock, attacked },
        parts.move(),
      );
    } catch (error) {
      await parts.disposeAsync();
      throw error;
    }
  }

  private constructor(
    fields: Pick<
      World,
      'leaves' | 'redis' | 'store' | 'clients' | 'toLeaf' | 'toStore' | 'product' | 'clock' | 'redisClock' | 'attacked'
    >,
    parts: AsyncDisposableStack,
  ) {
    this.leaves = fields.leaves;
    this.redis = fields.redis;
    this.store = fields.store;
    this.clients = fields.clients;
    this.toLeaf = fields.toLeaf;
    this.toStore = fields.toStore;
    this.product = fields.product;
    this.clock = fields.clock;
    this.redisClock = fields.redisClock;
    this.attacked = fields.attacked;
    this.#parts = parts;
  }

  /**
   * Name of the mixed leaf. While this leaf answers no reviews, its rows are hidden. Undefined if the world has no
   * mixed leaf.
   */
  get mixed(): string | undefined {
    return this.attacked?.mixed ? this.leaves.all[SICK]?.name : undefined;
  }

  async killGateway(index: number): Promise<void> {
    this.down.add(index);
    await this.product.kill(`gateway-${index + 1}`);
  }

  async startGateway(index: number): Promise<void> {
    await this.product.start(`gateway-${index + 1}`);
    this.down.delete(index);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.disposeAsync();
  }
}

async function directClients(text: string, parts: AsyncDisposableStack): Promise<Map<string, KubernetesClient>> {
  const kubeconfig = parseKubeconfig(text, { source: 'chaos', directory: '/' });
  const clients = new Map<string, KubernetesClient>();
  for (const context of kubeconfig.contexts) {
    const client = createKubernetesClient(await kubeconfig.target(context), { log: silentLogger });
    parts.defer(() => client.close());
    clients.set(context, client);
  }
  return clients;
}
