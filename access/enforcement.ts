/**
 * Where the access directives of the schema become true.
 *
 * Every field of this subgraph names the rule by which its data may be seen (schema/directives.graphql), and every resolver declares the
 * door it needs (doors.ts, visible-names.ts). guard() joins the two when the schema is built and refuses to build one in which a field has no rule, or a
 * resolver asks for a door that its field's rule does not open.
 *
 * Who attacks: a caller who combines fields, filters, cursors and ids in ways nobody thought of; and, more likely, the next person to add a
 * field here. What stops both: the GraphQL context that a resolver would otherwise receive shows nothing, and the read model is in
 * nobody's reach but the doors', which ask it under the caller's View only. A forgotten check is therefore not a leak but a schema that does not
 * build. `_entities` is no way around: its resolvers pass the same guard. What remains: a door that answers more than it
 * should. There are four, and the tests ask each of them as somebody without a single grant.
 */
import { GraphQLError, GraphQLScalarType, Kind, type DocumentNode, type GraphQLResolveInfo, type ObjectTypeDefinitionNode } from 'graphql';
import type { RequestContext } from '../subgraphs/subgraph.ts';
import { FleetNumbers, Self, VisibleRows, type DoorFrame } from './doors.ts';
import { VisibleNames } from './visible-names.ts';

/** One door for each directive whose data this subgraph serves. */
export interface Doors {
  readonly rbacRows: VisibleRows;
  readonly rbacNames: VisibleNames;
  readonly rbacSelf: Self;
  readonly rbacPublic: FleetNumbers;
}

type Directive = keyof Doors;

/** A resolver together with the door it needs. */
export interface GuardedResolver {
  readonly door: Directive;
  // A resolver's parent and arguments are what the schema says they are; GraphQL hands them over untyped.
  resolve(parent: never, args: never, door: Doors[Directive], info: GraphQLResolveInfo): unknown;
}

/** A resolver that needs no door: its parent came through one. */
export type PlainResolver = (parent: never, args: never) => unknown;

/** Type → field → resolver; `__resolveReference` is a field of an entity. Scalars are given whole. */
export type GuardedResolvers = Readonly<Record<string, GraphQLScalarType | Readonly<Record<string, GuardedResolver | PlainResolver>>>>;

function resolverFor<D extends Directive>(door: D) {
  return <Parent = unknown, Args = unknown>(
    resolve: (parent: Parent, args: Args, door: Doors[D], info: GraphQLResolveInfo) => unknown,
  ): GuardedResolver => ({ door, resolve });
}

export const throughRows = resolverFor('rbacRows');
export const throughNames = resolverFor('rbacNames');
export const throughSelf = resolverFor('rbacSelf');
export const throughPublic = resolverFor('rbacPublic');

/** The GraphQL context of this subgraph. It shows nothing: what belongs to a request is opened in this file alone. */
export type FleetContext = Readonly<Record<never, never>>;

/** The doors of one request, out of sight. A WeakMap by context would do as well, but what is in one outlives collections of young garbage. */
class ClosedContext {
  readonly #madeBy: Enforcement;
  readonly #doors: Doors;

  constructor(madeBy: Enforcement, doors: Doors) {
    this.#madeBy = madeBy;
    this.#doors = doors;
    Object.freeze(this);
  }

  /** Undefined for what is no context, or one that somebody else made. */
  static doorsOf(context: object, madeBy: Enforcement): Doors | undefined {
    return #doors in context && context.#madeBy === madeBy ? context.#doors : undefined;
  }
}

export class Enforcement {
  readonly #frame: (request: RequestContext) => DoorFrame;

  constructor(frame: (request: RequestContext) => DoorFrame) {
    this.#frame = frame;
  }

  context(request: RequestContext): FleetContext {
    return new ClosedContext(this, new DoorsOfRequest(this.#frame(request)));
  }

  /** The resolvers as GraphQL calls them. @throws when schema and resolvers do not agree on the rule of a field. */
  guard(sdl: DocumentNode, resolvers: GuardedResolvers): Record<string, object> {
    const rules = fieldRules(sdl);
    return Object.fromEntries(
      Object.entries(resolvers).map(([type, fields]): [string, object] => {
        if (fields instanceof GraphQLScalarType) return [type, fields];
        const guarded = Object.entries(fields).map(([field, resolver]) => [field, this.#guardField(rules, type, field, resolver)]);
        return [type, Object.fromEntries(guarded) as object];
      }),
    );
  }

  #guardField(rules: FieldRules, type: string, field: string, resolver: GuardedResolver | PlainResolver): (...args: never[]) => unknown {
    if (typeof resolver === 'function') return (parent: never, args: never) => resolver(parent, args);
    const name = `${type}.${field}`;
    const isReference = field === '__resolveReference';
    const rule = isReference ? rules.get(type)?.own : rules.get(type)?.fields.get(field);
    if (!rule?.includes(resolver.door)) {
      throw new Error(
        `The resolver of ${name} wants the door @${resolver.door}, but the schema says ${rule?.map(it => `@${it}`).join(' ') || 'nothing'}. Make them agree.`,
      );
    }
    const open = (context: object) => {
      const doors = ClosedContext.doorsOf(context, this);
      if (!doors) throw new Error(`${name} was asked outside a request.`);
      return doors[resolver.door];
    };
    // Federation calls a reference resolver without arguments.
    if (isReference)
      return (reference: never, context: object, info: GraphQLResolveInfo) => resolver.resolve(reference, {} as never, open(context), info);
    return (parent: never, args: never, context: object, info: GraphQLResolveInfo) => resolver.resolve(parent, args, open(context), info);
  }
}

/** The doors of one request. Most requests pass through one of them. */
class DoorsOfRequest implements Doors {
  readonly #frame: DoorFrame;
  #rows: VisibleRows | undefined;
  #names: VisibleNames | undefined;
  #self: Self | undefined;
  #numbers: FleetNumbers | undefined;

  constructor(frame: DoorFrame) {
    this.#frame = frame;
  }

  get rbacRows(): VisibleRows {
    return (this.#rows ??= new VisibleRows(this.#frame));
  }

  get rbacNames(): VisibleNames {
    return (this.#names ??= new VisibleNames(this.#frame));
  }

  get rbacSelf(): Self {
    return (this.#self ??= new Self(this.#frame));
  }

  get rbacPublic(): FleetNumbers {
    return (this.#numbers ??= new FleetNumbers(this.#frame));
  }
}

type FieldRules = ReadonlyMap<string, { readonly own: readonly string[]; readonly fields: ReadonlyMap<string, readonly string[]> }>;

/** The access directives of every field: its own, or else its type's. @throws naming every field that has none. */
export function fieldRules(sdl: DocumentNode): FieldRules {
  const rules = new Map<string, { own: readonly string[]; fields: ReadonlyMap<string, readonly string[]> }>();
  const bare: string[] = [];
  for (const definition of sdl.definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const type = definition.name.value;
    const own = accessDirectives(definition);
    const fields = new Map(rules.get(type)?.fields);
    for (const field of definition.fields ?? []) {
      const rule = accessDirectives(field);
      fields.set(field.name.value, rule.length > 0 ? rule : own);
      if (rule.length === 0 && own.length === 0) bare.push(`${type}.${field.name.value}`);
    }
    rules.set(type, { own: own.length > 0 ? own : (rules.get(type)?.own ?? []), fields });
  }
  if (bare.length > 0) {
    throw new GraphQLError(
      `These fields say nothing of who may see them: ${bare.join(', ')}. Give each one of the directives of schema/directives.graphql, or give its type one.`,
    );
  }
  return rules;
}

function accessDirectives(node: Pick<ObjectTypeDefinitionNode, 'directives'>): string[] {
  return (node.directives ?? []).map(({ name }) => name.value).filter(name => name.startsWith('rbac'));
}
