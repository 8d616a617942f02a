/**
 * Tracing: `traced` runs a step of a request as a span below the enclosing step. AsyncLocalStorage holds the enclosing
 * step. Without a running and sampled trace, `traced` only runs the step. This file imports no package. Only
 * otlp-traces.ts loads the packages that make and send spans.
 *
 * Traces leave the process, and their readers may not be allowed to read the answers. Names and attributes of spans are
 * therefore limited to names of operations, subgraphs, clusters and kinds, and to verbs, codes and counts. They never
 * hold names of objects, namespaces or people, variables, data, addresses, credentials or messages.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Step {
  readonly name: string;
  readonly kind?: 'internal' | 'client';
  readonly attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Header for requests that this step sends, in the format of W3C Trace Context. */
  readonly traceparent: string;
  /** True if the trace is sampled. */
  readonly isSampled: boolean;
  /** True while the request runs. Work that outlives the request, such as a timer, is not part of its trace. */
  readonly isUnderWay: boolean;
  child(step: Step): Span;
  set(attributes: Attributes): void;
  /** @param failure Code or class of the error if the step failed */
  end(failure?: string): void;
}

/** Starts traces. Implemented by otlp-traces.ts. */
export interface Traces {
  /** @param traceparent Header of the client. It may have any content. */
  begin(name: string, traceparent?: string): Span;
  /** Sends the remaining spans. Waits at most for CLOSING_MS (otlp-traces.ts). */
  close(): Promise<void>;
}

const current = new AsyncLocalStorage<Span>();

export function currentSpan(): Span | undefined {
  const span = current.getStore();
  return span?.isUnderWay ? span : undefined;
}

export function withinSpan<T>(span: Span, run: () => T): T {
  return current.run(span, run);
}

export function traced<T>(step: Step, run: (span?: Span) => Promise<T>): Promise<T> {
  const parent = currentSpan();
  return parent?.isSampled ? asSpan(parent.child(step), run) : run();
}

/** Runs work that belongs to no running request, as a trace of its own. */
export function tracedAlone<T>(traces: Traces | undefined, name: string, run: () => Promise<T>): Promise<T> {
  return traces ? asSpan(traces.begin(name), run) : run();
}

/** Returns the trace header for an outgoing request. Empty if no trace runs. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentSpan()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}

/** Returns the fields for each line of the log. Empty if no trace runs. */
export function traceFields(): { traceId?: string; spanId?: string } {
  const span = currentSpan();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}

async function asSpan<T>(span: Span, run: (span: Span) => Promise<T>): Promise<T> {
  let failure: string | undefined;
  try {
    return await current.run(span, () => run(span));
  } catch (error) {
    failure = failureOf(error);
    throw error;
  } finally {
    span.end(failure);
  }
}

/**
 * Returns the code of an error, or its class. Never returns the message, because messages may hold names and addresses.
 */
function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,50}$/.test(word)) ?? 'Error';
}
