/**
 * Addresses that are valid only on this machine or its network link: loopback, link-local, "unspecified", and known
 * metadata addresses of clouds. A server or a proxy that others may name must not have such an address.
 *
 * Who attacks: a user who may register a cluster, and so chooses where we connect to. What stops them: a URL with a
 * local address is refused. Each address of a name is checked again when a connection is made, so the name cannot
 * point to a local address later. An IPv6 address that leads to an IPv4 address counts as the IPv4 address. What
 * remains: private addresses (where clusters commonly live), translators (NAT64) with a prefix of their own network,
 * and names that a proxy resolves. Only a NetworkPolicy or the proxy can block these addresses.
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
/** IETF protocol assignments, RFC 6890. Oracle Cloud Classic serves metadata at 192.0.0.192. */
LOCAL.addSubnet('192.0.0.0', 24, 'ipv4');
/** Metadata addresses of clouds outside of the link-local ranges. */
LOCAL.addAddress('100.100.100.200', 'ipv4'); // Alibaba Cloud
LOCAL.addAddress('168.63.129.16', 'ipv4'); // Azure
LOCAL.addSubnet('fd00:ec2::', 32, 'ipv6'); // AWS: metadata, credentials of Pods (EKS), DNS, time
LOCAL.addAddress('fd20:ce::254', 'ipv6'); // Google Cloud
LOCAL.addAddress('fd00:c1::a9fe:a9fe', 'ipv6'); // Oracle Cloud
LOCAL.addAddress('fd00:42::42', 'ipv6'); // Scaleway
LOCAL.addAddress('fd00:a9fe:a9fe::1', 'ipv6'); // Akamai (Linode)
LOCAL.addAddress('fd00:100::100:200', 'ipv6'); // Alibaba Cloud

/**
 * IPv4 addresses in IPv6 notation count as IPv4.
 * @param address Address that isIP() accepts
 */
export function isLocalAddress(address: string): boolean {
  if (isIPv4(address)) return LOCAL.check(address, 'ipv4');
  const plain = address.replace(/%.*$/, ''); // the zone of a link-local address
  return LOCAL.check(plain, 'ipv6') || ipv4Of(plain).some(embedded => LOCAL.check(embedded, 'ipv4'));
}

/** IPv4 addresses that a packet to an IPv6 address may be forwarded to. */
function ipv4Of(address: string): string[] {
  const groups = ipv6Groups(address);
  const bytes = groups.flatMap(group => [group >> 8, group & 0xff]);
  const at = (...places: number[]) => places.map(place => bytes[place]).join('.');
  const last = at(12, 13, 14, 15);
  const [first, second, third] = groups;
  if (first === 0x2002) return [at(2, 3, 4, 5)]; // 6to4, RFC 3056
  if (first === 0x64 && second === 0xff9b && third === 1) {
    // NAT64 within one network, RFC 8215. The position of the IPv4 address depends on the length of the prefix (RFC
    // 6052), which is unknown. So all positions are checked. Wrong positions often hold zeros, so addresses that
    // start with 0 are dropped.
    return [at(6, 7, 9, 10), at(7, 9, 10, 11), at(9, 10, 11, 12), last].filter(it => !it.startsWith('0.'));
  }
  const prefix = groups.slice(0, 6).map(group => group.toString(16));
  return IPV4_AT_THE_END.has(prefix.join(':')) ? [last] : [];
}

const IPV4_AT_THE_END: ReadonlySet<string> = new Set([
  '0:0:0:0:0:0', // IPv4-compatible, RFC 4291
  '0:0:0:0:0:ffff', // IPv4-mapped, RFC 4291
  '0:0:0:0:ffff:0', // IPv4-translated, RFC 2765
  '64:ff9b:0:0:0:0', // NAT64, RFC 6052
]);

/** The eight numbers of an IPv6 address without a zone. */
export function ipv6Groups(address: string): number[] {
  // The URL class writes an IPv6 address without dots, also if the end was in IPv4 notation.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text = '') => text.split(':').flatMap(group => (group === '' ? [] : Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** True if the host of a URL is a local address, `localhost`, or a name under `localhost`. Does not resolve names. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) ? isLocalAddress(host) : host === 'localhost' || host.endsWith('.localhost');
}

/** Resolves a host name like dns.lookup(), and fails if any of the addresses is local. */
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
