/** Errors for invalid arguments: they name the argument, what was expected, what came and the way out. */
import { GraphQLError } from 'graphql';
import { QueryError } from '../../readmodel/query.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeObjectId, decodeSegment, MalformedIdError } from '../../schema/object-id.ts';

/** @param argument Path of the argument as the caller spells it: `filter.around[3]` */
export function badInput(argument: string, problem: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(`${argument}: ${problem}`, { extensions: { code, argument } });
}

/** Runs a question and converts errors that the caller can fix. */
export async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof QueryError && error.argument !== undefined ? badInput(error.argument, error.message) : error;
  }
}

/** Id of a node of the topology. */
export interface PolicyNodeId {
  readonly cluster: string;
  readonly id: string;
}

/** @throws GraphQLError BAD_USER_INPUT unless it is spelled as the topology spells it */
export function nodeIdArgument(argument: string, text: string): PolicyNodeId {
  const hash = text.indexOf('#');
  const section = hash < 0 ? undefined : text.slice(hash + 1);
  if (section !== undefined && !decodeSegment(section))
    throw badInput(argument, `${quoted(section)} is no section. After # comes the name of a section, as encodeURIComponent spells it.`);
  try {
    return { cluster: decodeObjectId(hash < 0 ? text : text.slice(0, hash)).cluster, id: text };
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(argument, error.message) : error;
  }
}

/** A text of the caller, shortened for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
