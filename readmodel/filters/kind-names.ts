/**
 * Kinds as people write them: `Pod`, `pod`, `pods`. Plurals are made by rule and not looked up in what clusters serve, since that would let a hidden cluster
 * change what a filter means.
 */

import type { KindMatch } from '../query.ts';

/** Whether a kind is meant. */
export function kindFits({ kind, group, loosely }: KindMatch, is: Readonly<Record<'kind' | 'group', string>>): boolean {
  if (!loosely) return kind === is.kind && (group === undefined || group === is.group);
  return namesOfKind(is.kind).includes(kind.toLowerCase()) && (group === undefined || group.toLowerCase() === is.group.toLowerCase());
}

/** A kind, and what can be its plural, in lower case. */
export function namesOfKind(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  return name.endsWith('y') ? [name, `${name}s`, `${name.slice(0, -1)}ies`] : [name, `${name}s`, `${name}es`];
}
