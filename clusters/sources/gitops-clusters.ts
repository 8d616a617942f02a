/**
 * GitopsCluster objects of Weave GitOps on a hub. Each names the Secret of its namespace that holds the kubeconfig: `secretRef` by its name, `capiClusterRef` as
 * Cluster API calls it, `<cluster>-kubeconfig`. The cluster has the object's name and labels.
 */
import { isRecord } from '../../kubernetes/object-shape.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { Resource } from '../../rbac/types.ts';
import { Hub, SECRETS, type HubOptions } from '../hub.ts';
import { factsOf, HubSource, textOf, type FoundCluster, type HubSourceOptions, type ObjectFacts } from '../hub-source.ts';

export const GITOPS_CLUSTERS: Resource = {
  group: 'gitops.weave.works',
  version: 'v1alpha1',
  kind: 'GitopsCluster',
  plural: 'gitopsclusters',
  namespaced: true,
};

/** Releases of Helm are the largest Secrets there are, and hold no kubeconfig. */
const SELECTORS = { fieldSelector: 'type!=helm.sh/release.v1' };

export function gitopsClusters(options: HubOptions & HubSourceOptions): HubSource {
  const hub = new Hub(options);
  const objects = hub.follow({
    resource: GITOPS_CLUSTERS,
    keep: (object): ObjectFacts & { secret: string | undefined } => ({ ...factsOf('GitopsCluster', object), secret: secretOf(object) }),
  });
  const secrets = hub.follow({
    resource: SECRETS,
    selectors: SELECTORS,
    keep: secret => textOf(secret, 'value') ?? textOf(secret, 'value.yaml'),
  });
  const found = (): FoundCluster[] =>
    [...(objects.all?.values() ?? [])].map(({ secret, ...facts }) => ({
      ...facts,
      called: facts.name,
      kubeconfig: secret === undefined ? undefined : secrets.all?.get(`${facts.namespace}/${secret}`),
      missing:
        secret === undefined
          ? 'it has neither spec.secretRef nor spec.capiClusterRef.'
          : `its namespace has no Secret "${secret}" with the key value or value.yaml.`,
    }));
  return new HubSource({ type: 'gitopsClusters', title: 'the GitopsClusters' }, hub, [objects, secrets], found, options);
}

function secretOf({ spec }: KubernetesObject): string | undefined {
  const named = (field: string): string | undefined => {
    const reference = spec?.[field];
    return isRecord(reference) && typeof reference['name'] === 'string' ? reference['name'].slice(0, 253) : undefined;
  };
  const cluster = named('capiClusterRef');
  return named('secretRef') ?? (cluster === undefined ? undefined : `${cluster}-kubeconfig`);
}
