/** The thread that validates and plans documents: one at a time, in order of arrival. */
import { getIntrospectionQuery } from 'graphql';
import { parentPort, workerData } from 'node:worker_threads';
import { createPlanning, type PlannedDocument, type PlanningInput } from './plan-document.ts';

export interface PlanQuestion {
  readonly number: number;
  readonly source: string;
  readonly operationName: string | undefined;
}

export interface PlanAnswer {
  /** 0: the graph is built and documents can be sent. */
  readonly number: number;
  /** Absent if planning failed; `failure` then says why. */
  readonly planned?: PlannedDocument;
  readonly failure?: string;
}

const plan = createPlanning(workerData as PlanningInput);
plan(getIntrospectionQuery(), undefined); // warm-up: V8 compiles the code before the first caller
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
