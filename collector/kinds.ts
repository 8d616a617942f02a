/**
 * Which of the kinds that a leaf serves are collected: those of kinds/ with `indexedAs` and those of `kinds.include`, without those of
 * `kinds.exclude`.
 *
 * Discovery is untrusted: the collector leaves out a resource whose names are not Kubernetes names, or whose rows would share keys with
 * another.
 */
import { KINDS } from '../kinds/registry.ts';
import type { KindName } from '../kinds/relations.ts';
import type { ServedResource } from '../kubernetes/client.ts';
import type { Resource } from '../rbac/types.ts';

/** Items are `plural.group` (`pods`, `kustomizations.kustomize.toolkit.fluxcd.io`); `*` is everything that can be listed. */
export interface KindsRule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export const DEFAULT_KINDS: readonly string[] = KINDS.flatMap(({ group, indexedAs }) =>
  indexedAs === undefined ? [] : [resourceName({ group, plural: indexedAs })],
);

/** Large installations serve some 300 kinds. Each costs a watch, so a leaf that claims thousands gets at most this many. */
export const MAX_KINDS = 500;

export function resourceName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

export function selectKinds(served: readonly ServedResource[], rule: KindsRule): readonly Resource[] {
  const included = new Set([...DEFAULT_KINDS, ...rule.include]);
  const excluded = new Set(rule.exclude);
  return oneOfEachKind(
    served.filter(resource => {
      const name = resourceName(resource);
      return (included.has('*') || included.has(name)) && !excluded.has('*') && !excluded.has(name);
    }),
  );
}

/** As many as are kept, without what could not be listed, in the same order for the same discovery. */
export function oneOfEachKind(served: readonly ServedResource[]): readonly Resource[] {
  const seen = new Set<string>();
  return served
    .filter(isCollectable)
    .sort((a, b) => compare(a.group, b.group) || compare(a.plural, b.plural))
    .filter(resource => {
      // A row's key holds group and kind, so two resources of one kind would overwrite each other's rows.
      const key = kindKey(resource);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_KINDS)
    .map(({ group, version, kind, plural, namespaced }) => ({ group, version, kind, plural, namespaced }));
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

export function isCollectable({ group, version, kind, plural, namespaced, verbs }: ServedResource): boolean {
  return (
    /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(plural) &&
    /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)?$/.test(group) &&
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(version) &&
    /^[A-Za-z][A-Za-z0-9]{0,62}$/.test(kind) &&
    typeof namespaced === 'boolean' &&
    verbs.includes('list')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
