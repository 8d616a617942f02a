/**
 * The connections to one API server: undici pools, one for each kind of caller and use, so that different kinds of
 * callers never share a connection.
 *
 * - Watches have their own pools: over HTTP/1.1 each watch occupies a connection, and ordinary requests must not queue
 *   behind watches. Over HTTP/2 hundreds of watches share one connection.
 * - Requests of users stay on HTTP/1.1. Over HTTP/2, undici would join repeated Impersonate-Group headers into one
 *   wrong group name.
 * - A user's token never travels on a connection that presents our client certificate. API servers look at the
 *   certificate before the token, and would serve the user with the collector's rights.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { DecoratorHandler, type Dispatcher } from 'undici';
import { raced } from '../async/deadline.ts';
import type { Caller, LeafTraffic } from './client.ts';
import { dispatcherTo, type Proxy } from './dispatchers.ts';
import type { KubeconfigToken } from './kubeconfig-token.ts';
import { lookupElsewhere } from './local-addresses.ts';
import { proxyOfEnvironment } from './proxy-environment.ts';
import { wholeAnswer, type Bounds, type WholeAnswer } from './whole-answer.ts';

/** An API server, with everything needed to connect to it. */
export interface ClusterTarget {
  /** Our name for the API server. */
  readonly cluster: string;
  /** URL of the API server. Its path becomes a prefix of the path of every request. */
  readonly server: string;
  readonly tls?: {
    /** PEM. @default Node's own authorities */
    readonly ca?: string;
    /** Name that the certificate must be for. @default the host of `server` */
    readonly serverName?: string;
    /** True to trust any certificate. */
    readonly insecure?: boolean;
  };
  /** http://, https://, socks5:// or socks5h:// @default the proxy of the environment (proxy-environment.ts) */
  readonly proxyUrl?: string;
  /**
   * False: connections to addresses of this machine or its network link fail (local-addresses.ts). Applies to `server`
   * and `proxyUrl`. Set to false for servers whose address comes from a registration. @default true
   */
  readonly localAddresses?: boolean;
  /**
   * Called before every request except requests with a user's token, so it must be cheap if nothing has changed.
   * `fresh`: the leaf refused the last credentials. `says`: receives the output of a credential command that takes
   * long, such as `Open https://login…`.
   */
  credentials?(options?: { fresh?: boolean; says?: (line: string) => void }): Promise<Credentials>;
  /** Expiry of the credentials, in milliseconds since the epoch. Undefined if unknown. Runs no command. */
  expiresAt?(): Promise<number | undefined>;
  /** The bearer token of the credentials, if we have to renew it. */
  readonly token?: KubeconfigToken;
}

/** Our identity to an API server. */
export interface Credentials {
  /** The value of the Authorization header. */
  readonly authorization?: string;
  /** Client certificate and key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

/**
 * Gives every HTTP/2 stream an 'error' listener, because an 'error' event without a listener ends the process. undici 8
 * removes its own listeners when a request is aborted. When the connection ends later, Node emits the error on the
 * stream. The listener hides no error, because undici receives the same error while it listens.
 */
subscribe('http2.client.stream.created', message => {
  (message as { stream: EventEmitter }).stream.on('error', () => undefined);
});

export interface Transport {
  /** Sends a request, and returns the answer as a stream. */
  open(
    caller: Caller['type'],
    use: 'request' | 'watch',
    credentials: Credentials,
    request: TransportRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  /** Sends a request, and returns the whole answer. */
  ask(
    caller: Caller['type'],
    credentials: Credentials,
    request: TransportRequest,
    bounds: Bounds,
  ): Promise<WholeAnswer>;
  traffic(): LeafTraffic;
  /** Ends every connection. Running requests fail. */
  close(): Promise<void>;
}

export type TransportRequest = Pick<Dispatcher.RequestOptions, 'path' | 'method' | 'headers' | 'body'>;

/** @param connections Maximum connections for requests of one kind of caller over HTTP/1.1 */
export function createTransport(target: ClusterTarget, connections: number): Transport {
  const { origin, pathname } = new URL(target.server);
  const prefix = pathname.replace(/\/+$/, '');
  const pools = new Map<string, { dispatcher: Dispatcher; certificate: Credentials['certificate'] }>();
  const retired = new Set<Dispatcher>();
  const traffic = { requests: 0, connections: 0 };

  function pool(caller: Caller['type'], use: 'request' | 'watch', credentials: Credentials): Dispatcher {
    const key = `${caller}/${use}`;
    const certificate = caller === 'token' ? undefined : credentials.certificate;
    const present = pools.get(key);
    if (present && present.certificate?.cert === certificate?.cert && present.certificate?.key === certificate?.key)
      return present.dispatcher;
    if (present) retire(present.dispatcher);
    const dispatcher = connectTo(target, origin, {
      certificate,
      allowH2: caller === 'self',
      connections: use === 'watch' ? null : connections,
      connected: () => (traffic.connections += 1),
    });
    pools.set(key, { dispatcher, certificate });
    return dispatcher;
  }

  /** Closes the connections of an old certificate, after their requests have finished. */
  function retire(dispatcher: Dispatcher): void {
    retired.add(dispatcher);
    const ended = (): unknown => retired.delete(dispatcher);
    void dispatcher.close().then(ended, ended); // fails if close() below ends the connection first
  }

  const addressed = (request: TransportRequest) => ({ ...request, origin, path: `${prefix}${request.path}` });

  return {
    traffic: () => ({ ...traffic }),
    open(caller, use, credentials, request, signal) {
      traffic.requests += 1;
      const dispatcher = pool(caller, use, credentials).compose(withoutRawHeaders);
      // undici aborts a request only after there is a connection, which may take CONNECT_TIMEOUT_MS.
      return raced(dispatcher.request({ ...addressed(request), signal }), signal);
    },
    ask(caller, credentials, request, bounds) {
      traffic.requests += 1;
      return wholeAnswer(pool(caller, 'request', credentials), addressed(request), bounds);
    },
    async close() {
      const all = [...[...pools.values()].map(({ dispatcher }) => dispatcher), ...retired];
      pools.clear();
      await Promise.all(all.map(dispatcher => dispatcher.destroy()));
    },
  };
}

/**
 * Drops the raw headers of each answer. They are parts of the first network chunk of up to 64 KiB. undici keeps them
 * until the answer ends, so thousands of watches would keep thousands of chunks in memory.
 */
function withoutRawHeaders(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => dispatch(options, new RawHeadersDropped(handler));
}

class RawHeadersDropped extends DecoratorHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;

  constructor(handler: Dispatcher.DispatchHandler) {
    super(handler);
    this.#handler = handler;
  }

  onResponseStart(...[controller, ...rest]: Parameters<OnResponseStart>): void {
    controller.rawHeaders = null;
    this.#handler.onResponseStart?.(controller, ...rest);
  }
}

type OnResponseStart = NonNullable<Dispatcher.DispatchHandler['onResponseStart']>;

interface ConnectOptions {
  readonly certificate: Credentials['certificate'];
  readonly allowH2: boolean;
  readonly connections: number | null;
  /** Called for each new connection. */
  readonly connected: () => void;
}

function connectTo(
  target: ClusterTarget,
  origin: string,
  { certificate, allowH2, connections, connected }: ConnectOptions,
): Dispatcher {
  const { tls = {}, localAddresses = true } = target;
  return dispatcherTo(origin, {
    pool: {
      allowH2,
      connections,
      // Every request has a deadline, and every watch has its own inactivity timer. undici's timers would end quiet
      // watches.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Idle connections are kept, because a handshake across a WAN is slow.
      keepAliveTimeout: 30_000,
      // A lower limit of the server applies instead.
      h2Options: { maxConcurrentStreams: 1_000 },
    },
    tls: {
      allowH2,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: tls.insecure !== true,
      ...(tls.ca === undefined ? {} : { ca: tls.ca }),
      ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
      ...(certificate ?? {}),
    },
    proxy: proxyOf(target),
    lookup: localAddresses ? undefined : lookupElsewhere,
    connected,
  });
}

/**
 * Proxy of a target. `localAddresses` applies to `proxyUrl`, but not to a proxy of our environment, because the
 * operator chose this proxy.
 */
export function proxyOf({ server, proxyUrl, localAddresses = true }: ClusterTarget): Proxy | undefined {
  if (proxyUrl !== undefined) return { url: proxyUrl, lookup: localAddresses ? undefined : lookupElsewhere };
  const url = proxyOfEnvironment(server);
  return url === undefined ? undefined : { url };
}
