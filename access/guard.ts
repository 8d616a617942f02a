/**
 * Enforces the access directives of the schema.
 *
 * A directive on each field, or on its type, is the rule for the data of the field (schema/directives.graphql). Guarded
 * resolvers declare the accessors that they need (Accessors). guard() runs when the schema is built. It refuses a field
 * without a rule, and a resolver whose accessor does not match the rule of its field.
 *
 * Who attacks: a caller who combines fields, filters, cursors and ids in unforeseen ways. The more likely risk is the
 * next person who adds a field. What stops them: resolvers cannot reach the read model. Their GraphQL context is
 * opaque, and they get only accessors that are bound to the caller. If a rule is forgotten, the schema does not build.
 * What remains: an accessor may return more than the caller may see. Tests query each accessor as a caller without
 * grants.
 */
import {
  GraphQLError,
  GraphQLScalarType,
  Kind,
  type DocumentNode,
  type GraphQLResolveInfo,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import type { RequestContext } from '../identity/identity.ts';
import { Administration } from './administration.ts';
import { FleetNumbers } from './coverage.ts';
import type { AccessFrame } from './frame.ts';
import { Self } from './self.ts';
import { VisibleNames } from './visible-names.ts';
import { VisibleRows } from './visible-rows.ts';

type Directive = keyof Accessors;

/** A resolver, and the accessors that it needs. */
export interface GuardedResolver {
  readonly needs: readonly Directive[];
  // The schema guarantees the types of parent and arguments, but GraphQL passes them untyped.
  resolve(parent: never, args: never, accessors: Accessors, info: GraphQLResolveInfo): unknown;
}

/** A resolver without an accessor. It gets only its parent object and its arguments. */
export type PlainResolver = (parent: never, args: never) => unknown;

/**
 * Resolvers by type and field. `__resolveReference` is a field of an entity. A scalar is a GraphQLScalarType, without
 * fields.
 */
export type GuardedResolvers = Readonly<
  Record<string, GraphQLScalarType | Readonly<Record<string, GuardedResolver | PlainResolver>>>
>;

function resolverFor<D extends Directive>(accessor: D) {
  return <Parent = unknown, Args = unknown>(
    resolve: (parent: Parent, args: Args, accessor: Accessors[D], info: GraphQLResolveInfo) => unknown,
  ): GuardedResolver => ({
    needs: [accessor],
    resolve: (parent, args, accessors, info) => resolve(parent, args, accessors[accessor], info),
  });
}

export const throughRows = resolverFor('rbacRows');
export const throughNames = resolverFor('rbacNames');
export const throughSelf = resolverFor('rbacSelf');
export const throughPublic = resolverFor('rbacPublic');
export const throughAdministrators = resolverFor('rbacAdministrators');

/** Guards a field with several rules. Its resolver gets one accessor for each rule. */
export function through<D extends Directive>(...needs: readonly D[]) {
  return <Parent = unknown, Args = unknown>(
    resolve: (parent: Parent, args: Args, accessors: Pick<Accessors, D>, info: GraphQLResolveInfo) => unknown,
  ): GuardedResolver => ({
    needs,
    resolve: (parent, args, accessors, info) => {
      const picked = Object.fromEntries(needs.map(need => [need, accessors[need]])) as Pick<Accessors, D>;
      return resolve(parent, args, picked, info);
    },
  });
}

/** The GraphQL context of a guarded subgraph. It is opaque: only this file reads its content. */
export type GuardedContext = Readonly<Record<never, never>>;

/**
 * Holds the accessors of one request in a private field. A WeakMap would keep them in memory for longer, because its
 * entries survive the young-generation garbage collections of V8.
 */
class ClosedContext {
  readonly #madeBy: Guard;
  readonly #accessors: Accessors;

  constructor(madeBy: Guard, accessors: Accessors) {
    this.#madeBy = madeBy;
    this.#accessors = accessors;
    Object.freeze(this);
  }

  /** Undefined if this guard did not make `context`. */
  static accessorsOf(context: object, madeBy: Guard): Accessors | undefined {
    return #accessors in context && context.#madeBy === madeBy ? context.#accessors : undefined;
  }
}

export class Guard {
  readonly #accessors: (request: RequestContext) => Accessors;

  constructor(accessors: (request: RequestContext) => Accessors) {
    this.#accessors = accessors;
  }

  /** Makes the GraphQL context of a request. An arrow function, because subgraphs call it without `this`. */
  readonly context = (request: RequestContext): GuardedContext => new ClosedContext(this, this.#accessors(request));

  /**
   * Wraps the resolvers for GraphQL.
   * @throws if a field has no rule, or if a resolver needs an accessor that the rule of its field does not name
   */
  guard(sdl: DocumentNode, resolvers: GuardedResolvers): Record<string, object> {
    const rules = fieldRules(sdl);
    return Object.fromEntries(
      Object.entries(resolvers).map(([type, fields]): [string, object] => {
        if (fields instanceof GraphQLScalarType) return [type, fields];
        const guarded = Object.entries(fields).map(([field, resolver]) => [
          field,
          this.#guardField(rules, type, field, resolver),
        ]);
        return [type, Object.fromEntries(guarded) as object];
      }),
    );
  }

  #guardField(
    rules: FieldRules,
    type: string,
    field: string,
    resolver: GuardedResolver | PlainResolver,
  ): (...args: never[]) => unknown {
    if (typeof resolver === 'function') return (parent: never, args: never) => resolver(parent, args);
    const name = `${type}.${field}`;
    const isReference = field === '__resolveReference';
    const rule = isReference ? rules.get(type)?.own : rules.get(type)?.fields.get(field);
    const missing = resolver.needs.find(need => !rule?.includes(need));
    if (missing !== undefined) {
      throw new Error(
        `The resolver of ${name} wants @${missing}, but the schema says ${rule?.map(it => `@${it}`).join(' ') || 'nothing'}. Make them agree.`,
      );
    }
    const open = (context: object) => {
      const accessors = ClosedContext.accessorsOf(context, this);
      if (!accessors) throw new Error(`${name} was asked outside a request.`);
      return accessors;
    };
    // Federation calls a reference resolver without arguments.
    if (isReference)
      return (reference: never, context: object, info: GraphQLResolveInfo) =>
        resolver.resolve(reference, {} as never, open(context), info);
    return (parent: never, args: never, context: object, info: GraphQLResolveInfo) =>
      resolver.resolve(parent, args, open(context), info);
  }
}

type FieldRules = ReadonlyMap<
  string,
  { readonly own: readonly string[]; readonly fields: ReadonlyMap<string, readonly string[]> }
>;

/**
 * The access directives of every field. A field without directives has the directives of its type.
 * @throws an error that names the fields without a rule
 */
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

/** The accessors of one caller, one for each access directive. An accessor is created on first use. */
export class Accessors {
  readonly #frame: AccessFrame;
  #rows: VisibleRows | undefined;
  #names: VisibleNames | undefined;
  #self: Self | undefined;
  #numbers: FleetNumbers | undefined;
  #administration: Administration | undefined;

  constructor(frame: AccessFrame) {
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

  get rbacAdministrators(): Administration {
    return (this.#administration ??= new Administration(this.#frame));
  }
}
