/**
 * Shapes the client's answer from the data of the subgraphs. The answer has the requested fields in the requested
 * order, and null where a value is missing or not of its type. A null in a non-null field makes the object around it
 * null.
 *
 * The shape of an answer is the fields in order, with their types, by object type. It is cached per operation.
 *
 * This file also merges the answers of subgraphs, and makes the representations of entities. A subgraph over HTTP may
 * send any value in any place, under any name. So functions do not recurse into values, and work on many values yields.
 */
import type { FetchDataRewrite, QueryPlanFieldNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Pace, Steps } from '../../async/fair-turns.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { isExactNumber } from '../../schema/exact-json.ts';

/** A fault in the data of the subgraphs. */
interface Problem {
  readonly message: string;
  readonly path: readonly (string | number)[];
  /** True if the type requires a list or an object, and the value is something else. */
  readonly isMalformed: boolean;
}

interface ShapedAnswer {
  readonly data: JsonObject | null;
  readonly problems: readonly Problem[];
}

interface ShapeOptions {
  readonly pace: Pace;
  /** Returns the value of an introspection field, from the schema. */
  readonly introspect: (field: Introspection) => unknown;
  /** True to report only problems with `isMalformed`. */
  readonly tellsOnlyMalformed: boolean;
}

type Introspection = ShapedField & { readonly type: { readonly kind: 'introspection' } };

/** An object or list that is being shaped. */
type Open = OpenObject | OpenList;

interface OpenObject {
  readonly kind: 'object';
  readonly type: ShapedType;
  readonly before: Open | undefined;
  readonly from: JsonObject;
  readonly fields: readonly ShapedField[];
  readonly into: JsonObject;
  at: number;
}

interface OpenList {
  readonly kind: 'list';
  readonly type: ShapedType;
  readonly before: Open | undefined;
  readonly from: readonly unknown[];
  /** The field of the list, for messages. */
  readonly field: ShapedField;
  readonly item: ShapedType;
  readonly into: unknown[];
  at: number;
  /** True if an item is null although its type is non-null. */
  isInvalid: boolean;
  /** True if a null in the list has been reported. */
  isReported: boolean;
}

export function* shapeAnswer(
  shape: AnswerShape,
  received: JsonObject,
  { pace, introspect, tellsOnlyMalformed }: ShapeOptions,
): Steps<ShapedAnswer> {
  const shaping = new Shaping(shape, received, tellsOnlyMalformed);
  while (!shaping.isDone) {
    if (pace.spent(shaping.goOn())) yield;
    const { asksSchema } = shaping;
    if (asksSchema) shaping.introspected(introspect(asksSchema));
  }
  return shaping;
}

/** Maximum number of list items that are shaped between two checks of the pace. */
const AT_A_TIME = 100;

const ROOT: ShapedType = { kind: 'leaf', name: '', nonNull: false, isValid: () => true };

class Shaping implements ShapedAnswer {
  data: JsonObject | null = null;
  readonly problems: Problem[] = [];
  /** An introspection field that needs a value from the schema before shaping can continue. */
  asksSchema: Introspection | undefined;
  readonly #tellsOnlyMalformed: boolean;
  #open: Open | undefined;

  constructor(fields: readonly ShapedField[], from: JsonObject, tellsOnlyMalformed: boolean) {
    this.#tellsOnlyMalformed = tellsOnlyMalformed;
    this.#open = openObject(ROOT, undefined, from, fields);
  }

  get isDone(): boolean {
    return this.#open === undefined;
  }

  /** Shapes some values. Returns a measure of the work: about one for each value. */
  goOn(): number {
    const open = this.#open!;
    const began = open.at;
    if (open.kind === 'object') this.#goOnObject(open);
    else this.#goOnList(open);
    return 1 + open.at - began;
  }

  introspected(value: unknown): void {
    const open = this.#open as OpenObject;
    put(open.into, open.fields[open.at]!.key, value);
    open.at++;
    this.asksSchema = undefined;
  }

  #goOnObject(open: OpenObject): void {
    const { from, fields, into } = open;
    while (open.at < fields.length) {
      const field = fields[open.at]!;
      const { key, type, isInherited } = field;
      let value = from[key];
      if (isInherited && !Object.hasOwn(from, key)) value = undefined;
      if (type.kind === 'leaf' && value !== null && value !== undefined && type.isValid(value)) {
        put(into, key, value);
        open.at++;
      } else if (type.kind === 'typename') {
        // If the operation requests `__typename` only under an alias, the data has the name only under this alias.
        const typename = type.nameOf(value ?? from['__typename']);
        if (typename === undefined) return this.#close(open, null, true);
        put(into, key, typename);
        open.at++;
      } else if (type.kind === 'introspection') {
        this.asksSchema = field as Introspection;
        return;
      } else {
        this.#complete(value, type, field, open);
        if (this.#open !== open) return;
      }
    }
    this.#close(open, into, false);
  }

  #goOnList(open: OpenList): void {
    const { from, item, field, into } = open;
    for (const until = Math.min(from.length, open.at + AT_A_TIME); open.at < until;) {
      this.#complete(from[open.at], item, field, open);
      if (this.#open !== open) return;
    }
    if (open.at === from.length) this.#close(open, open.isInvalid ? null : into, open.isReported);
  }

  /** Delivers null or a leaf value to `open`. Opens an object or a list, so that its members are shaped next. */
  #complete(value: unknown, type: ShapedType, field: ShapedField, open: Open): void {
    if (value === null || value === undefined) return this.#deliver(open, type, null, false);
    switch (type.kind) {
      case 'list':
        if (!Array.isArray(value)) return this.#malformed(open, type, field, 'list');
        this.#open = openList(type, open, value, field, type.item);
        return undefined;
      case 'object':
        if (!isJsonObject(value)) return this.#malformed(open, type, field, 'object');
        return this.#completeObject(value, type, type.fields, field, open);
      case 'leaf':
        if (type.isValid(value)) return this.#deliver(open, type, value, false);
        this.#tell(`Invalid value found for ${describe(open, type, field)}.`, open);
        return this.#deliver(open, type, null, true);
    }
  }

  #completeObject(value: JsonObject, type: ShapedType, selected: Selected, field: ShapedField, open: Open): void {
    const reported = value['__typename'] || undefined;
    if (reported !== undefined && typeof reported !== 'string') return this.#malformed(open, type, field, 'object');
    const fields = selected.of(reported);
    if (fields) {
      this.#open = openObject(type, open, value, fields);
      return;
    }
    // Omits the name of the type, because clients may not be allowed to know it.
    this.#tell(`Invalid __typename found for object at ${describe(open, type, field)}.`, open);
    this.#deliver(open, type, null, true);
  }

  /**
   * Puts a finished value into the open object or list.
   * @param isReported True if the value is null and the reason is already reported
   */
  #deliver(to: Open, type: ShapedType, value: unknown, isReported: boolean): void {
    const isInvalid = value === null && type.nonNull;
    if (isInvalid && !isReported) {
      const field = to.kind === 'object' ? to.fields[to.at]! : to.field;
      this.#tell(`Cannot return null for non-nullable ${describe(to, type, field)}.`, to);
    }
    if (to.kind === 'list') {
      to.into.push(value);
      to.isInvalid ||= isInvalid;
      to.isReported ||= isReported || isInvalid;
      to.at++;
    } else if (isInvalid) this.#close(to, null, true);
    else {
      put(to.into, to.fields[to.at]!.key, value);
      to.at++;
    }
  }

  #close({ type, before }: Open, value: unknown, isReported: boolean): void {
    this.#open = before;
    if (before) this.#deliver(before, type, value, isReported);
    else this.data = value as JsonObject | null;
  }

  #malformed(open: Open, type: ShapedType, field: ShapedField, expected: string): void {
    this.#tell(`A subgraph sent no ${expected} for ${describe(open, type, field)}.`, open, true);
    this.#deliver(open, type, null, true);
  }

  #tell(message: string, open: Open, isMalformed = false): void {
    if (isMalformed || !this.#tellsOnlyMalformed) this.problems.push({ message, path: pathIn(open), isMalformed });
  }
}

function openObject(
  type: ShapedType,
  before: Open | undefined,
  from: JsonObject,
  fields: readonly ShapedField[],
): OpenObject {
  return { kind: 'object', type, before, from, fields, into: {}, at: 0 };
}

function openList(
  type: ShapedType,
  before: Open,
  from: readonly unknown[],
  field: ShapedField,
  item: ShapedType,
): OpenList {
  return { kind: 'list', type, before, from, field, item, into: [], at: 0, isInvalid: false, isReported: false };
}

/** Path of the value that is being shaped. */
function pathIn(open: Open): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Open | undefined = open; at; at = at.before)
    path.push(at.kind === 'object' ? at.fields[at.at]!.key : at.at);
  return path.reverse();
}

function describe(open: Open, type: ShapedType, { parent, key }: ShapedField): string {
  return open.kind === 'object' ? `field ${parent}.${key}` : `array element of type ${type.name} at index ${open.at}`;
}

/** Maximum number of cached shapes per operation. The oldest shape is evicted first. */
const SHAPES = 8;

/**
 * One operation of a document. It has one answer shape for each combination of values of the variables in its `@skip`
 * and `@include` directives.
 */
export class Operation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly #schema: GraphQLSchema;
  /** Names of the variables in `@skip` and `@include`. */
  readonly #conditions: readonly string[];
  /** Shapes by the values of the variables in `@skip` and `@include`. */
  readonly #shapes = new Map<string, AnswerShape>();

  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    this.document = document;
    this.definition = definition;
    this.#schema = schema;
    const named = conditionsOf(document);
    this.#conditions = (definition.variableDefinitions ?? [])
      .map(({ variable }) => variable.name.value)
      .filter(name => named.has(name));
  }

  /**
   * The answer shape for these variables.
   * @param variables Parsed by the schema, with defaults
   * @throws GraphQLError if a variable in `@skip` or `@include` is neither true nor false
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
        throw new GraphQLError(`Variable "$${name}" is a condition (@skip, @include) and must be true or false.`, {
          extensions: { code },
        });
      }),
    );
  }
}

/** Names of the variables in the `@skip` and `@include` directives of a document. */
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

interface ShapedField {
  readonly key: string;
  /** True if plain objects inherit a property with this key, such as `constructor`. */
  readonly isInherited: boolean;
  /** Type that has the field, for messages. */
  readonly parent: string;
  readonly type: ShapedType;
}

type ShapedType = ShapedValue & {
  /** Type without a trailing `!`, for messages. */
  readonly name: string;
  readonly nonNull: boolean;
};

type ShapedValue =
  | { readonly kind: 'leaf'; readonly isValid: (value: unknown) => boolean }
  | { readonly kind: 'list'; readonly item: ShapedType }
  | { readonly kind: 'object'; readonly fields: Selected }
  /** Name of an object's type. `nameOf` returns undefined if neither the data nor the schema determines the type. */
  | { readonly kind: 'typename'; readonly nameOf: (reported: unknown) => string | undefined }
  /** The value comes from the schema itself. */
  | { readonly kind: 'introspection'; readonly nodes: readonly FieldNode[] };

/** The requested fields, for one combination of values of the variables in `@skip` and `@include`. */
export type AnswerShape = readonly ShapedField[];

/** Values of the variables in `@skip` and `@include`, by name of the variable. */
type Conditions = ReadonlyMap<string, boolean>;

function shapeOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Conditions,
): AnswerShape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const root = schema.getRootType(operation.operation)!;
  return new Selected({ schema, fragments, conditions }, [{ selections: operation.selectionSet, type: root }]).of(
    undefined,
  )!;
}

interface ShapeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly conditions: Conditions;
}

interface Selection {
  readonly selections: SelectionSetNode;
  /** Type that has the fields, in the schema. */
  readonly type: GraphQLCompositeType;
}

/** The selection of an object, merged from all occurrences of its field. */
class Selected {
  readonly #context: ShapeContext;
  readonly #selections: readonly Selection[];
  /** Fields by name of the object's type. The key is '' if the data does not contain the name. */
  readonly #fields = new Map<string, readonly ShapedField[]>();

  constructor(context: ShapeContext, selections: readonly Selection[]) {
    this.#context = context;
    this.#selections = selections;
  }

  /** The fields of an object of this type. Undefined if the client schema has no such type. */
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

function fieldsOf(
  context: ShapeContext,
  selections: readonly Selection[],
  reported: GraphQLCompositeType | undefined,
): readonly ShapedField[] {
  const { schema, fragments, conditions } = context;
  const collected = new Map<string, Collected>();
  const spread = new Set<string>();
  for (const { selections: set, type } of selections) collect(set, type, reported ?? type);
  return [...collected].map(([key, { nodes, parent, field, selections: inner }]) => ({
    key,
    isInherited: key in Object.prototype,
    parent: parent.name,
    type: field ? shapedType(field.type, new Selected(context, inner)) : metaType(schema, nodes, parent),
  }));

  /** `type` is the type that has the fields in the schema. `parent` is the most specific type known at this point. */
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
      else if (isCompositeType(condition) && fulfils(schema, reported ?? parent, condition)) {
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
    if (node.selectionSet && isCompositeType(inner))
      known.selections.push({ selections: node.selectionSet, type: inner });
  }
}

function fulfils(schema: GraphQLSchema, type: GraphQLCompositeType, condition: GraphQLCompositeType): boolean {
  return type === condition || (isAbstractType(condition) && 'getFields' in type && schema.isSubType(condition, type));
}

function isIncluded(directives: readonly DirectiveNode[] | undefined, conditions: Conditions): boolean {
  for (const { name, arguments: args } of directives ?? []) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const given = args?.find(argument => argument.name.value === 'if')?.value;
    const value =
      given?.kind === Kind.VARIABLE ? conditions.get(given.name.value) : given?.kind === Kind.BOOLEAN && given.value;
    if (value === (name.value === 'skip')) return false;
  }
  return true;
}

/** Type of a field that every schema has: `__typename`, `__schema` or `__type`. */
function metaType(schema: GraphQLSchema, nodes: readonly FieldNode[], parent: GraphQLCompositeType): ShapedType {
  if (nodes[0]?.name.value !== '__typename') return { kind: 'introspection', nodes, name: '', nonNull: false };
  const nameOf = (reported: unknown): string | undefined => {
    const type = (typeof reported === 'string' && schema.getType(reported)) || parent;
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
const isInteger = (value: unknown): boolean =>
  typeof value === 'number' && (Number.isSafeInteger(value) || INTEGER.test(String(value)));

/** Returns the check for values of a type. Every value of a custom scalar is valid. */
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

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Value of the object's own property. Undefined for inherited properties such as `constructor`. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Assigns a value under any name, including `__proto__`. */
function put(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Type name of an object. Undefined if the object has none. */
function typenameOf(object: JsonObject): string | undefined {
  const name = own(object, '__typename');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Two values at the same place of the data, and how far they are merged. */
type Merging =
  | { readonly keys: readonly string[]; readonly into: JsonObject; readonly from: JsonObject; at: number }
  | { readonly keys: undefined; readonly into: unknown[]; readonly from: readonly unknown[]; at: number };

/**
 * Merges a subgraph's answer into the data received so far, in place. Objects gain missing fields, lists of equal
 * length are merged item by item, and other values are replaced. New objects are moved, not copied.
 */
export function* merge(into: JsonObject, from: JsonObject, pace: Pace): Steps<void> {
  const open: Merging[] = [objects(into, from)];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const inner = mergeUntilNested(last);
    if (inner) open.push(inner);
    else if (isMerged(last)) open.pop();
    if (pace.spent()) yield;
  }
}

/** Maximum number of members that are merged between two checks of the pace. */
const VALUES_AT_A_TIME = 100;

/** Merges some members. Stops at a nested value that both sides have, and returns it. */
function mergeUntilNested(open: Merging): Merging | undefined {
  for (const until = open.at + VALUES_AT_A_TIME; open.at < until && !isMerged(open);) {
    const i = open.at++;
    if (open.keys) {
      const key = open.keys[i]!;
      const received = open.from[key];
      if (received === undefined) continue;
      const inner = both(own(open.into, key), received);
      if (inner) return inner;
      put(open.into, key, received);
    } else {
      const received = open.from[i];
      const inner = both(open.into[i], received);
      if (inner) return inner;
      open.into[i] = received;
    }
  }
  return undefined;
}

function isMerged({ keys, from, at }: Merging): boolean {
  return at === (keys ?? from).length;
}

function both(known: unknown, received: unknown): Merging | undefined {
  if (known === received) return undefined;
  if (isJsonObject(known))
    return isJsonObject(received) && !isExactNumber(known) ? objects(known, received) : undefined;
  return Array.isArray(known) && Array.isArray(received) && known.length === received.length
    ? { keys: undefined, into: known, from: received, at: 0 }
    : undefined;
}

function objects(into: JsonObject, from: JsonObject): Merging {
  return { keys: Object.keys(from), into, from, at: 0 };
}

export interface Representations {
  readonly representations: readonly JsonObject[];
  /** For each representation, the index of its entity. */
  readonly of: readonly number[];
}

export interface Required {
  readonly requires: readonly QueryPlanSelectionNode[];
  readonly rewrites: readonly FetchDataRewrite[] | undefined;
  readonly types: TypeConditions;
}

/**
 * The representations of these entities for the next subgraph: type, key and required fields. Omits entities of other
 * types, and entities with a missing field.
 */
export function* representationsOf(
  entities: readonly unknown[],
  { requires, rewrites, types }: Required,
  pace: Pace,
): Steps<Representations> {
  const representations: JsonObject[] = [];
  const of: number[] = [];
  for (const [i, entity] of entities.entries()) {
    const representation = isJsonObject(entity) ? yield* copy(entity, requires, types, pace) : undefined;
    if (representation && representation['__typename']) {
      if (rewrites) yield* rewrite(representation, rewrites, types, pace);
      representations.push(representation);
      of.push(i);
    }
  }
  return { representations, of };
}

/** A value to copy, and the place for its copy. */
interface Copying {
  readonly value: unknown;
  readonly selections: readonly QueryPlanSelectionNode[];
  readonly into: JsonObject | unknown[];
  readonly key: string | number;
}

/**
 * Copies the selected fields of an object. Undefined if the object itself lacks a field. A nested object that lacks a
 * field becomes null.
 */
function* copy(
  object: JsonObject,
  selections: readonly QueryPlanSelectionNode[],
  types: TypeConditions,
  pace: Pace,
): Steps<JsonObject | undefined> {
  const open: Copying[] = [];
  const made = copyLevel(object, selections, types, open);
  if (pace.spent()) yield;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, into, key } = next;
    if (Array.isArray(value)) {
      const list = new Array<unknown>(value.length).fill(null);
      assign(into, key, list);
      for (const [i, item] of value.entries())
        open.push({ value: item, selections: next.selections, into: list, key: i });
    } else assign(into, key, isJsonObject(value) ? (copyLevel(value, next.selections, types, open) ?? null) : null);
    if (pace.spent()) yield;
  }
  return made;
}

function copyLevel(
  object: JsonObject,
  selections: readonly QueryPlanSelectionNode[],
  types: TypeConditions,
  open: Copying[],
): JsonObject | undefined {
  const fields = new Map<string, QueryPlanFieldNode>();
  if (!collect(object, selections, types, fields)) return undefined;
  const made: JsonObject = {};
  for (const [key, { selections: inner }] of fields) {
    const value = own(object, key);
    put(made, key, inner ? null : value);
    if (inner && value !== null) open.push({ value, selections: inner, into: made, key });
  }
  return made;
}

/**
 * Collects the selected fields of an object. Returns false if a field is missing. If a field of a fragment is
 * missing, the whole fragment is omitted instead.
 */
function collect(
  object: JsonObject,
  selections: readonly QueryPlanSelectionNode[],
  types: TypeConditions,
  fields: Map<string, QueryPlanFieldNode>,
): boolean {
  for (const selection of selections) {
    if (selection.kind === 'Field') {
      const key = selection.alias ?? selection.name;
      if (own(object, key) === undefined) return false;
      const other = fields.get(key)?.selections;
      fields.set(
        key,
        other && selection.selections ? { ...selection, selections: [...other, ...selection.selections] } : selection,
      );
      continue;
    }
    const typename = typenameOf(object);
    if (
      selection.typeCondition === undefined ||
      typename === undefined ||
      !types.fulfils(typename, selection.typeCondition)
    )
      continue;
    const inner = fields.size === 0 ? fields : new Map(fields);
    if (collect(object, selection.selections, types, inner)) for (const [key, field] of inner) fields.set(key, field);
    else if (inner === fields) fields.clear();
  }
  return true;
}

function assign(into: JsonObject | unknown[], key: string | number, value: unknown): void {
  if (Array.isArray(into)) into[key as number] = value;
  else put(into, key as string, value);
}

const CONDITION = '... on ';

/**
 * Applies a plan's rewrites to `value`, in place: renames keys and sets values. An object without `__typename` meets
 * every condition.
 */
export function* rewrite(
  value: JsonObject,
  rewrites: readonly FetchDataRewrite[],
  types: TypeConditions,
  pace: Pace,
): Steps<void> {
  for (const rewriting of rewrites) yield* rewriteOne(value, rewriting, types, pace);
}

function* rewriteOne(value: JsonObject, rewriting: FetchDataRewrite, types: TypeConditions, pace: Pace): Steps<void> {
  const { path } = rewriting;
  const last = path.length - 1;
  // Values that are left to visit. `at` is the index of the next element of the path.
  const open: { readonly value: unknown; readonly at: number }[] = [{ value, at: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, at } = next;
    const element = path[at]!;
    if (Array.isArray(found)) for (const item of found) open.push({ value: item, at });
    else if (isJsonObject(found)) {
      if (at === last) apply(found, element, rewriting);
      else if (!element.startsWith(CONDITION)) open.push({ value: own(found, element), at: at + 1 });
      else {
        const typename = typenameOf(found);
        if (typename === undefined || types.fulfils(typename, element.slice(CONDITION.length)))
          open.push({ value: found, at: at + 1 });
      }
    }
    if (pace.spent()) yield;
  }
}

function apply(object: JsonObject, key: string, rewriting: FetchDataRewrite): void {
  if (rewriting.kind === 'ValueSetter') return put(object, key, rewriting.setValueTo);
  const value = own(object, key);
  if (value === undefined) return;
  put(object, rewriting.renameKeyTo, value);
  put(object, key, undefined);
}

/**
 * The types that meet a condition such as `... on Node`, by name. Uses the supergraph, because subgraphs may exchange
 * types that clients do not see.
 */
export class TypeConditions {
  readonly #schema: GraphQLSchema;
  /** For each condition, the types that meet it, without the type that the condition names. */
  readonly #fulfilledBy = new Map<string, ReadonlySet<string>>();

  constructor(supergraph: GraphQLSchema) {
    this.#schema = supergraph;
  }

  fulfils(typename: string, condition: string): boolean {
    return typename === condition || this.#typesOf(condition).has(typename);
  }

  /** Cached without a limit: conditions come from plans, so their number is limited by the types of the supergraph. */
  #typesOf(condition: string): ReadonlySet<string> {
    const known = this.#fulfilledBy.get(condition);
    if (known) return known;
    const type = this.#schema.getType(condition);
    const names = new Set<string>();
    if (isAbstractType(type)) {
      for (const object of this.#schema.getPossibleTypes(type)) names.add(object.name);
      if ('getInterfaces' in type)
        for (const inner of this.#schema.getImplementations(type).interfaces) names.add(inner.name);
    }
    this.#fulfilledBy.set(condition, names);
    return names;
  }
}
