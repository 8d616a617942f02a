/**
 * Kinds as people write them: `Pod`, `pod`, `pods`. Plurals are made by rule and not looked up in what clusters serve, since that would let a hidden cluster
 * change what a filter means.
 */

/** A kind, and what can be its plural, in lower case. */
export function namesOfKind(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  return name.endsWith('y') ? [name, `${name}s`, `${name.slice(0, -1)}ies`] : [name, `${name}s`, `${name}es`];
}
