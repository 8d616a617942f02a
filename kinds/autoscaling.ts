/** The API group autoscaling: kstatus' rules, and what is scaled. */
import type { Relation } from '../store/attached.ts';
import type { Kind } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { relationsByName } from './relations.ts';
import { at, groupOf, text } from './untrusted.ts';

export const autoscaling: readonly Kind[] = [
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    indexedAs: 'horizontalpodautoscalers',
    status: kstatus(),
    relations: scaled,
  },
];

function scaled(object: unknown, namespace: string): readonly Relation[] {
  const target = at(object, 'spec', 'scaleTargetRef');
  const of = { group: groupOf(text(at(target, 'apiVersion'))), kind: text(at(target, 'kind')) };
  return relationsByName('REFERENCES', [target], of, namespace);
}
