/**
 * Crossplane, and other kinds with the condition Synced. Synced says whether the last reconciliation succeeded. Ready,
 * if present, says whether the managed resource is usable. A resource that is being created is not ready, but has not
 * failed.
 */
import type { StatusResult, Hold } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, inItsWords, NOT_REPORTED, tabled } from './table.ts';
import { conditionAt, conditionOf, type Condition } from './untrusted.ts';

const SOURCE =
  'crossplane/crossplane-runtime: apis/common/v1/condition.go (ReconcileError, ReconcilePaused, Creating, Unavailable)';

const pausedByCondition: Hold = {
  reason: 'ReconcilePaused',
  when: '`Synced` is False, reason `ReconcilePaused`',
  holds: object => {
    const synced = conditionAt(object, 'Synced');
    return synced?.status === 'False' && synced.reason === 'ReconcilePaused';
  },
};

/** Rules for objects with the condition Synced, in any group. */
export const syncedAndReady = tabled({
  source: `${SOURCE}; crossplane/upjet: pkg/resource/conditions.go (LastAsyncOperation)`,
  holds: [pausedByCondition],
  lines: [
    condition('FAILED', 'Synced', 'False', { except: ['ReconcilePaused'] }),
    condition('FAILED', 'LastAsyncOperation', 'False'),
    condition('FAILED', 'Ready', 'False', { reasons: ['Unavailable'] }),
    condition('IN_PROGRESS', 'Ready', 'False'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    condition('CURRENT', 'Ready', 'True'),
  ],
});

/** Result for an object with the condition Synced. Undefined for other objects. */
export function bySynced(object: unknown, found: readonly Condition[], now: number): StatusResult | undefined {
  return conditionOf(found, 'Synced') && syncedAndReady.status(object, now);
}

/** Time that a package may take to start before it counts as failed. */
const START_MS = 300_000;

const awaitsVerification: Line = {
  then: 'IN_PROGRESS',
  when: 'a condition is False, reason `AwaitingSignatureVerification`',
  finds: (_object, all) => {
    const waits = all.find(({ status, reason }) => status === 'False' && reason === 'AwaitingSignatureVerification');
    return waits && inItsWords(waits, 'IN_PROGRESS');
  },
};

/**
 * Before Crossplane 2.0, package revisions have the condition Healthy. Since then, they have RevisionHealthy instead,
 * and RuntimeHealthy if they have a runtime.
 */
const packages = tabled({
  source:
    'crossplane/crossplane: apis/pkg/v1/conditions.go (TypeInstalled, TypeHealthy, TypeRevisionHealthy, TypeRuntimeHealthy)',
  lines: [
    awaitsVerification,
    condition('IN_PROGRESS', 'Installed', 'False', { reasons: ['UnpackingPackage', 'InactivePackageRevision'] }),
    condition('FAILED', 'Installed', 'False'),
    condition('FAILED', 'Verified', 'False'),
    ...['Healthy', 'RevisionHealthy', 'RuntimeHealthy'].flatMap(type => [
      condition('FAILED', type, 'False', { reasons: ['UnhealthyPackageRevision'], afterMs: START_MS }),
      condition('FAILED', type, 'False'),
    ]),
    condition('IN_PROGRESS', 'RuntimeHealthy', 'Unknown'),
    condition('CURRENT', 'Healthy', 'True'),
    condition('CURRENT', 'RevisionHealthy', 'True'),
    NOT_REPORTED,
  ],
});

const definition = tabled({
  source: 'crossplane/crossplane: apis/apiextensions/v1/conditions.go (TypeEstablished, TypeOffered)',
  lines: [
    condition('IN_PROGRESS', 'Established', 'False'),
    condition('IN_PROGRESS', 'Offered', 'False'),
    condition('CURRENT', 'Established', 'True'),
    NOT_REPORTED,
  ],
  neverFails: 'its controller tries to establish it for ever, and reports why not',
});

export const crossplane: readonly Kind[] = [
  ...['Provider', 'Configuration', 'Function', 'ProviderRevision', 'ConfigurationRevision', 'FunctionRevision'].map(
    (kind): Kind => ({
      group: 'pkg.crossplane.io',
      kind,
      ...packages,
    }),
  ),
  { group: 'apiextensions.crossplane.io', kind: 'CompositeResourceDefinition', ...definition },
];
