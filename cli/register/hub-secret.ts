/**
 * The Secret that registers a cluster on a hub. It contains a kubeconfig with one cluster, one user and a token.
 * Sources of type `secrets` read it (clusters/sources/kubeconfig-secrets.ts). This file does no I/O.
 */
import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import type { AppliedObject } from './applied-objects.ts';

export interface HubSecret {
  readonly cluster: string;
  readonly namespace: string;
  /** Labels of the cluster. The Secret has these labels and MARKS. */
  readonly labels: Readonly<Record<string, string>>;
  readonly target: Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl'>;
  readonly token: string;
}

const MANAGED_BY = 'app.kubernetes.io/managed-by';
const MARKS = { 'kiali.io/multiCluster': 'true', [MANAGED_BY]: 'fleetgraph' } as const;
const NAMED = 'kiali.io/cluster';
const KEY = 'kubeconfig';
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Name of the Secret. Equals the cluster's name if this is a valid object name. */
export function hubSecretName(cluster: string): string {
  if (DNS_SUBDOMAIN.test(cluster) && cluster.length <= 253) return cluster;
  const readable = cluster.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 200).replace(/^-|-$/g, ''); // prettier-ignore
  return `${readable}-${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`;
}

export function hubSecret({ cluster, namespace, labels, target, token }: HubSecret): AppliedObject {
  const kubeconfig = stringify(kubeconfigOf(cluster, target, token), { lineWidth: 0 });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: hubSecretName(cluster),
      namespace,
      labels: { ...labels, ...MARKS },
      annotations: { [NAMED]: cluster },
    },
    type: 'Opaque',
    data: { [KEY]: Buffer.from(kubeconfig).toString('base64') },
  };
}

/** True if `fleetgraph register` made the Secret for this cluster. */
export function isOurs({ metadata: { labels = {}, annotations = {} } }: AppliedObject, cluster: string): boolean {
  return labels[MANAGED_BY] === MARKS[MANAGED_BY] && annotations[NAMED] === cluster;
}

/** Returns the kubeconfig in the Secret, or undefined if there is none. */
export function kubeconfigIn({ data }: AppliedObject): string | undefined {
  const value = (data as Readonly<Record<string, unknown>> | undefined)?.[KEY];
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : undefined;
}

/** Formats the kubeconfig for people, without its token. */
export function withoutToken(kubeconfig: string): string {
  const read = parse(kubeconfig) as ReturnType<typeof kubeconfigOf>;
  return stringify(
    { ...read, users: read.users.map(({ name }) => ({ name, user: { token: '<its token>' } })) },
    { lineWidth: 0 },
  );
}

function kubeconfigOf(name: string, { server, tls = {}, proxyUrl }: HubSecret['target'], token: string) {
  const cluster = {
    server,
    ...(tls.ca !== undefined && { 'certificate-authority-data': Buffer.from(tls.ca).toString('base64') }),
    ...(tls.serverName !== undefined && { 'tls-server-name': tls.serverName }),
    ...(tls.insecure && { 'insecure-skip-tls-verify': true }),
    ...(proxyUrl !== undefined && { 'proxy-url': proxyUrl }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster }],
    users: [{ name: 'fleetgraph', user: { token } }],
    contexts: [{ name, context: { cluster: name, user: 'fleetgraph' } }],
    'current-context': name,
  };
}
