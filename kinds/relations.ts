/**
 * The relations that objects of any kind have, and the words in which the kinds tell of theirs.
 *
 * All of it is what an object says of itself, whoever wrote it: that there is such an owner, and that it would agree, is not checked. Whoever may write an object
 * can claim any; it is seen only by those who see both ends.
 */
import type { Resource } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectId } from '../schema/object-id.ts';
import type { Relation, RelationType } from '../store/attached.ts';
import { MAX_RELATIONS } from '../store/limits.ts';
import { at, groupOf, isName, list, text } from './untrusted.ts';

export type KindName = Pick<Resource, 'group' | 'kind'>;

/** A relation to nowhere, which is left out and counted, where a part of the key cannot be one. `namespace`: '' for a cluster-scoped object. */
export function relationTo(type: RelationType, { group, kind, namespace, name }: Omit<ObjectId, 'cluster'>): Relation {
  const parts = [kind, name, ...(group === '' ? [] : [group]), ...(namespace === '' ? [] : [namespace])];
  return { type, to: parts.every(isName) ? encodeObjectKey({ group, kind, namespace, name }) : '' };
}

/** At most one more than is kept: that one is counted as left out, and a hundred thousand cost nothing. */
export function references(value: unknown): readonly unknown[] {
  return list(value).slice(0, MAX_RELATIONS + 1);
}

/** To objects that are referred to by name, and by a namespace where it is not the object's own. A reference that is absent or null is none. */
export function relationsByName(type: RelationType, value: unknown, of: KindName, namespace: string): readonly Relation[] {
  return references(value)
    .filter(reference => (reference ?? undefined) !== undefined)
    .map(reference =>
      relationTo(type, { ...of, namespace: text(at(reference, 'namespace')) || namespace, name: text(at(reference, 'name')) }),
    );
}

/** References to names that stand alone, such as `secretName`; an empty one is none. */
export function named(names: readonly unknown[]): readonly unknown[] {
  return names.filter(name => typeof name === 'string' && name !== '').map(name => ({ name }));
}

/**
 * Flux and the Flux Operator label what they apply. The inventory of a Kustomization would say the same of objects that
 * are there, in one relation for each.
 */
const MANAGERS = [
  { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', label: 'kustomize.toolkit.fluxcd.io' },
  { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', label: 'helm.toolkit.fluxcd.io' },
  { group: 'fluxcd.controlplane.io', kind: 'ResourceSet', label: 'resourceset.fluxcd.controlplane.io' },
  { group: 'fluxcd.controlplane.io', kind: 'FluxInstance', label: 'fluxcd.controlplane.io' },
] as const;

/** To what applied an object of any kind. */
export function managers(object: unknown): readonly Relation[] {
  const labels = at(object, 'metadata', 'labels');
  return MANAGERS.flatMap(({ group, kind, label }) => {
    const [name, namespace] = [at(labels, `${label}/name`), at(labels, `${label}/namespace`)];
    return isName(name) && isName(namespace) ? [relationTo('MANAGES', { group, kind, namespace, name })] : [];
  });
}

/** To the owners of an object of any kind: they are in its namespace, or cluster-scoped. */
export function owners(object: unknown, namespace: string, isClusterScoped: (kind: KindName) => boolean): readonly Relation[] {
  return references(at(object, 'metadata', 'ownerReferences')).map(reference => {
    const of = { group: groupOf(text(at(reference, 'apiVersion'))), kind: text(at(reference, 'kind')) };
    return relationTo('OWNS', { ...of, namespace: isClusterScoped(of) ? '' : namespace, name: text(at(reference, 'name')) });
  });
}
