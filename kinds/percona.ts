/**
 * Percona's operators for MySQL, MongoDB and PostgreSQL. All of them write the state of a database, a backup or a
 * restore to `status.state`. Their conditions are a history of these states in lower case, so no rule reads the
 * conditions.
 */
import { heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { firstMessage, NOT_REPORTED, tabled, value } from './table.ts';
import { at, text, time } from './untrusted.ts';

const STATE = 'status.state';

const database = tabled({
  source:
    'percona/percona-xtradb-cluster-operator: pkg/apis/pxc/v1/pxc_types.go (AppState); percona/percona-server-mongodb-operator: pkg/apis/psmdb/v1/psmdb_types.go (AppState); percona/percona-postgresql-operator: pkg/apis/pgv2.percona.com/v2/perconapgcluster_types.go (AppState); percona/percona-server-mysql-operator: api/v1/perconaservermysql_types.go (StatefulAppState); argoproj/argo-cd: resource_customizations/psmdb.percona.com/PerconaServerMongoDB/health.lua',
  holds: [heldByField('spec.pause', 'Paused')],
  lines: [
    value('FAILED', STATE, ['error'], { messages: ['status.message'] }),
    value('IN_PROGRESS', STATE, ['initializing', 'stopping'], { messages: ['status.message'] }),
    value('CURRENT', STATE, ['ready', 'paused']),
    value('UNKNOWN', STATE, ['unknown'], { messages: ['status.message'] }),
    NOT_REPORTED,
  ],
});

const WHY = { messages: ['status.error', 'status.comments', 'status.stateDescription'], since: ['status.completed'] };

const running: Line = {
  then: 'IN_PROGRESS',
  when: '`status.state` is any other',
  finds: object => ({
    reason: text(at(object, 'status', 'state')) || 'Pending',
    message: firstMessage(object, WHY.messages) || 'not ended yet',
    since: time(text(at(object, 'status', 'lastTransition'))),
  }),
};

const backupOrRestore = tabled({
  source:
    'percona/percona-xtradb-cluster-operator: pkg/apis/pxc/v1/pxc_backup_types.go (PXCBackupState), pkg/apis/pxc/v1/pxc_prestore_types.go (BcpRestoreStates); percona/percona-server-mongodb-operator: pkg/apis/psmdb/v1/perconaservermongodbbackup_types.go (BackupState); percona/percona-postgresql-operator: pkg/apis/pgv2.percona.com/v2/perconapgrestore_types.go (PGRestoreState); percona/percona-server-mysql-operator: api/v1/perconaservermysqlrestore_types.go (RestoreState)',
  lines: [
    value('FAILED', STATE, ['Failed', 'Error', 'rejected'], WHY),
    value('CURRENT', STATE, ['Succeeded', 'ready'], WHY),
    running,
  ],
});

const DATABASES = [
  ['pxc.percona.com', 'PerconaXtraDBCluster'],
  ['psmdb.percona.com', 'PerconaServerMongoDB'],
  ['pgv2.percona.com', 'PerconaPGCluster'],
  ['ps.percona.com', 'PerconaServerMySQL'],
] as const;

/** Kinds whose objects are a single run. */
const RUNS = [
  ['pxc.percona.com', 'PerconaXtraDBClusterBackup'],
  ['pxc.percona.com', 'PerconaXtraDBClusterRestore'],
  ['psmdb.percona.com', 'PerconaServerMongoDBBackup'],
  ['psmdb.percona.com', 'PerconaServerMongoDBRestore'],
  ['pgv2.percona.com', 'PerconaPGBackup'],
  ['pgv2.percona.com', 'PerconaPGRestore'],
  ['ps.percona.com', 'PerconaServerMySQLBackup'],
  ['ps.percona.com', 'PerconaServerMySQLRestore'],
] as const;

export const percona: readonly Kind[] = [
  ...DATABASES.map(([group, kind]): Kind => ({ group, kind, ...database })),
  ...RUNS.map(([group, kind]): Kind => ({ group, kind, ...backupOrRestore })),
];
