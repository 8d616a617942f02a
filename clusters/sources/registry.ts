/** All types of `clusterSources`, in the order of the documentation. */
import { argocd } from './argocd-clusters.ts';
import { clusterProfileObjects } from './cluster-profiles.ts';
import { gitopsClusterObjects } from './gitops-clusters.ts';
import { kubeconfigs } from './kubeconfig-files.ts';
import { clusterApi, secrets } from './kubeconfig-secrets.ts';

export const SOURCES = [kubeconfigs, secrets, clusterApi, gitopsClusterObjects, clusterProfileObjects, argocd] as const;

const ON_HUB: ReadonlySet<string> = new Set(SOURCES.flatMap(({ type, isOnHub }) => (isOnHub ? type : [])));

/** True for sources whose registrations are objects on a hub. People other than the operator can write them. */
export function isOnHub(type: string): boolean {
  return ON_HUB.has(type);
}
