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

/** The deploying kinds of a cluster that the caller may name. */
export type KindsOf = (cluster: string) => readonly DeployingKind[];

const NONE: readonly DeployingKind[] = [];

/** @param named The kinds of each cluster that the caller may name. Clusters that serve alike share a list. */
export function deployingKindsOf(named: ReadonlyMap<string, readonly Resource[]>): KindsOf {
  const known = new Map<readonly Resource[], readonly DeployingKind[]>();
  return cluster => {
    const resources = named.get(cluster);
    if (!resources) return NONE;
    let deploying = known.get(resources);
    if (!deploying) {
      deploying = DEPLOYING_KINDS.filter(({ group, kind }) => resources.some(it => it.group === group && it.kind === kind));
      known.set(resources, deploying);
    }
    return deploying;
  };
}
