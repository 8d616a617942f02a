/** Which fields are selected anywhere below the current one: costly ones are made only then. */
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** A field with @skip counts as selected. */
export function selectsBelow({ fieldNodes, fragments }: GraphQLResolveInfo, field: string): boolean {
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some(selection => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return isIn(fragments[selection.name.value]?.selectionSet);
      return (selection.kind === Kind.FIELD && selection.name.value === field) || isIn(selection.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}
