/**
 * Prices of all fields and arguments, from the `@cost` and `@listSize` directives of a supergraph. The directives
 * follow the GraphQL Cost Directive specification (IBM), which federation composes since version 2.9.
 *
 * The unit is about a microsecond of the gateway's processor time. By default, a field costs 1 for each value in the
 * answer, and an argument costs nothing. Two rules are ours. A text argument costs its weight once more for every 32
 * characters, because a longer pattern or selector takes more time for each object. A list of unknown length counts as
 * ASSUMED_SIZE items.
 */
import {
  Kind,
  parse,
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { FieldPrice, InputPrice, ListSize, Prices } from './cost.ts';

const ASSUMED_SIZE = 10;

/**
 * Price of an introspection field, by the number of types. Introspection runs in one step that blocks all callers. With
 * this price, the standard introspection query stays below the default of limits.operationCost for schemas of any size,
 * but a much larger introspection query does not.
 */
function introspectionWeight(typeCount: number): number {
  return Math.min(6, 2_700 / typeCount);
}

export function pricesOf(supergraphSdl: string): Prices {
  const objects = new Map<string, Map<string, FieldPrice>>();
  const inputs = new Map<string, Map<string, InputPrice>>();
  const weights = new Map<string, number>();
  const { definitions } = parse(supergraphSdl, { noLocation: true });
  for (const definition of definitions) {
    if (!('directives' in definition) || !('name' in definition) || !definition.name) continue;
    const weight = costOf(definition.directives as readonly ConstDirectiveNode[] | undefined);
    if (weight !== undefined) weights.set(definition.name.value, weight);
  }
  for (const definition of definitions) {
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION:
        objects.set(
          definition.name.value,
          new Map(
            (definition.fields ?? []).map(({ name, type, directives, arguments: args = [] }) => {
              const { of, isList } = unwrapped(type);
              const size =
                listSize(directives, args) ?? (isList ? { assumed: ASSUMED_SIZE, ...atLeast(args) } : undefined);
              const own = costOf(directives) ?? weights.get(of) ?? 1;
              const inputs = new Map(
                args.map(it => [it.name.value, inputPrice(it.type, costOf(it.directives), weights)]),
              );
              return [name.value, { type: of, isList, weight: own, size, inputs }];
            }),
          ),
        );
        break;
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        inputs.set(
          definition.name.value,
          new Map(
            (definition.fields ?? []).map(({ name, type, directives }) => [
              name.value,
              inputPrice(type, costOf(directives), weights),
            ]),
          ),
        );
        break;
    }
  }
  addIntrospection(objects, definitions);
  return { objects, inputs };
}

function inputPrice(type: TypeNode, own: number | undefined, weights: ReadonlyMap<string, number>): InputPrice {
  const { of } = unwrapped(type);
  return { type: of, weight: own ?? weights.get(of) ?? 0 };
}

function unwrapped(type: TypeNode): { of: string; isList: boolean } {
  if (type.kind === Kind.NAMED_TYPE) return { of: type.name.value, isList: false };
  const { of, isList } = unwrapped(type.type);
  return { of, isList: isList || type.kind === Kind.LIST_TYPE };
}

/** Finds a directive by its name, with or without the prefix that composition may add. */
function directive(
  directives: readonly ConstDirectiveNode[] | undefined,
  name: string,
): ConstDirectiveNode | undefined {
  return directives?.find(
    it => it.name.value === name || it.name.value === `federation__${name}` || it.name.value === `cost__${name}`,
  );
}

function costOf(directives: readonly ConstDirectiveNode[] | undefined): number | undefined {
  const weight = directive(directives, 'cost')?.arguments?.find(({ name }) => name.value === 'weight')?.value;
  return weight?.kind === Kind.INT ? Math.max(0, Number(weight.value)) : undefined;
}

function listSize(
  directives: readonly ConstDirectiveNode[] | undefined,
  args: readonly InputValueDefinitionNode[],
): ListSize | undefined {
  const found = directive(directives, 'listSize');
  if (!found) return undefined;
  const value = (name: string) => found.arguments?.find(it => it.name.value === name)?.value;
  const texts = (name: string): string[] => {
    const list = value(name);
    return list?.kind === Kind.LIST ? list.values.flatMap(it => (it.kind === Kind.STRING ? [it.value] : [])) : [];
  };
  const by = texts('slicingArguments');
  const sized = texts('sizedFields');
  // If an argument is absent, its default applies, even if the default is larger than the assumed size.
  const sizes = [
    value('assumedSize'),
    ...args.filter(({ name }) => by.includes(name.value)).map(it => it.defaultValue),
  ].flatMap(it => (it?.kind === Kind.INT ? [Number(it.value)] : []));
  return {
    assumed: sizes.length > 0 ? Math.max(...sizes) : ASSUMED_SIZE,
    by,
    ...(by.length === 0 && atLeast(args)),
    ...(sized.length > 0 && { sizedFields: new Set(sized) }),
  };
}

function atLeast(args: readonly InputValueDefinitionNode[]): Pick<ListSize, 'atLeast'> {
  const lists = args.filter(({ type }) => unwrapped(type).isList).map(({ name }) => name.value);
  return lists.length > 0 ? { atLeast: lists } : {};
}

/** Number of types that GraphQL itself defines. */
const OWN_TYPES = 13;

/** Adds the introspection types. The lengths of their lists come from this schema. */
function addIntrospection(objects: Map<string, Map<string, FieldPrice>>, definitions: readonly DefinitionNode[]): void {
  const named = definitions.filter(it => it.kind.endsWith('TypeDefinition')) as readonly Members[];
  const typeCount = named.length + OWN_TYPES;
  const fields = named.flatMap(it => it.fields ?? []);
  const outputs = fields.filter(it => it.kind === Kind.FIELD_DEFINITION);
  const perType = (count: number) => count / typeCount;
  const all = (of: (type: Members) => readonly unknown[] | undefined) =>
    perType(named.reduce((sum, it) => sum + (of(it)?.length ?? 0), 0));
  const weight = introspectionWeight(typeCount);
  const one = (type: string): FieldPrice => ({ type, isList: false, weight, size: undefined, inputs: new Map() });
  const list = (type: string, assumed: number): FieldPrice => ({ ...one(type), isList: true, size: { assumed } });
  const leaf = one('');
  const common = { name: leaf, description: leaf };
  const deprecation = { isDeprecated: leaf, deprecationReason: leaf };
  const interfaces = all(it => it.interfaces);
  const types: Record<string, Record<string, FieldPrice>> = {
    __Schema: {
      description: leaf,
      types: list('__Type', typeCount),
      queryType: one('__Type'),
      mutationType: one('__Type'),
      subscriptionType: one('__Type'),
      directives: list('__Directive', 12),
    },
    __Type: {
      ...common,
      kind: leaf,
      specifiedByURL: leaf,
      isOneOf: leaf,
      // At least 6, because a query can choose types with many fields.
      fields: list('__Field', Math.max(6, perType(outputs.length))),
      interfaces: list('__Type', interfaces),
      // The possible types of an interface are the types that implement it.
      possibleTypes: list('__Type', interfaces + all(it => it.types)),
      enumValues: list(
        '__EnumValue',
        all(it => it.values),
      ),
      inputFields: list('__InputValue', perType(fields.length - outputs.length)),
      // At most one type, and often none: only a list or a non-null type has an inner type.
      ofType: list('__Type', 0.6),
    },
    __Field: {
      ...common,
      ...deprecation,
      args: list(
        '__InputValue',
        outputs.reduce((sum, it) => sum + (it.arguments?.length ?? 0), 0) / Math.max(1, outputs.length),
      ),
      type: one('__Type'),
    },
    __InputValue: { ...common, ...deprecation, type: one('__Type'), defaultValue: leaf },
    __EnumValue: { ...common, ...deprecation },
    __Directive: { ...common, locations: list('', 4), args: list('__InputValue', 2), isRepeatable: leaf },
  };
  for (const [type, fields] of Object.entries(types)) objects.set(type, new Map(Object.entries(fields)));
  const query = objects.get('Query');
  query?.set('__schema', one('__Schema'));
  query?.set('__type', one('__Type'));
}

/** Parts of a type definition. The numbers of these parts determine the lengths of introspection lists. */
interface Members {
  readonly fields?: readonly (FieldDefinitionNode | InputValueDefinitionNode)[];
  readonly interfaces?: readonly unknown[];
  readonly types?: readonly unknown[];
  readonly values?: readonly unknown[];
}
