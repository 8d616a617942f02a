/**
 * Which part of an object a selection needs. With metadata alone the leaf sends a tenth, or a hundredth, of the bytes.
 *
 * Metadata must be known to suffice: a field that is in no list here costs bytes, one that is wrongly in the list would be null for an object that
 * has it.
 */
import { Kind } from 'graphql';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

export type Need = 'metadata' | 'object';

/** Fields of LiveObject that need no more than metadata, or nothing of the object at all. */
export const ANSWERED_BY_METADATA: ReadonlySet<string> = new Set([
  'state',
  'message',
  'observedAt',
  'retryAfterSeconds',
  'metadata',
  'owners',
  'events',
]);

/** What the field that is being resolved needs of its object. A field that @skip takes away counts as selected: asking for more is safe. */
export function needOf(info: GraphQLResolveInfo): Need {
  return info.fieldNodes.every(({ selectionSet }) => isAnsweredByMetadata(selectionSet, info)) ? 'metadata' : 'object';
}

function isAnsweredByMetadata(set: SelectionSetNode | undefined, info: GraphQLResolveInfo): boolean {
  if (!set) return false;
  return set.selections.every(selection => {
    switch (selection.kind) {
      case Kind.FIELD:
        return selection.name.value === '__typename' || ANSWERED_BY_METADATA.has(selection.name.value);
      case Kind.INLINE_FRAGMENT:
        return isAnsweredByMetadata(selection.selectionSet, info);
      case Kind.FRAGMENT_SPREAD:
        return isAnsweredByMetadata(info.fragments[selection.name.value]?.selectionSet, info);
    }
  });
}
