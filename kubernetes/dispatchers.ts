/**
 * Connections to a server, directly or through a proxy, as undici dispatchers. An HTTP proxy opens a tunnel (CONNECT),
 * and a SOCKS proxy opens a stream. Each proxy resolves the server's name, and TLS runs between this process and the
 * server.
 *
 * SOCKS proxies use a pool with our own connector, which is based on the `socks` package. undici's own SOCKS agent has
 * no HTTP/2.
 */
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { messageOf } from './errors.ts';
import { proxyOfEnvironment } from './proxy-environment.ts';

export interface DispatcherOptions {
  readonly pool: Omit<Pool.Options, 'connect' | 'factory'>;
  /** TLS options for the connection to the server. */
  readonly tls: TlsOptions;
  readonly proxy?: Proxy | undefined;
  /** Looks up the name of the server. Unused with a proxy, which does its own lookup. @default Node's lookup */
  readonly lookup?: LookupFunction | undefined;
  /** Called for each new connection. */
  readonly connected?: () => void;
}

export interface Proxy {
  /** URL of the proxy, which starts with http://, https://, socks5:// or socks5h://. */
  readonly url: string;
  /** Looks up the proxy's own name. @default Node's lookup */
  readonly lookup?: LookupFunction | undefined;
}

type TlsOptions = Pick<buildConnector.BuildOptions & object, 'allowH2'> & {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
  readonly minVersion?: 'TLSv1.2';
};

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKS_PORT = 1_080;

/** Thrown if there is no connection through a SOCKS proxy. */
export class ProxyError extends Error {
  override name = 'ProxyError';
  readonly code = 'ERR_PROXY';
}

export function dispatcherTo(origin: string, options: DispatcherOptions): Dispatcher {
  const { pool, tls, proxy, lookup, connected = () => undefined } = options;
  const connect = { timeout: CONNECT_TIMEOUT_MS, ...tls } as buildConnector.BuildOptions;
  if (proxy === undefined)
    return new Pool(origin, { ...pool, connect: { ...connect, ...(lookup && { lookup }) } }).on('connect', connected);
  if (isSocks(proxy.url))
    return new Pool(origin, { ...pool, connect: socksConnector(proxy, connect) }).on('connect', connected);
  return new ProxyAgent({
    ...pool,
    uri: proxy.url,
    proxyTls: (proxy.lookup ? { lookup: proxy.lookup } : {}) as buildConnector.BuildOptions,
    requestTls: connect,
    factory: (tunnelled, tunnel) => new Pool(tunnelled, tunnel).on('connect', connected),
  });
}

/**
 * Agent for servers that are known only at request time, such as OIDC issuers. If the environment names a proxy for a
 * server, the agent uses this proxy.
 */
export function agentOfEnvironment({
  tls,
  lookup,
}: {
  readonly tls?: TlsOptions;
  readonly lookup?: LookupFunction | undefined;
}): Agent {
  return new Agent({
    factory: origin => {
      const url = proxyOfEnvironment(String(origin));
      return dispatcherTo(String(origin), {
        pool: { connections: 8 },
        tls: { ...tls },
        lookup,
        proxy: url === undefined ? undefined : { url },
      });
    },
  });
}

/** A proxy's name for messages: its URL without user name and password. */
export function proxyName(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/**
 * Host of a proxy URL, spelled as in an `https:` URL. '' if the URL is invalid. The URL class does not normalize the
 * host of a socks5 URL, such as `socks5://2130706433`.
 */
export function proxyHost(url: string): string {
  const plain = url.replace(/^socks5h?:/i, 'https:');
  return URL.canParse(plain) ? new URL(plain).hostname : '';
}

function isSocks(proxy: string): boolean {
  return /^socks5h?:/i.test(proxy);
}

function socksConnector({ url, lookup }: Proxy, tls: buildConnector.BuildOptions): buildConnector.connector {
  const secured = buildConnector(tls);
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    socksStream(url, { host: options.hostname, port }, lookup).then(
      socket =>
        options.protocol === 'https:' ? secured({ ...options, httpSocket: socket }, callback) : callback(null, socket),
      (error: unknown) => callback(new ProxyError(`the proxy ${proxyName(url)}: ${messageOf(error)}`), null),
    );
  };
}

async function socksStream(
  url: string,
  destination: { host: string; port: number },
  lookup: LookupFunction | undefined,
): Promise<Socket> {
  const { SocksClient } = await import('socks');
  const { port, username, password } = new URL(url);
  const { socket } = await SocksClient.createConnection({
    command: 'connect',
    proxy: {
      type: 5,
      host: proxyHost(url).replace(/^\[|\]$/g, ''),
      port: Number(port) || SOCKS_PORT,
      ...(username !== '' && { userId: decodeURIComponent(username), password: decodeURIComponent(password) }),
    },
    destination,
    timeout: CONNECT_TIMEOUT_MS,
    ...(lookup && { socket_options: { lookup } as never }),
  });
  return socket.setNoDelay();
}
