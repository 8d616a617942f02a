/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for a server, with kubectl's rules.
 *
 * Source: golang.org/x/net/http/httpproxy, which client-go uses. HTTPS_PROXY wins over https_proxy, https:// servers
 * never use HTTP_PROXY, and loopback addresses are never reached through a proxy. The EnvHttpProxyAgent of undici has
 * other rules, so it is not used.
 */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/** Schemes of proxies. With socks5 and socks5h, the proxy resolves the server's name. */
export const PROXY_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks5h:']);

/** URL of the proxy. Undefined if the server is reached directly. @throws Error naming the invalid variable */
export function proxyOfEnvironment(server: string, env: Environment = process.env): string | undefined {
  const { protocol, hostname, port } = new URL(server);
  const variable = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = valueOf(env, variable);
  if (proxy === '') return undefined;
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') };
  return isReachedDirectly(target, valueOf(env, 'NO_PROXY')) ? undefined : proxyUrl(variable, proxy);
}

function valueOf(env: Environment, name: string): string {
  return env[name] || env[name.toLowerCase()] || '';
}

/** URL of a proxy. `host:port` without a scheme means an http:// proxy. */
function proxyUrl(variable: string, value: string): string {
  const url = URL.canParse(value) && PROXY_SCHEMES.has(new URL(value).protocol) ? value : `http://${value}`;
  if (!/^\w+:\/\/.*:\/\//.test(url) && URL.canParse(url)) return url;
  throw new Error(
    `${variable} (or ${variable.toLowerCase()}) is not the URL of an http://, https:// or socks5:// proxy`,
  );
}

interface Target {
  /** A name in lower case, or an address without brackets. */
  readonly host: string;
  readonly port: string;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isReachedDirectly(target: Target, noProxy: string): boolean {
  const { host } = target;
  if (host === 'localhost' || (isIP(host) !== 0 && LOOPBACK.check(host, familyOf(host)))) return true;
  const entries = noProxy.split(',').map(entry => entry.trim().toLowerCase());
  return entries.some(entry => entry === '*' || matches(entry, target));
}

/**
 * True if an entry of NO_PROXY matches the server. Forms of entries: `10.0.0.0/8`, `10.0.0.1`, `10.0.0.1:6443`,
 * `[fd00::1]:6443`, `example.org`, `.example.org`, `*.example.org`, `example.org:6443`.
 */
function matches(entry: string, { host, port }: Target): boolean {
  const [, network = '', bits = ''] = /^([^/]*)\/(\d{1,3})$/.exec(entry) ?? [];
  if (isIP(network) !== 0 && Number(bits) <= (isIPv4(network) ? 32 : 128))
    return isIP(host) !== 0 && isWithin(network, Number(bits), host);
  const [, bracketed, plain] = /^(?:\[(.*)\]|([^:]*)):(\d*)$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  const onlyPort = bracketed === undefined && plain === undefined ? '' : entry.slice(entry.lastIndexOf(':') + 1);
  if (name === '' || (onlyPort !== '' && onlyPort !== port)) return false;
  if (isIP(name) !== 0) return isIP(host) !== 0 && isWithin(name, isIPv4(name) ? 32 : 128, host);
  if (isIP(host) !== 0) return false;
  const suffix = name.replace(/^\*(?=\.)/, '');
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host.endsWith(`.${suffix}`);
}

/** IPv4 addresses in IPv6 notation count as IPv4 addresses. */
function isWithin(network: string, bits: number, host: string): boolean {
  const list = new BlockList();
  list.addSubnet(network, bits, familyOf(network));
  return list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
