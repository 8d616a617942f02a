/**
 * Plans documents in a thread (planner-worker.ts), one document at a time. Callers with waiting documents are served
 * round-robin.
 *
 * Who attacks: a caller who sends small documents that take long to plan. What stops them: the event loop is not
 * blocked, so documents that are already planned still run. New documents are planned for one caller after another. A
 * document that exceeds PLANNING_MS or the memory of the thread ends the thread and is refused. What remains: the new
 * document of another caller waits for one document of the attacker.
 */
import { Worker } from 'node:worker_threads';
import { FairGate } from '../../async/fair-gate.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { PlannedDocument, PlanningInput } from './plan-document.ts';
import type { PlanAnswer, PlanQuestion } from './planner-worker.ts';

const PLANNING_MS = 3_000;
const MAX_HEAP_MB = 512;
/** Maximum number of waiting documents per caller. */
const WAITING_PER_CALLER = 50;

export class PlanningError extends Error {
  override name = 'PlanningError';
  /** True if the document itself cannot be planned. False if the fault is ours. */
  readonly isTooMuch: boolean;

  constructor(message: string, { isTooMuch }: { isTooMuch: boolean }) {
    super(message);
    this.isTooMuch = isTooMuch;
  }
}

export interface PlannerOptions {
  readonly input: PlanningInput;
  readonly log: Logger;
  /** Maximum time to plan one document, in milliseconds. @default 3000 */
  readonly planningMs?: number;
}

interface Thread {
  readonly worker: Worker;
  /** Resolves when documents can be sent. Rejects if the thread ends first. */
  readonly ready: Promise<void>;
  isReady: boolean;
}

interface Waiting {
  readonly thread: Thread;
  readonly number: number;
  readonly resolve: (planned: PlannedDocument) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export class Planner {
  readonly #options: PlannerOptions;
  readonly #turns = new FairGate({ slots: 1, waitingPerCaller: WAITING_PER_CALLER });
  #thread: Thread | undefined;
  #waiting: Waiting | undefined;
  #number = 0;
  #closed = false;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** Starts the thread. Resolves when documents can be sent. @throws if the thread cannot build the graph */
  start(): Promise<void> {
    return (this.#thread ??= this.#begin()).ready;
  }

  /**
   * @throws PlanningError, GateFull, the signal's reason if the signal aborts during the wait, or the error of a thread
   * that cannot start
   */
  async plan(
    source: string,
    operationName: string | undefined,
    caller: string,
    signal?: AbortSignal,
  ): Promise<PlannedDocument> {
    using _turn = await this.#turns.enter(caller, signal);
    if (this.#closed) throw new PlanningError('the gateway is stopping', { isTooMuch: false });
    return await this.#ask(source, operationName);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(this.#thread, new PlanningError('the gateway is stopping', { isTooMuch: false }));
  }

  async #ask(source: string, operationName: string | undefined): Promise<PlannedDocument> {
    const thread = (this.#thread ??= this.#begin());
    await thread.ready;
    const { promise, resolve, reject } = Promise.withResolvers<PlannedDocument>();
    const { planningMs = PLANNING_MS } = this.#options;
    const number = ++this.#number;
    const timer = setTimeout(
      () =>
        void this.#end(thread, new PlanningError(`it was not planned within ${planningMs} ms`, { isTooMuch: true })),
      planningMs,
    );
    this.#waiting = { thread, number, resolve, reject, timer };
    // A started thread keeps the process alive only while a document waits for it.
    thread.worker.ref();
    thread.worker.postMessage({ number, source, operationName } satisfies PlanQuestion);
    return promise;
  }

  #begin(): Thread {
    const { input } = this.#options;
    // In a build, this file and the worker file beside it are JavaScript.
    const file = new URL(
      import.meta.url.endsWith('.ts') ? './planner-worker.ts' : './planner-worker.js',
      import.meta.url,
    );
    const worker = new Worker(file, {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      execArgv: [],
    });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    ready.catch(() => undefined); // code that awaits `ready` gets the error
    const thread: Thread = { worker, ready, isReady: false };
    worker.on('message', (answer: PlanAnswer) => {
      if (answer.number > 0) return this.#answered(thread, answer);
      thread.isReady = true;
      worker.unref();
      resolve();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isTooMuch = thread.isReady && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isTooMuch)
        this.#options.log.error({ err: { message: error.message, stack: error.stack } }, 'the planner failed');
      reject(error);
      void this.#end(
        thread,
        new PlanningError(isTooMuch ? 'planning it takes too much memory' : 'the planner failed', { isTooMuch }),
      );
    });
    worker.on('exit', () => reject(new PlanningError('the planner has ended', { isTooMuch: false })));
    return thread;
  }

  #answered(thread: Thread, { number, planned, failure }: PlanAnswer): void {
    const waiting = this.#waiting;
    if (waiting?.number !== number) return;
    this.#settle();
    thread.worker.unref();
    if (planned) return waiting.resolve(planned);
    this.#options.log.error({ reason: failure }, 'a document could not be planned');
    waiting.reject(new PlanningError('planning it failed', { isTooMuch: false }));
  }

  /** Ends the thread. The next document starts a new thread. */
  async #end(thread: Thread | undefined, error: Error): Promise<void> {
    if (this.#thread === thread) this.#thread = undefined;
    const waiting = this.#waiting;
    // A replaced thread may still report its end. The report must not reject documents of the new thread.
    if (waiting?.thread === thread) {
      this.#settle();
      waiting?.reject(error);
    }
    await thread?.worker.terminate();
  }

  #settle(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
  }
}
