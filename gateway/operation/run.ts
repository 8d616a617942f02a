/**
 * The one way to run an operation: judge it and take its price, execute its plan, mask its errors, settle its price, and
 * report its end to the plugins. HTTP (http/apollo-server.ts), server-sent events and WebSockets (streams/) call it.
 * Each payload of a subscription is one operation.
 */
import { GraphQLError } from 'graphql';
import { setTimeout as delay } from 'node:timers/promises';
import type { Execution, GatewayContext, OperationParams, Refusal, Run } from '../context.ts';
import type { GatewayPlugin } from '../plugins/plugin.ts';
import { settleCharge, type Budgets } from './budget.ts';
import { maskErrors, type MaskingOptions } from './error-masking.ts';
import type { Executed, Executor } from './execute-plan.ts';
import { REFUSAL_MS, type Judge, type Judged } from './judge.ts';

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
      result = { errors: [error instanceof GraphQLError ? error : new GraphQLError(originalError.message, { originalError })] };
      status = 500;
    }
    const errors = result.errors && maskErrors(result.errors, context.request, masking);
    const { data: answered, extensions } = result;
    return {
      answer: { ...(errors && { errors }), ...(answered !== undefined && { data: answered }), ...(extensions && { extensions }) },
      status,
    };
  }
}

/** Delays a refusal over a share or a budget: a caller who retries at once could use up the processor with refusals. */
async function refused({ status, errors, retryAfterSeconds }: Refusal): Promise<Execution> {
  if (status === 429) await delay(REFUSAL_MS);
  return { answer: { errors }, status, retryAfterSeconds };
}
