/** What arguments say; or why they cannot be used, as the error that their asker gets. */
import { GraphQLError } from 'graphql';
import { parseDuration } from '../../schema/duration.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeObjectId, MalformedIdError, type ObjectId } from '../../schema/object-id.ts';

/** `argument`: where it is a single one that cannot be used. */
export function badInput(message: string, argument?: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, ...(argument !== undefined && { argument }) } });
}

/** `place`: where the id stands in the argument. @throws BAD_USER_INPUT */
export function objectIdArgument(id: string, argument = 'id', place = argument): ObjectId {
  try {
    return decodeObjectId(id);
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(`${place}: ${error.message}`, argument) : error;
  }
}

/** Milliseconds; undefined where it is not given. @throws BAD_USER_INPUT */
export function durationArgument(field: string, argument: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const ms = typeof value === 'string' ? parseDuration(value) : undefined;
  if (!ms) throw badInput(`${field}(${argument}:): give a time above 0, as a whole number and one of ms, s, m, h: "500ms".`, argument);
  return ms;
}

/** A text of the asker's, short enough to be shown back to them. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);
}
