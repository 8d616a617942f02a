/** A bystander: a user who sends list queries continuously. Measures the duration of these queries. */
import { setTimeout as delay } from 'node:timers/promises';
import { demoIdentities } from '../../demo/identities.ts';
import { Wire } from './wire.ts';

export interface Waits {
  readonly lists: number;
  /** Number of lists that failed or had no objects. */
  readonly failed: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** Longest processor time of this thread during one query, in milliseconds. */
  readonly mostWorkMs: number;
}

const TOKEN = demoIdentities[1]?.token ?? '';
const EVERY_MS = 25;
/** Number of first queries that are not measured, as a warm-up. */
const NOT_COUNTED = 20;

export class Bystander {
  readonly #port: number;
  readonly #waits: number[] = [];
  #requested = 0;
  #failed = 0;
  #mostWorkMs = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends requests over its own connection until the signal is aborted. */
  async ask(signal: AbortSignal): Promise<void> {
    const body = JSON.stringify({ query: '{ objects(first: 5) { nodes { id status } } }' });
    const head = `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    const request = Buffer.from(`${head}\r\n\r\n${body}`);
    let wire = await Wire.open(this.#port);
    while (!signal.aborted) {
      const [sentAt, worked] = [performance.now(), process.threadCpuUsage()];
      try {
        wire.send(request);
        const { status, body: answer } = await wire.read({ head: false, signal: AbortSignal.timeout(30_000) });
        if (status !== 200 || !answer.includes('"nodes":[{')) this.#failed++;
      } catch {
        this.#failed++;
        wire.close();
        wire = await Wire.open(this.#port);
      }
      const { user, system } = process.threadCpuUsage(worked);
      if (++this.#requested > NOT_COUNTED) {
        this.#waits.push(performance.now() - sentAt);
        this.#mostWorkMs = Math.max(this.#mostWorkMs, (user + system) / 1_000);
      }
      await delay(EVERY_MS);
    }
    wire.close();
  }

  waits(): Waits {
    const sorted = this.#waits.toSorted((a, b) => a - b);
    const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    return {
      lists: this.#requested,
      failed: this.#failed,
      p99Ms,
      worstMs: sorted.at(-1) ?? 0,
      mostWorkMs: this.#mostWorkMs,
    };
  }
}
