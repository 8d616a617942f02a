/** Scalars of the subgraphs. */
import { GraphQLScalarType } from 'graphql';
import { inputError } from './bad-input.ts';

/**
 * Resolvers return milliseconds since the epoch. Input is accepted as any text and validated where it is used, because
 * only there the error can name the argument.
 */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date(value as number).toISOString(),
  parseValue: value => {
    if (typeof value !== 'string')
      throw inputError('A DateTime is a text in RFC 3339 with a time zone: "2026-01-31T12:00:00Z".');
    return value;
  },
});

/** Accepted as text and validated where it is used, like DateTime. */
export const Duration = new GraphQLScalarType<string, string>({
  name: 'Duration',
  parseValue: value => {
    if (typeof value !== 'string') throw inputError('A Duration is a text, a whole number and ms, s, m or h: "15m".');
    return value;
  },
});

/** Resolvers return maps that the index or the leaf reader has validated. */
export const StringMap = new GraphQLScalarType<Readonly<Record<string, string>>, Readonly<Record<string, string>>>({
  name: 'StringMap',
});
