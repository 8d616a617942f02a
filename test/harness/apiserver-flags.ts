/** Files and flags of the components of an API server. All files are in one directory, and only one port is open. */
import { join } from 'node:path';
import type { Component } from './apiserver-executables.ts';

export interface ApiServerFiles {
  etcdData: string;
  etcdSocket: string;
  peerSocket: string;
  /** Folder in which kube-apiserver keeps the serving certificate that it signs itself. */
  certificates: string;
  tokens: string;
  serviceAccountsKey: string;
  controllersKubeconfig: string;
  /** Path of the file that lists the authorizers. The server asks them in the order of the file. */
  authorization: string;
  /** Path of the webhook's kubeconfig. */
  webhookKubeconfig: string;
  /** Path of the OIDC issuer's authority certificate. */
  oidcCa: string;
}

/** An OIDC issuer. The server accepts its tokens. */
export interface TrustedIssuer {
  /** URL with https://, as kube-apiserver requires. */
  url: string;
  /** Certificate of the issuer's authority, as PEM. */
  ca: string;
  audience: string;
  usernameClaim: string;
  groupsClaim: string;
  /** Prefix of user and group names. @default none */
  prefix?: string;
}

/** Settings in addition to the defaults. */
export interface ApiServerExtras {
  webhook?: AuthorizationWebhook | undefined;
  issuer?: TrustedIssuer | undefined;
  /** Controllers in addition to the defaults, such as `deployment-controller`. */
  controllers?: readonly string[] | undefined;
}

/** An authorizer that the server calls over HTTP before RBAC. */
export interface AuthorizationWebhook {
  url: string;
  /** Decision if the webhook does not answer. 'NoOpinion' lets RBAC decide. */
  whenDown: 'Deny' | 'NoOpinion';
  timeoutSeconds: number;
}

export function filesIn(directory: string): ApiServerFiles {
  return {
    etcdData: join(directory, 'etcd'),
    etcdSocket: join(directory, 'etcd.sock'),
    peerSocket: join(directory, 'peer.sock'),
    certificates: join(directory, 'certificates'),
    tokens: join(directory, 'tokens.csv'),
    serviceAccountsKey: join(directory, 'service-accounts.key'),
    controllersKubeconfig: join(directory, 'controllers.kubeconfig'),
    authorization: join(directory, 'authorization.yaml'),
    webhookKubeconfig: join(directory, 'webhook.kubeconfig'),
    oidcCa: join(directory, 'oidc-ca.pem'),
  };
}

/**
 * Files that configure a webhook, by path. Their JSON is valid YAML. Decisions are not cached, so that a changed
 * decision takes effect at once.
 */
export function webhookFiles(
  { authorization, webhookKubeconfig }: ApiServerFiles,
  webhook: AuthorizationWebhook,
): [string, string][] {
  const authorizer = {
    timeout: `${webhook.timeoutSeconds}s`,
    ...{ authorizedTTL: '1s', cacheAuthorizedRequests: false, unauthorizedTTL: '1s', cacheUnauthorizedRequests: false },
    ...{
      subjectAccessReviewVersion: 'v1',
      matchConditionSubjectAccessReviewVersion: 'v1',
      failurePolicy: webhook.whenDown,
    },
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: webhookKubeconfig },
  };
  const configuration = {
    ...{ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' },
    authorizers: [
      { type: 'Webhook', name: 'webhook', webhook: authorizer },
      { type: 'RBAC', name: 'rbac' },
    ],
  };
  const kubeconfig = {
    ...{ apiVersion: 'v1', kind: 'Config', users: [{ name: 'apiserver', user: {} }], 'current-context': 'webhook' },
    clusters: [{ name: 'webhook', cluster: { server: webhook.url } }],
    contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'apiserver' } }],
  };
  return [
    [authorization, JSON.stringify(configuration)],
    [webhookKubeconfig, JSON.stringify(kubeconfig)],
  ];
}

export function flagsOf(
  component: Component,
  files: ApiServerFiles,
  port: number,
  extras: ApiServerExtras = {},
): string[] {
  switch (component) {
    case 'etcd':
      return etcdFlags(files);
    case 'kube-apiserver':
      return apiserverFlags(files, port, extras);
    case 'kube-controller-manager':
      return controllerManagerFlags(files, extras);
  }
}

function etcdFlags(files: ApiServerFiles): string[] {
  // An advertised address must be host:port. A cluster with one member never dials it, so port 1, where nothing
  // listens, is enough.
  const advertised = 'http://127.0.0.1:1';
  return [
    `--data-dir=${files.etcdData}`,
    `--listen-client-urls=unix://${files.etcdSocket}`,
    `--advertise-client-urls=${advertised}`,
    `--listen-peer-urls=unix://${files.peerSocket}`,
    `--initial-advertise-peer-urls=${advertised}`,
    `--initial-cluster=default=${advertised}`,
    '--unsafe-no-fsync', // no fsync, because the data is deleted after the test
    '--log-level=warn',
  ];
}

function apiserverFlags(files: ApiServerFiles, port: number, { webhook, issuer }: ApiServerExtras): string[] {
  return [
    `--etcd-servers=unix://${files.etcdSocket}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    // Without these two flags, the server looks for a network interface and registers its address as an endpoint. A
    // sandbox may have no network interface.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    '--service-cluster-ip-range=10.0.0.0/24',
    `--cert-dir=${files.certificates}`,
    webhook ? `--authorization-config=${files.authorization}` : '--authorization-mode=RBAC',
    `--token-auth-file=${files.tokens}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${files.serviceAccountsKey}`,
    `--service-account-key-file=${files.serviceAccountsKey}`,
    '--disable-admission-plugins=ServiceAccount', // pods can then exist without a ServiceAccount
    ...(issuer ? issuerFlags(files, issuer) : []),
  ];
}

function issuerFlags(
  { oidcCa }: ApiServerFiles,
  { url, audience, usernameClaim, groupsClaim, prefix = '' }: TrustedIssuer,
): string[] {
  return [
    `--oidc-issuer-url=${url}`,
    `--oidc-ca-file=${oidcCa}`,
    `--oidc-client-id=${audience}`,
    `--oidc-username-claim=${usernameClaim}`,
    `--oidc-username-prefix=${prefix === '' ? '-' : prefix}`,
    `--oidc-groups-claim=${groupsClaim}`,
    `--oidc-groups-prefix=${prefix}`,
  ];
}

/** Controllers that run by default. There are few, since each costs processor time. */
const CONTROLLERS = [
  'clusterrole-aggregation-controller',
  'namespace-controller',
  'garbage-collector-controller',
  'serviceaccount-controller',
];

function controllerManagerFlags(files: ApiServerFiles, { controllers = [] }: ApiServerExtras): string[] {
  return [
    `--kubeconfig=${files.controllersKubeconfig}`,
    `--controllers=${[...CONTROLLERS, ...controllers].join()}`,
    '--leader-elect=false',
    '--secure-port=0',
    '--kube-api-qps=200',
    '--kube-api-burst=400',
  ];
}
