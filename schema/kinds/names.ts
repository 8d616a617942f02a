/**
 * Names of types and fields of kinds in the graph. They depend only on the names in Kubernetes, so that a type has the
 * same name whatever other kinds there are.
 */

/**
 * `apps` + `Deployment` → `AppsDeployment`; core kinds begin with `Core`. The domains of Kubernetes and Flux are left
 * out, others are not.
 */
export function typeNameOf({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${pascal(group.replace(/\.(?:k8s|toolkit\.fluxcd)\.io$/, '')) || 'Core'}${pascal(kind)}`;
}

/**
 * Name of a shared definition: `io.k8s.api.core.v1.PodSpec` → `CorePodSpec`. Definitions of another form keep their
 * whole name.
 */
export function definitionNameOf(definition: string): string {
  const [, group, name] = /\.([a-z0-9]+)\.v\d+[a-z0-9]*\.([A-Za-z0-9]+)$/.exec(definition) ?? [];
  return group && name ? `${pascal(group)}${pascal(name)}` : pascal(definition);
}

/** Its words with capitals, without anything that GraphQL cannot spell; '' where there is none. */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(word => word !== '');
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/**
 * GraphQL has letters, digits and `_`, no digit first, and keeps names that begin with `__` to itself: `x-foo` →
 * `x_foo`, `$ref` → `_ref`.
 */
export function fieldNameOf(name: string): string {
  const spelled = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^_{2,}/, '_');
  return /^\d/.test(spelled) || spelled === '' ? `_${spelled}` : spelled;
}
