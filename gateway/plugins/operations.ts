/**
 * Checks an operation before it runs: is it known, what does it cost, can its caller pay, can it be planned, is there
 * one to run.
 *
 * Who attacks: a caller whose operations are small to send and large to answer. What stops them: the schema gives the
 * price before anything runs (operation-cost.ts); operations above the ceiling or above the caller's remaining budget are refused;
 * validation and planning, which cannot be split, happen in another thread, in turns of the callers. What remains: the
 * price of a list on the leaves and in the index is estimated from `first`, not from what is there; the shares of the
 * read model and of the leaves bound that.
 *
 * Apollo Server would itself parse and validate any document missing in its document store. Here it reads the store
 * after all these checks. For a refused operation the store returns a document that requests nothing; the refusal is
 * then the answer.
 */
import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { GraphQLError, OperationTypeNode, parse, type DocumentNode } from 'graphql';
import { setTimeout as delay } from 'node:timers/promises';
import { GateFull } from '../../async/fair-gate.ts';
import { callerKey } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { Budgets } from '../operation/budget.ts';
import { actualCost, estimatedCost, requestCost, type Prices, type Variables } from '../operation/operation-cost.ts';
import type { Charge, GatewayContext, OperationDecision, RefusedOperation } from '../context.ts';
import type { RequestContext } from '../../identity/request.ts';
import { traced } from '../../telemetry/traces.ts';
import { PlanningError } from '../operation/planner.ts';
import type { ParsedOperation, Preparation, PreparedDocuments, PreparedOperation, Refused } from '../operation/prepared-documents.ts';

export interface OperationsOptions {
  readonly documents: PreparedDocuments;
  readonly prices: Prices;
  readonly budgets: Budgets;
  /** Maximum cost of one operation. */
  readonly ceiling: number;
}

/**
 * A caller who sends this header gets `extensions.cost`: the estimate of the operation, its actual cost, and the
 * remaining budget.
 */
export const COST_HEADER = 'x-graphql-cost';

/** Price of parsing, validating and planning a new document, by the length of its text. */
const PARSING_COST_PER_CHARACTER = 1;
const PLANNING_COST_PER_CHARACTER = 8;
/** Price of a document that cannot be planned in time: the planner's seconds, and those to start another. */
const UNPLANNABLE_COST = 4_000_000;

/** Delay of a refusal over a share or a budget. */
export const REFUSAL_MS = 250;

/** Replaces every document that must not run. */
const NOTHING: DocumentNode = parse('{ __typename }');

type Context = GraphQLRequestContext<GatewayContext>;

export function operations(options: OperationsOptions): ApolloServerPlugin<GatewayContext> {
  const { documents, prices, budgets } = options;
  return {
    requestDidStart: async () => ({
      didResolveSource: async context => {
        context.contextValue.operation = await decide(options, context);
      },
      didResolveOperation: async context => {
        if (!context.contextValue.operation?.refusal) judgeResolved(context);
      },
      responseForOperation: async ({ contextValue, document }) => {
        const { refusal, data } = contextValue.operation ?? {};
        if (data) return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: { data: { ...data } } } };
        if (!refusal) {
          if (document === NOTHING) throw new Error('a prepared document was dropped before it ran');
          return null;
        }
        const { status, errors, retryAfterSeconds } = refusal;
        // Delayed: a caller who retries at once could use up the processor with refusals alone.
        if (status === 429) await delay(REFUSAL_MS);
        const headers = new HeaderMap(retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)]]);
        return { http: { status, headers }, body: { kind: 'single', singleResult: { errors: [...errors] } } };
      },
      willSendResponse: async context => settle(context),
    }),
  };

  function settle({ contextValue, request, response }: GraphQLRequestContextWillSendResponse<GatewayContext>): void {
    const charge = contextValue.operation?.charge;
    if (!charge || response.body.kind !== 'single') return;
    const result = response.body.singleResult;
    settleCharge(charge, budgets, contextValue.request, result.data);
    if (request.http?.headers.has(COST_HEADER)) {
      const { estimated, actual } = charge;
      const [limit, remaining] = [budgets.size, budgets.left(callerKey(contextValue.request.identity))];
      result.extensions = { ...result.extensions, cost: { estimated, actual, budget: { limit, remaining } } };
    }
  }

  async function decide({ ceiling }: OperationsOptions, context: Context): Promise<OperationDecision> {
    const { source = '', queryHash: hash = '', request, contextValue } = context;
    const { identity, signal } = contextValue.request;
    const caller = callerKey(identity);
    const operationName = request.operationName || undefined;
    const problem = variablesProblem(request.variables);
    if (problem !== undefined) return refused(400, 'BAD_USER_INPUT', problem);
    const known = documents.known(hash, operationName);
    const parsing = known ? undefined : budgets.take(caller, source.length * PARSING_COST_PER_CHARACTER);
    if (parsing !== undefined) return tooMuch(parsing);
    const operation = known ?? documents.parse(source, operationName);
    const charge = 'errors' in operation ? undefined : chargeOf(prices, operation, request.variables);
    const estimated = charge?.estimated ?? 0;
    if (estimated > ceiling) {
      return refused(
        400,
        'COST_LIMIT_EXCEEDED',
        `This operation may cost ${amount(estimated)}, and one operation at most ${ceiling} (limits.operationCost). Ask for fewer objects at once (first), or for fewer fields of each; docs/schema.md has the prices.`,
      );
    }
    const planning = known ? 0 : source.length * PLANNING_COST_PER_CHARACTER;
    const waitMs = budgets.take(caller, estimated + planning);
    if (waitMs !== undefined) return tooMuch(waitMs);
    const prepared =
      known ??
      (await traced({ name: 'plan' }, () => prepare({ source, hash, operationName, caller, signal }, operation, contextValue.request)));
    if (!('errors' in prepared)) {
      const { plan, data } = prepared;
      return { plan, data, ...(charge && { charge }) };
    }
    budgets.settle(caller, -estimated);
    return { refusal: { status: 400, ...prepared } };
  }

  async function prepare(
    preparation: Preparation,
    operation: ParsedOperation | Refused,
    { log, requestId }: RequestContext,
  ): Promise<PreparedOperation | RefusedOperation> {
    const { source, caller, signal } = preparation;
    try {
      return await documents.prepare(preparation, operation);
    } catch (error) {
      if (error instanceof GateFull) return tooMuch(1_000).refusal;
      if (signal.aborted) {
        const message = 'The document was not planned before the deadline of the request. Send it again.';
        return refused(503, 'DEADLINE_EXCEEDED', message).refusal;
      }
      if (!(error instanceof PlanningError)) throw error;
      if (!error.isTooMuch) {
        const message = 'Something went wrong on our side. Look for the request id in the log.';
        return refused(500, 'INTERNAL_SERVER_ERROR', message, requestId).refusal;
      }
      log.warn({ caller, reason: error.message, characters: source.length }, 'a document was refused that takes too long to plan');
      budgets.settle(caller, UNPLANNABLE_COST);
      // Not cached: a busy machine may be the cause, and a caller who soon retries has spent the budget.
      return refused(400, 'COST_LIMIT_EXCEEDED', 'This document takes too long to plan. Split it, or nest less of it.').refusal;
    }
  }
}

/** Charge for an operation; undefined if the document has no such operation. */
export function chargeOf(prices: Prices, { cost, defaults }: ParsedOperation, given: Variables | undefined): Charge | undefined {
  if (!cost) return undefined;
  const request = requestCost(prices, cost, given ? { ...defaults, ...given } : defaults);
  return { cost: request, estimated: Math.ceil(estimatedCost(request)) };
}

/** Refunds the unused part of the estimate, or charges what the answer and resolvers used beyond it. */
export function settleCharge(charge: Charge, budgets: Budgets, { identity, signal, extra }: RequestContext, data: unknown): void {
  const { estimated, cost } = charge;
  const came = Math.ceil(actualCost(cost, data));
  // Abandoned work still has its price.
  charge.actual = (data && !signal.aborted ? came : Math.max(came, estimated)) + Math.ceil(extra?.cost ?? 0);
  budgets.settle(callerKey(identity), charge.actual - estimated);
}

/** For Apollo Server. Keys end in the hash of the document's text. */
export function documentStore(documents: PreparedDocuments) {
  return {
    get: async (key: string): Promise<DocumentNode> => documents.document(key.slice(key.lastIndexOf(':') + 1)) ?? NOTHING,
    set: async (): Promise<void> => undefined,
    delete: async (): Promise<void> => undefined,
  };
}

/** Seconds until a refused request may be sent again. */
export function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1_000));
}

export function overBudget(waitMs: number): string {
  return `You have spent your budget of the last seconds (limits.costBudget). Try again in ${secondsOf(waitMs)} s.`;
}

export function tooMuch(waitMs: number): { refusal: RefusedOperation } {
  const code: ErrorCode = 'RATE_LIMITED';
  return {
    refusal: { status: 429, retryAfterSeconds: secondsOf(waitMs), errors: [{ message: overBudget(waitMs), extensions: { code } }] },
  };
}

function refused(status: number, code: ErrorCode, message: string, requestId?: string): { refusal: RefusedOperation } {
  return { refusal: { status, errors: [{ message, extensions: { code, ...(requestId !== undefined && { requestId }) } }] } };
}

function amount(cost: number): string {
  return cost >= 1e12 ? 'more than can be told' : String(cost);
}

/**
 * Checks that there is an operation to run before the planner does, which would report this client mistake as our
 * fault. @throws GraphQLError
 */
function judgeResolved({ operation, request: { operationName }, schema }: Pick<Context, 'operation' | 'request' | 'schema'>): void {
  if (!operation) {
    throw notRunnable(
      operationName == null
        ? 'The document has several operations; name the one to run in operationName.'
        : `The document has no operation named "${operationName.slice(0, 100)}".`,
    );
  }
  if (operation.operation === OperationTypeNode.SUBSCRIPTION && schema.getSubscriptionType()) {
    const message =
      'A subscription is answered by a stream. Send "accept: text/event-stream" (graphql-sse), or use a WebSocket (graphql-transport-ws).';
    throw notRunnable(message, 'NOT_ACCEPTABLE', 406);
  }
  if (!schema.getRootType(operation.operation)) throw notRunnable(`This graph has no ${operation.operation}s; it answers queries only.`);
}

function notRunnable(message: string, code: ErrorCode = 'OPERATION_RESOLUTION_FAILURE', status = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}

const MAX_NESTING = 64;
const MAX_VALUES = 20_000;

/**
 * Why the variables are refused; undefined if they are valid. Checked before other code visits them, which recurses per
 * level and makes an error of every value that does not fit.
 */
export function variablesProblem(variables: unknown): string | undefined {
  if (variables === undefined || variables === null) return undefined;
  let values = 0;
  // Level by level, without recursion.
  for (let level: object[] = [variables], nesting = 1; level.length > 0; nesting++) {
    if (nesting > MAX_NESTING) return `The variables are nested deeper than ${MAX_NESTING} levels. Flatten them.`;
    const next: object[] = [];
    for (const value of level) {
      for (const key in value) {
        if (++values > MAX_VALUES) return `The variables hold more than ${MAX_VALUES} values. Send fewer.`;
        const inner = (value as Record<string, unknown>)[key];
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return undefined;
}
