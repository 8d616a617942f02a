/**
 * Names of hosts in the configuration of Istio, which may be short: `reviews` means the Service of the object's own
 * namespace.
 */

export interface IstioHost {
  /** Full name: `reviews.bookinfo.svc.cluster.local`. The text itself for external and wild hosts. In lower case. */
  readonly full: string;
  /** As written, in lower case. */
  readonly text: string;
  /** The Service that it names, unless it is external or wild. */
  readonly service?: { readonly namespace: string; readonly name: string };
  /** True if it may be a host of a ServiceEntry: an external one, or `a.b`. */
  readonly mayBeExternal: boolean;
  /** True for a pattern, which names no single host. */
  readonly isWild: boolean;
}

const SUFFIX = 'svc.cluster.local';

/** @param namespace Namespace of the object that names the host */
export function istioHost(written: string, namespace: string): IstioHost {
  const text = written.toLowerCase();
  if (text.includes('*')) return { full: text, text, mayBeExternal: false, isWild: true };
  const [name = '', second = '', ...rest] = text.split('.');
  const isShort = !text.includes('.');
  const isService = isShort || ['', 'svc', SUFFIX].includes(rest.join('.'));
  const service = { name, namespace: isShort ? namespace : second };
  if (!isService || service.name === '' || service.namespace === '')
    return { full: text, text, mayBeExternal: true, isWild: false };
  return {
    full: `${name}.${service.namespace}.${SUFFIX}`,
    text,
    service,
    mayBeExternal: !isShort && rest.length === 0,
    isWild: false,
  };
}

/** True for `*.x` and a name that ends in `.x`. */
export function matchesWildHost(pattern: string, full: string): boolean {
  return pattern.startsWith('*.') && full.endsWith(pattern.slice(1));
}
