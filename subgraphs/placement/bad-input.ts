/** Errors for invalid arguments: they name the argument, what was expected, what came and the way out. */
import { GraphQLError } from 'graphql';
import { QueryError } from '../../readmodel/query.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';

/** @param argument Path of the argument as the caller spells it: `filter.members` */
export function badInput(argument: string, problem: string): GraphQLError {
  return inputError(`${argument}: ${problem}`, argument);
}

function inputError(message: string, argument: string | undefined): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, ...(argument !== undefined && { argument }) } });
}

/** Runs a question and converts errors that the caller can fix. */
export async function asked<T>(question: () => T | Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof QueryError ? inputError(error.message, error.argument) : error;
  }
}

/** A text of the caller, shortened for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
