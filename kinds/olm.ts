/** The Operator Lifecycle Manager. A Subscription has conditions, the other kinds have a phase. */
import { heldByValue } from './status-result.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, present, tabled, value } from './table.ts';

const GROUP = 'operators.coreos.com';
const PHASE = 'status.phase';

const clusterServiceVersion = tabled({
  source: 'operator-framework/api: pkg/operators/v1alpha1/clusterserviceversion_types.go (ClusterServiceVersionPhase)',
  lines: [
    value('FAILED', PHASE, ['Failed'], { messages: ['status.message'], since: ['status.lastTransitionTime'] }),
    value('CURRENT', PHASE, ['Succeeded'], { reason: '', since: ['status.lastTransitionTime'] }),
    value('IN_PROGRESS', PHASE, ['Pending', 'InstallReady', 'Installing', 'Replacing'], {
      messages: ['status.message'],
    }),
    value('TERMINATING', PHASE, ['Deleting'], { messages: ['status.message'] }),
    value('UNKNOWN', PHASE, ['Unknown'], { messages: ['status.message'] }),
    NOT_REPORTED,
  ],
});

const installPlan = tabled({
  source: 'operator-framework/api: pkg/operators/v1alpha1/installplan_types.go (InstallPlanPhase)',
  holds: [heldByValue(PHASE, 'RequiresApproval', 'RequiresApproval')],
  lines: [
    value('FAILED', PHASE, ['Failed'], { messages: ['status.message'] }),
    value('CURRENT', PHASE, ['Complete'], { reason: '' }),
    value('IN_PROGRESS', PHASE, ['Planning', 'Installing', 'RequiresApproval'], { messages: ['status.message'] }),
    NOT_REPORTED,
  ],
});

const subscription = tabled({
  source:
    'operator-framework/api: pkg/operators/v1alpha1/subscription_types.go (SubscriptionConditionType); argoproj/argo-cd: resource_customizations/operators.coreos.com/Subscription/health.lua',
  lines: [
    condition('FAILED', 'ResolutionFailed', 'True'),
    condition('FAILED', 'InstallPlanFailed', 'True'),
    condition('FAILED', 'CatalogSourcesUnhealthy', 'True'),
    condition('FAILED', 'InstallPlanMissing', 'True', { except: ['ReferencedInstallPlanNotFound'] }),
    condition('IN_PROGRESS', 'InstallPlanPending', 'True'),
    present('CURRENT', 'status.installedCSV', ''),
    NOT_REPORTED,
  ],
});

export const olm: readonly Kind[] = [
  { group: GROUP, kind: 'ClusterServiceVersion', ...clusterServiceVersion },
  { group: GROUP, kind: 'InstallPlan', ...installPlan },
  { group: GROUP, kind: 'Subscription', ...subscription },
];
