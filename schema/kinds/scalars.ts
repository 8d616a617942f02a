/** Scalar types of JSON schemas, and short forms of descriptions. */
import type { JsonSchema } from './kind-schema.ts';

const MAX_DESCRIPTION = 120;

/** Name of the scalar for a schema. Undefined if no scalar fits. */
export function scalarOf(schema: JsonSchema): string | undefined {
  const { type, format, pattern = '' } = schema;
  // CRDs from controller-gen have this pattern for a Quantity.
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

/** The first sentence of a text. A long sentence is cut after a word. */
export function firstSentence(text = ''): string {
  const [first = ''] = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[a-z)\]"'`]\.) /);
  if (first.length <= MAX_DESCRIPTION) return first;
  return `${first.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')} …`;
}
