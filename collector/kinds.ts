/**
 * Which of the kinds that a leaf serves are collected: those of kinds/ with `indexedAs` and those of `kinds.include`,
 * without those of `kinds.exclude`. Kinds that the configuration asks for and that cannot be collected are named with
 * their cause.
 *
 * Discovery is untrusted: the collector leaves out a resource whose names are not Kubernetes names, or whose rows would share keys with
 * another.
 */
import { KINDS } from '../kinds/registry.ts';
import type { KindName } from '../kinds/relations.ts';
import type { ServedResource } from '../kubernetes/client.ts';
import { isKindName } from '../kubernetes/discovery.ts';
import type { Resource } from '../rbac/types.ts';
import type { StateCause } from '../store/causes.ts';

/**
 * Items are `plural.group` (`pods`, `kustomizations.kustomize.toolkit.fluxcd.io`); `*` is everything that can be
 * watched.
 */
export interface KindsRule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface SelectedKinds {
  readonly collected: readonly Resource[];
  /** Kinds that are asked for and not collected; of those over the limit the first MAX_NAMED_OVER_LIMIT. */
  readonly leftOut: readonly LeftOutKind[];
  /** How many kinds are over the limit. */
  readonly overLimit: number;
}

export interface LeftOutKind {
  readonly resource: Resource;
  readonly cause: Extract<StateCause, 'UNWATCHABLE' | 'SHOWN_ELSEWHERE' | 'TOO_MANY_KINDS'>;
  /** SHOWN_ELSEWHERE: the resource that shows its objects. */
  readonly shownAs?: string;
}

export const DEFAULT_KINDS: readonly string[] = KINDS.flatMap(({ group, indexedAs }) =>
  indexedAs === undefined ? [] : [resourceName({ group, plural: indexedAs })],
);

/** Large installations serve some 300 kinds. Each costs a watch, so a leaf that claims thousands gets at most this many. */
export const MAX_KINDS = 500;

/** Each namespace that is collected by itself costs a watch of each kind, and a cluster gets at most so many. */
const MAX_WATCHES = 2_000;

/**
 * Kinds over the limit that coverage names. More would make the state of the cluster too large: it is written all the
 * time.
 */
const MAX_NAMED_OVER_LIMIT = 100;

/**
 * Resources that serve the same stored objects, UID by UID, each list in the order of preference.
 *
 * Sources: pkg/registry/events/rest/storage_events.go of kubernetes/kubernetes uses the storage of core Events. The
 * deprecation guide of Kubernetes (kubernetes.io/docs/reference/using-api/deprecation-guide) names the groups that the
 * kinds of `extensions` moved to. OpenShift's Projects are Namespaces, and its roles and bindings those of RBAC:
 * pkg/project and pkg/authorization of openshift/openshift-apiserver.
 */
const SAME_OBJECTS: readonly (readonly string[])[] = [
  ['events', 'events.events.k8s.io'],
  ...['daemonsets', 'deployments', 'replicasets'].map(plural => [`${plural}.apps`, `${plural}.extensions`]),
  ...['ingresses', 'networkpolicies'].map(plural => [`${plural}.networking.k8s.io`, `${plural}.extensions`]),
  ['podsecuritypolicies.policy', 'podsecuritypolicies.extensions'],
  ['namespaces', 'projects.project.openshift.io'],
  ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(plural => [
    `${plural}.rbac.authorization.k8s.io`,
    `${plural}.authorization.openshift.io`,
  ]),
  ['securitycontextconstraints.security.openshift.io', 'securitycontextconstraints'],
];

export function resourceName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The most kinds that are collected of a cluster; `namespaces`: how many are collected by themselves. */
export function mostKinds(namespaces = 1): number {
  return Math.min(MAX_KINDS, Math.floor(MAX_WATCHES / namespaces));
}

/** @param most as mostKinds() says */
export function selectKinds(served: readonly ServedResource[], rule: KindsRule, most = MAX_KINDS): SelectedKinds {
  const included = new Set([...DEFAULT_KINDS, ...rule.include]);
  const excluded = new Set(rule.exclude);
  const known = distinctKinds(served);
  const isNamed = (name: string) => included.has(name) && !excluded.has(name);
  const wanted = known.filter(resource => {
    const name = resourceName(resource);
    return (included.has('*') || included.has(name)) && !excluded.has('*') && !excluded.has(name);
  });
  const shownAs = shownElsewhere(known.filter(isWatchable).map(resourceName), isNamed);
  const leftOut: LeftOutKind[] = [];
  const candidates: ServedResource[] = [];
  for (const resource of wanted) {
    const other = shownAs.get(resourceName(resource));
    if (other !== undefined && excluded.has(other)) continue; // its objects are not to be collected
    if (other !== undefined) leftOut.push({ resource: plain(resource), cause: 'SHOWN_ELSEWHERE', shownAs: other });
    else if (!isWatchable(resource)) leftOut.push({ resource: plain(resource), cause: 'UNWATCHABLE' });
    else candidates.push(resource);
  }
  // Default kinds are the first of `included`, then those of the configuration; what `*` adds comes last.
  const order = [...included];
  const rank = new Map(order.map((name, place) => [name, place]));
  const placeOf = (resource: ServedResource) => rank.get(resourceName(resource)) ?? order.length;
  const inOrder = candidates.toSorted((a, b) => placeOf(a) - placeOf(b));
  const over = inOrder.slice(most);
  for (const resource of over.slice(0, MAX_NAMED_OVER_LIMIT)) leftOut.push({ resource: plain(resource), cause: 'TOO_MANY_KINDS' });
  return { collected: inOrder.slice(0, most).sort(byName).map(plain), leftOut, overLimit: over.length };
}

/**
 * By the resource that is left out: the resource that shows its objects. A resource that is asked for by name goes
 * before one of `*`.
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

/** One resource of each kind that can be listed, at most MAX_KINDS, in the same order for the same discovery. */
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

function plain({ group, version, kind, plural, namespaced, shortNames, categories }: Resource): Resource {
  return { group, version, kind, plural, namespaced, ...(shortNames && { shortNames }), ...(categories && { categories }) };
}

/** As the key of an object begins. */
export function kindKey({ group, kind }: KindName): string {
  return `${group}/${kind}`;
}

/** Tells, of kinds that a leaf serves, whether their objects are in no namespace. */
export function clusterScopedAmong(served: readonly Resource[]): (kind: KindName) => boolean {
  const scoped = new Set(served.filter(({ namespaced }) => !namespaced).map(kindKey));
  return kind => scoped.has(kindKey(kind));
}

/** Its names are Kubernetes names, and it can be listed. */
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

/** Lists of ComponentStatus and of the kinds of metrics.k8s.io have no resourceVersion to watch from. */
function isWatchable({ verbs }: ServedResource): boolean {
  return verbs.includes('watch');
}

function byName(a: Resource, b: Resource): number {
  return compare(a.group, b.group) || compare(a.plural, b.plural);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
