/** Parses label selectors of Kubernetes objects (metav1.LabelSelector), as a leaf sends them. */
import { at, isRecord, list, record, text } from '../kinds/untrusted.ts';
import type { LabelRequirement } from '../readmodel/query.ts';

const OPERATORS = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: 'absent' } as const;

/** A requirement that the label selector of a Kubernetes object can express. */
export type ObjectRequirement = LabelRequirement & { readonly operator: (typeof OPERATORS)[keyof typeof OPERATORS] };

/** The requirements of a selector. Undefined if the selector is no object or has an unknown operator. */
export function requirementsOf(selector: unknown): ObjectRequirement[] | undefined {
  if (!isRecord(selector)) return undefined;
  const requirements: ObjectRequirement[] = Object.entries(record(at(selector, 'matchLabels'))).map(([key, value]) => ({
    ...{ key, operator: 'in', values: [text(value)] },
  }));
  for (const expression of list(at(selector, 'matchExpressions'))) {
    const operator = text(at(expression, 'operator'));
    if (!Object.hasOwn(OPERATORS, operator)) return undefined;
    const known = OPERATORS[operator as keyof typeof OPERATORS];
    requirements.push({
      key: text(at(expression, 'key')),
      operator: known,
      values: list(at(expression, 'values')).map(text),
    });
  }
  return requirements;
}
