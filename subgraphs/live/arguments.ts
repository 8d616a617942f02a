/** Reads arguments. Invalid arguments become errors for the caller. */
import { GraphQLError } from 'graphql';
import { parseDuration } from '../../schema/duration.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeObjectId, MalformedIdError, type ObjectId } from '../../schema/object-id.ts';
import { inputError } from '../arguments.ts';

/** Error for a request that is refused for a reason other than its arguments. */
export function refusal(code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/**
 * @param place Path of the id for the message: `input.ids[3]`
 * @throws BAD_USER_INPUT
 */
export function objectIdArgument(id: string, argument = 'id', place = argument): ObjectId {
  try {
    return decodeObjectId(id);
  } catch (error) {
    throw error instanceof MalformedIdError ? inputError(`${place}: ${error.message}`, argument) : error;
  }
}

/**
 * A duration in milliseconds. Undefined if not given.
 * @throws BAD_USER_INPUT
 */
export function durationArgument(field: string, argument: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const ms = typeof value === 'string' ? parseDuration(value) : undefined;
  if (!ms)
    throw inputError(
      `${field}(${argument}:): give a time above 0, as a whole number and one of ms, s, m, h: "500ms".`,
      argument,
    );
  return ms;
}

/** A text of the caller in quotes, shortened for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);
}
