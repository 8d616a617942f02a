/**
 * Kustomizations of the demo fleet with the status that kustomize-controller writes. A failing Kustomization has
 * Ready=False and Reconciling=True, and its observedGeneration is old.
 */
import type { DemoApp, DemoCluster } from './cluster.ts';
import { seededHex } from './random.ts';
import { condition, demoObject, type DemoObject } from './render.ts';
import { gitRevision, type Failure, type Outcome } from './sources.ts';

const KUSTOMIZATION = ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'] as const;

export interface KustomizationParts extends Outcome {
  readonly path: string;
  readonly sourceRef: { readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly dependsOn?: readonly string[];
  readonly revision: string;
  readonly inventory?: readonly string[];
}

export function kustomization(
  cluster: DemoCluster,
  namespace: string,
  name: string,
  parts: KustomizationParts,
): DemoObject {
  return demoObject(cluster, KUSTOMIZATION, namespace, name, () => ({
    generation: parts.generation ?? 1,
    content: kustomizationContent(parts),
  }));
}

function kustomizationContent(parts: KustomizationParts): Record<string, unknown> {
  const { path, sourceRef, dependsOn, revision, at, generation = 1, failure, inventory = [] } = parts;
  const stamp = { generation, at };
  const conditions = failure
    ? [
        condition('Reconciling', true, 'ProgressingWithRetry', `Detected failure, retrying: ${failure.reason}`, stamp),
        condition('Ready', false, failure.reason, failure.message, stamp),
      ]
    : [condition('Ready', true, 'ReconciliationSucceeded', `Applied revision: ${revision}`, stamp)];
  const entries = inventory.map(id => ({ id, v: 'v1' }));
  return {
    spec: {
      interval: '10m',
      retryInterval: '2m',
      timeout: '5m',
      path,
      prune: true,
      wait: true,
      sourceRef,
      ...(dependsOn && { dependsOn: dependsOn.map(item => ({ name: item })) }),
    },
    status: {
      observedGeneration: failure ? generation - 1 || -1 : generation,
      conditions,
      lastAppliedRevision: revision,
      lastAttemptedRevision: revision,
      inventory: { entries },
    },
  };
}

export function appKustomization(cluster: DemoCluster, app: DemoApp): DemoObject {
  const { name, namespace, team, trouble, changedAt, createdAt, revision } = app;
  return demoObject(cluster, KUSTOMIZATION, namespace, name, () => {
    const failure = KUSTOMIZE_FAILURES[trouble]?.(app);
    const inventory =
      app.workload === 'cronjob' ? [`${namespace}_${name}_batch_CronJob`] : [`${namespace}_${name}_apps_Deployment`];
    const applied = gitRevision(`${team}-apps`, revision);
    const sourceRef = { kind: 'GitRepository', name: `${team}-apps`, namespace: team };
    const generation = 1 + (revision % 5);
    const base = kustomizationContent({
      path: `./deploy/${name}/${cluster.environment}`,
      sourceRef,
      revision: applied,
      at: changedAt,
      generation,
      failure,
      inventory,
    });
    const spec = {
      ...(base['spec'] as object),
      targetNamespace: namespace,
      ...(suspends(trouble) && { suspend: true }),
    };
    const status = statusOf(app, base['status'] as Record<string, unknown>, generation);
    const deleting =
      trouble === 'terminating' ? { deleting: { since: changedAt, finalizer: 'finalizers.fluxcd.io' } } : {};
    return {
      createdAt,
      generation,
      labels: { 'acme.example/team': team, 'kustomize.toolkit.fluxcd.io/name': `tenant-${team}` },
      ...deleting,
      content: { spec, status },
    };
  });
}

/** Status of a Kustomization. Failing and progressing applications have attempted the next revision. */
function statusOf(
  { team, trouble, revision, changedAt }: DemoApp,
  status: Record<string, unknown>,
  generation: number,
): Record<string, unknown> {
  const attempted = gitRevision(`${team}-apps`, revision + 1);
  const stamp = { generation, at: changedAt };
  switch (trouble) {
    case 'never-reconciled':
      return { observedGeneration: -1 };
    case 'progressing': {
      const message = `Fetching manifests for revision ${attempted} with a timeout of 5m0s`;
      const conditions = [
        condition('Reconciling', true, 'Progressing', message, stamp),
        condition('Ready', 'Unknown', 'Progressing', 'Reconciliation in progress', stamp),
      ];
      return { ...status, conditions, lastAttemptedRevision: attempted };
    }
    default:
      return KUSTOMIZE_FAILURES[trouble] ? { ...status, lastAttemptedRevision: attempted } : status;
  }
}

const KUSTOMIZE_FAILURES: Partial<Record<DemoApp['trouble'], (app: DemoApp) => Failure>> = {
  'build-failed': ({ name, team, revision }) => {
    const directory = `/tmp/kustomization-${seededHex(9, team, name, revision)}/deploy/${name}`;
    const cause = `accumulation err='accumulating resources from 'hpa.yaml': evalsymlink failure on '${directory}/hpa.yaml' : lstat ${directory}/hpa.yaml: no such file or directory'`;
    return { reason: 'BuildFailed', message: `kustomize build failed: accumulating resources: ${cause}` };
  },
  'crash-loop': healthCheckFailed,
  'image-pull': healthCheckFailed,
  'job-failed': ({ name, namespace }) => ({
    reason: 'HealthCheckFailed',
    message: `health check failed after 31.02s: failed early due to stalled resources: [Job/${namespace}/${name}-migrate status: 'Failed']`,
  }),
};

function healthCheckFailed({ name, namespace }: DemoApp): Failure {
  return {
    reason: 'HealthCheckFailed',
    message: `health check failed after 5m0.04s: timeout waiting for: [Deployment/${namespace}/${name} status: 'InProgress']`,
  };
}

/** True if an application in this state is suspended. */
export function suspends(trouble: DemoApp['trouble']): boolean {
  return trouble === 'suspended' || trouble === 'never-reconciled';
}
