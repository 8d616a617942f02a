/**
 * Objects of the platform team on every cluster of the demo fleet: Nodes, namespaces, Flux itself, infrastructure in
 * the order of its dependencies, and the tenants.
 */
import { kustomization } from './kustomizations.ts';
import { cronJob } from './jobs.ts';
import { namespace, node } from './nodes-and-namespaces.ts';
import { NODES, type WorkloadParts } from './pods.ts';
import { helmChart, helmRelease, type ReleaseParts } from './releases.ts';
import { gitRevision, ociHelmRepository, source, type Outcome } from './sources.ts';
import type { DemoCluster } from './cluster.ts';
import { seededHex, seededRandom } from './random.ts';
import { bornAt, type DemoObject } from './render.ts';
import { daemonSet, deployment, statefulSet } from './workloads.ts';

const FLUX_CONTROLLERS = ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller'];

const RELEASES: readonly (readonly [namespace: string, name: string, version: string, repository: string])[] = [
  ['cert-manager', 'cert-manager', 'v1.18.2', 'jetstack'],
  ['ingress-nginx', 'ingress-nginx', '4.13.1', 'ingress-nginx'],
  ['monitoring', 'kube-prometheus-stack', '77.6.2', 'prometheus-community'],
];

const HELM_REPOSITORIES: Readonly<Record<string, string>> = {
  'acme-charts': 'https://charts.acme.example/stable',
  bitnami: 'https://charts.bitnami.com/bitnami',
  'ingress-nginx': 'https://kubernetes.github.io/ingress-nginx',
  jetstack: 'https://charts.jetstack.io',
  'prometheus-community': 'https://prometheus-community.github.io/helm-charts',
};

/** Index of the cluster where the Kustomization infra-configs fails its health check. Its dependents wait. */
const BROKEN_CLUSTER = 2;

const HOUR = 3_600_000;

export function platformOf(cluster: DemoCluster): readonly DemoObject[] {
  const namespaces = ['flux-system', 'kube-system', 'cert-manager', 'ingress-nginx', 'monitoring', 'fleetgraph'];
  return [
    ...Array.from({ length: NODES }, (_, index) => node(cluster, index)),
    ...namespaces.map(name => namespace(cluster, name, { 'acme.example/team': 'platform' })),
    ...cluster.teams.flatMap(team => tenantNamespaces(cluster, team)),
    ...sourcesOf(cluster),
    ...kustomizationsOf(cluster),
    ...RELEASES.flatMap(([space, name, version, repository]) =>
      releaseOf(cluster, space, name, { chart: name, version, repository, at: changedAt(cluster, name) }),
    ),
    ...workloadsOf(cluster),
  ];
}

function tenantNamespaces(cluster: DemoCluster, team: string): readonly DemoObject[] {
  const labels = {
    'acme.example/team': team,
    'kustomize.toolkit.fluxcd.io/name': `tenant-${team}`,
    'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
  };
  return [team, `${team}-batch`].map(name => namespace(cluster, name, labels));
}

/** A time up to about four days before the plan's time. One plan always gives the same time. */
function changedAt({ name, now, seed }: DemoCluster, what: string): number {
  return now - Math.floor(seededRandom(seed, name, what)() * 96) * HOUR - 7 * 60_000;
}

/** Number of the platform repository's change that a cluster runs. */
function platformChange({ environment, index }: DemoCluster): number {
  return environment === 'prod' ? 210 - (index % 3) : 211;
}

function sourcesOf(cluster: DemoCluster): readonly DemoObject[] {
  const git = (space: string, name: string, change: number, failure?: Outcome['failure']) => {
    const spec = {
      interval: '1m',
      timeout: '60s',
      url: `ssh://git@git.acme.example/${name}.git`,
      ref: { branch: 'main' },
      secretRef: { name: 'git-credentials' },
    };
    return source(cluster, 'GitRepository', space, name, {
      spec,
      revision: gitRevision(name, change),
      at: changedAt(cluster, name),
      failure,
    });
  };
  const teams = cluster.teams.map((team, index) => {
    const message = `failed to checkout and determine revision: unable to clone 'ssh://git@git.acme.example/${team}-apps.git': ssh: handshake failed: knownhosts: key mismatch`;
    const broken = cluster.index === 1 && index === 2;
    return git(team, `${team}-apps`, 47, broken ? { reason: 'GitOperationFailed', message } : undefined);
  });
  const manifests = { interval: '5m', url: 'oci://registry.acme.example/platform/manifests', ref: { semver: '6.x' } };
  const bucket = {
    interval: '5m',
    provider: 'aws',
    bucketName: `acme-${cluster.region}-terraform`,
    endpoint: `s3.${cluster.region}.amazonaws.com`,
    region: cluster.region,
  };
  const at = changedAt(cluster, 'sources');
  return [
    git('flux-system', 'flux-system', platformChange(cluster)),
    source(cluster, 'OCIRepository', 'flux-system', 'platform-manifests', {
      spec: manifests,
      revision: `6.5.${cluster.index % 3}@sha256:${seededHex(64, 'oci', cluster.index % 3)}`,
      at,
    }),
    source(cluster, 'Bucket', 'flux-system', 'terraform-outputs', {
      spec: bucket,
      revision: `sha256:${seededHex(64, cluster.name, 'bucket')}`,
      at,
    }),
    ...Object.entries(HELM_REPOSITORIES).map(([name, url]) =>
      source(cluster, 'HelmRepository', 'flux-system', name, {
        spec: { interval: '1h', url },
        revision: `sha256:${seededHex(64, name)}`,
        at: changedAt(cluster, name),
      }),
    ),
    ociHelmRepository(cluster, 'flux-system', 'acme-oci', 'oci://registry.acme.example/charts'),
    ...teams,
  ];
}

function kustomizationsOf(cluster: DemoCluster): readonly DemoObject[] {
  const broken = cluster.index === BROKEN_CLUSTER;
  const revision = gitRevision('flux-system', platformChange(cluster));
  const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
  const at = changedAt(cluster, 'platform');
  const one = (name: string, path: string, dependsOn: readonly string[], failure?: Outcome['failure']) =>
    kustomization(cluster, 'flux-system', name, {
      path,
      sourceRef,
      revision,
      at,
      failure,
      ...(dependsOn.length > 0 && { dependsOn }),
    });
  const waits = (on: string) =>
    broken ? { reason: 'DependencyNotReady', message: `dependency 'flux-system/${on}' is not ready` } : undefined;
  const unhealthy = {
    reason: 'HealthCheckFailed',
    message: "health check failed after 5m0.03s: timeout waiting for: [ClusterIssuer/letsencrypt status: 'InProgress']",
  };
  return [
    one('flux-system', `./clusters/${cluster.name}`, []),
    one('infra-controllers', './infrastructure/controllers', []),
    one('infra-configs', './infrastructure/configs', ['infra-controllers'], broken ? unhealthy : undefined),
    one('tenants', './tenants', ['infra-configs'], waits('infra-configs')),
    ...cluster.teams.map(team =>
      one(`tenant-${team}`, `./tenants/${team}/${cluster.environment}`, ['tenants'], waits('tenants')),
    ),
  ];
}

function releaseOf(cluster: DemoCluster, space: string, name: string, parts: ReleaseParts): readonly DemoObject[] {
  return [helmChart(cluster, space, name, parts), helmRelease(cluster, space, name, parts)];
}

function workloadsOf(cluster: DemoCluster): readonly DemoObject[] {
  const parts = (space: string, name: string, image: string, rollout = 3): WorkloadParts => ({
    namespace: space,
    name,
    image,
    replicas: 1,
    labels: {
      'app.kubernetes.io/name': name,
      'app.kubernetes.io/part-of': 'platform',
      'acme.example/team': 'platform',
      'acme.example/environment': cluster.environment,
    },
    at: changedAt(cluster, name),
    createdAt: bornAt(cluster),
    rollout,
    trouble: 'none',
  });
  return [
    ...FLUX_CONTROLLERS.flatMap(name =>
      deployment(cluster, parts('flux-system', name, `ghcr.io/fluxcd/${name}:v1.7.2`)),
    ),
    ...deployment(cluster, parts('cert-manager', 'cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.18.2')),
    ...deployment(
      cluster,
      parts('ingress-nginx', 'ingress-nginx-controller', 'registry.k8s.io/ingress-nginx/controller:v1.13.1'),
    ),
    ...statefulSet(
      cluster,
      parts('monitoring', 'prometheus-kube-prometheus-stack', 'quay.io/prometheus/prometheus:v3.5.0'),
    ),
    ...daemonSet(cluster, parts('monitoring', 'node-exporter', 'quay.io/prometheus/node-exporter:v1.9.1')),
    ...cronJob(cluster, parts('kube-system', 'etcd-snapshot', 'registry.acme.example/platform/etcd-snapshot:2.1.0')),
  ];
}
