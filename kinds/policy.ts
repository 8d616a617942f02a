/**
 * The API group policy. A disruption budget that allows no disruption works as intended. A budget that cannot be
 * computed has failed.
 */
import type { Kind } from './kind.ts';
import { condition, otherwise, tabled } from './table.ts';

const budget = tabled({
  source: 'argoproj/argo-cd: resource_customizations/policy/PodDisruptionBudget/health.lua',
  lines: [condition('FAILED', 'DisruptionAllowed', 'False', { reasons: ['SyncFailed'] }), otherwise('CURRENT')],
});

export const policy: readonly Kind[] = [{ group: 'policy', kind: 'PodDisruptionBudget', ...budget, rules: 1 }];
