/**
 * The address of a client, which determines the turns of callers without credentials: that of the connection, or what a
 * trusted proxy says in X-Forwarded-For.
 *
 * Who attacks: a client behind a proxy, whose address all its clients share, to take the turns of others; and a client
 * who writes the header to appear as many. What stops them: each client has its own turns, and the header is read from
 * the right, where proxies append, and only as far as the proxies are trusted. An IPv6 network (/64) is one client,
 * since a client can use any of its addresses. What remains: a client with many addresses has many turns.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { ipv6Groups } from '../kubernetes/local-addresses.ts';

export type ClientAddress = (request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>) => string;

/** Maximum proxies between a client and us. */
const MAX_HOPS = 16;
/** Maximum length of an address with a port and decoration of proxies. */
const MAX_HOP_LENGTH = 64;

/** @param trustedProxies Addresses and networks (CIDR) */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return ({ rawHeaders, socket }) => {
    const own = withoutZone(socket.remoteAddress ?? '');
    if (!isTrusted(own)) return clientOf(own);
    let client = own;
    for (const hop of hopsFromTheRight(rawHeaders)) {
      const address = addressOf(hop);
      if (address === undefined) return clientOf(own);
      client = address;
      if (!isTrusted(client)) break;
    }
    return clientOf(client);
  };
}

/** After MAX_HOPS, yields an invalid one. */
function* hopsFromTheRight(rawHeaders: readonly string[]): Generator<string> {
  let hops = 0;
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'x-forwarded-for') continue;
    const value = rawHeaders[i + 1] ?? '';
    for (let end = value.length; end >= 0;) {
      const start = value.lastIndexOf(',', end - 1) + 1;
      yield hops++ < MAX_HOPS ? value.slice(start, end) : '';
      if (start === 0) break;
      end = start - 1;
    }
  }
}

/** Undefined for an invalid address. */
function addressOf(hop: string): string | undefined {
  if (hop.length > MAX_HOP_LENGTH) return undefined;
  const text = hop.trim();
  // Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const address = withoutZone(bracketed ?? plain ?? text);
  if (bracketed !== undefined && !isIPv6(address)) return undefined;
  return isIP(address) === 0 ? undefined : address;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

/** IPv4 addresses in IPv6 notation count as IPv4; other IPv6 addresses are reduced to their network. */
export function clientOf(written: string): string {
  const address = withoutZone(written);
  if (!isIPv6(address)) return address;
  const groups = ipv6Groups(address);
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535';
  if (isMapped)
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`;
}
