/** Samples the number of available replicas of Deployments over several API servers, and keeps the minimum. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServerClient } from './apiserver-client.ts';

const EVERY_MS = 100;

export class Availability implements AsyncDisposable {
  samples = 0;
  /** Result of least() by Deployment name. */
  readonly #least = new Map<string, number>();
  readonly #servers: readonly ApiServerClient[];
  readonly #namespace: string;
  readonly #end = new AbortController();
  readonly #running: Promise<void>;
  /** Last numbers of available replicas by server. While a server does not answer, its last answer counts. */
  readonly #last = new Map<ApiServerClient, ReadonlyMap<string, number>>();

  /**
   * Starts sampling at once.
   * @param namespace Namespace of the Deployments. Each Deployment is sampled separately.
   */
  constructor(servers: readonly ApiServerClient[], namespace: string) {
    this.#servers = servers;
    this.#namespace = namespace;
    this.#running = this.#run();
  }

  /**
   * Minimum over all samples. Each sample adds up the available replicas of the Deployment on all servers. Infinity if
   * the Deployment was never seen.
   */
  least(name: string): number {
    return this.#least.get(name) ?? Infinity;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      const from = performance.now();
      await this.#sample(signal);
      await delay(Math.max(0, EVERY_MS - (performance.now() - from)), undefined, { signal }).catch(() => undefined);
    }
  }

  async #sample(signal: AbortSignal): Promise<void> {
    const all = await Promise.all(this.#servers.map(server => this.#availableOn(server, signal)));
    if (signal.aborted) return;
    // A Deployment that existed before and is now absent on all servers has no available replica.
    const sums = new Map([...this.#least.keys()].map((name): [string, number] => [name, 0]));
    for (const available of all) for (const [name, count] of available) sums.set(name, (sums.get(name) ?? 0) + count);
    this.samples++;
    for (const [name, count] of sums) this.#least.set(name, Math.min(this.least(name), count));
  }

  async #availableOn(server: ApiServerClient, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const path = `/apis/apps/v1/namespaces/${this.#namespace}/deployments`;
    const answer = await server.request('GET', path, undefined, { signal }).catch(() => undefined);
    if (answer?.status === 200) {
      const counts = (answer.body.items ?? []).map(({ metadata, status }): [string, number] => [
        metadata?.name ?? '',
        (status as { availableReplicas?: number } | undefined)?.availableReplicas ?? 0,
      ]);
      this.#last.set(server, new Map(counts));
    }
    return this.#last.get(server) ?? new Map<string, number>();
  }
}
