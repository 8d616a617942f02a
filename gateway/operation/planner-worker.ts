/** The thread that validates and plans documents, one at a time, in the order of their arrival. */
import { getIntrospectionQuery } from 'graphql';
import { parentPort, workerData } from 'node:worker_threads';
import { createPlanning, type PlannedDocument, type PlanningInput } from './plan-document.ts';

export interface PlanQuestion {
  readonly number: number;
  readonly source: string;
  readonly operationName: string | undefined;
}

export interface PlanAnswer {
  /** Number of the question. 0 means that the graph is built and documents can be sent. */
  readonly number: number;
  /** Absent if planning failed. `failure` then contains the reason. */
  readonly planned?: PlannedDocument;
  readonly failure?: string;
}

const plan = createPlanning(workerData as PlanningInput);
plan(getIntrospectionQuery(), undefined); // makes V8 compile the code before the first request
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
