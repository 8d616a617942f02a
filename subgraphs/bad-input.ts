/** Errors for invalid arguments. They name the argument, the expected value, the given value and the way out. */
import { GraphQLError } from 'graphql';
import { QueryError } from '../readmodel/query.ts';
import type { ErrorCode } from '../schema/error-codes.ts';
import { MalformedIdError } from '../schema/object-id.ts';

/**
 * @param argument Path of the argument as the caller spells it: `filter.names[3]`. Forms show the message beside its
 * field
 */
export function badInput(argument: string, problem: string): GraphQLError {
  return inputError(`${argument}: ${problem}`, argument);
}

/** For errors without a known argument, such as in a scalar. */
export function inputError(message: string, argument?: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, ...(argument !== undefined && { argument }) } });
}

/** Runs a query of the read model and converts errors that the caller can fix. */
export async function asked<T>(question: () => T | Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof QueryError ? inputError(error.message, error.argument) : error;
  }
}

/** Reads an id. @throws GraphQLError BAD_USER_INPUT for a malformed id */
export function decoded<T>(argument: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(argument, error.message) : error;
  }
}

/** A text of the caller, shortened for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);
}
