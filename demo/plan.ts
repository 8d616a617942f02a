/**
 * The plan of the demo fleet: clusters, teams and their applications, and the failures of some applications.
 *
 * The plan has only the differences between applications, so that a plan of 300 clusters is small.
 */
import { countAppObjects } from './app-objects.ts';
import type { Delivery, DemoApp, DemoCluster, Environment, Trouble, Workload } from './cluster.ts';
import { seededRandom } from './random.ts';

export interface DemoFleetOptions {
  /** Number of clusters. @default 5 */
  readonly clusters?: number;
  /**
   * Approximate number of rows in the whole fleet. Rows are objects of the kinds that are collected by default.
   * @default 800
   */
  readonly objects?: number;
  /** True to add gateways, a mesh and placed workloads (scenes.ts). @default false */
  readonly scenes?: boolean;
  /** Seed of all random choices. @default 'acme' */
  readonly seed?: string;
  /** Time that all timestamps are relative to, in milliseconds since the epoch. @default Date.now() */
  readonly now?: number;
}

const TEAMS = [
  'payments',
  'checkout',
  'search',
  'identity',
  'catalog',
  'logistics',
  'pricing',
  'messaging',
  'analytics',
  'loyalty',
  'media',
  'risk',
];

export const DEVELOPER_TEAM = 'payments';

interface Service {
  readonly name: string;
  readonly delivery: Delivery;
  readonly workload: Workload;
}

const SERVICES: readonly Service[] = [
  { name: 'api', delivery: 'kustomization', workload: 'deployment' },
  { name: 'web', delivery: 'helm', workload: 'deployment' },
  { name: 'reports', delivery: 'kustomization', workload: 'cronjob' },
  { name: 'worker', delivery: 'kustomization', workload: 'deployment' },
  { name: 'db', delivery: 'helm', workload: 'statefulset' },
  { name: 'events', delivery: 'kustomization', workload: 'deployment' },
  { name: 'gateway', delivery: 'kustomization', workload: 'deployment' },
  { name: 'cleanup', delivery: 'kustomization', workload: 'cronjob' },
  { name: 'cache', delivery: 'helm', workload: 'statefulset' },
  { name: 'admin', delivery: 'helm', workload: 'deployment' },
  { name: 'importer', delivery: 'kustomization', workload: 'deployment' },
  { name: 'preview', delivery: 'kustomization', workload: 'deployment' },
];
const SERVICES_AT_ONCE = 3;

/** Troubles by delivery and workload. */
const TROUBLES: Readonly<Record<string, readonly Trouble[]>> = {
  'kustomization/deployment': [
    'crash-loop',
    'build-failed',
    'suspended',
    'image-pull',
    'progressing',
    'never-reconciled',
    'terminating',
  ],
  'helm/deployment': ['chart-not-found', 'upgrade-failed', 'unschedulable', 'suspended'],
  'helm/statefulset': ['upgrade-failed', 'progressing'],
  'kustomization/cronjob': ['job-failed', 'suspended'],
};
const LATER_TROUBLE = 0.06;

const LOCATIONS: readonly (readonly [region: string, environment: Environment])[] = [
  ['eu-west-1', 'prod'],
  ['eu-west-1', 'staging'],
  ['us-east-1', 'prod'],
  ['ap-southeast-2', 'prod'],
  ['us-east-1', 'staging'],
  ['eu-central-1', 'prod'],
  ['us-west-2', 'prod'],
  ['eu-central-1', 'dev'],
  ['sa-east-1', 'prod'],
  ['ap-northeast-1', 'prod'],
];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function planFleet({
  clusters = 5,
  objects = 800,
  scenes = false,
  seed = 'acme',
  now = Date.now(),
}: DemoFleetOptions = {}): readonly DemoCluster[] {
  const present = Math.floor(now / 1_000) * 1_000;
  const shown = new Map<string, number>();
  const neighbours = Array.from({ length: Math.min(clusters, LOCATIONS.length) }, (_, index) => placeOf(index).name);
  return Array.from({ length: clusters }, (_, index) => {
    const rows = Math.round(objects / clusters) - (scenes && index < SCENE_CLUSTERS ? SCENE_ROWS : 0);
    return { ...planCluster(index, rows, seed, present, shown, neighbours), scenes };
  });
}

export function placeOf(index: number): Pick<DemoCluster, 'name' | 'region' | 'environment'> {
  const [region, environment] = LOCATIONS[index % LOCATIONS.length] ?? ['eu-west-1', 'prod'];
  const round = Math.floor(index / LOCATIONS.length);
  return { name: `${region}-${environment}${round === 0 ? '' : `-${round + 1}`}`, region, environment };
}

function planCluster(
  index: number,
  rows: number,
  seed: string,
  now: number,
  shown: Map<string, number>,
  neighbours: readonly string[],
): Omit<DemoCluster, 'scenes'> {
  const { name, region, environment } = placeOf(index);
  const random = seededRandom(seed, name);
  const apps: DemoApp[] = [];
  const teams: string[] = [];
  for (let left = rows - PLATFORM_ROWS, number = 0; left > 0; number += 1) {
    const app = planApp(number, { environment, now, random, shown });
    if (!teams.includes(app.team)) {
      teams.push(app.team);
      left -= TEAM_ROWS;
    }
    apps.push(app);
    left -= rowsOf(app);
  }
  return { name, index, region, environment, seed, now, apps, teams, neighbours };
}

interface AppContext {
  readonly environment: Environment;
  readonly now: number;
  readonly random: () => number;
  readonly shown: Map<string, number>;
}

function planApp(number: number, { environment, now, random, shown }: AppContext): DemoApp {
  const round = Math.floor(number / (SERVICES_AT_ONCE * TEAMS.length));
  const position = round * SERVICES_AT_ONCE + (number % SERVICES_AT_ONCE);
  const team = TEAMS[Math.floor(number / SERVICES_AT_ONCE) % TEAMS.length] ?? DEVELOPER_TEAM;
  const { name, delivery, workload } = SERVICES[position % SERVICES.length] as Service;
  const copy = Math.floor(position / SERVICES.length);
  const newest = 40 + (number % 7);
  // Production is up to three changes behind, so that a fleet view shows the difference.
  const behind = environment === 'prod' ? Math.floor(random() * 4) : 0;
  const createdAt = now - Math.floor((20 + random() * 300) * DAY);
  return {
    name: `${team}-${name}${copy === 0 ? '' : `-${copy + 1}`}`,
    team,
    namespace: workload === 'cronjob' ? `${team}-batch` : team,
    delivery,
    workload,
    replicas: workload === 'cronjob' ? 1 : 1 + Math.floor(random() * (environment === 'prod' ? 4 : 2)),
    revision: newest - behind,
    trouble: troubleOf(`${delivery}/${workload}`, shown, random),
    createdAt,
    changedAt: now - Math.floor((5 + random() * 6_000) * MINUTE),
  };
}

function troubleOf(family: string, shown: Map<string, number>, random: () => number): Trouble {
  const troubles = TROUBLES[family] ?? [];
  const count = shown.get(family) ?? 0;
  shown.set(family, count + 1);
  const chance = random();
  const later = troubles[Math.floor((chance / LATER_TROUBLE) * troubles.length)];
  if (count >= troubles.length * 2) return chance < LATER_TROUBLE ? (later ?? 'none') : 'none';
  return (count % 2 === 0 ? troubles[count / 2] : undefined) ?? 'none';
}

/** Number of objects that platform.ts creates for a cluster without tenants. */
const PLATFORM_ROWS = 63;
/** Average number of scene objects on each of the first SCENE_CLUSTERS clusters. */
const SCENE_ROWS = 40;
const SCENE_CLUSTERS = 5;
/** Number of objects for a team: two namespaces, the tenant's Kustomization and its GitRepository. */
const TEAM_ROWS = 4;

function rowsOf(app: DemoApp): number {
  const { workload, replicas, delivery } = app;
  const delivered = (delivery === 'helm' ? 2 : 1) + countAppObjects(app); // a HelmRelease has a chart
  if (workload === 'cronjob') return delivered + 1 + 2 * 2; // the CronJob has two Jobs with one Pod each
  return delivered + (workload === 'deployment' ? 3 : 1) + replicas; // a Deployment has two ReplicaSets
}
