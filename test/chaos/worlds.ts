/** The worlds in which scenarios run. A world is started when the first scenario needs it. */
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { failLeaves, plant, startForeignSubgraph } from '../attacks/surroundings.ts';
import { findExecutables } from '../harness/apiserver-executables.ts';
import { FAKETIME, provide, REDIS } from '../harness/debian-packages.ts';
import { startRedis, startRedisCluster, startRedisWith } from '../harness/redis.ts';
import { Clock } from './clock.ts';
import { startRealLeaves } from './real-leaves.ts';
import type { Scenario } from './scenario.ts';
import { startSimulatedLeaves } from './simulated-leaves.ts';
import { World } from './world.ts';

/** Installs or builds what the machine lacks for a world. Returns the reason if something is still missing. */
export async function missingFor(kind: Scenario['world']): Promise<string | undefined> {
  for (const needed of kind === 'clock' ? [REDIS, FAKETIME] : [REDIS]) {
    const missing = provide(needed);
    if (missing !== undefined) return missing;
  }
  if (kind !== 'real') return undefined;
  return findExecutables(['etcd', 'kube-apiserver']).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

export async function startWorld(kind: Scenario['world'], seed: string): Promise<World> {
  switch (kind) {
    case 'redis':
      return World.start({
        leaves: await startSimulatedLeaves({ seed, clusters: 6, objects: 1_500 }),
        redis: [await startRedis()],
      });
    case 'cluster': {
      const { servers } = await startRedisCluster(3, { replicas: true });
      return World.start({ leaves: await startSimulatedLeaves({ seed, clusters: 6, objects: 1_500 }), redis: servers });
    }
    case 'real':
      return World.start({ leaves: await startRealLeaves(), redis: [await startRedis()] });
    case 'attacked':
    case 'attacked-mixed': {
      let planted: readonly SimulatedLeaf[] = [];
      const prepare = (leaves: readonly SimulatedLeaf[]) => plant((planted = leaves));
      const leaves = await startSimulatedLeaves({ seed, clusters: 6, objects: 6_000, prepare });
      const subgraph = await startForeignSubgraph();
      const attacked = { subgraph, mixed: kind === 'attacked-mixed', fail: failLeaves.bind(undefined, planted) };
      return World.start({ leaves, redis: [await startRedis()], attacked });
    }
    case 'clock': {
      const [clock, redisClock] = [await Clock.make(), await Clock.make()];
      const redis = [await startRedisWith(redisClock.env)];
      return World.start({
        leaves: await startSimulatedLeaves({ seed, clusters: 3, objects: 600 }),
        redis,
        clock,
        redisClock,
      });
    }
  }
}
