/**
 * Which part of an object a selection needs. With metadata alone the leaf sends a tenth, or a hundredth, of the bytes.
 *
 * A field missing in the list costs bytes; a field wrongly in the list would be null for an object that has it.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../schema/selected-fields.ts';

/** `whole`: includes what was last applied, an older copy of the object in an annotation. */
export type Need = 'metadata' | 'object' | 'whole';

/** Fields of LiveObject that need only metadata, or nothing of the object. */
export const ANSWERED_BY_METADATA: ReadonlySet<string> = new Set([
  'state',
  'message',
  'observedAt',
  'retryAfterSeconds',
  'metadata',
  'owners',
  'events',
  'columns',
]);

/**
 * The part of the object that the current field needs. A field with @skip counts as selected: requesting more is safe.
 */
export function needOf(info: GraphQLResolveInfo): Need {
  const names = selectedFields(info);
  names.delete('__typename');
  if (names.has('lastApplied')) return 'whole';
  return [...names].every(name => ANSWERED_BY_METADATA.has(name)) ? 'metadata' : 'object';
}
