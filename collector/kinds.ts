/**
 * Selects the kinds of a leaf to collect: the kinds of kinds/ with `indexedAs`, kinds of policies by the label of their
 * CustomResourceDefinition, and the kinds of `kinds.include`. Kinds of `kinds.exclude` are omitted.
 *
 * Discovery is untrusted: resources whose names are not Kubernetes names, or whose rows would share keys with rows of
 * another resource, are left out.
 */
import { KINDS } from '../kinds/registry.ts';
import type { KindName } from '../kinds/relations.ts';
import type { ServedResource } from '../kubernetes/client.ts';
import { isKindName } from '../kubernetes/discovery.ts';
import type { Resource } from '../rbac/types.ts';
import type { StateCause } from '../store/causes.ts';

/**
 * Kinds to collect. Items are `plural.group` (`pods`, `kustomizations.kustomize.toolkit.fluxcd.io`). `*` means all
 * kinds.
 */
export interface KindsRule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface SelectedKinds {
  readonly collected: readonly Resource[];
  /** Requested kinds that are left out, at most MAX_NAMED. Kinds requested by name come first. */
  readonly leftOut: readonly LeftOutKind[];
  /** Number of further kinds that are left out and not in `leftOut`. */
  readonly unnamed: number;
  /** Number of kinds that are left out because too many kinds were requested. */
  readonly overLimit: number;
}

export interface LeftOutKind {
  readonly resource: Resource;
  readonly cause: Extract<StateCause, 'UNWATCHABLE' | 'PER_CALLER' | 'SHOWN_ELSEWHERE' | 'TOO_MANY_KINDS'>;
  /** With SHOWN_ELSEWHERE: the resource that shows the objects of this kind. */
  readonly shownAs?: string;
}

export const DEFAULT_KINDS: readonly string[] = KINDS.flatMap(({ group, indexedAs }) =>
  indexedAs === undefined ? [] : [resourceName({ group, plural: indexedAs })],
);

/**
 * Maximum kinds to collect from a cluster. Each kind costs a watch, so a leaf that claims thousands of kinds must be
 * limited.
 */
export const MAX_KINDS = 500;

/**
 * Maximum watches of a cluster. If the collection is limited to namespaces, each namespace needs a watch of each kind.
 */
const MAX_WATCHES = 2_000;

/** Maximum kinds that coverage names as left out. Bounded, because the state of the cluster is written often. */
const MAX_NAMED = 100;

/**
 * Resources that serve the same stored objects, with the same UIDs. Each list is in the order of preference.
 *
 * Sources: pkg/registry/events/rest/storage_events.go of kubernetes/kubernetes uses the storage of core Events. The
 * deprecation guide of Kubernetes (kubernetes.io/docs/reference/using-api/deprecation-guide) names the groups that the
 * kinds of `extensions` moved to.
 */
const SAME_OBJECTS: readonly (readonly string[])[] = [
  ['events', 'events.events.k8s.io'],
  ...['daemonsets', 'deployments', 'replicasets'].map(plural => [`${plural}.apps`, `${plural}.extensions`]),
  ...['ingresses', 'networkpolicies'].map(plural => [`${plural}.networking.k8s.io`, `${plural}.extensions`]),
  ['podsecuritypolicies.policy', 'podsecuritypolicies.extensions'],
  ['securitycontextconstraints.security.openshift.io', 'securitycontextconstraints'],
];

/**
 * Resources whose API servers show different objects to different callers, or require more rights than `list` of the
 * resource. They are not collected. Otherwise the index would show the objects of the collector's account to everybody
 * who may list the resource.
 *
 * Sources: pkg/project and pkg/authorization of openshift/openshift-apiserver (Projects are Namespaces, filtered by
 * caller; roles and bindings are RBAC objects, read as the caller), openshift/oauth-apiserver (a caller's own tokens),
 * pkg/ext/stores of rancher/rancher and loft-sh/kiosk (the caller's own objects).
 */
const PER_CALLER: ReadonlySet<string> = new Set([
  'projects.project.openshift.io',
  ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(
    plural => `${plural}.authorization.openshift.io`,
  ),
  'useroauthaccesstokens.oauth.openshift.io',
  ...['tokens', 'kubeconfigs'].map(plural => `${plural}.ext.cattle.io`),
  ...['accounts', 'spaces'].map(plural => `${plural}.tenancy.kiosk.sh`),
]);

export function resourceName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/**
 * Maximum kinds to collect from a cluster.
 * @param namespaces Number of namespaces to which the collection is limited
 */
export function mostKinds(namespaces = 1): number {
  return Math.min(MAX_KINDS, Math.floor(MAX_WATCHES / namespaces));
}

/** @param most Maximum kinds to collect, as mostKinds() computes it */
export function selectKinds(served: readonly ServedResource[], rule: KindsRule, most = MAX_KINDS): SelectedKinds {
  const included = new Set([...DEFAULT_KINDS, ...rule.include]);
  const excluded = new Set(rule.exclude);
  const known = distinctKinds(served);
  const isNamed = (name: string) => included.has(name) && !excluded.has(name);
  const wanted = known.filter(resource => {
    const name = resourceName(resource);
    const isWanted = included.has('*') || included.has(name) || resource.policy !== undefined;
    return isWanted && !excluded.has('*') && !excluded.has(name);
  });
  const shownAs = shownElsewhere(known.filter(isWatchable).map(resourceName), isNamed);
  // Order: default kinds, kinds named in the configuration, labelled policies, and last the kinds that `*` adds.
  const order = [...included];
  const rank = new Map(order.map((name, place) => [name, place]));
  const placeOf = (resource: Resource) =>
    rank.get(resourceName(resource)) ?? order.length + (resource.policy === undefined ? 1 : 0);
  const leftOut: LeftOutKind[] = [];
  const candidates: ServedResource[] = [];
  for (const resource of wanted) {
    const name = resourceName(resource);
    const other = shownAs.get(name);
    if (other !== undefined && excluded.has(other)) continue; // the configuration excludes these objects
    if (PER_CALLER.has(name)) leftOut.push({ resource, cause: 'PER_CALLER' });
    else if (other !== undefined) leftOut.push({ resource, cause: 'SHOWN_ELSEWHERE', shownAs: other });
    else if (!isWatchable(resource)) leftOut.push({ resource, cause: 'UNWATCHABLE' });
    else candidates.push(resource);
  }
  const inOrder = candidates.toSorted((a, b) => placeOf(a) - placeOf(b));
  const over = inOrder.slice(most);
  for (const resource of over) leftOut.push({ resource, cause: 'TOO_MANY_KINDS' });
  const named = leftOut
    .sort((a, b) => placeOf(a.resource) - placeOf(b.resource))
    .slice(0, MAX_NAMED)
    .map(kind => ({ ...kind, resource: plain(kind.resource) }));
  return {
    collected: inOrder.slice(0, most).sort(byName).map(plain),
    ...{ leftOut: named, unnamed: leftOut.length - named.length, overLimit: over.length },
  };
}

/**
 * Maps each omitted resource to the resource that shows its objects. A resource requested by name takes precedence over
 * a resource that `*` adds.
 */
function shownElsewhere(watchable: readonly string[], isNamed: (name: string) => boolean): ReadonlyMap<string, string> {
  const served = new Set(watchable);
  const shown = new Map<string, string>();
  for (const names of SAME_OBJECTS) {
    const there = names.filter(name => served.has(name));
    const first = there.find(isNamed) ?? there[0];
    if (first !== undefined) for (const name of names) if (name !== first) shown.set(name, first);
  }
  return shown;
}

/** One resource of each kind that can be listed, at most MAX_KINDS. Sorted by group and plural. */
export function oneOfEachKind(served: readonly ServedResource[]): readonly Resource[] {
  return distinctKinds(served).slice(0, MAX_KINDS).map(plain);
}

function distinctKinds(served: readonly ServedResource[]): readonly ServedResource[] {
  const seen = new Set<string>();
  return served
    .filter(isCollectable)
    .sort(byName)
    .filter(resource => {
      // A row's key holds group and kind, so two resources of one kind would overwrite each other's rows.
      const key = kindKey(resource);
      return !seen.has(key) && seen.add(key);
    });
}

function plain({ group, version, kind, plural, namespaced, shortNames, categories, policy }: Resource): Resource {
  return {
    ...{ group, version, kind, plural, namespaced },
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(policy !== undefined && { policy }),
  };
}

export function kindKey({ group, kind }: KindName): string {
  return `${group}/${kind}`;
}

/** Returns a function that is true for the cluster-scoped kinds of the leaf. */
export function clusterScopedAmong(served: readonly Resource[]): (kind: KindName) => boolean {
  const scoped = new Set(served.filter(({ namespaced }) => !namespaced).map(kindKey));
  return kind => scoped.has(kindKey(kind));
}

/** True if the names of the resource are Kubernetes names, and its objects can be listed. */
export function isCollectable({ group, version, kind, plural, namespaced, verbs }: ServedResource): boolean {
  return (
    /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(plural) &&
    /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)?$/.test(group) &&
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(version) &&
    isKindName(kind) &&
    typeof namespaced === 'boolean' &&
    verbs.includes('list')
  );
}

/** False for ComponentStatus and the kinds of metrics.k8s.io, for example. */
function isWatchable({ verbs }: ServedResource): boolean {
  return verbs.includes('watch');
}

function byName(a: Resource, b: Resource): number {
  return compare(a.group, b.group) || compare(a.plural, b.plural);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
