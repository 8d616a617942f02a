/** Scalar types for schemas, and their descriptions. */
import type { JsonSchema } from './kind-schema.ts';

const MAX_DESCRIPTION = 120;

/** Name of the scalar for a schema. Undefined for an object, a list, and a schema without a type. */
export function scalarOf(schema: JsonSchema): string | undefined {
  const { type, format, pattern = '' } = schema;
  // controller-gen writes the pattern of a Quantity into each CRD, so the pattern identifies a Quantity.
  if (schema['x-kubernetes-int-or-string'] || format === 'int-or-string')
    return pattern.includes('KMGTPE') ? 'Quantity' : 'IntOrString';
  switch (type) {
    case 'boolean':
      return 'Boolean';
    case 'integer':
      return format === 'int64' || format === undefined ? 'BigInt' : 'Int';
    case 'number':
      return 'Float';
    case 'string':
      if (format === 'date-time') return 'DateTime';
      return format === 'duration' || pattern.includes('(ms|s|m|h)') ? 'Duration' : 'String';
    default:
      return undefined;
  }
}

/** The first sentence of a text, shortened at the end of a word. */
export function firstSentence(text = ''): string {
  const [first = ''] = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[a-z)\]"'`]\.) /);
  if (first.length <= MAX_DESCRIPTION) return first;
  return `${first.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')} …`;
}
