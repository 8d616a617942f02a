/**
 * An operation and the shape of its answer: fields in order, with their types. Compiled once per operation and looked
 * up by object type, so that shaping an answer reads no document.
 */
import {
  getNamedType,
  GraphQLError,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { JsonObject } from './values.ts';

/** Maximum cached combinations; the oldest goes first. */
const SHAPES = 8;

/** One operation of a document, with one answer shape for each combination of its conditions (`@skip`, `@include`). */
export class Operation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly #schema: GraphQLSchema;
  /** Variables used in conditions. */
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

  /**
   * @param variables Parsed by the schema, with defaults
   * @throws GraphQLError if a condition is neither true nor false
   */
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

/** Variables used in conditions of a document. */
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

/** A field of the answer. */
export interface ShapedField {
  readonly key: string;
  /** True if every object inherits a property of this name. */
  readonly isInherited: boolean;
  /** Type that has the field, for messages. */
  readonly parent: string;
  readonly type: ShapedType;
}

export type ShapedType = ShapedValue & {
  /** Type without its `!`, for messages. */
  readonly name: string;
  readonly nonNull: boolean;
};

type ShapedValue =
  | { readonly kind: 'leaf'; readonly isValid: (value: unknown) => boolean }
  | { readonly kind: 'list'; readonly item: ShapedType }
  | { readonly kind: 'object'; readonly fields: Selected }
  /** Name of an object's type; undefined if the object does not tell. */
  | { readonly kind: 'typename'; readonly nameOf: (told: unknown) => string | undefined }
  /** Answered by the schema itself. */
  | { readonly kind: 'introspection'; readonly nodes: readonly FieldNode[] };

/** The requested fields for given values of the conditions. */
export type AnswerShape = readonly ShapedField[];

/** Values of the variables used in conditions. */
export type Conditions = ReadonlyMap<string, boolean>;

function shapeOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, conditions: Conditions): AnswerShape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const root = schema.getRootType(operation.operation)!;
  return new Selected({ schema, fragments, conditions }, [{ selections: operation.selectionSet, type: root }]).of(undefined)!;
}

interface ShapeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly conditions: Conditions;
}

interface Selection {
  readonly selections: SelectionSetNode;
  /** Type of the field in the schema. */
  readonly type: GraphQLCompositeType;
}

/** The selection of an object: all occurrences of its field merged. */
export class Selected {
  readonly #context: ShapeContext;
  readonly #selections: readonly Selection[];
  /** By name of the object's type; '' if the object does not tell. */
  readonly #fields = new Map<string, readonly ShapedField[]>();

  constructor(context: ShapeContext, selections: readonly Selection[]) {
    this.#context = context;
    this.#selections = selections;
  }

  /** Undefined if clients know no such type. */
  of(typename: string | undefined): readonly ShapedField[] | undefined {
    const known = this.#fields.get(typename ?? '');
    if (known) return known;
    const type = typename === undefined ? undefined : this.#context.schema.getType(typename);
    if (typename !== undefined && !isCompositeType(type)) return undefined;
    const fields = fieldsOf(this.#context, this.#selections, type as GraphQLCompositeType | undefined);
    this.#fields.set(typename ?? '', fields);
    return fields;
  }
}

interface Collected {
  readonly nodes: FieldNode[];
  readonly parent: GraphQLCompositeType;
  readonly field: GraphQLField<unknown, unknown> | undefined;
  readonly selections: Selection[];
}

function fieldsOf(context: ShapeContext, selections: readonly Selection[], told: GraphQLCompositeType | undefined): readonly ShapedField[] {
  const { schema, fragments, conditions } = context;
  const collected = new Map<string, Collected>();
  const spread = new Set<string>();
  for (const { selections: set, type } of selections) collect(set, type, told ?? type);
  return [...collected].map(([key, { nodes, parent, field, selections: inner }]) => ({
    key,
    isInherited: key in Object.prototype,
    parent: parent.name,
    type: field ? shapedType(field.type, new Selected(context, inner)) : metaType(schema, nodes, parent),
  }));

  /** `type` has the fields in the schema; `parent` is the type known here. */
  function collect(set: SelectionSetNode, type: GraphQLCompositeType, parent: GraphQLCompositeType): void {
    for (const selection of set.selections) {
      if (!isIncluded(selection.directives, conditions)) continue;
      if (selection.kind === Kind.FIELD) {
        collectField(selection, type, parent);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (!fragment || (selection.kind === Kind.FRAGMENT_SPREAD && spread.has(selection.name.value))) continue;
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      if (!condition) collect(fragment.selectionSet, type, parent);
      else if (isCompositeType(condition) && fulfils(schema, told ?? parent, condition)) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) spread.add(selection.name.value);
        collect(fragment.selectionSet, condition, condition);
      }
    }
  }

  function collectField(node: FieldNode, type: GraphQLCompositeType, parent: GraphQLCompositeType): void {
    const key = node.alias?.value ?? node.name.value;
    const field = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
    let known = collected.get(key);
    if (known) known.nodes.push(node);
    else collected.set(key, (known = { nodes: [node], parent, field, selections: [] }));
    const inner = field && getNamedType(field.type);
    if (node.selectionSet && isCompositeType(inner)) known.selections.push({ selections: node.selectionSet, type: inner });
  }
}

function fulfils(schema: GraphQLSchema, type: GraphQLCompositeType, condition: GraphQLCompositeType): boolean {
  return type === condition || (isAbstractType(condition) && 'getFields' in type && schema.isSubType(condition, type));
}

function isIncluded(directives: readonly DirectiveNode[] | undefined, conditions: Conditions): boolean {
  for (const { name, arguments: args } of directives ?? []) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const given = args?.find(argument => argument.name.value === 'if')?.value;
    const value = given?.kind === Kind.VARIABLE ? conditions.get(given.name.value) : given?.kind === Kind.BOOLEAN && given.value;
    if (value === (name.value === 'skip')) return false;
  }
  return true;
}

/** For a field that every graph has. */
function metaType(schema: GraphQLSchema, nodes: readonly FieldNode[], parent: GraphQLCompositeType): ShapedType {
  if (nodes[0]?.name.value !== '__typename') return { kind: 'introspection', nodes, name: '', nonNull: false };
  const nameOf = (told: unknown): string | undefined => {
    const type = (typeof told === 'string' && schema.getType(told)) || parent;
    return isObjectType(type) ? type.name : undefined;
  };
  return { kind: 'typename', nameOf, name: 'String', nonNull: true };
}

function shapedType(type: GraphQLOutputType, fields: Selected): ShapedType {
  const nullable = isNonNullType(type) ? type.ofType : type;
  const about = { name: String(nullable), nonNull: nullable !== type };
  if (isListType(nullable)) return { kind: 'list', item: shapedType(nullable.ofType, fields), ...about };
  if (isCompositeType(nullable)) return { kind: 'object', fields, ...about };
  return { kind: 'leaf', isValid: validityOf(nullable), ...about };
}

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const isInteger = (value: unknown): boolean => typeof value === 'number' && (Number.isSafeInteger(value) || INTEGER.test(String(value)));

/** Check of subgraph values for a type; accepts any value for a custom scalar. */
function validityOf(type: GraphQLLeafType): (value: unknown) => boolean {
  if (isEnumType(type)) return value => typeof value === 'string' && type.getValue(value) !== undefined;
  if (!isSpecifiedScalarType(type)) return () => true;
  switch (type.name) {
    case 'Boolean':
      return value => typeof value === 'boolean';
    case 'Int':
      return isInteger;
    case 'Float':
      return value => Number.isFinite(value);
    case 'ID':
      return value => typeof value === 'string' || isInteger(value);
    default:
      return value => typeof value === 'string';
  }
}
