/**
 * Metrics of the mover. They name no hub, policy or member, because everybody can read /metrics without credentials.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Mover, PatchOutcome } from '../../mover/run.ts';

export function moverMetrics(registry: Registry, mover: Pick<Mover, 'stats'>): void {
  const hubs: Gauge = new Gauge({
    name: 'fleetgraph_mover_hubs',
    help: 'Hubs whose workloads this process moves.',
    registers: [registry],
    collect: () => hubs.set(mover.stats.hubs),
  });
  const moves: Gauge<'phase'> = new Gauge({
    name: 'fleetgraph_mover_moves',
    help: 'Moves of these hubs by phase.',
    labelNames: ['phase'],
    registers: [registry],
    collect() {
      for (const [phase, count] of mover.stats.moves) moves.set({ phase }, count);
    },
  });
  const outcomes: readonly PatchOutcome[] = ['done', 'conflict', 'refused', 'failed'];
  let counted = { ...mover.stats.patches };
  const patches: Counter<'outcome'> = new Counter({
    name: 'fleetgraph_mover_patches_total',
    help: 'Patches of objects of hubs by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const now = { ...mover.stats.patches };
      for (const outcome of outcomes) patches.inc({ outcome }, now[outcome] - counted[outcome]);
      counted = now;
    },
  });
  let failed = 0;
  const failures: Counter = new Counter({
    name: 'fleetgraph_mover_failures_total',
    help: 'Looks at a hub that failed.',
    registers: [registry],
    collect() {
      const now = mover.stats.failures;
      failures.inc(now - failed);
      failed = now;
    },
  });
}
