/**
 * Short names and categories of kinds, resolved like kubectl: on each cluster a short name means one kind, and a
 * resource name wins over a short name. Only kinds that the caller may know of take part, so a hidden kind changes no
 * word's meaning.
 */
import type { Resource } from '../rbac/types.ts';
import { compareText } from '../readmodel/table/names.ts';

/** The order in which API servers list built-in groups. Other groups follow, by version and name. */
const FIRST_GROUPS = [
  ...['', 'apps', 'events.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io', 'autoscaling', 'batch'],
  ...['certificates.k8s.io', 'networking.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'storage.k8s.io'],
  ...['admissionregistration.k8s.io', 'apiextensions.k8s.io', 'scheduling.k8s.io', 'coordination.k8s.io'],
  ...['node.k8s.io', 'discovery.k8s.io', 'flowcontrol.apiserver.k8s.io'],
];

/** By short name, the kind that it means on a cluster that serves these resources. */
export const shortNamesOn = onceFor(readShortNames);

/**
 * By word beside names and plurals, the kinds that it means on a cluster: its short names, its short names with its
 * group (`vs.networking.istio.io`), which are never ambiguous, and its categories.
 */
export const wordsOn = onceFor(readWords);

/** Clusters share their lists of resources, so what is read of one is kept with it. */
function onceFor<T>(read: (resources: readonly Resource[]) => T): (resources: readonly Resource[]) => T {
  const known = new WeakMap<readonly Resource[], T>();
  return resources => {
    const found = known.get(resources) ?? read(resources);
    known.set(resources, found);
    return found;
  };
}

function readShortNames(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const named = resources.filter(({ shortNames }) => shortNames && shortNames.length > 0);
  const meanings = new Map<string, Resource>();
  if (named.length === 0) return meanings;
  const names = new Set(resources.flatMap(({ plural, kind }) => [plural, kind.toLowerCase()]));
  for (const resource of named.sort((a, b) => rank(a) - rank(b) || compareText(versionName(a), versionName(b)))) {
    for (const name of resource.shortNames ?? []) if (!names.has(name) && !meanings.has(name)) meanings.set(name, resource);
  }
  return meanings;
}

function readWords(resources: readonly Resource[]): ReadonlyMap<string, ReadonlySet<Resource>> {
  const words = new Map<string, Set<Resource>>();
  const add = (word: string, resource: Resource) => words.set(word, (words.get(word) ?? new Set()).add(resource));
  for (const [name, resource] of shortNamesOn(resources)) add(name, resource);
  for (const resource of resources) {
    for (const name of resource.shortNames ?? []) add(`${name}.${resource.group}`, resource);
    for (const category of resource.categories ?? []) add(category, resource);
  }
  return words;
}

function rank({ group }: Resource): number {
  const at = FIRST_GROUPS.indexOf(group);
  return at < 0 ? FIRST_GROUPS.length : at;
}

function versionName({ group, version }: Resource): string {
  return `${version}.${group}`;
}
