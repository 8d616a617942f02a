/** PostgreSQL operator of Zalando. */
import type { Kind } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';

const STATUS = 'status.PostgresClusterStatus';

const postgresql = tabled({
  source:
    'zalando/postgres-operator: pkg/apis/acid.zalan.do/v1/const.go; argoproj/argo-cd: resource_customizations/acid.zalan.do/postgresql/health.lua',
  lines: [
    value('FAILED', STATUS, ['CreateFailed', 'UpdateFailed', 'SyncFailed', 'Invalid']),
    value('IN_PROGRESS', STATUS, ['Creating', 'Updating', 'Syncing']),
    value('CURRENT', STATUS, ['Running']),
    NOT_REPORTED,
  ],
});

export const zalando: readonly Kind[] = [{ group: 'acid.zalan.do', kind: 'postgresql', ...postgresql }];
