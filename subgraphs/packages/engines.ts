/** Engines that apply packages, and the kinds of their objects. */
import type { Resource } from '../../rbac/types.ts';
import type { KindMatch } from '../../readmodel/query.ts';

export const ENGINES = ['CONFIG_SYNC', 'FLUX_KUSTOMIZATION', 'FLUX_HELMRELEASE', 'ARGO_CD', 'KPT_LIVE'] as const;
export type Engine = (typeof ENGINES)[number];

export type DeployingKind = Required<Pick<KindMatch, 'kind'>> & { readonly group: string; readonly engine: Engine };

export const ROOT_SYNC = { engine: 'CONFIG_SYNC', group: 'configsync.gke.io', kind: 'RootSync' } as const;
export const REPO_SYNC = { ...ROOT_SYNC, kind: 'RepoSync' } as const;
/** An inventory of Config Sync is no deployment; its record says so. */
export const RESOURCE_GROUP = { engine: 'KPT_LIVE', group: 'kpt.dev', kind: 'ResourceGroup' } as const;

/** ResourceGroups come first: inventories that are read already are not read again. */
export const DEPLOYING_KINDS: readonly DeployingKind[] = [
  RESOURCE_GROUP,
  ROOT_SYNC,
  REPO_SYNC,
  { engine: 'FLUX_KUSTOMIZATION', group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' },
  { engine: 'FLUX_HELMRELEASE', group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' },
  { engine: 'ARGO_CD', group: 'argoproj.io', kind: 'Application' },
];

export const PACKAGE_REVISION = { group: 'porch.kpt.dev', kind: 'PackageRevision' } as const;

/** A kind whose objects decide about deployments. */
export type DecidingKind = Required<Pick<KindMatch, 'kind'>> & { readonly group: string };

/** The deciding kinds of a cluster that the caller may name. */
export type KindsOf = (cluster: string) => readonly DecidingKind[];

const NONE: readonly DecidingKind[] = [];

/**
 * @param named The kinds of each cluster that the caller may name. Clusters that serve alike share a list.
 * @param hubs Their PackageRevisions decide, too
 */
export function decidingKindsOf(named: ReadonlyMap<string, readonly Resource[]>, hubs: ReadonlySet<string>): KindsOf {
  const [ofHubs, ofOthers] = [served([...DEPLOYING_KINDS, PACKAGE_REVISION]), served(DEPLOYING_KINDS)];
  return cluster => {
    const resources = named.get(cluster);
    return resources ? (hubs.has(cluster) ? ofHubs : ofOthers)(resources) : NONE;
  };
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
