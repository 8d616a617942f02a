/**
 * Names of types and fields of kinds in the graph. They depend only on the names in Kubernetes. A type therefore keeps
 * its name even if other kinds are added.
 */

/**
 * Type name of a kind: `apps` + `Deployment` → `AppsDeployment`. Core kinds start with `Core`. The domains of
 * Kubernetes and Flux are omitted, other domains are kept.
 */
export function typeNameOf({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${pascal(group.replace(/\.(?:k8s|toolkit\.fluxcd)\.io$/, '')) || 'Core'}${pascal(kind)}`;
}

/**
 * Type name of a shared definition: `io.k8s.api.core.v1.PodSpec` → `CorePodSpec`. Names of another form keep all their
 * words: `org.example.Thing` → `OrgExampleThing`.
 */
export function definitionNameOf(definition: string): string {
  const [, group, name] = /\.([a-z0-9]+)\.v\d+[a-z0-9]*\.([A-Za-z0-9]+)$/.exec(definition) ?? [];
  return group && name ? `${pascal(group)}${pascal(name)}` : pascal(definition);
}

/**
 * Joins the words of a text, each with a capital first letter. Omits characters other than letters and digits, so the
 * result may be empty.
 */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(word => word !== '');
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/**
 * Converts a name to a GraphQL field name: `x-foo` → `x_foo`, `$ref` → `_ref`. GraphQL allows letters, digits and `_`,
 * but no digit at the start. Names that start with `__` are reserved.
 */
export function fieldNameOf(name: string): string {
  const spelled = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^_{2,}/, '_');
  return /^\d/.test(spelled) || spelled === '' ? `_${spelled}` : spelled;
}
