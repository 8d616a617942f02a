/**
 * Arguments that cannot be used: the error names the argument, what was expected, what came and the way out.
 */
import { GraphQLError } from 'graphql';
import { QueryError } from '../../readmodel/query.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeObjectId, MalformedIdError, type ObjectId } from '../../schema/object-id.ts';

export function badInput(message: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code } });
}

/** Runs a question of the read model; what the asker can mend becomes their error. */
export async function asked<T>(question: () => T | Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof QueryError ? badInput(error.message) : error;
  }
}

export function objectIdArgument(id: string): ObjectId {
  try {
    return decodeObjectId(id);
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(`id: ${error.message}`) : error;
  }
}

/** A text of the caller's, short enough to be shown back to them. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
