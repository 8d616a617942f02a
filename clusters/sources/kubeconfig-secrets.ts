/**
 * Secrets of a hub that contain one kubeconfig each, selected by a label. Two kinds are supported:
 *
 * - Secrets of Kiali (`kiali.io/multiCluster: "true"`), or of another label selector. The annotation `kiali.io/cluster`
 *   contains the name of the cluster.
 * - Secrets of Cluster API, with clusterApiSecrets(): `<cluster>-kubeconfig` of type `cluster.x-k8s.io/secret`
 */
import { z } from 'zod';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { isRecord } from '../../kubernetes/object-shape.ts';
import { Hub, SECRETS, type HubOptions } from '../hub.ts';
import {
  bytesOf,
  dataOf,
  factsOf,
  HubSource,
  textOf,
  type Adopt,
  type FoundCluster,
  type HubSourceOptions,
} from '../hub-source.ts';
import { sourceOnHub } from '../source-kind.ts';
import { writtenToken, type TokenSecret } from '../written-tokens.ts';

export const secrets = sourceOnHub({
  type: 'secrets',
  about: 'Secrets with one kubeconfig each, in the format of Kiali.',
  keys: {
    labelSelector: z.string().min(1).default('kiali.io/multiCluster=true').describe('Label selector of the Secrets.'),
    key: z
      .string()
      .min(1)
      .optional()
      .describe('The key that holds the kubeconfig. Default: `value`, `kubeconfig` or `config`, or the only key.'),
    writeTokens: z
      .boolean()
      .default(false)
      .describe(
        'Whether fleetgraph writes renewed tokens to their Secrets. This needs the right to patch the Secrets.',
      ),
  },
  place: ['labelSelector'],
  reads: [SECRETS],
  open: kubeconfigSecrets,
});

export interface KubeconfigSecretsOptions extends HubOptions, HubSourceOptions {
  readonly labelSelector: string;
  /** Key of the kubeconfig in the Secret. @default `value`, `kubeconfig` or `config`, or the only key */
  readonly key?: string | undefined;
  /** True to write renewed tokens back to their Secrets. @default false */
  readonly writeTokens?: boolean;
}

/** The cluster of a Secret, and the key of its kubeconfig. */
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
    return typeof text === 'string'
      ? { namespace, name, resourceVersion: resourceVersion ?? '', key: inKey, text }
      : undefined;
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

export const clusterApi = sourceOnHub({
  type: 'clusterApi',
  about: "Cluster API's Secrets, `<cluster>-kubeconfig`.",
  keys: {},
  place: [],
  reads: [SECRETS],
  open: clusterApiSecrets,
});

/** A kubeconfig of Cluster API. A cluster may have several, which connect to the same API server as different users. */
interface ClusterApiSecret extends FoundCluster {
  /** UID of the Secret's controller, for example a control plane or a Cluster. Empty if there is none. */
  readonly controller: string;
}

const KUBECONFIG_SUFFIX = '-kubeconfig';
const USER_SUFFIX = '-user';

export function clusterApiSecrets(options: HubOptions & HubSourceOptions): HubSource {
  const keep = (secret: KubernetesObject): ClusterApiSecret | undefined => {
    const facts = factsOf('Secret', secret);
    // Secrets with authorities and keys of a cluster have the same type and label, so check the name.
    if (!facts.name.endsWith(KUBECONFIG_SUFFIX)) return undefined;
    const called = facts.labels[CLUSTER_API_NAME] || facts.name.slice(0, -KUBECONFIG_SUFFIX.length);
    return {
      ...facts,
      called,
      controller: controllerOf(secret),
      kubeconfig: textOf(secret, 'value'),
      missing: 'it has no key "value".',
    };
  };
  const hub = new Hub(options);
  const selectors = { labelSelector: CLUSTER_API_NAME, fieldSelector: 'type=cluster.x-k8s.io/secret' };
  const secrets = hub.follow({
    resource: SECRETS,
    selectors,
    keep,
    bytes: secret => bytesOf(secret, secret.kubeconfig),
  });
  return new HubSource(
    { type: 'clusterApi', title: 'the Secrets of Cluster API' },
    hub,
    [secrets],
    () => onePerCluster([...(secrets.all?.values() ?? [])]),
    options,
  );
}

/**
 * Groups the Secrets by cluster, since a cluster is registered only once. Cluster API itself uses
 * `<cluster>-kubeconfig`. Other Secrets of the cluster are spare if they are not older. Managed control planes (EKS,
 * GKE, Scaleway) create an additional Secret `<cluster>-user-kubeconfig` for people. Its label says `<cluster>-user`,
 * but its controller is the controller of `<cluster>-kubeconfig`.
 *
 * The attacker is a writer who may create Secrets on the hub and chooses their labels and owner references. Two rules
 * stop the attacker. An older Secret is not spare because of a younger one. A Secret keeps the cluster name that it
 * already has (names.ts). One risk remains: a Secret that is older than the Secret of a new cluster can prevent this
 * cluster's registration.
 */
function onePerCluster(secrets: readonly ClusterApiSecret[]): FoundCluster[] {
  const usual = new Map(
    secrets.flatMap(secret =>
      secret.name === secret.called + KUBECONFIG_SUFFIX
        ? [[`${secret.namespace}/${secret.called}`, secret] as const]
        : [],
    ),
  );
  const isSpare = (secret: ClusterApiSecret): boolean => {
    const { namespace, called, controller, createdAt } = secret;
    const beside = usual.get(`${namespace}/${called}`);
    if (beside && beside !== secret) return beside.createdAt <= createdAt;
    const main = called.endsWith(USER_SUFFIX)
      ? usual.get(`${namespace}/${called.slice(0, -USER_SUFFIX.length)}`)
      : undefined;
    return main !== undefined && controller !== '' && main.controller === controller && main.createdAt <= createdAt;
  };
  return secrets.map(secret => ({
    ...secret,
    group: `${secret.namespace}/${secret.called}`,
    isSpare: isSpare(secret),
  }));
}

function controllerOf({ metadata: { ownerReferences } }: KubernetesObject): string {
  if (!Array.isArray(ownerReferences)) return '';
  const controller: unknown = ownerReferences.find(
    reference => isRecord(reference) && reference['controller'] === true,
  );
  const uid = isRecord(controller) ? controller['uid'] : undefined;
  return typeof uid === 'string' ? uid.slice(0, MAX_UID_LENGTH) : '';
}
