/**
 * Runs a subgraph in this process, with GraphQL's executor.
 *
 * The executor completes a list in one step, with all fields of its items, and so blocks other callers. But it
 * completes promises one by one, as they resolve. So the items of a long list are passed as promises that resolve a few
 * at a time. The long lists of one operation in one subgraph run one after the other, because many promises take much
 * memory.
 */
import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import {
  defaultFieldResolver,
  execute,
  getNamedType,
  GraphQLError,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isValueNode,
  parse,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { raced } from '../../async/deadline.ts';
import { VARIABLE_ERRORS } from '../operation/execute-plan.ts';
import { callerKey, type RequestContext } from '../../identity/identity.ts';
import type { Subgraph } from '../../subgraphs/subgraph.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { GatewayContext } from '../context.ts';

type Response = Awaited<ReturnType<GraphQLDataSource['process']>>;

export class InProcessDataSource implements GraphQLDataSource<GatewayContext & Record<string, unknown>> {
  readonly #subgraph: Subgraph;

  constructor(subgraph: Subgraph) {
    this.#subgraph = subgraph;
  }

  get schema(): GraphQLSchema {
    return this.#subgraph.schema;
  }

  async process(options: GraphQLDataSourceProcessOptions<GatewayContext & Record<string, unknown>>): Promise<Response> {
    const document =
      ('document' in options && (options.document as DocumentNode | undefined)) || parse(options.request.query ?? '');
    const context = options.context as GatewayContext;
    const { variables, operationName } = options.request;
    const { request } = context;
    if (request.signal.aborted) return { errors: [requestEnded(this.#subgraph.name)] } as Response;
    const result = execute({
      schema: inTurns(this.#subgraph.schema),
      document,
      contextValue: this.#contextOf(context),
      options: { maxCoercionErrors: VARIABLE_ERRORS },
      ...(variables && { variableValues: variables }),
      ...(operationName && { operationName }),
    });
    const made = 'then' in result ? await withinRequest(request, this.#subgraph.name, result) : result;
    return (made.errors ? { ...made, errors: made.errors.map(ofInput) } : made) as Response;
  }

  #contextOf(context: GatewayContext): object {
    const known = context.subgraphs.get(this.#subgraph.name);
    if (known) return known;
    const made = this.#subgraph.context(context.request);
    callers.set(made, callerKey(context.request.identity));
    context.subgraphs.set(this.#subgraph.name, made);
    return made;
  }
}

/**
 * Sets the code BAD_USER_INPUT on errors of invalid literals. The gateway knows only the names of scalars, so an
 * invalid literal is found only when the subgraph runs. The error then points to a literal instead of a field.
 */
function ofInput(error: GraphQLError): GraphQLError {
  const { message, nodes, path, extensions } = error;
  if (extensions['code'] !== undefined || !nodes?.some(isValueNode)) return error;
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { path, extensions: { code } });
}

/** Returns the result of the work. If the request ends first, returns an error for this fetch from the subgraph. */
async function withinRequest<T extends object>(
  request: RequestContext,
  subgraph: string,
  work: Promise<T>,
): Promise<T | { errors: GraphQLError[] }> {
  const { signal } = request;
  try {
    return await raced(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { errors: [requestEnded(subgraph)] };
  }
}

function requestEnded(subgraph: string): GraphQLError {
  const code: ErrorCode = 'DEADLINE_EXCEEDED';
  return new GraphQLError(
    `The ${subgraph} part of the answer was not ready at the request's deadline. Ask for less, or raise limits.requestTimeout.`,
    {
      extensions: { code },
    },
  );
}

/**
 * Maximum length of a list that is completed in one step if the scheduler has time left. For such a list, promises
 * would cost more than the items.
 */
const LONG = 100;
/** Number of items that the executor completes between two checks of the scheduler's time. */
const AT_A_TIME = 5;

const treated = new WeakSet<GraphQLSchema>();
/** The caller for whom a subgraph runs, by the subgraph's context. The work uses this caller's share of the time. */
const callers = new WeakMap<object, string>();

/** Makes the resolvers of lists of objects pace their items. Changes each schema only once, and returns it. */
function inTurns(schema: GraphQLSchema): GraphQLSchema {
  if (treated.has(schema)) return schema;
  treated.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (isListOfObjects(field.type)) field.resolve = pacing(field.resolve ?? defaultFieldResolver);
  }
  return schema;
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
  const isLong = list.length > LONG;
  if (!isLong && eventLoopTurns.hasTime()) return list;
  // An item may fail before the executor awaits it, which would be an unhandled rejection.
  for (const item of list) if (item instanceof Promise) item.catch(() => undefined);
  const caller = callers.get(context) ?? '';
  return isLong ? afterOthers(list, caller, context) : aFewAtATime(list, caller).coming;
}

/** The last long list of each context. The promise resolves when all items of the list are passed on. */
const longLists = new WeakMap<object, Promise<void>>();

async function afterOthers(items: readonly unknown[], caller: string, context: object): Promise<Promise<unknown>[]> {
  const others = longLists.get(context);
  const { promise, resolve } = Promise.withResolvers<void>();
  longLists.set(context, promise);
  await others;
  await eventLoopTurns.spare(caller);
  const { coming, come } = aFewAtATime(items, caller);
  void come.then(resolve);
  return coming;
}

function aFewAtATime(items: readonly unknown[], caller: string): { coming: Promise<unknown>[]; come: Promise<void> } {
  const coming = items.map(() => Promise.withResolvers<unknown>());
  const hand = async (): Promise<void> => {
    for (const [i, { resolve }] of coming.entries()) {
      // The executor completes the items passed so far before this loop continues.
      if (i % AT_A_TIME === 0) await eventLoopTurns.spare(caller);
      resolve(items[i]);
    }
  };
  return { coming: coming.map(({ promise }) => promise), come: hand() };
}
