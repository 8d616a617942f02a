/**
 * 20 000 deployments on 1 000 clusters, and the published packages. One plan produces the rows of the index and the
 * tables of Postgres. Half of the deployments are RootSyncs with their inventories, half are Kustomizations with a
 * source on each cluster.
 */
import { createHash } from 'node:crypto';
import { packageProjection } from '../kinds/package-projection.ts';
import type { Projection } from '../kinds/projection.ts';
import { toRow } from '../kinds/row.ts';
import type { Row } from '../store/store.ts';

export const CLUSTERS = 1_000;
const SYNCS = 10;
const KUSTOMIZATIONS = 10;
export const DEPLOYMENTS = CLUSTERS * (SYNCS + KUSTOMIZATIONS);
/** Number of directories that RootSyncs deploy. Each is published as a package. */
const PACKAGES = 200;
export const HUB = 'cluster-0000';
export const ADDRESS = 'https://git.example/fleet';
const SYSTEM = 'config-management-system';
const NOW = Date.UTC(2026, 0, 31);
/** Number of objects in an inventory. */
const OBJECTS = 8;

export type State = 'ready' | 'behind' | 'reconciling' | 'failed' | 'syncing' | 'sync-failed';

export interface PlannedDeployment {
  readonly cluster: string;
  readonly engine: 'CONFIG_SYNC' | 'FLUX_KUSTOMIZATION';
  readonly name: string;
  readonly directory: string;
  readonly state: State;
}

export const clusterName = (number: number): string => `cluster-${String(number).padStart(4, '0')}`;
export const directoryOf = (number: number): string => `packages/p${String(number).padStart(3, '0')}`;
export const commitOf = (what: string, change: number): string =>
  createHash('sha1').update(`${what} ${change}`).digest('hex');

/** The deployments of a cluster. 9 % are behind, and 11 % are not ready for other reasons. */
export function planned(number: number): readonly PlannedDeployment[] {
  const cluster = clusterName(number);
  return Array.from({ length: SYNCS + KUSTOMIZATIONS }, (_, i) => {
    const state = stateOf((number * 31 + i * 17) % 100);
    return i < SYNCS
      ? {
          cluster,
          engine: 'CONFIG_SYNC',
          name: `sync-${i}`,
          directory: directoryOf(((number % (PACKAGES / SYNCS)) * SYNCS + i) % PACKAGES),
          state,
        }
      : { cluster, engine: 'FLUX_KUSTOMIZATION', name: `app-${i}`, directory: `apps/a${i}`, state };
  });
}

function stateOf(share: number): State {
  if (share < 80) return 'ready';
  if (share < 89) return 'behind';
  if (share < 94) return 'reconciling';
  if (share < 97) return 'failed';
  return share < 99 ? 'syncing' : 'sync-failed';
}

export const isBehind = (state: State): boolean => state === 'behind';

/** The rows of a cluster, derived from its objects in the same way as its collector derives them. */
export function rowsOf(number: number): Row[] {
  return objectsOf(number).map(object => rowOf(clusterName(number), object));
}

export function rowOf(cluster: string, object: Json, projections: readonly Projection[] = [packageProjection]): Row {
  const row = toRow(cluster, RESOURCE_OF.get(object['kind'] as string)!, object, NOW, { projections });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

export type Json = Record<string, unknown>;

/** Objects that the API server of the cluster has. */
export function objectsOf(number: number): Json[] {
  const cluster = clusterName(number);
  const at = (ago: number) => new Date(NOW + number * 1_000 - ago * 3_600_000).toISOString();
  const object = (apiVersion: string, kind: string, namespace: string, name: string, content: Json): Json => ({
    ...{
      apiVersion,
      kind,
      metadata: { namespace, name, uid: `${cluster}/${kind}/${name}`, generation: 1, creationTimestamp: at(48) },
    },
    ...content,
  });
  const condition = (type: string, status: string, more: Json = {}) => ({
    type,
    status,
    reason: type,
    lastTransitionTime: at(2),
    ...more,
  });
  const head = `main@sha1:${commitOf('fleet', 1)}`;
  const objects = [
    object('source.toolkit.fluxcd.io/v1', 'GitRepository', 'flux-system', 'fleet', {
      spec: { url: `${ADDRESS}.git`, ref: { branch: 'main' } },
      status: {
        observedGeneration: 1,
        artifact: { revision: head, lastUpdateTime: at(3) },
        conditions: [condition('Ready', 'True')],
      },
    }),
  ];
  for (const { engine, name, directory, state } of planned(number)) {
    if (engine === 'CONFIG_SYNC') {
      const commit = commitOf(directory, isBehind(state) ? 0 : 1);
      const errors = state === 'sync-failed' ? { errorSourceRefs: ['SyncStatusErrors'] } : {};
      const syncing = condition('Syncing', state === 'syncing' ? 'True' : 'False', { commit, ...errors });
      objects.push(
        object('configsync.gke.io/v1beta1', 'RootSync', SYSTEM, name, {
          spec: { sourceType: 'git', git: { repo: ADDRESS, branch: 'main', dir: directory } },
          status: {
            observedGeneration: 1,
            lastSyncedCommit: commit,
            source: { commit, lastUpdate: at(4) },
            conditions: [syncing],
          },
        }),
        object('kpt.dev/v1alpha1', 'ResourceGroup', SYSTEM, name, {
          metadata: {
            namespace: SYSTEM,
            name,
            generation: 1,
            labels: { 'cli-utils.sigs.k8s.io/inventory-id': `${SYSTEM}_${name}` },
          },
          status: {
            observedGeneration: 1,
            resourceStatuses: Array.from({ length: OBJECTS }, (_, i) => ({
              ...{
                group: 'apps',
                kind: 'Deployment',
                namespace: name,
                name: `d${i}`,
                actuation: 'Succeeded',
                strategy: 'Apply',
              },
              status:
                i > 0 ? 'Current' : state === 'failed' ? 'Failed' : state === 'reconciling' ? 'InProgress' : 'Current',
            })),
          },
        }),
      );
    } else {
      const revision = isBehind(state) ? `main@sha1:${commitOf('fleet', 0)}` : head;
      const ready =
        state === 'failed'
          ? condition('Ready', 'False', { reason: 'HealthCheckFailed' })
          : state === 'sync-failed'
            ? condition('Ready', 'False', { reason: 'BuildFailed' })
            : condition('Ready', state === 'syncing' || state === 'reconciling' ? 'Unknown' : 'True', {
                reason: 'Progressing',
              });
      const healthy = state === 'reconciling' ? [condition('Healthy', 'Unknown')] : [];
      objects.push(
        object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'flux-system', name, {
          spec: { path: `./${directory}`, wait: true, sourceRef: { kind: 'GitRepository', name: 'fleet' } },
          status: {
            observedGeneration: 1,
            lastAppliedRevision: revision,
            lastAttemptedRevision: revision,
            conditions: [ready, ...healthy],
          },
        }),
      );
    }
  }
  if (cluster === HUB) for (let i = 0; i < PACKAGES; i++) objects.push(published(directoryOf(i)));
  return objects;

  function published(directory: string): Json {
    const selfLock = { type: 'git', git: { repo: ADDRESS, directory, commit: commitOf(directory, 1) } };
    return object('porch.kpt.dev/v1alpha1', 'PackageRevision', 'porch', directory.replace('/', '-'), {
      spec: { packageName: directory, repository: 'fleet', lifecycle: 'Published', revision: 1 },
      // Later than the time of each source, so that no deployment is current only because its source is newer.
      status: { deployment: true, publishTimestamp: new Date(NOW + 86_400_000).toISOString(), selfLock },
    });
  }
}

/** Resources of the rows' kinds, as a cluster serves them. */
export const RESOURCES = [
  ['configsync.gke.io', 'v1beta1', 'RootSync', 'rootsyncs'],
  ['kpt.dev', 'v1alpha1', 'ResourceGroup', 'resourcegroups'],
  ['kustomize.toolkit.fluxcd.io', 'v1', 'Kustomization', 'kustomizations'],
  ['source.toolkit.fluxcd.io', 'v1', 'GitRepository', 'gitrepositories'],
  ['porch.kpt.dev', 'v1alpha1', 'PackageRevision', 'packagerevisions'],
].map(([group = '', version = '', kind = '', plural = '']) => ({ group, version, kind, plural, namespaced: true }));
const RESOURCE_OF = new Map(RESOURCES.map(resource => [resource.kind, resource]));

/** SQL that creates the tables. INDEXES adds indexes that an engineer would choose for these questions. */
export const TABLES = `
CREATE UNLOGGED TABLE deployments (cluster text NOT NULL, name text NOT NULL, engine text NOT NULL, address text NOT NULL, directory text NOT NULL,
  step text, revision text NOT NULL, source_revision text NOT NULL, health text NOT NULL, PRIMARY KEY (cluster, engine, name));
CREATE UNLOGGED TABLE inventories (cluster text NOT NULL, name text NOT NULL, health text NOT NULL, PRIMARY KEY (cluster, name));
CREATE UNLOGGED TABLE published (address text NOT NULL, directory text NOT NULL, number int NOT NULL, commit text NOT NULL, PRIMARY KEY (address, directory, number));
CREATE UNLOGGED TABLE visible (person text NOT NULL, cluster text NOT NULL, PRIMARY KEY (person, cluster));
`;
export const INDEXES = `
CREATE INDEX ON deployments (address, directory);
VACUUM (ANALYZE) deployments;
VACUUM (ANALYZE) inventories;
VACUUM (ANALYZE) published;
VACUUM (ANALYZE) visible;
`;

export function* deploymentLines(): Generator<string> {
  for (let number = 0; number < CLUSTERS; number++)
    for (const { cluster, name, engine, directory, state } of planned(number)) {
      const what = engine === 'CONFIG_SYNC' ? directory : 'fleet';
      const step = state === 'syncing' ? 'SYNCING' : state === 'sync-failed' ? 'SYNC_FAILED' : '\\N';
      const health = engine === 'CONFIG_SYNC' ? 'READY' : healthOf(state);
      const [applied, source] = [
        commitOf(what, isBehind(state) ? 0 : 1),
        engine === 'CONFIG_SYNC' ? '' : commitOf(what, 1),
      ];
      yield `${[cluster, name, engine, ADDRESS, directory, step, applied, source, health].join('\t')}\n`;
    }
}

export function* inventoryLines(): Generator<string> {
  for (let number = 0; number < CLUSTERS; number++)
    for (const { cluster, name, engine, state } of planned(number))
      if (engine === 'CONFIG_SYNC') yield `${cluster}\t${name}\t${healthOf(state)}\n`;
}

export function* publishedLines(): Generator<string> {
  for (let i = 0; i < PACKAGES; i++) yield `${ADDRESS}\t${directoryOf(i)}\t1\t${commitOf(directoryOf(i), 1)}\n`;
}

function healthOf(state: State): string {
  return state === 'reconciling' ? 'RECONCILING' : state === 'failed' ? 'FAILED' : 'READY';
}

const PHASE = `CASE WHEN d.step IS NOT NULL THEN d.step
  WHEN coalesce(i.commit, nullif(d.source_revision, '')) <> d.revision THEN 'OUTDATED' ELSE coalesce(g.health, d.health) END`;
const JUDGED = `SELECT d.cluster, d.address, d.directory, ${PHASE} AS phase FROM deployments d
  LEFT JOIN inventories g ON d.engine = 'CONFIG_SYNC' AND g.cluster = d.cluster AND g.name = d.name
  LEFT JOIN (SELECT DISTINCT ON (address, directory) address, directory, commit FROM published ORDER BY address, directory, number DESC) i
    ON i.address = d.address AND i.directory = d.directory`;
const WORDS = ['FAILED', 'SYNC_FAILED', 'OUTDATED', 'SYNCING', 'RECONCILING', 'READY'];
const COUNTS = WORDS.map(phase => `count(*) FILTER (WHERE phase = '${phase}') AS ${phase.toLowerCase()}`).join(', ');

/**
 * SQL for the first page of packages, with the counts of all packages. `$1` is the person, and is absent if the reader
 * sees everything.
 */
export function packagesSql(seesAll: boolean): string {
  const where = seesAll ? '' : `WHERE EXISTS (SELECT FROM visible v WHERE v.person = $1 AND v.cluster = d.cluster)`;
  return `WITH judged AS MATERIALIZED (${JUDGED} ${where}),
    pages AS (SELECT address, directory, count(*) AS total, ${COUNTS} FROM judged GROUP BY address, directory)
    SELECT (SELECT count(*) FROM pages) AS packages, (SELECT count(*) FROM judged WHERE phase = 'READY') AS all_ready, p.* FROM pages p ORDER BY address, directory LIMIT 50`;
}

/** SQL for the phases of a package on the given clusters. */
export const GATE_SQL = `${JUDGED} WHERE d.address = $1 AND d.directory = $2 AND d.cluster = ANY($3)`;
