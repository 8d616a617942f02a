/**
 * Changes in the demo fleet. From time to time an application rolls out its next revision, and some rollouts fail for a
 * while. Failures that exist at the start stay, so that users find what the documentation shows.
 */
import type { SimulatedLeaf } from '../sim/leaf.ts';
import { appObjects, type DemoFleet } from './fleet.ts';
import type { DemoApp, DemoCluster, Trouble } from './cluster.ts';
import { seededRandom } from './random.ts';
import type { DemoObject } from './render.ts';

export interface ChurnOptions {
  /** Interval between two changes, in milliseconds. @default 2 000 */
  readonly everyMs?: number;
  readonly seed?: string;
  readonly now?: () => number;
}

/** Changes the fleet until the returned function is called. */
export function startChurn(fleet: DemoFleet, { everyMs = 2_000, ...options }: ChurnOptions = {}): () => void {
  const step = churn(fleet, options);
  const timer = setInterval(step, everyMs).unref();
  return () => clearInterval(timer);
}

/** Returns a function that makes the next change. */
export function churn(
  fleet: DemoFleet,
  { seed = 'churn', now = Date.now }: Omit<ChurnOptions, 'everyMs'> = {},
): () => void {
  const random = seededRandom(seed);
  const states = fleet.clusters.map(cluster => [...cluster.apps]);
  return () => {
    const at = Math.floor(random() * fleet.clusters.length);
    const [cluster, leaf, apps] = [fleet.clusters[at], fleet.leaves[at], states[at]];
    const healthyAtFirst = (index: number) => ['none', 'progressing'].includes(cluster?.apps[index]?.trouble ?? '');
    const candidates =
      apps?.filter((app, index) => healthyAtFirst(index) && NEXT[app.trouble] && app.workload !== 'cronjob') ?? [];
    // Continues a running rollout of this cluster first.
    const app =
      candidates.find(({ trouble }) => trouble === 'progressing') ??
      candidates[Math.floor(random() * candidates.length)];
    if (!cluster || !leaf || !apps || !app) return;
    const changed = { ...next(app, random()), changedAt: Math.floor(now() / 1_000) * 1_000 };
    apps[apps.indexOf(app)] = changed;
    replace(leaf, cluster, app, changed);
  };
}

/** The two states that may follow a state, and the probability of the second. States without an entry never change. */
const NEXT: Partial<Record<Trouble, readonly [usual: Trouble, other: Trouble, chance: number]>> = {
  none: ['progressing', 'build-failed', 0.1],
  progressing: ['none', 'crash-loop', 0.15],
  'crash-loop': ['progressing', 'crash-loop', 0.3],
  'build-failed': ['progressing', 'build-failed', 0.3],
  'upgrade-failed': ['progressing', 'upgrade-failed', 0.3],
};

function next(app: DemoApp, chance: number): DemoApp {
  const [usual, other, odds] = NEXT[app.trouble] ?? ['none', 'none', 0];
  const trouble = chance < odds ? other : usual;
  // A finished rollout has installed the next revision, even if the rollout failed.
  const arrived = app.trouble === 'progressing';
  const failure =
    app.delivery === 'helm' && (trouble === 'build-failed' || trouble === 'crash-loop') ? 'upgrade-failed' : trouble;
  return { ...app, trouble: failure, revision: app.revision + (arrived ? 1 : 0) };
}

/** Replaces the objects of the old state of an application by the objects of the new state, as controllers would. */
function replace(leaf: SimulatedLeaf, cluster: DemoCluster, before: DemoApp, after: DemoApp): void {
  const nameOf = ({ kind, metadata }: DemoObject) => `${kind}/${metadata.namespace}/${metadata.name}`;
  const old = new Map(appObjects(cluster, before).map(object => [nameOf(object), object]));
  for (const object of appObjects(cluster, after)) {
    const previous = old.get(nameOf(object));
    old.delete(nameOf(object));
    if (!previous || JSON.stringify(previous.render()) !== JSON.stringify(object.render())) leaf.objects.put(object);
  }
  for (const gone of old.values()) leaf.objects.remove(gone);
}
