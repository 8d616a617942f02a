/**
 * Secrets of a hub that hold a kubeconfig each, by a label. Kiali's (`kiali.io/multiCluster: "true"`, the cluster's name in the annotation `kiali.io/cluster`) unless
 * another selector is given; Cluster API's (`<cluster>-kubeconfig`, of type `cluster.x-k8s.io/secret`) by clusterApiSecrets().
 */
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { isRecord } from '../../kubernetes/object-shape.ts';
import { Hub, SECRETS, type HubOptions } from '../hub.ts';
import { bytesOf, dataOf, factsOf, HubSource, textOf, type Adopt, type FoundCluster, type HubSourceOptions } from '../hub-source.ts';
import { writtenToken, type TokenSecret } from '../written-tokens.ts';

export interface KubeconfigSecretsOptions extends HubOptions, HubSourceOptions {
  readonly labelSelector: string;
  /** The key of the Secret that holds the kubeconfig. @default `value`, `kubeconfig` or `config`, or else its only one */
  readonly key?: string | undefined;
  /** Puts renewed tokens into the Secrets that they are from. @default false */
  readonly writeTokens?: boolean;
}

/** What a Secret names, and where its kubeconfig stands. */
interface SecretCluster extends FoundCluster {
  readonly key: string | undefined;
  readonly resourceVersion: string;
}

const USUAL_KEYS = ['value', 'kubeconfig', 'config'];
const MAX_UID_LENGTH = 128;
const CLUSTER_API_NAME = 'cluster.x-k8s.io/cluster-name';

export function kubeconfigSecrets(options: KubeconfigSecretsOptions): HubSource {
  const { labelSelector, key, writeTokens = false, log } = options;
  const keep = (secret: KubernetesObject): SecretCluster => {
    const keys = Object.keys(dataOf(secret));
    const chosen = key ?? USUAL_KEYS.find(usual => keys.includes(usual)) ?? (keys.length === 1 ? keys[0] : undefined);
    const facts = factsOf('Secret', secret);
    return {
      ...facts,
      ...{ key: chosen, resourceVersion: secret.metadata.resourceVersion ?? '' },
      called: secret.metadata.annotations?.['kiali.io/cluster'] || facts.name,
      kubeconfig: chosen === undefined ? undefined : textOf(secret, chosen),
      missing:
        key === undefined
          ? `it has no key ${USUAL_KEYS.join(', ')}, and not exactly one. Set the source's key.`
          : `it has no key "${key}".`,
    };
  };
  const hub = new Hub(options);
  const secrets = hub.follow({
    resource: SECRETS,
    selectors: { labelSelector },
    keep,
    bytes: secret => bytesOf(secret, secret.kubeconfig),
  });
  const find = (object: string): TokenSecret | undefined => {
    const { namespace, name, resourceVersion, key: inKey, kubeconfig } = secrets.all?.get(object) ?? {};
    if (namespace === undefined || name === undefined || inKey === undefined) return undefined;
    const text = kubeconfig?.read(object);
    return typeof text === 'string' ? { namespace, name, resourceVersion: resourceVersion ?? '', key: inKey, text } : undefined;
  };
  const written: Adopt = (target, { namespace, name }) => {
    if (!target.token) return target;
    const place = { client: () => hub.client, find: () => find(`${namespace}/${name}`), log, signal: hub.closed };
    return { ...target, token: writtenToken(target.token, place) };
  };
  return new HubSource(
    { type: 'secrets', title: `the Secrets with ${labelSelector}` },
    hub,
    [secrets],
    () => secrets.all?.values() ?? [],
    options,
    writeTokens ? written : undefined,
  );
}

/** A kubeconfig of Cluster API. A cluster may have several, which lead to the same API server as different users. */
interface ClusterApiSecret extends FoundCluster {
  /** UID of the control plane or Cluster that made it; '' where no controller did. */
  readonly controller: string;
}

const KUBECONFIG_SUFFIX = '-kubeconfig';

export function clusterApiSecrets(options: HubOptions & HubSourceOptions): HubSource {
  const keep = (secret: KubernetesObject): ClusterApiSecret | undefined => {
    const facts = factsOf('Secret', secret);
    // The authorities and keys of a cluster have the same type and label.
    if (!facts.name.endsWith(KUBECONFIG_SUFFIX)) return undefined;
    const called = facts.labels[CLUSTER_API_NAME] || facts.name.slice(0, -KUBECONFIG_SUFFIX.length);
    return { ...facts, called, controller: controllerOf(secret), kubeconfig: textOf(secret, 'value'), missing: 'it has no key "value".' };
  };
  const hub = new Hub(options);
  const selectors = { labelSelector: CLUSTER_API_NAME, fieldSelector: 'type=cluster.x-k8s.io/secret' };
  const secrets = hub.follow({ resource: SECRETS, selectors, keep, bytes: secret => bytesOf(secret, secret.kubeconfig) });
  return new HubSource(
    { type: 'clusterApi', title: 'the Secrets of Cluster API' },
    hub,
    [secrets],
    () => onePerCluster([...(secrets.all?.values() ?? [])]),
    options,
  );
}

/**
 * Leaves one Secret of each cluster: `<cluster>-kubeconfig`, which Cluster API itself uses, or else the first by name.
 *
 * Managed control planes (EKS, GKE, Scaleway) make a second one for people, `<cluster>-user-kubeconfig`, whose label says `<cluster>-user`. It
 * is told from a cluster of that name by its controller, which is the control plane of `<cluster>`.
 */
function onePerCluster(secrets: readonly ClusterApiSecret[]): ClusterApiSecret[] {
  const clusters = Map.groupBy(secrets, ({ namespace, called }) => `${namespace}/${called}`);
  const chosen = [...clusters.values()].map(
    some => some.find(({ name, called }) => name === called + KUBECONFIG_SUFFIX) ?? some.toSorted((a, b) => (a.name < b.name ? -1 : 1))[0]!,
  );
  const ofController = Map.groupBy(
    chosen.filter(({ controller }) => controller !== ''),
    ({ namespace, controller }) => `${namespace}/${controller}`,
  );
  const isAnothers = ({ namespace, controller, called }: ClusterApiSecret) =>
    ofController.get(`${namespace}/${controller}`)?.some(other => called.startsWith(`${other.called}-`)) === true;
  return chosen.filter(secret => !isAnothers(secret));
}

function controllerOf({ metadata: { ownerReferences } }: KubernetesObject): string {
  if (!Array.isArray(ownerReferences)) return '';
  const controller: unknown = ownerReferences.find(reference => isRecord(reference) && reference['controller'] === true);
  const uid = isRecord(controller) ? controller['uid'] : undefined;
  return typeof uid === 'string' ? uid.slice(0, MAX_UID_LENGTH) : '';
}
