/**
 * Lets others have their turn while long lists are answered. GraphQL's executor completes a list in one go, and all of its items' fields with it; items that
 * are promises it completes as they come. So of a list that is long, or that comes when this turn of the event loop is used up, the items come a few at a time.
 */
import { defaultFieldResolver, getNamedType, isCompositeType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLFieldResolver, GraphQLOutputType, GraphQLSchema } from 'graphql';
import { eventLoopTurns } from '../../async/fair-turns.ts';

/** Shorter lists are completed in one go: promises cost more than their items. */
const LONG = 100;
/** Items that are completed before the clock is looked at. */
const AT_A_TIME = 5;

const treated = new WeakSet<GraphQLSchema>();
const callers = new WeakMap<object, string>();

/** The same schema, whose resolvers of lists have been changed once. */
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

/** Whose turns the answers of a context are. */
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
  // An item that fails before it is handed over is still waited for.
  for (const item of items) if (item instanceof Promise) item.catch(() => undefined);
  const coming = items.map(() => Promise.withResolvers<unknown>());
  const hand = async (): Promise<void> => {
    for (const [i, { resolve }] of coming.entries()) {
      // What was handed over is completed before this goes on.
      if (i % AT_A_TIME === 0) await eventLoopTurns.spare(caller);
      resolve(items[i]);
    }
  };
  void hand();
  return coming.map(({ promise }) => promise);
}
