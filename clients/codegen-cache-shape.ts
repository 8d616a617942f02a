/**
 * A plugin of GraphQL Code Generator. It writes the facts about a schema that a normalising cache needs and cannot
 * derive. The facts are generated, so that a new type or connection needs no manual entry for any cache.
 */
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  type GraphQLSchema,
} from 'graphql';

export interface CacheShapeConfig {
  /** Types whose `id` is the id of another object. This `id` does not identify a value of the type. */
  readonly borrowedIds: readonly string[];
}

/** Arguments that select a page of a connection. Different values of other arguments select different lists. */
const PAGING = ['first', 'after', 'last', 'before'];

export function plugin(schema: GraphQLSchema, _documents: unknown, { borrowedIds }: CacheShapeConfig): string {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const objects = types.filter(isObjectType);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = objects.flatMap(parent =>
    Object.values(parent.getFields()).map(field => ({ parent: parent.name, ...field })),
  );

  const embedded = objects.filter(
    type => !roots.includes(type) && (!type.getFields()['id'] || borrowedIds.includes(type.name)),
  );
  const lists = fields.filter(({ type }) => isListType(getNullableType(type)) && isCompositeType(getNamedType(type)));
  const connections = fields.filter(
    ({ type, args }) => /Connection$/.test(getNamedType(type).name) && args.some(({ name }) => name === 'after'),
  );
  const live = objects.filter(type => getNamedType(type.getFields()['state']?.type)?.name === 'LiveState');
  const abstract = types
    .filter(isAbstractType)
    .map(type => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)] as const);

  return [
    constant(
      'Object types without an id of their own: a part of the object that holds them.',
      'EMBEDDED',
      embedded.map(({ name }) => name),
    ),
    constant(
      'Of these, the ones that say in `state` whether their other fields mean anything.',
      'LIVE',
      live.map(({ name }) => name),
    ),
    constant(
      'Fields that are lists of objects: a new list takes the place of the old one.',
      'LISTS',
      byParent(lists, of => of.map(({ name }) => name)),
    ),
    constant(
      'Connections, with the arguments that make one another list.',
      'CONNECTIONS',
      byParent(connections, of =>
        Object.fromEntries(of.map(({ name, args }) => [name, args.map(arg => arg.name).filter(isNoPlace)])),
      ),
    ),
    constant('The object types of each interface and union.', 'POSSIBLE_TYPES', Object.fromEntries(abstract)),
  ].join('\n');
}

const isNoPlace = (argument: string): boolean => !PAGING.includes(argument);

function byParent<Field extends { parent: string }, T>(
  fields: readonly Field[],
  value: (of: readonly Field[]) => T,
): Record<string, T> {
  const parents = Object.groupBy(fields, ({ parent }) => parent);
  return Object.fromEntries(Object.entries(parents).map(([parent, of = []]) => [parent, value(of)]));
}

function constant(comment: string, name: string, value: object): string {
  return `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}
