/**
 * The one way to run an operation: judge it and take its price, execute its plan, mask its errors, settle its price,
 * and report its end to the plugins. HTTP (http/apollo-server.ts), server-sent events and WebSockets (streams/) call
 * it. Each payload of a subscription is one operation.
 */
import { hash as digest } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { GateFull } from '../../async/fair-gate.ts';
import { callerKey, type RequestContext } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { traced } from '../../telemetry/traces.ts';
import type { Execution, GatewayContext, OperationParams, Refusal, Run } from '../context.ts';
import type { GatewayPlugin } from '../plugins/plugin.ts';
import { type Budgets, type Charge, chargeOf, type Prices, settleCharge } from './cost.ts';
import { maskErrors, type MaskingOptions } from './error-masking.ts';
import type { Executed, Executor } from './execute-plan.ts';
import type { Planned } from './plan-document.ts';
import { PlanningError } from './planner.ts';
import type {
  ParsedOperation,
  Preparation,
  PreparedDocuments,
  PreparedOperation,
  Refused,
} from './prepared-documents.ts';

export interface RunOptions extends MaskingOptions {
  readonly judge: Judge;
  readonly execute: Executor;
  readonly budgets: Budgets;
  readonly plugins: readonly Pick<GatewayPlugin, 'operation'>[];
}

export function createRun({ judge, execute, budgets, plugins, ...masking }: RunOptions): Run {
  return async (params, context) => {
    const ends = plugins.map(plugin => plugin.operation?.(context));
    const judged = await judge(params, context.request);
    const execution = 'refusal' in judged ? await refused(judged.refusal) : await executed(judged, params, context);
    const { answer, status } = execution;
    const { hash, operation, charge } = judged;
    if (charge) settleCharge(charge, budgets, context.request, answer.data);
    for (const end of ends) end?.({ answer, status, hash, operation, charge });
    return execution;
  };

  async function executed(
    { prepared: { document, plan, data } }: Exclude<Judged, { readonly refusal: Refusal }>,
    { variables, operationName }: OperationParams,
    context: GatewayContext,
  ): Promise<Execution> {
    if (data) return { answer: { data: { ...data } }, status: 200 };
    let result: Executed;
    let status: number;
    try {
      result = await execute({ document, plan, variables, operationName: operationName || undefined, context });
      status = result.data === undefined ? 400 : 200;
    } catch (error) {
      const originalError = error as Error;
      result = {
        errors: [error instanceof GraphQLError ? error : new GraphQLError(originalError.message, { originalError })],
      };
      status = 500;
    }
    const errors = result.errors && maskErrors(result.errors, context.request, masking);
    const { data: answered, extensions } = result;
    return {
      answer: {
        ...(errors && { errors }),
        ...(answered !== undefined && { data: answered }),
        ...(extensions && { extensions }),
      },
      status,
    };
  }
}

/** Delays a refusal over a share or a budget: a caller who retries at once could use up the processor with refusals. */
async function refused({ status, errors, retryAfterSeconds }: Refusal): Promise<Execution> {
  if (status === 429) await delay(REFUSAL_MS);
  return { answer: { errors }, status, retryAfterSeconds };
}

/**
 * Decides whether an operation may run, and takes its price: is its document known, what does it cost, can its caller
 * pay, can it be planned, is there an operation to run.
 *
 * Who attacks: a caller whose operations are small to send and large to answer. What stops them: the schema gives the
 * price before anything runs (cost.ts); operations above the ceiling or above the caller's remaining budget
 * are refused; validation and planning, which cannot be split, happen in another thread, in turns of the callers. What
 * remains: the price of a list on the leaves and in the index is estimated from `first`, not from what is there; the
 * shares of the read model and of the leaves bound that.
 */

export interface JudgeOptions {
  readonly documents: PreparedDocuments;
  readonly prices: Prices;
  readonly budgets: Budgets;
  /** Maximum cost of one operation. */
  readonly ceiling: number;
  /** Schema that clients see. */
  readonly schema: Pick<GraphQLSchema, 'getRootType'>;
}

type Judged = JudgedOperation & ({ readonly refusal: Refusal } | { readonly prepared: ParsedOperation & Planned });

interface JudgedOperation {
  /** SHA-256 of the document. */
  readonly hash: string;
  /** Undefined if the document was refused, or has no such operation. */
  readonly operation?: OperationDefinitionNode | undefined;
  /** Price to settle when the operation has ended. */
  readonly charge?: Charge | undefined;
}

type Judge = (params: OperationParams, request: RequestContext) => Promise<Judged>;

/** Price of parsing, validating and planning a new document, by the length of its text. */
const PARSING_COST_PER_CHARACTER = 1;
const PLANNING_COST_PER_CHARACTER = 8;
/** Price of a document that cannot be planned in time: the planner's seconds, and those to start another. */
const UNPLANNABLE_COST = 4_000_000;

/** Delay of a refusal over a share or a budget. */
export const REFUSAL_MS = 250;

export function createJudge({ documents, prices, budgets, ceiling, schema }: JudgeOptions): Judge {
  return async (params, request) => {
    const { query: source, variables, hash = digest('sha256', source) } = params;
    const { identity, signal } = request;
    const caller = callerKey(identity);
    const operationName = params.operationName || undefined;
    const problem = variablesProblem(variables);
    if (problem !== undefined) return { hash, refusal: refusal(400, 'BAD_USER_INPUT', problem) };
    const known = documents.known(hash, operationName);
    const parsing = known ? undefined : budgets.take(caller, source.length * PARSING_COST_PER_CHARACTER);
    if (parsing !== undefined) return { hash, refusal: tooMuch(parsing) };
    const parsed = known ?? documents.parse(source, operationName);
    const charge = 'errors' in parsed ? undefined : chargeOf(prices, parsed, variables);
    const estimated = charge?.estimated ?? 0;
    if (estimated > ceiling) {
      return {
        hash,
        refusal: refusal(
          400,
          'COST_LIMIT_EXCEEDED',
          `This operation may cost ${amount(estimated)}, and one operation at most ${ceiling} (limits.operationCost). Ask for fewer objects at once (first), or for fewer fields of each; docs/schema.md has the prices.`,
        ),
      };
    }
    const planning = known ? 0 : source.length * PLANNING_COST_PER_CHARACTER;
    const waitMs = budgets.take(caller, estimated + planning);
    if (waitMs !== undefined) return { hash, refusal: tooMuch(waitMs) };
    const prepared =
      known ??
      (await traced({ name: 'plan' }, () => prepare({ source, hash, operationName, caller, signal }, parsed, request)));
    if ('errors' in prepared) {
      budgets.settle(caller, -estimated);
      return { hash, refusal: { status: 400, ...prepared } };
    }
    const operation = getOperationAST(prepared.document, operationName) ?? undefined;
    const notRunnable = notRunnableReason(operation, params, schema);
    const judged = { hash, operation, charge };
    return notRunnable ? { ...judged, refusal: notRunnable } : { ...judged, prepared };
  };

  async function prepare(
    preparation: Preparation,
    parsed: ParsedOperation | Refused,
    { log, requestId }: RequestContext,
  ): Promise<PreparedOperation | Refusal> {
    const { source, caller, signal } = preparation;
    try {
      return await documents.prepare(preparation, parsed);
    } catch (error) {
      if (error instanceof GateFull) return tooMuch(1_000);
      if (signal.aborted) {
        return refusal(
          503,
          'DEADLINE_EXCEEDED',
          'The document was not planned before the deadline of the request. Send it again.',
        );
      }
      if (!(error instanceof PlanningError)) throw error;
      if (!error.isTooMuch) {
        const message = 'Something went wrong on our side. Look for the request id in the log.';
        return refusal(500, 'INTERNAL_SERVER_ERROR', message, requestId);
      }
      log.warn(
        { caller, reason: error.message, characters: source.length },
        'a document was refused that takes too long to plan',
      );
      budgets.settle(caller, UNPLANNABLE_COST);
      // Not cached: a busy machine may be the cause, and a caller who soon retries has spent the budget.
      return refusal(400, 'COST_LIMIT_EXCEEDED', 'This document takes too long to plan. Split it, or nest less of it.');
    }
  }
}

/** Checks what the planner would report as our fault, although it is the client's mistake. */
function notRunnableReason(
  operation: OperationDefinitionNode | undefined,
  { operationName, isPost }: OperationParams,
  schema: Pick<GraphQLSchema, 'getRootType'>,
): Refusal | undefined {
  if (!operation) {
    return refusal(
      400,
      'OPERATION_RESOLUTION_FAILURE',
      operationName == null
        ? 'The document has several operations; name the one to run in operationName.'
        : `The document has no operation named "${operationName.slice(0, 100)}".`,
    );
  }
  const { operation: type } = operation;
  if (!schema.getRootType(type))
    return refusal(400, 'OPERATION_RESOLUTION_FAILURE', `This graph has no ${type}s; it answers queries only.`);
  if (type === OperationTypeNode.SUBSCRIPTION) return refusal(406, 'NOT_ACCEPTABLE', ONLY_AS_STREAM);
  return type === OperationTypeNode.MUTATION && !isPost ? refusal(405, 'BAD_REQUEST', ONLY_BY_POST) : undefined;
}

const ONLY_AS_STREAM =
  'A subscription is answered by a stream. Send "accept: text/event-stream" (graphql-sse), or use a WebSocket (graphql-transport-ws).';
const ONLY_BY_POST = 'A mutation is sent by POST, each by a request of its own: not by GET, and not over a WebSocket.';

/** Seconds until a refused request may be sent again. */
export function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1_000));
}

export function overBudget(waitMs: number): string {
  return `You have spent your budget of the last seconds (limits.costBudget). Try again in ${secondsOf(waitMs)} s.`;
}

function tooMuch(waitMs: number): Refusal {
  return { ...refusal(429, 'RATE_LIMITED', overBudget(waitMs)), retryAfterSeconds: secondsOf(waitMs) };
}

function refusal(status: number, code: ErrorCode, message: string, requestId?: string): Refusal {
  return { status, errors: [{ message, extensions: { code, ...(requestId !== undefined && { requestId }) } }] };
}

function amount(cost: number): string {
  return cost >= 1e12 ? 'more than can be told' : String(cost);
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
