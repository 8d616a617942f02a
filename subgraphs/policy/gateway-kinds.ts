/** The kinds of the Gateway API that form the topology. */

export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** Routes that have hostnames. */
export const HOSTED_ROUTES: ReadonlySet<string> = new Set(['HTTPRoute', 'GRPCRoute', 'TLSRoute']);
export const ROUTE_KINDS: readonly string[] = ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'];
/** Kinds of the Gateway API whose objects are nodes. */
export const NODE_KINDS: readonly string[] = ['GatewayClass', 'Gateway', 'ListenerSet', ...ROUTE_KINDS];
export const REFERENCE_GRANT = { group: GATEWAY_GROUP, kind: 'ReferenceGrant' };

/** Kinds of routes that each protocol accepts. A protocol that is not listed accepts all kinds. */
export const ROUTES_OF_PROTOCOL: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['HTTP', new Set(['HTTPRoute', 'GRPCRoute'])],
  ['HTTPS', new Set(['HTTPRoute', 'GRPCRoute'])],
  ['TLS', new Set(['TLSRoute', 'TCPRoute'])],
  ['TCP', new Set(['TCPRoute'])],
  ['UDP', new Set(['UDPRoute'])],
]);
