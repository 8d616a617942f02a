/** Scripted answers in place of a server. */
import type { Ask } from '../../../cli/client/endpoint.ts';

/** Answers each query with the next of these answers, and records the variables. */
export function answering(...answers: object[]): { ask: Ask; requested: object[] } {
  const requested: object[] = [];
  const ask = (async (_query: string, variables: object) => {
    requested.push(variables);
    return { data: answers.shift(), errors: [] };
  }) as Ask;
  return { ask, requested };
}
