/** What tests of many folders begin with; folders have fixtures of their own beside it. */
import type { Row } from '../store/store.ts';

/** The row of a Pod that says only what a test is about. */
export function row(fields: Partial<Row> = {}): Row {
  return {
    cluster: 'leaf-01',
    group: '',
    version: 'v1',
    kind: 'Pod',
    namespace: 'team-a',
    name: 'web',
    uid: 'uid-1',
    resourceVersion: '1',
    status: 'CURRENT',
    suspended: false,
    reason: '',
    message: '',
    revision: '',
    attemptedRevision: '',
    source: '',
    labels: {},
    createdAt: 1_000,
    transitionedAt: 0,
    syncedAt: 2_000,
    ...fields,
  };
}
