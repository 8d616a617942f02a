/** The worlds that scenarios play in, started when the first of them needs one. */
import { startRedis, startRedisCluster } from '../harness/redis.ts';
import { Clock } from './clock.ts';
import { startRealLeaves } from './real-leaves.ts';
import type { Scenario } from './scenario.ts';
import { startSimulatedLeaves } from './simulated-leaves.ts';
import { World } from './world.ts';

/** A string says what is missing for it. */
export async function startWorld(kind: Scenario['world'], seed: string): Promise<World | string> {
  switch (kind) {
    case 'redis':
      return World.start({ leaves: await startSimulatedLeaves({ seed, clusters: 6, objects: 1_500 }), redis: [await startRedis()] });
    case 'cluster': {
      const { servers } = await startRedisCluster(3, { replicas: true });
      return World.start({ leaves: await startSimulatedLeaves({ seed, clusters: 6, objects: 1_500 }), redis: servers });
    }
    case 'real':
      return World.start({ leaves: await startRealLeaves(), redis: [await startRedis()] });
    case 'clock': {
      const clock = await Clock.make();
      if (!clock) return 'libfaketime is not installed (Debian package libfaketime)';
      return World.start({ leaves: await startSimulatedLeaves({ seed, clusters: 3, objects: 600 }), redis: [await startRedis()], clock });
    }
  }
}
