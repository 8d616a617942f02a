/**
 * Addresses in the demo fleet for each page of the Explorer. Tests that check all pages use this list.
 * explorer-addresses.test.ts compares the list with ui/src/pages.ts, so no page can be forgotten.
 */
const KUSTOMIZATION = 'eu-west-1-prod/kustomize.toolkit.fluxcd.io/Kustomization/payments/payments-api';
const DEPLOYMENT = 'eu-west-1-prod/apps/Deployment/payments/payments-api';
const ON_STAGING = 'eu-west-1-staging/apps/Deployment/payments/payments-api';
const PLACED = 'eu-west-1-prod/work.open-cluster-management.io/ManifestWorkReplicaSet/placed-apps/edge-cache';

/** Query strings by the path of the page, without the question mark. */
export const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/': [''],
  '/objects': ['', 'group=cluster&open=eu-west-1-prod', 'group=kind&across=cluster', 'q=name:none'],
  '/object': [
    `id=${KUSTOMIZATION}`,
    `id=${DEPLOYMENT}`,
    `id=${DEPLOYMENT}&show=logs`,
    `id=${KUSTOMIZATION}&show=tree`,
    `id=${KUSTOMIZATION}&show=yaml`,
    `id=${KUSTOMIZATION}&show=access`,
  ],
  '/clusters': [''],
  '/cluster': ['name=eu-west-1-prod'],
  '/kinds': [''],
  '/revisions': [''],
  '/restarts': ['', 'q=cluster:eu-west-1-prod'],
  '/packages': [''],
  '/package': ['id=//https%253A%252F%252Fcharts.acme.example%252Fstable/acme-service'],
  '/policies': ['', 'show=picture&cluster=eu-west-1-prod', 'show=policies', 'show=faults'],
  '/mesh': ['namespaces=storefront,payments,checkout', 'show=faults'],
  '/workloads': ['', `open=${PLACED}`],
  '/changes': ['', 'of=all'],
  '/elsewhere': [`id=${DEPLOYMENT}`],
  '/diff': ['', `left=${DEPLOYMENT}&right=${ON_STAGING}`],
  '/compare': ['', 'left=eu-west-1-prod&right=us-east-1-prod&all=all'],
  '/extension': ['name=none'],
  '/access': [''],
};

/** All addresses: path and query string. */
export const ALL_ADDRESSES: readonly string[] = Object.entries(ADDRESSES).flatMap(([path, searches]) =>
  searches.map(search => (search === '' ? path : `${path}?${search}`)),
);
