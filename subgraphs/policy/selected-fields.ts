/** Whether a field is selected below the current one, so that what is costly is computed only then. */
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** A field with @skip counts as selected. */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, field: string): boolean {
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some(selection => {
      switch (selection.kind) {
        case Kind.FIELD:
          return selection.name.value === field;
        case Kind.INLINE_FRAGMENT:
          return isIn(selection.selectionSet);
        case Kind.FRAGMENT_SPREAD:
          return isIn(fragments[selection.name.value]?.selectionSet);
      }
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}
