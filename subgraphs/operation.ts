/**
 * State of one operation for the resolvers of a guarded subgraph: data that several fields share, and limits on all
 * fields together. Resolvers get the state as part of their arguments, because the context itself is opaque
 * (access/guard.ts).
 */
import { GraphQLScalarType } from 'graphql';
import type { GuardedContext } from '../access/guard.ts';

export interface OperationContext<Operation> {
  readonly guarded: GuardedContext;
  readonly operation: Operation;
}

/** Field that withOperation() adds to the arguments of resolvers. */
export interface InOperation<Operation> {
  readonly operation: Operation;
}

type Resolver = (parent: unknown, argsOrContext: unknown, context: unknown, info: unknown) => unknown;

/**
 * Wraps resolvers. A wrapper passes the guarded context to the guard, and adds the operation to the arguments or to the
 * entity reference.
 */
export function withOperation(guarded: Record<string, object>): Record<string, object> {
  const wrap = (field: string, resolve: Resolver): Resolver =>
    field === '__resolveReference'
      ? (reference, context, info) => {
          const { guarded: inner, operation } = context as OperationContext<unknown>;
          return resolve({ ...(reference as object), operation }, inner, info, undefined);
        }
      : (parent, args, context, info) => {
          const { guarded: inner, operation } = context as OperationContext<unknown>;
          return resolve(parent, { ...(args as object), operation }, inner, info);
        };
  return Object.fromEntries(
    Object.entries(guarded).map(([type, fields]): [string, object] => {
      if (fields instanceof GraphQLScalarType) return [type, fields as object];
      return [
        type,
        Object.fromEntries(Object.entries(fields).map(([field, resolve]) => [field, wrap(field, resolve as Resolver)])),
      ];
    }),
  );
}
