/**
 * The scalars of the fleet subgraph.
 */
import { GraphQLScalarType } from 'graphql';
import { inputError } from './bad-input.ts';

/**
 * Resolvers give milliseconds since the epoch. As input any text is taken here and judged where it is used, because only there the error
 * can say which argument is wrong.
 */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date(value as number).toISOString(),
  parseValue: value => {
    if (typeof value !== 'string') throw inputError('A DateTime is a text in RFC 3339 with a time zone: "2026-01-31T12:00:00Z".');
    return value;
  },
});

/** Taken as a text here and judged where it is used, as DateTime. */
export const Duration = new GraphQLScalarType<string, string>({
  name: 'Duration',
  parseValue: value => {
    if (typeof value !== 'string') throw inputError('A Duration is a text, a whole number and ms, s, m or h: "15m".');
    return value;
  },
});

/** Resolvers give what the index or a leaf has been found to be such a map. */
export const StringMap = new GraphQLScalarType<Readonly<Record<string, string>>, Readonly<Record<string, string>>>({ name: 'StringMap' });
