/** Engines that apply packages, and the kinds of their objects. */
import type { Resource } from '../../rbac/types.ts';
import type { KindMatch } from '../../readmodel/query.ts';

export const ENGINES = ['CONFIG_SYNC', 'FLUX_KUSTOMIZATION', 'FLUX_HELMRELEASE', 'ARGO_CD', 'KPT_LIVE'] as const;
export type Engine = (typeof ENGINES)[number];

export type DeployingKind = Required<Pick<KindMatch, 'kind'>> & { readonly group: string; readonly engine: Engine };

export const ROOT_SYNC = { engine: 'CONFIG_SYNC', group: 'configsync.gke.io', kind: 'RootSync' } as const;
export const REPO_SYNC = { ...ROOT_SYNC, kind: 'RepoSync' } as const;
/**
 * Inventories. An inventory that belongs to Config Sync has a record with `inventory: true` and is not a deployment of
 * its own.
 */
export const RESOURCE_GROUP = { engine: 'KPT_LIVE', group: 'kpt.dev', kind: 'ResourceGroup' } as const;

/** ResourceGroups come first, so that the inventories of RootSyncs and RepoSyncs are not read twice. */
export const DEPLOYING_KINDS: readonly DeployingKind[] = [
  RESOURCE_GROUP,
  ROOT_SYNC,
  REPO_SYNC,
  { engine: 'FLUX_KUSTOMIZATION', group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' },
  { engine: 'FLUX_HELMRELEASE', group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' },
  { engine: 'ARGO_CD', group: 'argoproj.io', kind: 'Application' },
];

export const PACKAGE_REVISION = { group: 'porch.kpt.dev', kind: 'PackageRevision' } as const;

/** A kind whose objects affect deployments. */
export type DecidingKind = Required<Pick<KindMatch, 'kind'>> & { readonly group: string };

/** Returns the kinds that affect deployments on a cluster. Omits kinds that the caller may not name. */
export type KindsOf = (cluster: string) => readonly DecidingKind[];

const NONE: readonly DecidingKind[] = [];

/**
 * Finds the kinds that affect deployments. Includes kinds that are not collected, because the gate (gate.ts) stays
 * closed for a cluster with such a kind.
 * @param clusters Clusters to look up, in addition to the hubs. On hubs, PackageRevisions also affect deployments
 */
export async function decidingKinds(
  names: NamedKinds,
  clusters: readonly string[],
  hubs: ReadonlySet<string>,
): Promise<KindsOf> {
  const all = [...new Set([...clusters, ...hubs])];
  const [collected, uncollected] = await Promise.all([names.kindsOn(all), names.uncollectedOn(all)]);
  const [ofHubs, ofOthers] = [served([...DEPLOYING_KINDS, PACKAGE_REVISION]), served(DEPLOYING_KINDS)];
  return cluster => {
    const of = hubs.has(cluster) ? ofHubs : ofOthers;
    const [read, unread] = [collected.get(cluster), uncollected.get(cluster)];
    if (!unread) return read ? of(read) : NONE;
    return [...(read ? of(read) : NONE), ...of(unread)];
  };
}

/** The kinds that the caller may name, by cluster. `kindsOn` returns collected kinds, `uncollectedOn` the others. */
export interface NamedKinds {
  kindsOn(clusters: readonly string[]): Promise<ReadonlyMap<string, readonly Resource[]>>;
  uncollectedOn(clusters: readonly string[]): Promise<ReadonlyMap<string, readonly Resource[]>>;
}

function served(kinds: readonly DecidingKind[]): (resources: readonly Resource[]) => readonly DecidingKind[] {
  const known = new Map<readonly Resource[], readonly DecidingKind[]>();
  return resources => {
    let found = known.get(resources);
    if (!found) {
      found = kinds.filter(({ group, kind }) => resources.some(it => it.group === group && it.kind === kind));
      known.set(resources, found);
    }
    return found;
  };
}
