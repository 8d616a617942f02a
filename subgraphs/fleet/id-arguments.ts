/** Reads ids that callers give as arguments. */
import { decodeNodeId, type NodeId } from '../../schema/node-id.ts';
import { decodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import { decoded } from '../bad-input.ts';

export function objectIdArgument(id: string): ObjectId {
  return decoded('id', () => decodeObjectId(id));
}

/**
 * The object of an id; undefined if the id is of another type. @throws GraphQLError BAD_USER_INPUT for an invalid id
 */
export function nodeIdOf<T extends NodeId['type']>(id: string, type: T): Extract<NodeId, { type: T }> | undefined {
  const node = nodeIdArgument('id', id);
  return node.type === type ? (node as Extract<NodeId, { type: T }>) : undefined;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function nodeIdArgument(argument: string, id: string): NodeId {
  return decoded(argument, () => decodeNodeId(id));
}
