/** Label selectors of policies as Kubernetes evaluates them (apimachinery pkg/labels). */
import { labelsMatch } from '../../readmodel/select/labels.ts';
import type { LabelRequirement } from '../../readmodel/query.ts';
import type { Selector } from './records.ts';

type Texts = Readonly<Record<string, string>>;

/** The first requirement that labels do not meet; undefined if all hold. */
export function unmet(selector: Exclude<Selector, null>, labels: Texts): LabelRequirement | undefined {
  return selector.find(requirement => !labelsMatch([requirement], labels));
}

/** `env in (prod)`, as kubectl writes it. */
export function worded({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === 'absent') return `!${key}`;
  return `${key} ${operator} (${values.join(',')})`;
}
