/**
 * Relations of objects of any kind, and helpers for kinds with more relations.
 *
 * Each relation is a claim of an object about itself. Nobody checks whether the related object exists or agrees. So
 * writers of an object can claim any relation. Only callers who may list both objects see the relation.
 */
import type { Resource } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectId } from '../schema/object-id.ts';
import type { Relation, RelationType } from '../store/attached.ts';
import { MAX_RELATIONS } from '../store/limits.ts';
import { at, groupOf, isName, list, text, record } from './untrusted.ts';

export type KindName = Pick<Resource, 'group' | 'kind'>;

/**
 * Makes a relation. If a part of the key is invalid, the relation is invalid, and is later omitted and counted.
 * `namespace` is '' for a cluster-scoped object.
 */
export function relationTo(type: RelationType, { group, kind, namespace, name }: Omit<ObjectId, 'cluster'>): Relation {
  const parts = [kind, name, ...(group === '' ? [] : [group]), ...(namespace === '' ? [] : [namespace])];
  return { type, to: parts.every(isName) ? encodeObjectKey({ group, kind, namespace, name }) : '' };
}

/**
 * Reads at most one reference more than the limit, so that a list of a hundred thousand references costs little. The
 * reference beyond the limit is later counted as omitted.
 */
export function references(value: unknown): readonly unknown[] {
  return list(value).slice(0, MAX_RELATIONS + 1);
}

/**
 * Relations to objects that are referenced by name. Without a namespace in the reference, the object's own namespace
 * is used. An absent or null reference gives no relation.
 */
export function relationsByName(
  type: RelationType,
  value: unknown,
  of: KindName,
  namespace: string,
): readonly Relation[] {
  return references(value)
    .filter(reference => (reference ?? undefined) !== undefined)
    .map(reference =>
      relationTo(type, {
        ...of,
        namespace: text(at(reference, 'namespace')) || namespace,
        name: text(at(reference, 'name')),
      }),
    );
}

/** Converts plain names, such as `secretName`, to references. Drops empty names. */
export function named(names: readonly unknown[]): readonly unknown[] {
  return names.filter(name => typeof name === 'string' && name !== '').map(name => ({ name }));
}

/**
 * Labels that Flux and the Flux Operator set on the objects that they apply. The inventory of a Kustomization is not
 * read, because it contains the same relations, one for each object.
 */
const MANAGERS = [
  { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', label: 'kustomize.toolkit.fluxcd.io' },
  { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', label: 'helm.toolkit.fluxcd.io' },
  { group: 'fluxcd.controlplane.io', kind: 'ResourceSet', label: 'resourceset.fluxcd.controlplane.io' },
  { group: 'fluxcd.controlplane.io', kind: 'FluxInstance', label: 'fluxcd.controlplane.io' },
].map(({ label, ...of }) => ({ of, nameLabel: `${label}/name`, namespaceLabel: `${label}/namespace` }));

/** Relations to the Flux, Flux Operator or Config Sync object that applied an object of any kind. */
export function managers(object: unknown): readonly Relation[] {
  const labels = at(object, 'metadata', 'labels');
  const found: Relation[] = [];
  for (const { of, nameLabel, namespaceLabel } of MANAGERS) {
    const name = at(labels, nameLabel);
    if (!isName(name)) continue;
    const namespace = at(labels, namespaceLabel);
    if (isName(namespace)) found.push(relationTo('MANAGES', { ...of, namespace, name }));
  }
  return [...found, ...syncOf(at(object, 'metadata', 'annotations', 'configsync.gke.io/manager'))];
}

/**
 * Parses the annotation that Config Sync sets on the objects that it applies. The annotation contains the scope of the
 * reconciler, `:root` or a namespace. The name of the RootSync or RepoSync follows unless it is the default:
 * `:root_apps`. Source: GoogleContainerTools/kpt-config-sync pkg/declared/resource_manager.go.
 */
function syncOf(manager: unknown): readonly Relation[] {
  const [, scope, name] = /^([^_]+)(?:_(.+))?$/s.exec(text(manager)) ?? [];
  if (scope === undefined) return [];
  const isRoot = scope === ':root';
  const sync = isRoot
    ? { kind: 'RootSync', namespace: 'config-management-system', name: name ?? 'root-sync' }
    : { kind: 'RepoSync', namespace: scope, name: name ?? 'repo-sync' };
  return isName(sync.namespace) && isName(sync.name)
    ? [relationTo('MANAGES', { group: 'configsync.gke.io', ...sync })]
    : [];
}

/** Relations to the owners of an object of any kind. Owners are in the object's namespace or cluster-scoped. */
export function owners(
  object: unknown,
  namespace: string,
  isClusterScoped: (kind: KindName) => boolean,
): readonly Relation[] {
  return references(at(object, 'metadata', 'ownerReferences')).map(reference => {
    const of = { group: groupOf(text(at(reference, 'apiVersion'))), kind: text(at(reference, 'kind')) };
    return relationTo('OWNS', {
      ...of,
      namespace: isClusterScoped(of) ? '' : namespace,
      name: text(at(reference, 'name')),
    });
  });
}

export const SECRET = { group: '', kind: 'Secret' };
export const CONFIG_MAP = { group: '', kind: 'ConfigMap' };

/** Maximum fields of a volume that are read. A volume has a name and one source. */
const MAX_VOLUME_FIELDS = 4;

/** Kinds that store the relations of their Pod spec. Their controlled objects do not repeat these relations. */
const TELLS_ITSELF = [
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
  'batch/CronJob',
];

/**
 * Relations to the ConfigMaps and Secrets that a Pod spec uses by name: in the environment, volumes and pull secrets.
 *
 * Only the controlling object stores these relations: a Deployment, but not its ReplicaSets and Pods. So a fleet
 * stores the relations once per workload. Queries find the Pods as children of the workload.
 */
export function usedByPods(object: unknown, podSpec: unknown, namespace: string): readonly Relation[] {
  const isReported = list(at(object, 'metadata', 'ownerReferences')).some(
    owner =>
      at(owner, 'controller') === true &&
      TELLS_ITSELF.includes(`${groupOf(text(at(owner, 'apiVersion')))}/${text(at(owner, 'kind'))}`),
  );
  return isReported ? [] : usedBySpec(podSpec, namespace);
}

function usedBySpec(podSpec: unknown, namespace: string): readonly Relation[] {
  const found = new Map<string, Relation>();
  const add = (of: typeof SECRET, name: unknown): void => {
    // Keeps one relation more than the limit, which is later counted as omitted.
    if (typeof name !== 'string' || name === '' || found.size > MAX_RELATIONS) return;
    found.set(`${of.kind}/${name}`, relationTo('REFERENCES', { ...of, namespace, name }));
  };
  for (const container of ['initContainers', 'containers', 'ephemeralContainers'].flatMap(field =>
    references(at(podSpec, field)),
  )) {
    for (const source of references(at(container, 'envFrom'))) {
      add(CONFIG_MAP, at(source, 'configMapRef', 'name'));
      add(SECRET, at(source, 'secretRef', 'name'));
    }
    for (const variable of references(at(container, 'env'))) {
      add(CONFIG_MAP, at(variable, 'valueFrom', 'configMapKeyRef', 'name'));
      add(SECRET, at(variable, 'valueFrom', 'secretKeyRef', 'name'));
    }
  }
  for (const volume of references(at(podSpec, 'volumes'))) {
    add(CONFIG_MAP, at(volume, 'configMap', 'name'));
    for (const driver of Object.values(record(volume)).slice(0, MAX_VOLUME_FIELDS)) {
      add(SECRET, at(driver, 'secretName'));
      for (const reference of ['secretRef', 'nodePublishSecretRef']) add(SECRET, at(driver, reference, 'name'));
    }
    for (const source of references(at(volume, 'projected', 'sources'))) {
      // Every namespace has this ConfigMap, and the API server itself mounts it into Pods.
      if (at(source, 'configMap', 'name') !== 'kube-root-ca.crt') add(CONFIG_MAP, at(source, 'configMap', 'name'));
      add(SECRET, at(source, 'secret', 'name'));
    }
  }
  for (const secret of references(at(podSpec, 'imagePullSecrets'))) add(SECRET, at(secret, 'name'));
  return [...found.values()];
}
