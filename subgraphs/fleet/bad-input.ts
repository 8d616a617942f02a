/**
 * Arguments that cannot be used: the error names the argument, what was expected, what came and the way out.
 */
import { GraphQLError } from 'graphql';
import { QueryError } from '../../readmodel/query.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeNodeId, type NodeId } from '../../schema/node-id.ts';
import { decodeObjectId, MalformedIdError, type ObjectId } from '../../schema/object-id.ts';

/** @param argument As the asker spells it, with the place in it: `filter.names[3]`. Forms put the message beside their field by it. */
export function badInput(argument: string, problem: string): GraphQLError {
  return inputError(`${argument}: ${problem}`, argument);
}

/** Where the argument is not known, such as for a scalar anywhere in one. */
export function inputError(message: string, argument?: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, ...(argument !== undefined && { argument }) } });
}

/** Runs a question of the read model; what the asker can mend becomes their error. */
export async function asked<T>(question: () => T | Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof QueryError ? inputError(error.message, error.argument) : error;
  }
}

export function objectIdArgument(id: string): ObjectId {
  return decoded('id', () => decodeObjectId(id));
}

/** What an id names; undefined where it names something of another type. @throws GraphQLError BAD_USER_INPUT for what is no id */
export function nodeIdOf<T extends NodeId['type']>(id: string, type: T): Extract<NodeId, { type: T }> | undefined {
  const node = nodeIdArgument('id', id);
  return node.type === type ? (node as Extract<NodeId, { type: T }>) : undefined;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function nodeIdArgument(argument: string, id: string): NodeId {
  return decoded(argument, () => decodeNodeId(id));
}

function decoded<T>(argument: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(argument, error.message) : error;
  }
}

/** A text of the caller's, short enough to be shown back to them. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
