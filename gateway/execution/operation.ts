/** One operation of a document, with the shapes of its answers: one shape for each combination of its conditions (`@skip`, `@include`). */
import { GraphQLError, Kind, visit, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { shapeOf, type AnswerShape } from './answer-shape.ts';
import type { JsonObject } from './values.ts';

/** Combinations that are kept; the oldest goes first. */
const SHAPES = 8;

export class Operation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly #schema: GraphQLSchema;
  /** The variables that conditions name. */
  readonly #conditions: readonly string[];
  /** By the values of the conditions. */
  readonly #shapes = new Map<string, AnswerShape>();

  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    this.document = document;
    this.definition = definition;
    this.#schema = schema;
    const named = conditionsOf(document);
    this.#conditions = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value).filter(name => named.has(name));
  }

  /** @param variables as the schema parses them, with defaults. @throws GraphQLError where a condition is neither true nor false */
  shape(variables: JsonObject): AnswerShape {
    const key = this.#conditions.map(name => String(variables[name])).join();
    const known = this.#shapes.get(key);
    if (known) return known;
    const shape = shapeOf(this.#schema, this.document, this.definition, this.#valuesOf(variables));
    if (this.#shapes.size === SHAPES) this.#shapes.delete(this.#shapes.keys().next().value!);
    this.#shapes.set(key, shape);
    return shape;
  }

  #valuesOf(variables: JsonObject): Map<string, boolean> {
    return new Map(
      this.#conditions.map(name => {
        const value = variables[name];
        if (typeof value === 'boolean') return [name, value];
        const code: ErrorCode = 'BAD_USER_INPUT';
        throw new GraphQLError(`Variable "$${name}" is a condition (@skip, @include) and must be true or false.`, { extensions: { code } });
      }),
    );
  }
}

/** The variables that conditions of a document name. */
function conditionsOf(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: args }) {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of args ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return names;
}
