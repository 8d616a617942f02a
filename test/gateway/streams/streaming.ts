/** A gateway over the fleet subgraph and a changing fleet, with clients for server-sent events and WebSockets. */
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import type { FormattedExecutionResult } from 'graphql';
import WebSocket from 'ws';
import {
  createHttpServer,
  type HttpLimits,
  type HttpServer,
  type HttpServerOptions,
} from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import type { SignIn } from '../../../gateway/http/sign-in.ts';
import { acceptIdentity, type Authenticator, bearerToken } from '../../../identity/authenticator.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { GENEROUS } from '../limits.ts';
import { ChangingFleet, type ChangingFleetOptions } from '../../subgraphs/fleet/changing-fleet.ts';

export interface StreamingGateway {
  readonly fleet: ChangingFleet;
  readonly server: HttpServer;
  readonly url: string;
  /** Value of the first metric line that starts with `name`. 0 if there is none. */
  metric(name: string): Promise<number>;
  close(): Promise<void>;
}

export interface StreamingOptions extends ChangingFleetOptions {
  readonly limits?: Partial<HttpLimits>;
  readonly origins?: readonly string[];
  /** Time in milliseconds between authentication and expiry. Not used with another `authenticator`. */
  readonly expiresInMs?: number;
  /** Authenticator of requests. @default the bearer token is `user` or `user/group` */
  readonly authenticator?: Authenticator;
  readonly signIn?: SignIn;
  readonly recheck?: HttpServerOptions['recheck'];
  readonly port?: number;
}

export async function openStreaming(options: StreamingOptions = {}): Promise<StreamingGateway> {
  const { limits, origins = [], expiresInMs, authenticator, signIn, recheck = {}, port = 0, ...more } = options;
  const fleet = await ChangingFleet.open(more);
  const sdl = subgraphSdl('fleet');
  const subgraphs = [{ name: 'fleet', sdl, ...fleet.subgraph }];
  const metrics = createMetrics();
  const byName: Authenticator = {
    authenticate: async ({ rawHeaders }) => {
      const token = bearerToken(rawHeaders);
      if (token === undefined) return undefined;
      const [user = '', group] = token.split('/');
      const expiresAt = expiresInMs === undefined ? {} : { expiresAt: Date.now() + expiresInMs };
      return acceptIdentity({ user, groups: group === undefined ? [] : [group], ...expiresAt });
    },
  };
  const server = await createHttpServer({
    runtime: createGatewayRuntime({
      supergraphSdl: composeSupergraph(subgraphs).supergraphSdl,
      subgraphs,
      log: silentLogger,
    }),
    ...{ authenticator: authenticator ?? byName, signIn, recheck },
    ...{ log: silentLogger, metrics, introspection: true, graphiql: false, origins },
    limits: { ...GENEROUS, ...limits },
  });
  const url = await server.listen({ host: '127.0.0.1', port });
  return {
    ...{ fleet, server, url },
    metric: async name => {
      const lines = (await metrics.metrics()).split('\n');
      return Number(
        lines
          .find(line => line.startsWith(name))
          ?.split(' ')
          .at(-1) ?? 0,
      );
    },
    close: async () => {
      await server.close();
      await fleet.close();
    },
  };
}

export interface Operation {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

/** Payloads and end of one operation. */
export class Stream {
  readonly payloads: FormattedExecutionResult[] = [];
  /** End of the stream: completed or failed. Undefined while the stream is open. */
  end: { readonly completed: true } | { readonly error: unknown } | undefined;
  stop: () => void = () => {};
  readonly #waiting = new Set<() => void>();

  readonly sink = {
    next: (payload: FormattedExecutionResult) => {
      this.payloads.push(payload);
      this.#changed();
    },
    error: (error: unknown) => {
      this.end ??= { error };
      this.#changed();
    },
    complete: () => {
      this.end ??= { completed: true };
      this.#changed();
    },
  };

  /** The field objectChanges of each payload. */
  get reported(): any[] {
    return this.payloads.map(({ data }) => (data as any)?.objectChanges);
  }

  /** Changes of all payloads, each as `TYPE name`. */
  get changes(): string[] {
    return this.reported.flatMap(({ changes }) =>
      changes.map(({ type, id }: { type: string; id: string }) => `${type} ${id.split('/').at(-1)}`),
    );
  }

  /** Waits until this many payloads have arrived. */
  async has(count: number): Promise<this> {
    while (this.payloads.length < count && !this.end) await this.#change();
    if (this.payloads.length < count)
      throw new Error(`it ended with ${this.payloads.length} payloads: ${JSON.stringify(this.end)}`);
    return this;
  }

  async ended(): Promise<this> {
    while (!this.end) await this.#change();
    return this;
  }

  #change(): Promise<void> {
    return new Promise(resolve => this.#waiting.add(resolve));
  }

  #changed(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Starts an operation over one of the transports. */
export type Subscribe = (url: string, token: string, operation: Operation) => Stream;

export const overSse: Subscribe = (url, token, operation) => {
  const client = createSseClient({
    url: `${url}/graphql`,
    headers: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  const stream = new Stream();
  const unsubscribe = client.subscribe(operation, stream.sink as never);
  stream.stop = () => {
    unsubscribe();
    client.dispose();
  };
  return stream;
};

export const overWebSocket: Subscribe = (url, token, operation) => {
  const client = createWsClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { authorization: `Bearer ${token}` },
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  const stream = new Stream();
  const unsubscribe = client.subscribe(operation, stream.sink);
  stream.stop = () => {
    unsubscribe();
    void client.dispose();
  };
  return stream;
};

export const TRANSPORTS: readonly (readonly [name: string, subscribe: Subscribe])[] = [
  ['server-sent events', overSse],
  ['a WebSocket', overWebSocket],
];
