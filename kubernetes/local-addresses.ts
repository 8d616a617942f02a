/**
 * Addresses that only mean something on this machine or its network link: loopback, link-local (where clouds answer their machines'
 * questions about themselves) and "unspecified". A server that others may name must not be one of them.
 *
 * Who attacks: a user who may register a cluster, and so chooses where we connect to. What stops them: such a URL is refused, and every
 * address that a name resolves to is checked when a connection is made, so that a name cannot be pointed elsewhere later. What remains: private
 * addresses, where clusters commonly live; only a NetworkPolicy keeps us from those that have none.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

const LOCAL = new BlockList();
LOCAL.addSubnet('0.0.0.0', 8, 'ipv4');
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4');
LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LOCAL.addAddress('::', 'ipv6');
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');
/** Of one cloud, outside of the link-local range. */
LOCAL.addAddress('fd00:ec2::254', 'ipv6');

/** IPv4 addresses in IPv6 notation count as what they are. */
export function isLocalAddress(address: string): boolean {
  return LOCAL.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether a URL's host says so by itself. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) ? isLocalAddress(host) : host === 'localhost' || host.endsWith('.localhost');
}

/** Resolves as Node does, and fails where any of the addresses is a local one. */
export const lookupElsewhere: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    if (found.some(({ address }) => isLocalAddress(address)))
      return callback(new Error(`${hostname} is an address of this machine or its link.`), []);
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  });
};
