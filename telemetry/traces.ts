/**
 * Traces, as traced code sees them: `traced` runs a step of a request as a span below the enclosing step.
 * AsyncLocalStorage knows the enclosing step, so no signature names it. Without tracing, as without an exporter, in the
 * collector and after the end of a request, it only runs the step. This file loads no package; otlp-traces.ts does,
 * makes the spans and sends them.
 *
 * Traces leave the process and have other readers than the answers. Names and attributes of spans are names of
 * operations, subgraphs, clusters and kinds, verbs and codes: no names of objects, namespaces or people, no variables,
 * data, addresses, credentials or messages.
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
  /** Header to send with requests to others, in the format of W3C Trace Context. */
  readonly traceparent: string;
  /** True if the span is sent. */
  readonly isSampled: boolean;
  /** True while the request runs. Work that outlives it, such as a timer, is not part of it. */
  readonly isUnderWay: boolean;
  child(step: Step): Span;
  set(attributes: Attributes): void;
  /** @param failure a code */
  end(failure?: string): void;
}

/** Starts traces. */
export interface Traces {
  /** @param traceparent of the client, which may be anything */
  begin(name: string, traceparent?: string): Span;
  /** Sends the remaining spans, within a time limit. */
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

/** Runs work that belongs to no running request as a trace of its own. */
export function tracedAlone<T>(traces: Traces | undefined, name: string, run: () => Promise<T>): Promise<T> {
  return traces ? asSpan(traces.begin(name), run) : run();
}

/** The header for a request that is made for the current step. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentSpan()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}

/** For each line of the log. */
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

/** The code of an error of ours, or its class: messages hold names and addresses. */
function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,50}$/.test(word)) ?? 'Error';
}
