/**
 * Which part of an object a selection needs. With metadata alone the leaf sends a tenth, or a hundredth, of the bytes.
 */
import { Kind } from 'graphql';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

export type Need = 'metadata' | 'object';

const OF_THE_WHOLE_OBJECT = new Set(['manifest', 'yaml', 'conditions', 'spec', 'status']);

/** What the field that is being resolved needs of its object. A field that @skip takes away counts as selected: asking for more is safe. */
export function needOf(info: GraphQLResolveInfo): Need {
  return info.fieldNodes.some(({ selectionSet }) => selectsWhole(selectionSet, info)) ? 'object' : 'metadata';
}

function selectsWhole(set: SelectionSetNode | undefined, info: GraphQLResolveInfo): boolean {
  return (set?.selections ?? []).some(selection => {
    switch (selection.kind) {
      case Kind.FIELD:
        return OF_THE_WHOLE_OBJECT.has(selection.name.value);
      case Kind.INLINE_FRAGMENT:
        return selectsWhole(selection.selectionSet, info);
      case Kind.FRAGMENT_SPREAD:
        return selectsWhole(info.fragments[selection.name.value]?.selectionSet, info);
    }
  });
}
