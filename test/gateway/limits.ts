import type { HttpLimits } from '../../gateway/http/server.ts';

/** High limits, so that tests do not reach them by accident. */
export const GENEROUS: HttpLimits = {
  depth: 20,
  tokens: 10_000,
  aliases: 100,
  directives: 10,
  requestTimeoutMs: 20_000,
  bodyBytes: 1_000_000,
  concurrentRequests: 100,
  answerBytes: 16 * 1024 * 1024,
  answerTimeoutMs: 10_000,
  operationCost: 1e9,
  costBudget: 1e12,
  costWindowMs: 10_000,
  subscriptions: 1_000,
  subscriptionsPerCaller: 100,
  subscriptionDurationMs: 3_600_000,
  resumeWindowMs: 600_000,
};
