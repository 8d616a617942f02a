/**
 * Reads the attributes of a request from its path, as an API server does (k8s.io/apiserver
 * pkg/endpoints/request/requestinfo.go).
 */
import { selectedName } from './selectors.ts';

export interface ResourceRequest {
  readonly type: 'resource';
  readonly verb: 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Name of the object, or the name in a field selector. Authorization uses this name. */
  readonly name: string;
  /** True if the path itself names an object. */
  readonly single: boolean;
  readonly query: URLSearchParams;
}

/** A path that is not a resource: discovery, version or health. */
export interface PathRequest {
  readonly type: 'path';
  readonly verb: string;
  readonly path: string;
}

/** @throws URIError if the path is not percent-encoded correctly */
export function readRequest(method: string, url: string): ResourceRequest | PathRequest {
  const { pathname, searchParams: query } = new URL(url, 'http://leaf');
  const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const core = segments[0] === 'api' && segments.length > 2;
  if (!core && !(segments[0] === 'apis' && segments.length > 3))
    return { type: 'path', verb: method.toLowerCase(), path: pathname };
  const [group = '', version = '', ...rest] = core ? ['', ...segments.slice(1)] : segments.slice(1);
  let namespace = '';
  let parts = rest;
  if (parts[0] === 'namespaces' && parts[1] !== undefined) {
    namespace = parts[1];
    // A part after the namespace's name is a resource in the namespace, unless the part is a subresource of the
    // namespace itself.
    if (parts[2] !== undefined && parts[2] !== 'status' && parts[2] !== 'finalize') parts = parts.slice(2);
  }
  const [plural = '', pathName = '', subresource = ''] = parts;
  const single = pathName !== '';
  const verb = verbOf(method, single, query);
  const name = single || (verb !== 'list' && verb !== 'watch') ? pathName : selectedName(query);
  return { type: 'resource', verb, group, version, plural, subresource, namespace, name, single, query };
}

function verbOf(method: string, single: boolean, query: URLSearchParams): ResourceRequest['verb'] {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return single ? 'delete' : 'deletecollection';
    default:
      if (['1', 'true'].includes(query.get('watch') ?? '')) return 'watch';
      return single ? 'get' : 'list';
  }
}
