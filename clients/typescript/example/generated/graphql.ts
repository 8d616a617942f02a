/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** State of a read from a cluster. */
export type LiveState =
  /** The cluster refuses the read, because a permission is missing. */
  | 'FORBIDDEN'
  /**
   * The answer of the cluster cannot be used. For logs, also: the object has no logs, selects no Pods, or needs another
   * `container`. `message` names the cause.
   */
  | 'INVALID'
  /**
   * The object does not exist or is hidden from the caller. For a log: the container has not started, or has no previous
   * run. For usage: the cluster has no metrics server.
   */
  | 'NOT_FOUND'
  /** The read succeeded. */
  | 'OK'
  /**
   * The cluster is overloaded, or fleetgraph already holds too many live objects or follows too many logs. Try again
   * later. `LiveObject.retryAfterSeconds` may give a waiting time.
   */
  | 'THROTTLED'
  /** The cluster did not answer in time. Try again, or wait longer (`within`). */
  | 'TIMEOUT'
  /** The objects of this request together are larger than `limits.liveBytes`. Request fewer objects at a time. */
  | 'TOO_LARGE'
  /** The cluster does not accept the credentials of the caller or of fleetgraph, or the caller has no credentials for it. */
  | 'UNAUTHORIZED'
  /** The cluster cannot be reached, or it answers with an internal error. */
  | 'UNREACHABLE';

export type UnhealthyQueryVariables = Exact<{
  first: number;
}>;


export type UnhealthyQuery = { objects: { totalCount: number, nodes: Array<{ id: string, kind: string, namespace: string | null, name: string, reason: string | null, message: string | null, cluster: { name: string } }>, coverage: { total: number, indexed: number } } | null };

export type OpenQueryVariables = Exact<{
  id: string;
}>;


export type OpenQuery = { object: { id: string, live: { state: LiveState, message: string | null, conditions: Array<{ type: string, status: string, reason: string | null, message: string | null }> | null } | null } | null };


export const UnhealthyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Unhealthy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"statuses"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"FAILED"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"TRANSITIONED"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}}]}}]}}]}}]} as unknown as DocumentNode<UnhealthyQuery, UnhealthyQueryVariables>;
export const OpenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Open"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<OpenQuery, OpenQueryVariables>;