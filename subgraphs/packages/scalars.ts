/** Scalars of the packages subgraph. */
import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { ErrorCode } from '../../schema/error-codes.ts';

/** Resolvers return milliseconds since the epoch. No argument is of this type. */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date(value as number).toISOString(),
});

/** Accepted as text and validated where it is used, because only there the error can name the argument. */
export const Duration = new GraphQLScalarType<string, string>({
  name: 'Duration',
  parseValue: value => {
    if (typeof value === 'string') return value;
    const code: ErrorCode = 'BAD_USER_INPUT';
    throw new GraphQLError('A Duration is a text, a whole number and ms, s, m or h: "15m".', { extensions: { code } });
  },
});
