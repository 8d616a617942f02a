/**
 * A webhook authorizer on loopback, which an API server calls before RBAC. A function of the test decides (`decide`).
 * The test can make the webhook slow, silent or unreachable.
 *
 * The webhook keeps its port while it is unreachable, so that the API server reaches it again later.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Content of a SubjectAccessReview: the user and the action. */
export interface WebhookQuestion {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly resourceAttributes?: {
    readonly verb: string;
    readonly group?: string;
    readonly resource: string;
    readonly namespace?: string;
    readonly name?: string;
  };
}

/** Decision of the webhook. Undefined lets RBAC decide. */
export type Verdict = 'allow' | 'deny' | undefined;

export class WebhookAuthorizer implements AsyncDisposable {
  decide: (question: WebhookQuestion) => Verdict = () => undefined;
  /** Delay of each response in milliseconds. */
  delayMs = 0;
  /** True to receive reviews without answering them. */
  silent = false;
  /** Number of reviews by user. */
  readonly requested = new Map<string, number>();
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<WebhookAuthorizer> {
    const webhook = new WebhookAuthorizer();
    await webhook.up();
    return webhook;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/authorize`;
  }

  async up(): Promise<void> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = undefined;
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.down();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { apiVersion, kind, spec } = JSON.parse(Buffer.concat(chunks).toString()) as {
      apiVersion: string;
      kind: string;
      spec: WebhookQuestion;
    };
    this.requested.set(spec.user, (this.requested.get(spec.user) ?? 0) + 1);
    if (this.silent) return;
    await delay(this.delayMs);
    const verdict = this.decide(spec);
    const status = {
      allowed: verdict === 'allow',
      denied: verdict === 'deny',
      reason: verdict ? 'said the webhook' : '',
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ apiVersion, kind, spec, status }));
  }
}
