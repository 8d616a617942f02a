/**
 * Bounds the variables of a request before any code walks through them: such code recurses once a level, and makes an error of every value
 * that does not fit.
 */
const MAX_NESTING = 64;
const MAX_VALUES = 20_000;

/** Why the variables are refused; undefined when they are not. */
export function variablesProblem(variables: unknown): string | undefined {
  if (variables === undefined || variables === null) return undefined;
  let values = 0;
  // Level by level: recursion is what this must avoid.
  for (let level: object[] = [variables], nesting = 1; level.length > 0; nesting++) {
    if (nesting > MAX_NESTING) return `The variables are nested deeper than ${MAX_NESTING} levels. Flatten them.`;
    const next: object[] = [];
    for (const value of level) {
      for (const key in value) {
        if (++values > MAX_VALUES) return `The variables hold more than ${MAX_VALUES} values. Send fewer.`;
        const inner = (value as Record<string, unknown>)[key];
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return undefined;
}
