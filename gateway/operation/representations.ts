/**
 * Representations of entities for a subgraph: type, key, and required fields. Also renames fields that differ between
 * the graph and a subgraph, in both directions.
 */
import type { FetchDataRewrite, QueryPlanFieldNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { isAbstractType, type GraphQLSchema } from 'graphql';
import type { Pace } from './pace.ts';
import { isJsonObject, own, put, typenameOf, type JsonObject } from './values.ts';

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
export async function representationsOf(
  entities: readonly unknown[],
  { requires, rewrites, types }: Required,
  pace: Pace,
): Promise<Representations> {
  const representations: JsonObject[] = [];
  const of: number[] = [];
  for (const [i, entity] of entities.entries()) {
    const representation = isJsonObject(entity) ? await copy(entity, requires, types, pace) : undefined;
    if (representation && representation['__typename']) {
      if (rewrites) await rewrite(representation, rewrites, types, pace);
      representations.push(representation);
      of.push(i);
    }
  }
  return { representations, of };
}

/** A value to copy, and the target of its copy. */
interface Open {
  readonly value: unknown;
  readonly selections: readonly QueryPlanSelectionNode[];
  readonly into: JsonObject | unknown[];
  readonly key: string | number;
}

/**
 * Copies the selected fields of an object; undefined if one of its own is missing. A nested object with a missing field
 * is null.
 */
async function copy(
  object: JsonObject,
  selections: readonly QueryPlanSelectionNode[],
  types: TypeConditions,
  pace: Pace,
): Promise<JsonObject | undefined> {
  const open: Open[] = [];
  const made = copyLevel(object, selections, types, open);
  let turn = pace.after(1);
  if (turn) await turn;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, into, key } = next;
    if (Array.isArray(value)) {
      const list = new Array<unknown>(value.length).fill(null);
      assign(into, key, list);
      for (const [i, item] of value.entries()) open.push({ value: item, selections: next.selections, into: list, key: i });
    } else assign(into, key, isJsonObject(value) ? (copyLevel(value, next.selections, types, open) ?? null) : null);
    turn = pace.after(1);
    if (turn) await turn;
  }
  return made;
}

function copyLevel(
  object: JsonObject,
  selections: readonly QueryPlanSelectionNode[],
  types: TypeConditions,
  open: Open[],
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
export async function rewrite(value: JsonObject, rewrites: readonly FetchDataRewrite[], types: TypeConditions, pace: Pace): Promise<void> {
  for (const rewriting of rewrites) await rewriteOne(value, rewriting, types, pace);
}

async function rewriteOne(value: JsonObject, rewriting: FetchDataRewrite, types: TypeConditions, pace: Pace): Promise<void> {
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
    const turn = pace.after(1);
    if (turn) await turn;
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
