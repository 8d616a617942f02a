/** The API group apiextensions.k8s.io. */
import type { Kind } from './kind.ts';
import { KSTATUS, kstatus } from './kstatus.ts';
import type { StatusResult } from './status-result.ts';
import { byCondition, result } from './status-result.ts';
import type { Condition } from './untrusted.ts';
import { conditionOf } from './untrusted.ts';

const WORDS = {
  source: KSTATUS,
  failed: ['`NamesAccepted` is False', '`Established` is False, reason other than `Installing`'],
  inProgress: ['`Established` is not True'],
  suspended: [],
};

export const apiextensions: readonly Kind[] = [
  {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    status: kstatus(customResourceDefinition),
    words: WORDS,
  },
];

function customResourceDefinition(_object: unknown, found: readonly Condition[]): StatusResult {
  for (const condition of found) {
    if (condition.type === 'NamesAccepted' && condition.status === 'False') return byCondition('FAILED', condition);
    if (condition.type === 'Established' && condition.status === 'False' && condition.reason !== 'Installing')
      return byCondition('FAILED', condition);
    if (condition.type === 'Established' && condition.status === 'True') return byCondition('CURRENT', condition);
  }
  return result('IN_PROGRESS', 'Installing', 'not established yet', conditionOf(found, 'Established'));
}
