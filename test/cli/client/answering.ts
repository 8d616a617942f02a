/** A server with scripted responses. */
import type { Ask } from '../../../cli/client/endpoint.ts';

/** Answers each question with the next of these, and keeps the variables. */
export function answering(...answers: object[]): { ask: Ask; requested: object[] } {
  const requested: object[] = [];
  const ask = (async (_query: string, variables: object) => {
    requested.push(variables);
    return { data: answers.shift(), errors: [] };
  }) as Ask;
  return { ask, requested };
}
