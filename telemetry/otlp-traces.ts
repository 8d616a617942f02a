/**
 * Makes spans and sends them in batches by OTLP over HTTP, every few seconds. OTEL_* variables configure the exporter,
 * the queue and the resource. Without the option `ratio`, these variables also configure sampling.
 *
 * If the receiver hangs or refuses spans, only spans are lost. The queue is bounded (OTEL_BSP_MAX_QUEUE_SIZE), and
 * further spans are dropped. Requests never wait for the queue. When the process ends, it waits at most CLOSING_MS for
 * the queue.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as SdkSpan,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { envDetectorSync, Resource } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from './log.ts';
import type { Attributes, Span, Step, Traces } from './traces.ts';

export interface OtlpTracesOptions {
  /**
   * URL that receives the spans.
   * @default OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, or OTEL_EXPORTER_OTLP_ENDPOINT followed by /v1/traces
   */
  readonly endpoint?: string | undefined;
  /**
   * Share of the traces to send, from 0 to 1. Applies to traces that begin in this process.
   * @default OTEL_TRACES_SAMPLER, or all
   */
  readonly ratio?: number | undefined;
  readonly version: string;
  readonly metrics: Registry;
  readonly log: Logger;
}

const CLOSING_MS = 2_000;
/** Maximum number of spans in a batch. Small, because a batch is serialized in one step on the event loop. */
const BATCH = 128;

export function openOtlpTraces({ endpoint, ratio, version, metrics, log }: OtlpTracesOptions): Traces {
  const exporter = new ReportedExporter(
    new OTLPTraceExporter(endpoint === undefined ? {} : { url: endpoint }),
    metrics,
    log,
  );
  const provider = new BasicTracerProvider({
    resource: new Resource({ [ATTR_SERVICE_NAME]: 'fleetgraph', [ATTR_SERVICE_VERSION]: version }).merge(
      envDetectorSync.detect(),
    ),
    ...(ratio !== undefined && { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { maxExportBatchSize: BATCH })],
  });
  const tracer = provider.getTracer('fleetgraph', version);
  return {
    begin(name, traceparent) {
      const sender = traceparent === undefined ? null : parseTraceParent(traceparent);
      const parent = sender ? trace.setSpanContext(ROOT_CONTEXT, { ...sender, isRemote: true }) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      return new OtlpSpan(span, tracer, { isUnderWay: true });
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>(resolve => (timer = setTimeout(resolve, CLOSING_MS)));
      // The exporter has already reported why it could not send the last spans.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** A span. All spans of a request share `root`. */
class OtlpSpan implements Span {
  readonly #span: SdkSpan;
  readonly #tracer: Tracer;
  readonly #root: { isUnderWay: boolean };
  readonly #isRoot: boolean;
  #context: Context | undefined;

  constructor(span: SdkSpan, tracer: Tracer, root: { isUnderWay: boolean }, isRoot = true) {
    this.#span = span;
    this.#tracer = tracer;
    this.#root = root;
    this.#isRoot = isRoot;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-${this.isSampled ? '01' : '00'}`;
  }

  get isSampled(): boolean {
    return (this.#span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
  }

  get isUnderWay(): boolean {
    return this.#root.isUnderWay;
  }

  child({ name, kind = 'internal', attributes = {} }: Step): Span {
    this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span);
    const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
    return new OtlpSpan(this.#tracer.startSpan(name, options, this.#context), this.#tracer, this.#root, false);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
      this.#span.setAttribute('error.type', failure);
    }
    if (this.#isRoot) this.#root.isUnderWay = false;
    this.#span.end();
  }
}

/** Counts sent spans and lost spans. Logs when losses begin and when they end. */
class ReportedExporter implements SpanExporter {
  readonly #exporter: OTLPTraceExporter;
  readonly #log: Logger;
  readonly #spans: Counter<'outcome'>;
  #isFailing = false;

  constructor(exporter: OTLPTraceExporter, metrics: Registry, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
    this.#spans = new Counter({
      name: 'fleetgraph_trace_spans_total',
      help: 'Spans that the receiver of traces took (sent), or did not take (lost). Those that the full queue drops are in neither.',
      labelNames: ['outcome'],
      registers: [metrics],
    });
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, result => {
      const failed = result.code !== ExportResultCode.SUCCESS;
      this.#spans.inc({ outcome: failed ? 'lost' : 'sent' }, spans.length);
      if (failed && !this.#isFailing) this.#log.warn({ reason: result.error?.message }, 'traces cannot be sent');
      if (!failed && this.#isFailing) this.#log.info('traces are sent again');
      this.#isFailing = failed;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush();
  }
}
