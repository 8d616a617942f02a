/**
 * The listener for operators: `/livez`, `/readyz` and `/metrics`. It requires no credentials, and is separate from the
 * listener of the graph, so that a network policy can block strangers. Probes on this listener do not queue behind
 * requests for the graph. By default, /metrics shows only counts of the fleet. With `telemetry.metrics.objects`, it
 * also shows the names of clusters and kinds.
 */
import express, { type RequestHandler, Router } from 'express';
import type { Registry } from 'prom-client';
import type { Logger } from '../../telemetry/log.ts';
import { closeAtOnce, createListener, listen, type ListenerTls } from './listener.ts';

const RENDERED_FOR_MS = 1_000;
/**
 * Time limit in milliseconds. If rendering takes longer, /metrics answers 503. By default, Prometheus waits for 10 s.
 */
const RENDERED_WITHIN_MS = 5_000;

/**
 * Router of `/livez` and `/readyz`, for this listener and the other listeners of the process. Without `readiness`,
 * `/readyz` always answers 200.
 */
export function probes(readiness?: Readiness): Router {
  const router = Router();
  router.get('/livez', (_req, res) => void res.type('text').send('ok'));
  router.get('/readyz', (req, res) => {
    const { isReady, short, lines } = readiness?.state ?? { isReady: true, short: 'ok', lines: ['ready'] };
    res
      .status(isReady ? 200 : 503)
      .type('text')
      .send('verbose' in req.query ? `${lines.join('\n')}\n` : short);
  });
  return router;
}

export interface OperationsServerOptions {
  readonly metrics: Registry;
  /** More lines of /metrics, in the text format of Prometheus. */
  readonly moreMetrics?: (() => Promise<string>) | undefined;
  /** Decides the answer of /readyz. @default always ready */
  readonly readiness?: Readiness | undefined;
  readonly address: { readonly host: string; readonly port: number };
  readonly tls?: ListenerTls | undefined;
  readonly log: Logger;
}

/** @throws ListenError */
export async function startOperationsServer({
  metrics,
  moreMetrics,
  readiness,
  address,
  tls,
  log,
}: OperationsServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const rendered = renderedOnce({
    metrics: async () => (await metrics.metrics()) + ((await moreMetrics?.()) ?? ''),
  });
  const app = express().disable('x-powered-by').disable('etag').use(probes(readiness));
  app.get('/metrics', async (_req, res) => {
    const text = await rendered().catch((error: Error) => {
      log.error({ err: error }, 'the metrics cannot be read');
      return undefined;
    });
    if (text) return void res.type(metrics.contentType).send(text);
    res.status(503).type('text').send('The metrics cannot be read at the moment. The log says why.\n');
  });
  app.use(elsewhere);
  const server = createListener({ maxHeaderSize: 16 * 1024 }, app, tls, log);
  const url = await listen(server, address, 'server.operations.port');
  return {
    url,
    close: () => closeAtOnce(server),
  };
}

/** Renders the metrics at most once per second, because rendering takes milliseconds and anybody may request it. */
export function renderedOnce(
  metrics: Pick<Registry, 'metrics'>,
  now = () => performance.now(),
  withinMs = RENDERED_WITHIN_MS,
): () => Promise<Buffer> {
  let rendering: Promise<Buffer> | undefined;
  let until = 0;
  return () => {
    if (rendering && now() < until) return rendering;
    until = Infinity;
    return (rendering = within(withinMs, metrics.metrics())
      .then(text => Buffer.from(text))
      .finally(() => (until = now() + RENDERED_FOR_MS)));
  };
}

async function within<T>(ms: number, read: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The metrics were not read within ${ms / 1_000} s.`)), ms);
  return await Promise.race([read, tooLate]).finally(() => clearTimeout(timer));
}

const elsewhere: RequestHandler = (_req, res) =>
  void res
    .status(404)
    .type('text')
    .send('Here are /livez, /readyz and /metrics. The graph has a port of its own (server.port).\n');

const KNOWN_FOR_MS = 250;

export interface IndexProgress {
  /** True if every source of clusters has been read. */
  readonly sourcesRead: boolean;
  readonly total: number;
  /** Number of clusters that are still being loaded. */
  readonly rebuilding: number;
  readonly unreachable: number;
  readonly closed: number;
}

export interface ReadinessOptions {
  readonly progress: () => IndexProgress;
  readonly withinMs: number;
  /** Monotonic clock, in milliseconds. @default performance.now */
  readonly now?: () => number;
}

export interface ReadinessState {
  readonly isReady: boolean;
  /** One line of text for people. */
  readonly short: string;
  /** Details for people, one line each. */
  readonly lines: readonly string[];
}

/**
 * Decides when a gateway is ready, so that a rolling update sends no request to an empty replica. A gateway becomes
 * ready when all sources of clusters are read and no cluster is being loaded, or after `withinMs` milliseconds. It does
 * not wait for unreachable or closed clusters, because coverage reports them as missing. A gateway that is ready stays
 * ready until the process begins to stop.
 *
 * /readyz requires no credentials. So it shows counts without names, computed at most four times per second.
 */
export class Readiness {
  readonly #options: Required<ReadinessOptions>;
  readonly #startedAt: number;
  #isReady = false;
  #isLeaving = false;
  #known: ReadinessState | undefined;
  #knownUntil = -Infinity;

  constructor({ now = () => performance.now(), ...options }: ReadinessOptions) {
    this.#options = { now, ...options };
    this.#startedAt = now();
  }

  /** True if the process has begun to stop. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /**
   * Marks the process as stopping. /readyz then answers 503, so that load balancers send requests to other
   * processes.
   */
  leave(): void {
    this.#isLeaving = true;
  }

  get state(): ReadinessState {
    if (this.#isLeaving) return { isReady: false, short: 'the process stops', lines: ['not ready: the process stops'] };
    const now = this.#options.now();
    if (this.#known && now < this.#knownUntil) return this.#known;
    this.#knownUntil = now + KNOWN_FOR_MS;
    return (this.#known = this.#stateAt(now));
  }

  #stateAt(now: number): ReadinessState {
    const { progress, withinMs } = this.#options;
    const { sourcesRead, total, rebuilding, unreachable, closed } = progress();
    const waitMs = this.#startedAt + withinMs - now;
    this.#isReady ||= (sourcesRead && rebuilding === 0) || waitMs <= 0;
    const mark = (isGood: boolean) => (isGood ? '[+]' : '[-]');
    return {
      isReady: this.#isReady,
      short: this.#isReady ? 'ok' : 'the index is not complete yet: /readyz?verbose',
      lines: [
        `${mark(sourcesRead)} sources of clusters: ${sourcesRead ? 'all read' : 'not all read yet'}`,
        `${mark(rebuilding === 0)} index: ${total - rebuilding} of ${total} clusters known (${unreachable} unreachable, ${closed} closed)`,
        this.#isReady ? 'ready' : `not ready, for ${Math.ceil(waitMs / 1_000)} s more at the most`,
      ],
    };
  }
}
