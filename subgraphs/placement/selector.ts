/** Label selectors of policies as Kubernetes evaluates them (apimachinery pkg/labels). */
import { labelsMatch } from '../../readmodel/select/labels.ts';
import type { LabelRequirement } from '../../readmodel/query.ts';
import type { Selector } from './records.ts';

type Texts = Readonly<Record<string, string>>;

/** The first requirement that the labels do not meet. Undefined if the labels meet all requirements. */
export function unmet(selector: Exclude<Selector, null>, labels: Texts): LabelRequirement | undefined {
  return selector.find(requirement => !labelsMatch([requirement], labels));
}

/** A requirement as kubectl writes it: `env in (prod)`. */
export function worded({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === 'absent') return `!${key}`;
  return `${key} ${operator} (${values.join(',')})`;
}
