/**
 * The kinds Ingress, HTTPRoute and GRPCRoute, with relations to the Services that receive traffic, and to the Secrets
 * of an Ingress. The status of an Ingress follows kstatus. gateway-api.ts has the status rules of the routes.
 */
import type { Relation } from '../store/attached.ts';
import { GATEWAY_GROUP, route } from './gateway-api.ts';
import type { Kind } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { SECRET, named, references, relationsByName, relationTo } from './relations.ts';
import { at, text } from './untrusted.ts';

const SERVICE = { group: '', kind: 'Service' };

export const networking: readonly Kind[] = [
  {
    group: 'networking.k8s.io',
    kind: 'Ingress',
    indexedAs: 'ingresses',
    status: kstatus(),
    relations: usedByIngress,
    rules: 1,
  },
  { group: GATEWAY_GROUP, kind: 'HTTPRoute', indexedAs: 'httproutes', ...route, relations: servicesOfRoute },
  { group: GATEWAY_GROUP, kind: 'GRPCRoute', indexedAs: 'grpcroutes', ...route, relations: servicesOfRoute },
];

function usedByIngress(object: unknown, namespace: string): readonly Relation[] {
  const secrets = references(at(object, 'spec', 'tls')).map(tls => at(tls, 'secretName'));
  return [...servicesOfIngress(object, namespace), ...relationsByName('REFERENCES', named(secrets), SECRET, namespace)];
}

/**
 * Backends of other kinds than Service are omitted, because an Ingress does not say whether their kind is namespaced.
 */
function servicesOfIngress(object: unknown, namespace: string): readonly Relation[] {
  const paths = references(at(object, 'spec', 'rules')).flatMap(rule => references(at(rule, 'http', 'paths')));
  const backends = [at(object, 'spec', 'defaultBackend'), ...paths.map(path => at(path, 'backend'))];
  const names = new Set(backends.map(backend => at(backend, 'service', 'name') ?? undefined));
  return references([...names].filter(name => name !== undefined)).map(name =>
    relationTo('REFERENCES', { ...SERVICE, namespace, name: text(name) }),
  );
}

/** A backend without a kind is a Service. */
function servicesOfRoute(object: unknown, namespace: string): readonly Relation[] {
  const backends = references(at(object, 'spec', 'rules')).flatMap(rule => references(at(rule, 'backendRefs')));
  const services = backends.filter(
    backend => (at(backend, 'kind') ?? 'Service') === 'Service' && (at(backend, 'group') ?? '') === '',
  );
  return relationsByName('REFERENCES', services, SERVICE, namespace);
}
