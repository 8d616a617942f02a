/**
 * Host names in the Istio configuration. They may be short: `reviews` means the Service in the object's own namespace.
 */

export interface IstioHost {
  /**
   * Full name in lower case, such as `reviews.bookinfo.svc.cluster.local`. External hosts and patterns get no suffix.
   */
  readonly full: string;
  /** The text as written, in lower case. */
  readonly text: string;
  /** The Service that the host names. Absent for external hosts and patterns. */
  readonly service?: { readonly namespace: string; readonly name: string };
  /** True if the host may belong to a ServiceEntry: it is external, or has the form `a.b`. */
  readonly mayBeExternal: boolean;
  /** True if the host is a pattern: it contains `*`. */
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

/** Maximum length of a DNS name. */
const MAX_NAME = 253;

/**
 * Yields the patterns of the form `*.x` that match the name. Yields none for a text that is too long for a DNS name,
 * because the time for all patterns grows with the square of the length.
 */
export function* patternsFor(name: string): Generator<string, void, undefined> {
  if (name.length > MAX_NAME) return;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) yield `*${name.slice(dot)}`;
}
