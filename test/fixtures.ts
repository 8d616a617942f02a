/** Fixtures that tests of many folders use. */
import type { Relation } from '../store/attached.ts';
import { ROW_COLUMNS } from '../store/row-columns.ts';
import { blankRow } from '../store/blank-row.ts';
import type { Row } from '../store/store.ts';

/** A row of a Pod. `fields` replace the defaults. */
export function row(fields: Partial<Row> = {}): Row {
  return {
    ...blankRow(ROW_COLUMNS),
    cluster: 'leaf-01',
    version: 'v1',
    kind: 'Pod',
    namespace: 'team-a',
    name: 'web',
    uid: 'uid-1',
    resourceVersion: '1',
    status: 'CURRENT',
    createdAt: 1_000,
    syncedAt: 2_000,
    ...fields,
  };
}

/** Relations of a row whose object gets its content from another object. */
export function sourced(to: Relation['to']): Pick<Row, 'relations'> {
  return { relations: [{ type: 'SOURCE', to }] };
}
