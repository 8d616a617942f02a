/**
 * The payloads of a subscription after the first. The first is an operation like any other: Apollo Server runs it, and
 * its document is checked, priced and planned (plugins/operations.ts). These results hold while the document is cached,
 * so later payloads only pay, run and are counted. For a payload of a few objects Apollo Server's own overhead would
 * dominate.
 */
import { getOperationAST, GraphQLError } from 'graphql';
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { callerKey } from '../../identity/identity.ts';
import type { Budgets } from '../operation/budget.ts';
import type { Charge, GatewayContext } from '../context.ts';
import type { Executed, PlannedRequest } from '../operation/execute-plan.ts';
import type { PreparedDocuments } from '../operation/prepared-documents.ts';
import { maskErrors } from '../operation/error-masking.ts';
import { chargeOf, REFUSAL_MS, settleCharge, tooMuch } from '../plugins/operations.ts';
import type { OperationMetrics } from '../plugins/request-metrics.ts';
import { traceOperation } from '../plugins/request-trace.ts';
import type { GatewayRuntime } from '../runtime.ts';
import type { Execution, OperationParams } from './streamed-operation.ts';

export interface LaterPayloadsOptions {
  readonly runtime: Pick<GatewayRuntime, 'execute' | 'prices'>;
  readonly documents: Pick<PreparedDocuments, 'known'>;
  readonly budgets: Budgets;
  readonly record: OperationMetrics;
  /** True if clients may know the schema. */
  readonly introspection: boolean;
}

/** Undefined for a first payload, and if the document has been evicted: it must then be checked. */
export type LaterPayload = (params: OperationParams, context: GatewayContext) => Promise<Execution> | undefined;

export function laterPayloads({ runtime, documents, budgets, record, introspection }: LaterPayloadsOptions): LaterPayload {
  /** By parameters: all payloads of a subscription share the same object. */
  const known = new WeakMap<OperationParams, { readonly hash: string; charge?: Charge | undefined }>();
  return (params, context) => {
    if (!context.request.liveQuery?.tracked) return undefined;
    let subscription = known.get(params);
    if (!subscription) known.set(params, (subscription = { hash: hash('sha256', params.query) }));
    const prepared = documents.known(subscription.hash, params.operationName);
    if (!prepared || 'errors' in prepared || !prepared.plan) return undefined;
    const charge = (subscription.charge ??= chargeOf(runtime.prices, prepared, params.variables));
    if (!charge) return undefined;
    context.operation = { plan: prepared.plan, charge: { ...charge } };
    return pay(prepared.document, params, context);
  };

  async function pay(document: PlannedRequest['document'], params: OperationParams, context: GatewayContext): Promise<Execution> {
    const start = performance.now();
    const { request, operation: decision } = context;
    const charge = decision!.charge!;
    const waitMs = budgets.take(callerKey(request.identity), charge.estimated);
    if (waitMs !== undefined) {
      const { status, errors, retryAfterSeconds } = tooMuch(waitMs).refusal;
      record('subscription', errors[0]?.extensions?.['code'], start);
      await delay(REFUSAL_MS);
      return { answer: { errors }, refused: { status, retryAfterSeconds } };
    }
    const { data, errors, extensions } = await run(document, params, context);
    const masked = errors && maskErrors(errors, request, { introspection });
    settleCharge(charge, budgets, request, data);
    record('subscription', masked?.[0]?.extensions?.['code'], start);
    const answer = { ...(masked && { errors: masked }), ...(data !== undefined && { data }), ...(extensions && { extensions }) };
    return { answer, ...(data === undefined && { refused: { status: 500 } }) };
  }

  async function run(
    document: PlannedRequest['document'],
    { variables, operationName }: OperationParams,
    context: GatewayContext,
  ): Promise<Executed> {
    const operation = getOperationAST(document, operationName)!;
    let executed: Executed;
    try {
      const request = { variables: { ...variables }, ...(operationName !== undefined && { operationName }) };
      executed = await runtime.execute({ document, operation, request, context });
    } catch (error) {
      const { message } = error as Error;
      executed = { errors: [new GraphQLError(message, { originalError: error as Error })] };
    }
    traceOperation(operation, executed.errors?.length);
    return executed;
  }
}
