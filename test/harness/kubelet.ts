/**
 * A kubelet without containers. It sets the Pods of an API server to running and ready. Pods are not assigned to a
 * node, since a node would need a heartbeat. The API server itself removes deleted Pods that have no node.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServerClient, KubernetesJson } from './apiserver-client.ts';

const EVERY_MS = 100;

export interface KubeletOptions {
  /** Time in milliseconds from the first sight of a Pod until it becomes ready. @default 200 */
  readonly readyAfterMs?: number;
}

export class Kubelet implements AsyncDisposable {
  /** While true, new Pods get the status of Pods that fail repeatedly. */
  isBroken = false;
  readonly #server: ApiServerClient;
  readonly #readyAfterMs: number;
  readonly #seen = new Map<string, number>();
  readonly #end = new AbortController();
  readonly #running: Promise<void>;

  constructor(server: ApiServerClient, { readyAfterMs = 200 }: KubeletOptions = {}) {
    this.#server = server;
    this.#readyAfterMs = readyAfterMs;
    this.#running = this.#run();
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
      // Errors are ignored: a stopped server starts again later, or the test ends.
      await this.#look(signal).catch(() => undefined);
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { body } = await this.#server.request('GET', '/api/v1/pods?fieldSelector=status.phase%3DPending', undefined, {
      signal,
    });
    const now = performance.now();
    for (const pod of body.items ?? []) {
      const { uid = '', namespace = '', name = '' } = pod.metadata ?? {};
      const since = this.#seen.get(uid) ?? now;
      this.#seen.set(uid, since);
      if (now - since < this.#readyAfterMs) continue;
      const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
      await this.#server.request('PATCH', path, { status: this.isBroken ? failing(pod) : running(pod) }, { signal });
    }
  }
}

function running(pod: KubernetesJson): object {
  const startedAt = new Date().toISOString();
  return {
    phase: 'Running',
    podIP: '10.1.0.1',
    podIPs: [{ ip: '10.1.0.1' }],
    conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map(type => ({
      type,
      status: 'True',
      lastTransitionTime: startedAt,
    })),
    containerStatuses: containersOf(pod).map(name => ({
      ...{ name, image: 'web', imageID: '', ready: true, started: true, restartCount: 0 },
      state: { running: { startedAt } },
    })),
  };
}

function failing(pod: KubernetesJson): object {
  return {
    phase: 'Running',
    conditions: [
      { type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: new Date().toISOString() },
    ],
    containerStatuses: containersOf(pod).map(name => ({
      ...{ name, image: 'web', imageID: '', ready: false, started: false, restartCount: 5 },
      state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
    })),
  };
}

function containersOf(pod: KubernetesJson): string[] {
  const { containers = [] } = pod['spec'] as { containers?: { name: string }[] };
  return containers.map(({ name }) => name);
}
