/** Label selectors of policies as Kubernetes evaluates them (apimachinery pkg/labels). */
import type { LabelRequirement } from '../../readmodel/query.ts';
import type { Selector } from './records.ts';

type Texts = Readonly<Record<string, string>>;

/** The first requirement that labels do not meet; undefined if all hold. */
export function unmet(selector: Exclude<Selector, null>, labels: Texts): LabelRequirement | undefined {
  return selector.find(requirement => !isMet(requirement, labels));
}

function isMet({ key, operator, values }: LabelRequirement, labels: Texts): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'in':
      return value !== undefined && values.includes(value);
    case 'notin':
      return value === undefined || !values.includes(value);
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    default:
      return false;
  }
}

/** `env in (prod)`, as kubectl writes it. */
export function worded({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === 'absent') return `!${key}`;
  return `${key} ${operator} (${values.join(',')})`;
}
