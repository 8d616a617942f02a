/**
 * Live queries. Measures the delay until callers receive a change, and the processor time of a change. Also measures
 * the memory of a stream, and the time of a list while streams are open. STREAMS is the largest number of streams.
 */
import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import type { Benchmark } from '../bench.ts';
import { Child } from '../child.ts';
import { measurement, type Measurement } from '../measurement.ts';
import type { StreamingAnswer, StreamingRequest } from '../processes/streaming-gateway.ts';

const STREAMS = Number(process.env['STREAMS'] ?? 10_000);
const CHANGES_PER_SECOND = Number(process.env['CHANGES'] ?? 1_000);
export const PER_CALLER = 10;
const SECONDS = 10;
const COALESCE_MS = 500;
const LIVE = `subscription ($filter: ObjectFilter) { objectChanges(filter: $filter, coalesce: "${COALESCE_MS}ms") { changes { type id object { name status message } } resume reset } }`;
const LIST = '{ objects(filter: { statuses: [FAILED] }, first: 50) { nodes { id name } totalCount } }';

export const streams: Benchmark = {
  name: 'streams',
  async run({ signal, say }) {
    const measured: Measurement[] = [];
    for (const share of [0.1, 0.3, 1]) {
      const count = Math.round((STREAMS * share) / PER_CALLER) * PER_CALLER;
      await using gateway = new Child<StreamingRequest, StreamingAnswer>('./processes/streaming-gateway.ts');
      const callers = count / PER_CALLER;
      const opened = await gateway.ask({ clusters: 50, namespaces: 100, podsPerNamespace: 20, callers }, signal);
      const load = new Load(opened.url);
      await load.open(callers);
      const idle = await gateway.ask({ perSecond: 0, seconds: 1 }, signal);
      load.latencies.length = 0;
      const lists = load.lists(SECONDS * 1_000);
      const busy = await gateway.ask({ perSecond: CHANGES_PER_SECOND, seconds: SECONDS }, signal);
      const reported = load.latencies.length;
      const listMs = await lists;
      await load.close();
      say(`streams: ${count}: ${load.latencies.length} changes told, ${load.resets} resets`);
      const at = `streams: ${count}`;
      measured.push(
        measurement(`${at}: from the store to the client, p50`, { unit: 'ms', ours: quantile(load.latencies, 0.5) }),
        measurement(`${at}: from the store to the client beyond coalesce, p99`, {
          unit: 'ms',
          ours: Math.max(0, quantile(load.latencies, 0.99) - COALESCE_MS),
          target: 250,
        }),
        measurement(`${at}: a list beside it, p99`, { unit: 'ms', ours: quantile(listMs, 0.99), target: 50 }),
        measurement(`${at}: memory of a stream`, {
          unit: 'MB',
          ours: (idle.residentBytes - opened.residentBytes) / count / 1e6,
          target: 0.03,
        }),
        measurement(`${at}: processor of a change, for each stream told`, {
          unit: 'ms',
          ours: (busy.cpuSeconds * 1_000) / reported,
        }),
        measurement(`${at}: processor of a change`, { unit: 'ms', ours: (busy.cpuSeconds * 1_000) / busy.written }),
        measurement(`${at}: changes told to streams`, { unit: 'rows/s', ours: reported / SECONDS }),
        measurement(`${at}: changes written`, { unit: 'rows/s', ours: busy.written / SECONDS }),
      );
    }
    return measured;
  },
};

/** Callers `caller-0`, `caller-1` and so on of a streaming gateway. Each has ten subscriptions over one WebSocket. */
export class Load {
  readonly latencies: number[] = [];
  resets = 0;
  /** Number of streams that ended before close(). */
  ended = 0;
  #isClosing = false;
  readonly #url: string;
  readonly #clients: Client[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Resolves when every stream has its first payload. */
  async open(callers: number): Promise<void> {
    for (let c = 0; c < callers; c += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, callers - c) }, (_, i) => this.#openCaller(`caller-${c + i}`)),
      );
  }

  async lists(forMs: number): Promise<number[]> {
    const [took, end] = [[] as number[], performance.now() + forMs];
    while (performance.now() < end) {
      const began = performance.now();
      const headers = { authorization: 'Bearer caller-0', 'content-type': 'application/json' };
      const answer = await fetch(`${this.#url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: LIST }),
      });
      await answer.text();
      if (answer.ok) took.push(performance.now() - began);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    return took;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#clients.map(async client => client.dispose()));
  }

  async #openCaller(token: string): Promise<void> {
    const client = createClient({
      url: `${this.#url.replace('http', 'ws')}/graphql`,
      connectionParams: { authorization: `Bearer ${token}` },
      webSocketImpl: WebSocket,
    });
    this.#clients.push(client);
    await Promise.all(
      Array.from({ length: PER_CALLER }, (_, app) => this.#subscribe(client, { labelSelector: `app=app-${app}` })),
    );
  }

  #end(): void {
    if (!this.#isClosing) this.ended++;
  }

  #subscribe(client: Client, filter: object): Promise<void> {
    return new Promise((resolve, reject) => {
      client.subscribe<{ objectChanges: { reset: string | null; changes: { object: { message: string } | null }[] } }>(
        { query: LIVE, variables: { filter } },
        {
          next: ({ data, errors }) => {
            if (!data) return reject(new Error(JSON.stringify(errors)));
            resolve();
            if (data.objectChanges.reset !== null) this.resets++;
            for (const { object } of data.objectChanges.changes) {
              const at = Number(object?.message.slice(3));
              if (at > 0) this.latencies.push(Date.now() - at);
            }
          },
          error: error => {
            this.#end();
            reject(new Error(JSON.stringify(error)));
          },
          complete: () => this.#end(),
        },
      );
    });
  }
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
