/**
 * Istio: the kinds that route traffic and protect it. Their controller writes no status by default, so kstatus reports
 * them as current. The validations of the mesh find errors in their configuration (subgraphs/mesh/validations.ts).
 */
import { istioHost } from '../schema/istio-host.ts';
import type { Relation } from '../store/attached.ts';
import type { Kind } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { references, relationTo } from './relations.ts';
import { at, list, text } from './untrusted.ts';

const NETWORKING = 'networking.istio.io';
const GATEWAY = { group: NETWORKING, kind: 'Gateway' };

export const istio: readonly Kind[] = [
  {
    group: NETWORKING,
    kind: 'VirtualService',
    indexedAs: 'virtualservices',
    status: kstatus(),
    relations: usedByVirtualService,
    rules: 1,
  },
  {
    group: NETWORKING,
    kind: 'DestinationRule',
    indexedAs: 'destinationrules',
    status: kstatus(),
    relations: (object, namespace) => servicesOf([at(object, 'spec', 'host')], namespace),
    rules: 1,
  },
  { ...GATEWAY, indexedAs: 'gateways', status: kstatus(), rules: 1 },
  { group: NETWORKING, kind: 'ServiceEntry', indexedAs: 'serviceentries', status: kstatus(), rules: 1 },
  {
    group: 'security.istio.io',
    kind: 'AuthorizationPolicy',
    indexedAs: 'authorizationpolicies',
    status: kstatus(),
    rules: 1,
  },
];

/** Relations to the Gateways that the VirtualService names, and to the Services to which it routes. */
function usedByVirtualService(object: unknown, namespace: string): readonly Relation[] {
  const gateways = list(at(object, 'spec', 'gateways')).filter(name => typeof name === 'string' && name !== 'mesh');
  const routes = ['http', 'tcp', 'tls'].flatMap(protocol => references(at(object, 'spec', protocol)));
  const destinations = routes.flatMap(route => references(at(route, 'route')));
  return [
    ...references(gateways).map(gateway =>
      relationTo('REFERENCES', { ...GATEWAY, ...gatewayName(text(gateway), namespace) }),
    ),
    ...servicesOf(
      destinations.map(destination => at(destination, 'destination', 'host')),
      namespace,
    ),
  ];
}

/** Parses `namespace/name`, or a name in the object's own namespace. */
function gatewayName(written: string, namespace: string): { readonly namespace: string; readonly name: string } {
  const slash = written.indexOf('/');
  return slash < 0
    ? { namespace, name: written }
    : { namespace: written.slice(0, slash), name: written.slice(slash + 1) };
}

function servicesOf(hosts: readonly unknown[], namespace: string): readonly Relation[] {
  const services = hosts.flatMap(host => (typeof host === 'string' ? (istioHost(host, namespace).service ?? []) : []));
  return references(services).map(service =>
    relationTo('REFERENCES', { group: '', kind: 'Service', ...(service as (typeof services)[number]) }),
  );
}
