/**
 * Scenarios of failures, in order of execution. Each scenario repairs its damage, so that the next scenario starts
 * healthy.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { attacks } from './attack-scenarios.ts';
import type { Proxy } from './proxy.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

/** Time in milliseconds until a process notices a changed clock. libfaketime reads the offset once per second. */
const CLOCK_NOTICED_MS = 1_500;
const COLLECTORS = ['collector-1', 'collector-2'] as const;
const CLUSTERS_HELD = 'fleetgraph_collector_clusters_held';

const processes: readonly Scenario[] = [
  {
    name: 'collector-killed',
    title: 'kill -9 of one of two collectors, which stays away: the other takes its clusters over',
    world: 'redis',
    short: true,
    async strike(world) {
      await killBusierCollector(world);
      return 'the other takes over';
    },
    restore: startKilledCollector,
  },
  {
    name: 'collectors-restarted',
    title: 'kill -9 of both collectors, started again 2 s later',
    world: 'redis',
    short: false,
    async strike(world) {
      await Promise.all(COLLECTORS.map(name => world.product.kill(name)));
      await delay(2_000);
      await Promise.all(COLLECTORS.map(name => world.product.start(name)));
    },
  },
  {
    name: 'gateway-killed',
    title: 'kill -9 of one of two gateways, started again',
    world: 'redis',
    short: true,
    async strike(world) {
      await world.killGateway(0);
      const start = performance.now();
      await world.startGateway(0);
      return `ready after ${((performance.now() - start) / 1_000).toFixed(1)} s`;
    },
  },
];

const redis: readonly Scenario[] = [
  {
    name: 'redis-killed',
    title: 'kill -9 of the only Redis, started again empty 2 s later',
    world: 'redis',
    short: true,
    async strike({ redis: [server] }) {
      await server?.kill();
      await delay(2_000);
      await server?.start();
    },
  },
  {
    name: 'redis-flushed',
    title: 'FLUSHALL',
    world: 'redis',
    short: false,
    async strike({ redis: [server] }) {
      await server?.command('FLUSHALL');
    },
  },
  {
    name: 'redis-stalled',
    title: 'nothing passes between the product and Redis for 8 s; no connection breaks',
    world: 'redis',
    short: false,
    strike: world => weather(storeProxy(world), { stalled: true }, 8_000),
  },
  {
    name: 'redis-slow',
    title: 'Redis answers 0.3 s late for 10 s',
    world: 'redis',
    short: false,
    strike: world => weather(storeProxy(world), { delayMs: 150 }, 10_000),
  },
  {
    name: 'redis-full',
    title: 'Redis has no memory left and refuses every write for 12 s',
    world: 'redis',
    short: false,
    async strike({ redis: [server] }) {
      await server?.command('CONFIG', 'SET', 'maxmemory', '1');
      await delay(12_000);
      await server?.command('CONFIG', 'SET', 'maxmemory', '0');
    },
  },
  {
    name: 'redis-cut',
    title: 'every connection to Redis breaks, again and again, for 6 s',
    world: 'redis',
    short: false,
    async strike(world) {
      const proxy = storeProxy(world);
      for (let i = 0; i < 12; i++) {
        proxy.cut();
        await delay(500);
      }
    },
  },
  {
    name: 'late-batches',
    title: 'connections to Redis stall and break; what they held arrives 3 s later, long after newer batches',
    world: 'redis',
    short: true,
    async strike(world) {
      const proxy = storeProxy(world);
      proxy.strand();
      await delay(1_000);
      proxy.hangUp();
      await delay(3_000);
      proxy.set({});
    },
  },
  {
    name: 'redis-master-killed',
    title: 'kill -9 of a master of a Redis Cluster, whose replica takes over; started again empty',
    world: 'cluster',
    short: false,
    async strike({ redis: [master] }) {
      await master?.kill();
      await delay(10_000);
      await master?.start();
    },
  },
];

const leaves: readonly Scenario[] = [
  {
    name: 'leaf-stalled',
    title: 'nothing passes between the product and a leaf for 15 s; no connection breaks',
    world: 'redis',
    short: false,
    withinMs: 90_000,
    strike: world => weather(leafProxy(world), { stalled: true }, 15_000),
  },
  {
    name: 'leaf-gone',
    title: 'a leaf refuses and breaks connections for 8 s',
    world: 'redis',
    short: false,
    withinMs: 90_000,
    async strike(world) {
      const proxy = leafProxy(world);
      proxy.set({ down: true });
      proxy.cut();
      await delay(8_000);
      proxy.set({});
    },
  },
  {
    name: 'history-compacted',
    title: 'two leaves restart without the history that watches resume from (410), changed meanwhile',
    world: 'redis',
    short: true,
    withinMs: 90_000,
    async strike(world) {
      await Promise.all(world.leaves.all.slice(0, 2).map(leaf => leaf.restartCompacted()));
    },
  },
  {
    name: 'leaf-floods',
    title: 'one leaf makes up to 5 000 changes a second, for 8 s',
    world: 'redis',
    short: false,
    async strike(world) {
      const rate = await world.leaves.all[0]?.flood(8_000);
      return `${rate} changes/s`;
    },
  },
  {
    name: 'real-compacted',
    title: 'a real kube-apiserver restarts with its etcd compacted, changed meanwhile',
    world: 'real',
    short: false,
    withinMs: 90_000,
    async strike(world) {
      await world.leaves.all[0]?.restartCompacted();
    },
  },
  {
    name: 'real-collectors-restarted',
    title: 'kill -9 of both collectors of real kube-apiservers, started again 2 s later',
    world: 'real',
    short: false,
    async strike(world) {
      await Promise.all(COLLECTORS.map(name => world.product.kill(name)));
      await delay(2_000);
      await Promise.all(COLLECTORS.map(name => world.product.start(name)));
    },
  },
];

const productClocks: readonly Scenario[] = (
  [
    ['clocks-forward', 'the wall clocks of all processes of the product jump an hour ahead, and back', '+1h'],
    ['clocks-backward', 'the wall clocks of all processes of the product jump an hour back, and ahead again', '-1h'],
  ] as const
).map(([name, title, jump]) => ({
  name,
  title,
  world: 'clock',
  short: false,
  async strike(world) {
    await world.clock?.set(jump);
    await delay(5_000);
    await world.clock?.set('+0');
    await delay(CLOCK_NOTICED_MS);
  },
}));

const redisClock: readonly Scenario[] = [
  {
    name: 'redis-clock-forward',
    title: "Redis' own clock jumps an hour ahead, and stays there",
    world: 'clock',
    short: false,
    async strike(world) {
      await world.redisClock?.set('+1h');
      await delay(5_000); // after this, every lease has been renewed or refused
    },
  },
  {
    name: 'redis-clock-backward',
    title: "Redis' own clock jumps an hour back, just when one of two collectors is killed, which stays away",
    world: 'clock',
    short: false,
    async strike(world) {
      await world.redisClock?.set('+1h');
      await delay(5_000); // after this, both collectors have leases by the changed clock
      await killBusierCollector(world);
      await world.redisClock?.set('+0');
      await delay(CLOCK_NOTICED_MS);
      return 'the other takes over';
    },
    restore: startKilledCollector,
  },
];

const WORLDS = [
  'redis',
  'cluster',
  'real',
  'clock',
  'attacked',
  'attacked-mixed',
] as const satisfies readonly Scenario['world'][];

/** Ordered by world, so that each world is started once. */
export const SCENARIOS: readonly Scenario[] = WORLDS.flatMap(world =>
  [...processes, ...redis, ...leaves, ...productClocks, ...redisClock, ...attacks].filter(
    scenario => scenario.world === world,
  ),
);

/** Kills the collector that holds more clusters. With few clusters, the other collector may hold none. */
async function killBusierCollector({ product }: World): Promise<void> {
  const [one = 0, other = 0] = await Promise.all(COLLECTORS.map(name => product.metric(name, CLUSTERS_HELD)));
  await product.kill(COLLECTORS[one >= other ? 0 : 1]);
}

async function startKilledCollector({ product }: World): Promise<void> {
  for (const name of COLLECTORS)
    if ((await product.metric(name, CLUSTERS_HELD)) === undefined) await product.start(name);
}

async function weather(proxy: Proxy, bad: Parameters<Proxy['set']>[0], ms: number): Promise<void> {
  proxy.set(bad);
  await delay(ms);
  proxy.set({});
}

function storeProxy({ toStore }: World): Proxy {
  if (!toStore) throw new Error('there is no proxy before a Redis Cluster');
  return toStore;
}

function leafProxy(world: World): Proxy {
  const [proxy] = world.toLeaf.values();
  if (!proxy) throw new Error('there is no leaf');
  return proxy;
}
