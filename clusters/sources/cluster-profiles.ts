/**
 * ClusterProfile objects on a hub, from the cluster inventory API (multicluster.x-k8s.io/v1alpha1, KEP-4322). The
 * kubeconfig of a cluster is in a Secret in the profile's namespace, under the key `Config` or `config`. The Secret has
 * the label `x-k8s.io/cluster-profile: <name of the profile>`. The cluster has the labels of the profile. Plugins in
 * `status.accessProviders` and `credentialProviders` (KEP-5339) are commands, so they are not run.
 */
import type { Resource } from '../../rbac/types.ts';
import { Hub, SECRETS, type HubOptions } from '../hub.ts';
import {
  BEING_READ,
  bytesOf,
  factsOf,
  HubSource,
  textOf,
  type FoundCluster,
  type HubSourceOptions,
} from '../hub-source.ts';
import { sourceOnHub } from '../source-kind.ts';

export const CLUSTER_PROFILES: Resource = {
  group: 'multicluster.x-k8s.io',
  version: 'v1alpha1',
  kind: 'ClusterProfile',
  plural: 'clusterprofiles',
  namespaced: true,
};

export const clusterProfileObjects = sourceOnHub({
  type: 'clusterProfiles',
  about: 'ClusterProfile objects of the cluster inventory API.',
  keys: {},
  place: [],
  reads: [CLUSTER_PROFILES, SECRETS],
  open: clusterProfiles,
});

const PROFILE = 'x-k8s.io/cluster-profile';
const LONGEST_LABEL = 63;

export function clusterProfiles(options: HubOptions & HubSourceOptions): HubSource {
  const hub = new Hub(options);
  const profiles = hub.follow({
    resource: CLUSTER_PROFILES,
    keep: object => factsOf('ClusterProfile', object),
    bytes: facts => bytesOf(facts),
    changed: () => profiles.all && secrets.want(profiles.all.keys()),
  });
  const secrets = hub.follow({
    resource: SECRETS,
    selectors: { labelSelector: PROFILE },
    keep: secret => ({ ...factsOf('Secret', secret), text: textOf(secret, 'Config') ?? textOf(secret, 'config') }),
    bytes: secret => bytesOf(secret, secret.text),
    onlyWanted: {
      nameOf: ({ metadata: { namespace = '', labels } }) => `${namespace}/${labels?.[PROFILE]}`,
      select: key => {
        const [namespace = '', profile = ''] = key.split('/');
        return profile.length <= LONGEST_LABEL ? { namespace, labelSelector: `${PROFILE}=${profile}` } : undefined;
      },
    },
  });
  const found = (): FoundCluster[] => {
    const ofProfile = Map.groupBy(
      secrets.all?.values() ?? [],
      ({ namespace, labels }) => `${namespace}/${labels[PROFILE]}`,
    );
    return [...(profiles.all?.values() ?? [])].map(facts => {
      const some = ofProfile.get(`${facts.namespace}/${facts.name}`) ?? [];
      const which = some.length === 0 ? 'no Secret' : `${some.length} Secrets`;
      return {
        ...facts,
        called: facts.name,
        kubeconfig: some.length === 1 ? some[0]?.text : undefined,
        missing: secrets.isReading(`${facts.namespace}/${facts.name}`)
          ? BEING_READ
          : some.length === 1
            ? 'its Secret has no key "Config".'
            : `its namespace has ${which} with the label ${PROFILE}=${facts.name}. It needs one, with a kubeconfig in the key "Config"; access providers are commands, which fleetgraph does not run.`,
      };
    });
  };
  return new HubSource(
    { type: 'clusterProfiles', title: 'the ClusterProfiles' },
    hub,
    [profiles, secrets],
    found,
    options,
  );
}
