/** Scalars of the placement subgraph. */
import { GraphQLScalarType } from 'graphql';

/** Resolvers return milliseconds since the epoch. No argument is of this type. */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date(value as number).toISOString(),
});
