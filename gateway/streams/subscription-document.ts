/**
 * Converts a subscription to the query that produces each of its payloads. The query selects the field of Query with
 * the same name, and has the same selection. So a subscription has the checks and prices of queries, and the planner
 * and the executor need no support for subscriptions.
 */
import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  print,
  separateOperations,
  visit,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
} from 'graphql';
import { parseDuration } from '../../schema/duration.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { isField, selectionsIn } from '../../schema/selected-fields.ts';

export interface SubscriptionAsQuery {
  readonly query: string;
  /** Values of the variables that the query declares. Other variables are dropped, because the stream keeps these. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Response key of the root field in every payload. */
  readonly key: string;
  readonly since: string | undefined;
  /** True if the field accepts a resume token (`since`). Payloads then contain new tokens. */
  readonly resumes: boolean;
  /** Interval in milliseconds for collecting changes before a payload is made. */
  readonly coalesce: number;
}

/** Fields of the subscription type, by name. `resumes` is true if the field has the argument `since`. */
export type SubscriptionFields = ReadonlyMap<string, { readonly resumes: boolean }>;

const [MIN_COALESCE_MS, MAX_COALESCE_MS, COALESCE_MS] = [50, 60_000, 500];

/**
 * Returns undefined if the operation is not a subscription.
 * @param fields Fields of the subscription type
 * @throws GraphQLError
 */
export function asQuery(
  document: DocumentNode,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
  fields: SubscriptionFields,
): SubscriptionAsQuery | undefined {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
  const own = ownDocument(document, operation);
  const root = rootField(own, operation);
  const field = fields.get(root.name.value);
  if (!field) throw invalid(`Cannot query field "${root.name.value.slice(0, 100)}" on type "Subscription".`);
  const value = (name: string) =>
    argumentValue(
      root.arguments?.find(argument => argument.name.value === name),
      operation,
      variables,
    );
  const asked = transformed(own, root, field);
  const declared = getOperationAST(asked)?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  return {
    query: print(asked),
    variables: Object.fromEntries(
      declared.filter(name => Object.hasOwn(variables, name)).map(name => [name, variables[name]]),
    ),
    key: (root.alias ?? root.name).value,
    since: field.resumes ? sinceOf(value('since')) : undefined,
    resumes: field.resumes,
    coalesce: coalesceOf(value('coalesce')),
  };
}

/**
 * The operation and the fragments that it uses. The other operations are removed first, because separateOperations()
 * would visit the fragments of each of them.
 */
function ownDocument({ kind, definitions }: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const own = definitions.filter(it => it === operation || it.kind === Kind.FRAGMENT_DEFINITION);
  return separateOperations({ kind, definitions: own })[operation.name?.value ?? '']!;
}

/** The single root field of the subscription. */
function rootField(document: DocumentNode, operation: OperationDefinitionNode): FieldNode {
  const fragments = new Map(
    document.definitions.flatMap(it => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
  let root: FieldNode | undefined;
  for (const selection of selectionsIn(operation.selectionSet, name => fragments.get(name))) {
    if (selection.directives?.length)
      throw invalid('The field of a subscription takes no directives. Leave the subscription out, or send it.');
    if (!isField(selection)) continue;
    if (root) throw invalid(ONE_FIELD);
    root = selection;
  }
  if (!root) throw invalid(ONE_FIELD);
  return root;
}

const ONE_FIELD = 'A subscription has one field and no other, not even __typename.';

function transformed(
  document: DocumentNode,
  root: FieldNode,
  { resumes }: { readonly resumes: boolean },
): DocumentNode {
  const isOwn = ({ name }: ArgumentNode) => name.value === 'coalesce' || (resumes && name.value === 'since');
  // `since` is empty, because the subgraph itself keeps the position from one payload to the next.
  const since: ArgumentNode = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'since' },
    value: { kind: Kind.STRING, value: '' },
  };
  const asQueryField: FieldNode = {
    ...root,
    arguments: [...(root.arguments ?? []).filter(argument => !isOwn(argument)), ...(resumes ? [since] : [])],
  };
  const taken = new Set(
    (root.arguments ?? [])
      .filter(isOwn)
      .flatMap(({ value }) => (value.kind === Kind.VARIABLE ? [value.name.value] : [])),
  );
  const changed = visit(document, { Field: node => (node === root ? asQueryField : undefined) });
  const used = new Set<string>();
  visit(changed, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  return visit(changed, {
    OperationDefinition: node => ({
      ...node,
      operation: OperationTypeNode.QUERY,
      variableDefinitions: (node.variableDefinitions ?? []).filter(
        ({ variable: { name } }) => used.has(name.value) || !taken.has(name.value),
      ),
    }),
    NamedType: (node, key) =>
      key === 'typeCondition' && node.name.value === 'Subscription'
        ? { ...node, name: { ...node.name, value: 'Query' } }
        : undefined,
  });
}

function argumentValue(
  argument: ArgumentNode | undefined,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  const literal = (value: ArgumentNode['value']): unknown =>
    value.kind === Kind.STRING ? value.value : value.kind === Kind.NULL ? null : NaN;
  if (!argument) return undefined;
  if (argument.value.kind !== Kind.VARIABLE) return literal(argument.value);
  const { value: name } = argument.value.name;
  if (Object.hasOwn(variables, name)) return variables[name];
  const byDefault = variableDefinitions.find(({ variable }) => variable.name.value === name)?.defaultValue;
  return byDefault && literal(byDefault);
}

function sinceOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string')
    throw badInput('since', 'since: a token is a text. Send `resume` of an earlier answer, as it came.');
  return value;
}

function coalesceOf(value: unknown): number {
  if (value === undefined) return COALESCE_MS;
  const ms = typeof value === 'string' ? parseDuration(value) : undefined;
  if (ms === undefined || ms < MIN_COALESCE_MS || ms > MAX_COALESCE_MS)
    throw badInput(
      'coalesce',
      'coalesce: give a time from 50ms to 1m, as a whole number and one of ms, s, m: "500ms".',
    );
  return ms;
}

function invalid(message: string): GraphQLError {
  const code: ErrorCode = 'GRAPHQL_VALIDATION_FAILED';
  return new GraphQLError(message, { extensions: { code } });
}

function badInput(argument: string, message: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, argument } });
}
