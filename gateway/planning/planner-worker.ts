/** The thread in which documents are validated and planned: one document at a time, in the order in which they come. */
import { getIntrospectionQuery } from 'graphql';
import { parentPort, workerData } from 'node:worker_threads';
import { createPlanning, type PlannedDocument, type PlanningInput } from './plan-document.ts';

export interface PlanQuestion {
  readonly number: number;
  readonly source: string;
  readonly operationName: string | undefined;
}

export interface PlanAnswer {
  /** 0: the graph has been built, and documents can come. */
  readonly number: number;
  /** Absent where planning failed, and why. */
  readonly planned?: PlannedDocument;
  readonly failure?: string;
}

const plan = createPlanning(workerData as PlanningInput);
plan(getIntrospectionQuery(), undefined); // so that the first caller does not wait for code to be compiled
parentPort!.on('message', ({ number, source, operationName }: PlanQuestion) => {
  let answer: PlanAnswer;
  try {
    answer = { number, planned: plan(source, operationName) };
  } catch (error) {
    answer = { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort!.postMessage(answer);
});
parentPort!.postMessage({ number: 0 } satisfies PlanAnswer);
