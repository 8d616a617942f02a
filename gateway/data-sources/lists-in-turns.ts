/**
 * Lets other callers have their turn while a long list is answered. GraphQL's executor completes a list in one go, with all fields of its
 * items; items that are promises it completes as they come. So when a list is long, or comes when this turn of the event loop is used up,
 * its items come a few at a time.
 */
import { defaultFieldResolver, getNamedType, isCompositeType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLFieldResolver, GraphQLOutputType, GraphQLSchema } from 'graphql';
import { eventLoopTurns } from '../../async/fair-turns.ts';

/** The executor completes shorter lists in one go: promises cost more than their items. */
const LONG = 100;
/** Items that the executor completes before it looks at the clock. */
const AT_A_TIME = 5;

const treated = new WeakSet<GraphQLSchema>();
const callers = new WeakMap<object, string>();

/** The same schema. Each schema is changed once. */
export function inTurns(schema: GraphQLSchema): GraphQLSchema {
  if (treated.has(schema)) return schema;
  treated.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (isListOfObjects(field.type)) field.resolve = pacing(field.resolve ?? defaultFieldResolver);
  }
  return schema;
}

/** The caller in whose turns the answers of a context are completed. */
export function turnsGoTo(context: object, caller: string): void {
  callers.set(context, caller);
}

function isListOfObjects(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type) && isCompositeType(getNamedType(type));
}

function pacing(resolve: GraphQLFieldResolver<unknown, object>): GraphQLFieldResolver<unknown, object> {
  return (parent, args, context, info) => {
    const list: unknown = resolve(parent, args, context, info);
    if (list instanceof Promise) return list.then(resolved => paced(resolved, context));
    return paced(list, context);
  };
}

function paced(list: unknown, context: object): unknown {
  if (!Array.isArray(list) || list.length === 0) return list;
  return list.length > LONG || !eventLoopTurns.hasTime() ? aFewAtATime(list, callers.get(context) ?? '') : list;
}

function aFewAtATime(items: readonly unknown[], caller: string): Promise<unknown>[] {
  // An item may fail before the executor waits for it.
  for (const item of items) if (item instanceof Promise) item.catch(() => undefined);
  const coming = items.map(() => Promise.withResolvers<unknown>());
  const hand = async (): Promise<void> => {
    for (const [i, { resolve }] of coming.entries()) {
      // The executor completes the items that it has before this continues.
      if (i % AT_A_TIME === 0) await eventLoopTurns.spare(caller);
      resolve(items[i]);
    }
  };
  void hand();
  return coming.map(({ promise }) => promise);
}
