/**
 * kapp-controller. Each state of a reconciliation is a condition. The error text of the failed tool is in the status
 * beside the conditions.
 */
import { heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, firstMessage, NOT_REPORTED, tabled, value } from './table.ts';

function explained(line: Line): Line {
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      return found && { ...found, message: firstMessage(object, ['status.usefulErrorMessage']) || found.message };
    },
  };
}

const app = tabled({
  source: 'carvel-dev/kapp-controller: pkg/apis/kappctrl/v1alpha1/status.go (AppConditionType), types.go (AppSpec)',
  holds: [heldByField('spec.paused', 'Paused'), heldByField('spec.canceled', 'Canceled')],
  lines: [
    explained(condition('FAILED', 'ReconcileFailed', 'True')),
    explained(condition('FAILED', 'DeleteFailed', 'True')),
    condition('IN_PROGRESS', 'Reconciling', 'True'),
    condition('CURRENT', 'ReconcileSucceeded', 'True'),
    // The controller removes all conditions when the object is paused.
    value('CURRENT', 'status.friendlyDescription', ['Canceled/paused']),
    NOT_REPORTED,
  ],
});

export const carvel: readonly Kind[] = [
  { group: 'kappctrl.k14s.io', kind: 'App', ...app },
  { group: 'packaging.carvel.dev', kind: 'PackageInstall', ...app },
  { group: 'packaging.carvel.dev', kind: 'PackageRepository', ...app },
];
