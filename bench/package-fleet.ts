/**
 * 20 000 deployments on 1 000 clusters, and what is published, as rows of the index and as tables of Postgres, from one plan. Half are
 * RootSyncs with their inventories, half Kustomizations with a source on each cluster.
 */
import { createHash } from 'node:crypto';
import type { PackageRecord } from '../kinds/package-projection.ts';
import { encodeObjectKey } from '../schema/object-id.ts';
import { blankRow } from '../store/blank-row.ts';
import { ROW_COLUMNS } from '../store/row-columns.ts';
import type { Row } from '../store/store.ts';

export const CLUSTERS = 1_000;
const SYNCS = 10;
const KUSTOMIZATIONS = 10;
export const DEPLOYMENTS = CLUSTERS * (SYNCS + KUSTOMIZATIONS);
/** Directories that RootSyncs deploy, each published. */
const PACKAGES = 200;
export const HUB = 'cluster-0000';
export const ADDRESS = 'https://git.example/fleet';
const SYSTEM = 'config-management-system';
const NOW = Date.UTC(2026, 0, 31);

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
export const commitOf = (what: string, change: number): string => createHash('sha1').update(`${what} ${change}`).digest('hex');

/** The deployments of a cluster. Nine in a hundred are behind, eleven are not ready for another reason. */
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

export function rowsOf(number: number): Row[] {
  const cluster = clusterName(number);
  const row = (group: string, kind: string, namespace: string, name: string, fields: Partial<Row>, record: PackageRecord): Row => ({
    ...blankRow(ROW_COLUMNS),
    ...{ cluster, group, kind, version: 'v1', namespace, name, uid: `${cluster}/${kind}/${name}`, resourceVersion: '1', status: 'CURRENT' },
    ...{ createdAt: NOW, syncedAt: NOW, transitionedAt: NOW },
    ...fields,
    records: { package: [record as Record<string, unknown>] },
  });
  const source = { group: 'source.toolkit.fluxcd.io', kind: 'GitRepository', namespace: 'flux-system', name: 'fleet' };
  const head = commitOf('fleet', 1);
  const rows = [
    row(
      source.group,
      source.kind,
      source.namespace,
      source.name,
      { revision: `main@sha1:${head}` },
      { address: ADDRESS, branch: 'main', time: NOW + number * 1_000 },
    ),
  ];
  for (const { engine, name, directory, state } of planned(number)) {
    const step = state === 'syncing' ? ('SYNCING' as const) : state === 'sync-failed' ? ('SYNC_FAILED' as const) : undefined;
    const health = state === 'reconciling' ? ('RECONCILING' as const) : state === 'failed' ? ('FAILED' as const) : undefined;
    if (engine === 'CONFIG_SYNC') {
      const applied = commitOf(directory, isBehind(state) ? 0 : 1);
      const inventory = { group: 'kpt.dev', kind: 'ResourceGroup', namespace: SYSTEM, name };
      const record = {
        ...(step && { step }),
        address: ADDRESS,
        directory,
        deep: true as const,
        branch: 'main',
        revision: applied,
        time: NOW,
      };
      const relations = [{ type: 'REFERENCES' as const, to: encodeObjectKey(inventory) }];
      rows.push(row('configsync.gke.io', 'RootSync', SYSTEM, name, { revision: applied, relations }, record));
      const counts = [8, 0, 0, 0, 0, 0];
      rows.push(row('kpt.dev', 'ResourceGroup', SYSTEM, name, {}, { inventory: true, ...(health && { health }), counts }));
    } else {
      const revision = `main@sha1:${isBehind(state) ? commitOf('fleet', 0) : head}`;
      const record = { ...(step && { step }), ...(health && { health }), detail: 'AGGREGATED' as const, directory };
      const relations = [{ type: 'SOURCE' as const, to: encodeObjectKey(source) }];
      rows.push(row('kustomize.toolkit.fluxcd.io', 'Kustomization', 'flux-system', name, { revision, relations }, record));
    }
  }
  if (cluster === HUB) for (let i = 0; i < PACKAGES; i++) rows.push(published(directoryOf(i)));
  return rows;

  function published(directory: string): Row {
    const commit = commitOf(directory, 1);
    const name = directory.replace('/', '-');
    const record = { number: 1, publishedAt: NOW + 86_400_000, commit, address: ADDRESS, directory, name };
    return row('porch.kpt.dev', 'PackageRevision', 'porch', name, { revision: commit }, record);
  }
}

/** The kinds of the rows, as a cluster serves them. */
export const RESOURCES = [
  ['configsync.gke.io', 'RootSync', 'rootsyncs'],
  ['kpt.dev', 'ResourceGroup', 'resourcegroups'],
  ['kustomize.toolkit.fluxcd.io', 'Kustomization', 'kustomizations'],
  ['source.toolkit.fluxcd.io', 'GitRepository', 'gitrepositories'],
  ['porch.kpt.dev', 'PackageRevision', 'packagerevisions'],
].map(([group = '', kind = '', plural = '']) => ({ group, version: 'v1', kind, plural, namespaced: true }));

/** Tables with indexes for these questions, as one would write them. */
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
      const [applied, source] = [commitOf(what, isBehind(state) ? 0 : 1), engine === 'CONFIG_SYNC' ? '' : commitOf(what, 1)];
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

/** The first page of packages, with the numbers of all. `$1`: the person, or none for who sees everything. */
export function packagesSql(seesAll: boolean): string {
  const where = seesAll ? '' : `WHERE EXISTS (SELECT FROM visible v WHERE v.person = $1 AND v.cluster = d.cluster)`;
  return `WITH judged AS MATERIALIZED (${JUDGED} ${where}),
    pages AS (SELECT address, directory, count(*) AS total, ${COUNTS} FROM judged GROUP BY address, directory)
    SELECT (SELECT count(*) FROM pages) AS packages, (SELECT count(*) FROM judged WHERE phase = 'READY') AS all_ready, p.* FROM pages p ORDER BY address, directory LIMIT 50`;
}

/** Clusters where a package is not ready. */
export const GATE_SQL = `${JUDGED} WHERE d.address = $1 AND d.directory = $2 AND d.cluster = ANY($3)`;
