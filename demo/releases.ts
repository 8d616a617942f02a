/** HelmReleases of the demo fleet and their charts, with the status that Flux writes. */
import { suspends } from './kustomizations.ts';
import type { DemoApp, DemoCluster } from './cluster.ts';
import { seededHex } from './random.ts';
import { condition, demoObject, time, type DemoObject } from './render.ts';
import { source, type Failure, type Outcome } from './sources.ts';

const HELM_RELEASE = ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'] as const;

export interface ReleaseParts extends Outcome {
  readonly chart: string;
  readonly version: string;
  readonly repository: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A HelmRelease of generation 1, such as the releases of the platform. */
export function helmRelease(cluster: DemoCluster, namespace: string, name: string, parts: ReleaseParts): DemoObject {
  return demoObject(cluster, HELM_RELEASE, namespace, name, () => ({
    generation: 1,
    content: releaseContent(namespace, name, { ...parts, generation: 1 }),
  }));
}

function releaseContent(
  namespace: string,
  name: string,
  parts: ReleaseParts,
): { spec: Record<string, unknown>; status: Record<string, unknown> } {
  const { chart, version, repository, at, generation = 1, failure, values = {} } = parts;
  const stamp = { generation, at };
  const done = `Helm upgrade succeeded for release ${namespace}/${name}.v4 with chart ${chart}@${version}`;
  const conditions = failure
    ? [condition('Ready', false, failure.reason, failure.message, stamp)]
    : [
        condition('Ready', true, 'UpgradeSucceeded', done, stamp),
        condition('Released', true, 'UpgradeSucceeded', done, stamp),
      ];
  const times = { firstDeployed: time(at - 86_400_000), lastDeployed: time(at) };
  const current = {
    name,
    namespace,
    version: 4,
    chartName: chart,
    chartVersion: version,
    appVersion: version,
    status: 'deployed',
    ...times,
  };
  return {
    spec: {
      interval: '30m',
      chart: {
        spec: { chart, version, sourceRef: { kind: 'HelmRepository', name: repository, namespace: 'flux-system' } },
      },
      upgrade: { remediation: { retries: 3 } },
      values,
    },
    status: {
      observedGeneration: generation,
      conditions,
      history: [
        {
          ...current,
          digest: `sha256:${seededHex(64, namespace, name, version)}`,
          configDigest: `sha256:${seededHex(64, name)}`,
        },
      ],
      helmChart: `flux-system/${namespace}-${name}`,
      lastAttemptedRevision: version,
      lastAttemptedGeneration: generation,
      lastAttemptedReleaseAction: 'upgrade',
      storageNamespace: namespace,
    },
  };
}

export function helmChart(
  cluster: DemoCluster,
  namespace: string,
  name: string,
  { chart, version, repository, ...outcome }: ReleaseParts,
): DemoObject {
  const sourceRef = { kind: 'HelmRepository', name: repository };
  const spec = { chart, version, interval: '30m', reconcileStrategy: 'ChartVersion', sourceRef };
  return source(cluster, 'HelmChart', 'flux-system', `${namespace}-${name}`, { spec, revision: version, ...outcome });
}

function appChart(app: DemoApp): Pick<ReleaseParts, 'chart' | 'version' | 'repository'> {
  if (app.workload === 'statefulset')
    return {
      chart: app.name.endsWith('cache') ? 'redis' : 'postgresql',
      version: `16.${app.revision % 10}.2`,
      repository: 'bitnami',
    };
  return { chart: 'acme-service', version: `3.${app.revision}.0`, repository: 'acme-charts' };
}

function chartMissing({ version }: Pick<ReleaseParts, 'version'>): string {
  return `chart pull error: failed to get chart version for remote reference: no 'acme-service' chart with version matching '${version}' found`;
}

export function chartOf(cluster: DemoCluster, app: DemoApp): DemoObject {
  const chart = appChart(app);
  const failure =
    app.trouble === 'chart-not-found' ? { reason: 'ChartPullError', message: chartMissing(chart) } : undefined;
  return helmChart(cluster, app.namespace, app.name, { ...chart, at: app.changedAt, failure });
}

export function releaseOf(cluster: DemoCluster, app: DemoApp): DemoObject {
  const { name, namespace, trouble, changedAt, createdAt, revision, replicas } = app;
  return demoObject(cluster, HELM_RELEASE, namespace, name, () => {
    const chart = appChart(app);
    const generation = 1 + (revision % 5);
    const failure = RELEASE_FAILURES[trouble]?.(app, chart);
    const { spec, status } = releaseContent(namespace, name, {
      ...chart,
      at: changedAt,
      generation,
      failure,
      values: { replicaCount: replicas, environment: cluster.environment },
    });
    const labels = { 'acme.example/team': app.team, 'kustomize.toolkit.fluxcd.io/name': `tenant-${app.team}` };
    const suspend = suspends(trouble) && { suspend: true };
    return {
      createdAt,
      generation,
      labels,
      content: { spec: { ...spec, ...suspend }, status: releaseStatus(app, chart, status, generation) },
    };
  });
}

function releaseStatus(
  { trouble, name, namespace, changedAt }: DemoApp,
  { version }: { version: string },
  status: Record<string, unknown>,
  generation: number,
) {
  const stamp = { generation, at: changedAt };
  if (trouble === 'progressing') {
    const running = `Running 'upgrade' action with timeout of 5m0s`;
    return {
      ...status,
      conditions: [
        condition('Reconciling', true, 'Progressing', running, stamp),
        condition('Ready', 'Unknown', 'Progressing', running, stamp),
      ],
    };
  }
  if (trouble !== 'upgrade-failed') return status;
  const conditions = [
    condition(
      'Stalled',
      true,
      'RetriesExceeded',
      `Failed to upgrade after 4 attempt(s): ${namespace}/${name}@${version}`,
      stamp,
    ),
    ...(status['conditions'] as unknown[]),
    condition(
      'Released',
      false,
      'UpgradeFailed',
      `Helm upgrade failed for release ${namespace}/${name}: timed out waiting for the condition`,
      stamp,
    ),
  ];
  return { ...status, conditions, upgradeFailures: 4, failures: 4 };
}

const RELEASE_FAILURES: Partial<
  Record<DemoApp['trouble'], (app: DemoApp, chart: { chart: string; version: string }) => Failure>
> = {
  'chart-not-found': ({ name, namespace }, chart) => ({
    reason: 'SourceNotReady',
    message: `HelmChart 'flux-system/${namespace}-${name}' is not ready: ${chartMissing(chart)}`,
  }),
  'upgrade-failed': ({ name, namespace }, { chart, version }) => ({
    reason: 'UpgradeFailed',
    message: `Helm upgrade failed for release ${namespace}/${name} with chart ${chart}@${version}: timed out waiting for the condition`,
  }),
};
