/**
 * Crossplane, and all that writes a condition Synced beside Ready as its managed resources do, whatever their group:
 * Synced tells whether the last reconciliation went well, Ready whether what it manages can be used. A resource that is
 * being created is not ready, and not failed.
 */
import type { StatusResult } from './status-result.ts';
import type { Hold } from './hold.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';
import { conditionAt, conditionOf, type Condition } from './untrusted.ts';

const SOURCE = 'crossplane/crossplane-runtime: apis/common/v1/condition.go (ReconcileError, ReconcilePaused, Creating, Unavailable)';

export const pausedByCondition: Hold = {
  reason: 'ReconcilePaused',
  when: '`Synced` is False, reason `ReconcilePaused`',
  holds: object => {
    const synced = conditionAt(object, 'Synced');
    return synced?.status === 'False' && synced.reason === 'ReconcilePaused';
  },
};

/** Of objects that have both conditions, in any group. */
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

/** What the pair says of an object that has both conditions; undefined for all others. */
export function byPair(object: unknown, found: readonly Condition[], now: number): StatusResult | undefined {
  if (!conditionOf(found, 'Synced') || !conditionOf(found, 'Ready')) return undefined;
  return syncedAndReady.status(object, now);
}

const packages = tabled({
  source: 'crossplane/crossplane: apis/pkg/v1/conditions.go (TypeInstalled, TypeHealthy)',
  lines: [
    condition('IN_PROGRESS', 'Installed', 'False', { reasons: ['UnpackingPackage', 'InactivePackageRevision'] }),
    condition('FAILED', 'Installed', 'False'),
    condition('FAILED', 'Verified', 'False'),
    condition('FAILED', 'Healthy', 'False'),
    condition('CURRENT', 'Healthy', 'True'),
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
});

export const crossplane: readonly Kind[] = [
  ...['Provider', 'Configuration', 'Function', 'ProviderRevision', 'ConfigurationRevision', 'FunctionRevision'].map((kind): Kind => ({
    group: 'pkg.crossplane.io',
    kind,
    ...packages,
  })),
  { group: 'apiextensions.crossplane.io', kind: 'CompositeResourceDefinition', ...definition },
];
