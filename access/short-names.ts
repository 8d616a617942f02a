/**
 * Short names and categories of kinds, as kubectl reads them: on each cluster a short name means one kind, and the name
 * of a resource comes before a short name. Only kinds that the caller may know of take part, so a hidden kind changes
 * the meaning of no word.
 */
import type { Resource } from '../rbac/types.ts';
import { compareText } from '../readmodel/texts/id-order.ts';

/** The order in which API servers list their own groups. All others come behind them, by version and name. */
const FIRST_GROUPS = [
  ...['', 'apps', 'events.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io', 'autoscaling', 'batch'],
  ...['certificates.k8s.io', 'networking.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'storage.k8s.io'],
  ...['admissionregistration.k8s.io', 'apiextensions.k8s.io', 'scheduling.k8s.io', 'coordination.k8s.io'],
  ...['node.k8s.io', 'discovery.k8s.io', 'flowcontrol.apiserver.k8s.io'],
];

/** By short name, the kind that it means on a cluster that serves these resources. */
export function shortNamesOn(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const named = resources.filter(({ shortNames }) => shortNames && shortNames.length > 0);
  const meanings = new Map<string, Resource>();
  if (named.length === 0) return meanings;
  const names = new Set(resources.flatMap(({ plural, kind }) => [plural, kind.toLowerCase()]));
  for (const resource of named.sort((a, b) => rank(a) - rank(b) || compareText(versionName(a), versionName(b)))) {
    for (const name of resource.shortNames ?? []) if (!names.has(name) && !meanings.has(name)) meanings.set(name, resource);
  }
  return meanings;
}

/**
 * The words beside names and plurals that mean kinds on a cluster, each with a kind: its short names, its short names
 * with its group (`vs.networking.istio.io`), which are never ambiguous, and its categories.
 */
export function* wordsOn(resources: readonly Resource[]): Generator<readonly [word: string, kind: Resource]> {
  yield* shortNamesOn(resources);
  for (const resource of resources) {
    for (const name of resource.shortNames ?? []) yield [`${name}.${resource.group}`, resource];
    for (const category of resource.categories ?? []) yield [category, resource];
  }
}

function rank({ group }: Resource): number {
  const at = FIRST_GROUPS.indexOf(group);
  return at < 0 ? FIRST_GROUPS.length : at;
}

function versionName({ group, version }: Resource): string {
  return `${version}.${group}`;
}
