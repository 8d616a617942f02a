/** Introspection: GraphQL's executor runs the fields that ask for the schema, over the schema that clients see. */
import { execute, Kind, type DocumentNode, type ExecutionResult, type FieldNode, type GraphQLSchema } from 'graphql';
import type { Operation } from './operation.ts';
import type { JsonObject } from './values.ts';

/** @throws GraphQLError the first error, where there is any */
export async function introspect(
  schema: GraphQLSchema,
  { document, definition }: Operation,
  { key, nodes }: { readonly key: string; readonly nodes: readonly FieldNode[] },
  variables: JsonObject | undefined,
): Promise<unknown> {
  const asked: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...definition, directives: [], selectionSet: { kind: Kind.SELECTION_SET, selections: nodes } },
      ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  };
  const { data, errors }: ExecutionResult = await execute({ schema, document: asked, ...(variables && { variableValues: variables }) });
  if (errors?.[0]) throw errors[0];
  return data?.[key] ?? null;
}
