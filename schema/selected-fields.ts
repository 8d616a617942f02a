/**
 * Reads the fields that a client selects, so that a resolver can decide what to compute. A field with @skip counts as
 * selected.
 */
import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Yields the selections of a set in order, including selections of its fragments. Each named fragment is read once,
 * since a fragment may contain itself.
 */
export function* selectionsIn(
  set: SelectionSetNode | undefined,
  fragmentOf: (name: string) => FragmentDefinitionNode | undefined,
): Generator<SelectionNode, void, undefined> {
  const entered = new Set<string>();
  // The sets that are being read, outermost first. Nested generators would pass each selection through all levels.
  const open = [set?.selections.values()];
  for (let innermost = open.at(-1); innermost; innermost = open.at(-1)) {
    const { value: selection, done } = innermost.next();
    if (done) {
      open.pop();
      continue;
    }
    yield selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet.selections.values());
    if (selection.kind !== Kind.FRAGMENT_SPREAD || entered.has(selection.name.value)) continue;
    entered.add(selection.name.value);
    const fragment = fragmentOf(selection.name.value);
    if (fragment) open.push(fragment.selectionSet.selections.values());
  }
}

/** Names of the fields that are selected directly below the current field. A missing fragment adds the name ''. */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const names = new Set<string>();
  for (const { selectionSet } of fieldNodes) {
    for (const selection of selectionsIn(selectionSet, name => fragments[name])) {
      if (isField(selection)) names.add(selection.name.value);
      else if (selection.kind === Kind.FRAGMENT_SPREAD && !fragments[selection.name.value]) names.add('');
    }
  }
  return names;
}

/** True if the field is selected directly below the current field. */
export function selects(info: GraphQLResolveInfo, field: string): boolean {
  return selectedFields(info).has(field);
}

/** True if the field is selected at any depth below the current field. */
export function selectsBelow({ fieldNodes, fragments }: GraphQLResolveInfo, field: string): boolean {
  const isIn = (set: SelectionSetNode | undefined): boolean => {
    for (const selection of selectionsIn(set, name => fragments[name]))
      if (isField(selection) && (selection.name.value === field || isIn(selection.selectionSet))) return true;
    return false;
  };
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}

export function isField(selection: SelectionNode): selection is FieldNode {
  return selection.kind === Kind.FIELD;
}
