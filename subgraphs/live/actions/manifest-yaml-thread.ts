/**
 * Reads manifests in YAML in a thread. A text of a megabyte may take a second, which would block all other callers.
 *
 * The thread reads one text at a time. Callers take turns, and each caller may have at most MAX_WAITING texts waiting.
 * If a text takes too long or too much memory, the text is refused and the thread ends. The next text starts a new
 * thread. An idle thread ends after some time, and never keeps the process alive.
 */
import { Worker } from 'node:worker_threads';
import { FairGate, GateFull } from '../../../async/fair-gate.ts';
import { callerKey, type RequestContext } from '../../../identity/identity.ts';
import { parseNoting } from '../../../schema/exact-json.ts';
import { refusal } from '../arguments.ts';
import { inputError } from '../../arguments.ts';
import type { YamlAnswer } from './manifest-yaml-worker.ts';

export interface YamlDocument {
  /** Line where the document begins, counted from 1. */
  readonly line: number;
  readonly value: unknown;
}

export interface ManifestYamlOptions {
  /** Maximum milliseconds for one text. @default 5 000 */
  readonly readingMs?: number;
  /** Milliseconds after which an idle thread ends. @default 60 000 */
  readonly idleMs?: number;
}

const MAX_WAITING = 4;
const MAX_HEAP_MB = 256;

export class ManifestYaml {
  readonly #options: Required<ManifestYamlOptions>;
  readonly #gate = new FairGate({ slots: 1, waitingPerCaller: MAX_WAITING });
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor({ readingMs = 5_000, idleMs = 60_000 }: ManifestYamlOptions = {}) {
    this.#options = { readingMs, idleMs };
  }

  /**
   * The documents of a text, without empty documents.
   * @throws BAD_USER_INPUT, RATE_LIMITED, or the reason of the signal
   */
  async documents(
    text: string,
    { identity, signal, extra }: Pick<RequestContext, 'identity' | 'signal' | 'extra'>,
  ): Promise<readonly YamlDocument[]> {
    using _turn = await this.#turn(callerKey(identity), signal);
    const began = performance.now();
    const answer = await this.#read(text);
    if (extra) extra.cost += (performance.now() - began) * 1_000;
    if ('problem' in answer) throw inputError(`input.yaml: ${answer.problem}`, 'input');
    return (parseNoting(answer.json) as [number, unknown][]).map(([line, value]) => ({ line, value }));
  }

  async #turn(caller: string, signal: AbortSignal): Promise<Disposable> {
    try {
      return await this.#gate.enter(caller, signal);
    } catch (error) {
      if (!(error instanceof GateFull)) throw error;
      throw refusal(
        'RATE_LIMITED',
        `You have ${MAX_WAITING} texts of YAML waiting. Nothing was done; ask again when they are applied.`,
      );
    }
  }

  async #read(text: string): Promise<YamlAnswer> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= begun());
    const { promise, resolve, reject } = Promise.withResolvers<YamlAnswer>();
    const { readingMs, idleMs } = this.#options;
    const timer = setTimeout(
      () => resolve({ problem: `it was not read within ${readingMs} ms. Send fewer manifests at a time.` }),
      readingMs,
    );
    const failed = (error: NodeJS.ErrnoException): void =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve({ problem: 'reading it takes too much memory. Send fewer manifests at a time.' })
        : reject(error);
    let isAnswered = false;
    thread.once('message', (answer: YamlAnswer) => {
      isAnswered = true;
      resolve(answer);
    });
    thread.once('error', failed);
    // The thread keeps the process alive only while a text is read.
    thread.ref();
    thread.postMessage(text);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      thread.removeAllListeners('message').off('error', failed);
      thread.unref();
      if (isAnswered) this.#idle = setTimeout(() => this.#end(thread), idleMs).unref();
      else this.#end(thread);
    }
  }

  #end(thread: Worker): void {
    if (this.#thread === thread) this.#thread = undefined;
    // A thread that is terminated while it works may still emit an error.
    thread.on('error', () => undefined);
    void thread.terminate();
  }
}

function begun(): Worker {
  // A build compiles this file and the worker beside it to JavaScript.
  const file = new URL(
    import.meta.url.endsWith('.ts') ? './manifest-yaml-worker.ts' : './manifest-yaml-worker.js',
    import.meta.url,
  );
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }, execArgv: [] });
}
