/**
 * JSON values from subgraphs, and what becomes of them: merging an answer into the data so far, representations of
 * entities for the next subgraph (type, key, and required fields), and renames of fields that differ between the graph
 * and a subgraph. A foreign subgraph may send any value in any place, under any name.
 *
 * Everything here works in steps, with its own stack: subgraphs decide how many values there are and how deep they nest.
 */
import type { FetchDataRewrite, QueryPlanFieldNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { isAbstractType, type GraphQLSchema } from 'graphql';
import type { Pace, Steps } from '../../async/pace.ts';
import { isExactNumber } from '../../schema/exact-json.ts';

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for inherited properties such as `constructor`. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Assigns under any name, including `__proto__`. */
export function put(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Type name of an object, if it has one. */
export function typenameOf(object: JsonObject): string | undefined {
  const name = own(object, '__typename');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Two values of the same place, and how far they are merged. */
type Merging =
  | { readonly keys: readonly string[]; readonly into: JsonObject; readonly from: JsonObject; at: number }
  | { readonly keys: undefined; readonly into: unknown[]; readonly from: readonly unknown[]; at: number };

/**
 * Merges a subgraph's answer into the data so far, in place. Objects gain missing fields, lists of equal length merge
 * by item, everything else is replaced. New objects are moved, not copied, so the work grows only with what both sides
 * have.
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

/** Members merged without yielding. */
const AT_A_TIME = 100;

/** Merges a few members. Stops at a nested value that both sides have, and returns it. */
function mergeUntilNested(open: Merging): Merging | undefined {
  for (const until = open.at + AT_A_TIME; open.at < until && !isMerged(open);) {
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
  if (isJsonObject(known)) return isJsonObject(received) && !isExactNumber(known) ? objects(known, received) : undefined;
  return Array.isArray(known) && Array.isArray(received) && known.length === received.length
    ? { keys: undefined, into: known, from: received, at: 0 }
    : undefined;
}

function objects(into: JsonObject, from: JsonObject): Merging {
  return { keys: Object.keys(from), into, from, at: 0 };
}

export interface Representations {
  readonly representations: readonly JsonObject[];
  /** By representation: the index of its entity. */
  readonly of: readonly number[];
}

export interface Required {
  readonly requires: readonly QueryPlanSelectionNode[];
  readonly rewrites: readonly FetchDataRewrite[] | undefined;
  readonly types: TypeConditions;
}

/** Omits entities of other types, and entities with a missing field. */
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

/** A value to copy, and the target of its copy. */
interface Copying {
  readonly value: unknown;
  readonly selections: readonly QueryPlanSelectionNode[];
  readonly into: JsonObject | unknown[];
  readonly key: string | number;
}

/**
 * Copies the selected fields of an object; undefined if one of its own is missing. A nested object with a missing field
 * is null.
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
      for (const [i, item] of value.entries()) open.push({ value: item, selections: next.selections, into: list, key: i });
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

/** True if no field is missing. A fragment with a missing field is omitted whole. */
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
      fields.set(key, other && selection.selections ? { ...selection, selections: [...other, ...selection.selections] } : selection);
      continue;
    }
    const typename = typenameOf(object);
    if (selection.typeCondition === undefined || typename === undefined || !types.fulfils(typename, selection.typeCondition)) continue;
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

/** Applies a plan's renames to `value`, in place. Objects without a `__typename` meet every condition. */
export function* rewrite(value: JsonObject, rewrites: readonly FetchDataRewrite[], types: TypeConditions, pace: Pace): Steps<void> {
  for (const rewriting of rewrites) yield* rewriteOne(value, rewriting, types, pace);
}

function* rewriteOne(value: JsonObject, rewriting: FetchDataRewrite, types: TypeConditions, pace: Pace): Steps<void> {
  const { path } = rewriting;
  const last = path.length - 1;
  // Values left to visit, and the next element of the path for each.
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
        if (typename === undefined || types.fulfils(typename, element.slice(CONDITION.length))) open.push({ value: found, at: at + 1 });
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
 * Types that meet a condition such as `... on Node`, by name, in the supergraph: subgraphs may exchange types that
 * clients do not see.
 */
export class TypeConditions {
  readonly #schema: GraphQLSchema;
  /** By condition: the types that meet it, including itself. */
  readonly #fulfilledBy = new Map<string, ReadonlySet<string>>();

  constructor(supergraph: GraphQLSchema) {
    this.#schema = supergraph;
  }

  fulfils(typename: string, condition: string): boolean {
    return typename === condition || this.#typesOf(condition).has(typename);
  }

  /** Conditions come from plans, so their number is bounded by the supergraph's types. */
  #typesOf(condition: string): ReadonlySet<string> {
    const known = this.#fulfilledBy.get(condition);
    if (known) return known;
    const type = this.#schema.getType(condition);
    const names = new Set<string>();
    if (isAbstractType(type)) {
      for (const object of this.#schema.getPossibleTypes(type)) names.add(object.name);
      if ('getInterfaces' in type) for (const inner of this.#schema.getImplementations(type).interfaces) names.add(inner.name);
    }
    this.#fulfilledBy.set(condition, names);
    return names;
  }
}
