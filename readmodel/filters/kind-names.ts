/**
 * Kinds as people spell them: `Pod`, `pod`, `pods`. Plurals follow a rule instead of what clusters serve: otherwise a
 * hidden cluster could change a filter's meaning.
 */

import type { KindMatch } from '../query.ts';

/** True if the match means this kind. */
export function kindFits({ kind, group, loosely }: KindMatch, is: Readonly<Record<'kind' | 'group', string>>): boolean {
  if (!loosely) return kind === is.kind && (group === undefined || group === is.group);
  return namesOfKind(is.kind).includes(kind.toLowerCase()) && (group === undefined || group.toLowerCase() === is.group.toLowerCase());
}

/** A kind and its possible plurals, in lower case. */
export function namesOfKind(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  return name.endsWith('y') ? [name, `${name}s`, `${name.slice(0, -1)}ies`] : [name, `${name}s`, `${name}es`];
}
