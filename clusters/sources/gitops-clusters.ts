/**
 * GitopsCluster objects of Weave GitOps on a hub. Each refers to the Secret in its namespace that contains the
 * kubeconfig. `secretRef` names the Secret. `capiClusterRef` names a Cluster API cluster, whose Secret is called
 * `<cluster>-kubeconfig`. The cluster has the labels of the object.
 */
import { isRecord } from '../../kubernetes/object-shape.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
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
  type ObjectFacts,
} from '../hub-source.ts';
import { sourceOnHub } from '../source-kind.ts';

export const GITOPS_CLUSTERS: Resource = {
  group: 'gitops.weave.works',
  version: 'v1alpha1',
  kind: 'GitopsCluster',
  plural: 'gitopsclusters',
  namespaced: true,
};

export const gitopsClusterObjects = sourceOnHub({
  type: 'gitopsClusters',
  about: 'GitopsCluster objects.',
  keys: {},
  place: [],
  reads: [GITOPS_CLUSTERS, SECRETS],
  open: gitopsClusters,
});

/** Excludes the Secrets of Helm releases, which are large and contain no kubeconfig. */
const SELECTORS = { fieldSelector: 'type!=helm.sh/release.v1' };
const OBJECT_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

export function gitopsClusters(options: HubOptions & HubSourceOptions): HubSource {
  const hub = new Hub(options);
  const objects = hub.follow({
    resource: GITOPS_CLUSTERS,
    keep: (object): NamingSecret => ({ ...factsOf('GitopsCluster', object), secret: secretOf(object) }),
    bytes: object => bytesOf(object),
    changed: () =>
      objects.all && secrets.want(Array.from(objects.all.values()).flatMap(object => keyOfSecret(object) ?? [])),
  });
  const secrets = hub.follow({
    resource: SECRETS,
    selectors: SELECTORS,
    keep: secret => textOf(secret, 'value') ?? textOf(secret, 'value.yaml'),
    bytes: text => 256 + text.bytes,
    // Keep only Secrets that a GitopsCluster refers to, because a hub may have many others.
    onlyWanted: {
      nameOf: ({ metadata: { namespace = '', name } }) => `${namespace}/${name}`,
      select: key => {
        const [namespace = '', name = ''] = key.split('/');
        return OBJECT_NAME.test(name)
          ? { namespace, fieldSelector: `metadata.name=${name},${SELECTORS.fieldSelector}` }
          : undefined;
      },
    },
  });
  const found = (): FoundCluster[] =>
    [...(objects.all?.values() ?? [])].map(object => ({
      ...object,
      called: object.name,
      kubeconfig: secrets.all?.get(keyOfSecret(object) ?? ''),
      missing: secrets.isReading(keyOfSecret(object) ?? '')
        ? BEING_READ
        : object.secret === undefined
          ? 'it has neither spec.secretRef nor spec.capiClusterRef.'
          : `its namespace has no Secret "${object.secret}" with the key value or value.yaml.`,
    }));
  return new HubSource(
    { type: 'gitopsClusters', title: 'the GitopsClusters' },
    hub,
    [objects, secrets],
    found,
    options,
  );
}

interface NamingSecret extends ObjectFacts {
  readonly secret: string | undefined;
}

function keyOfSecret({ namespace, secret }: NamingSecret): string | undefined {
  return secret === undefined ? undefined : `${namespace}/${secret}`;
}

function secretOf({ spec }: KubernetesObject): string | undefined {
  const named = (field: string): string | undefined => {
    const reference = spec?.[field];
    const name = isRecord(reference) ? reference['name'] : undefined;
    return typeof name === 'string' && name.length <= 253 ? name : undefined;
  };
  const cluster = named('capiClusterRef');
  return named('secretRef') ?? (cluster === undefined ? undefined : `${cluster}-kubeconfig`);
}
