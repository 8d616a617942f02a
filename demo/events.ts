/** Events of the demo fleet: successful deliveries, and warnings for failures. */
import type { DemoApp, DemoCluster } from './cluster.ts';
import { seededHex } from './random.ts';
import { demoObject, time, uidOf, type DemoObject } from './render.ts';

interface EventParts {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  readonly count: number;
  readonly at: number;
}

function event(cluster: DemoCluster, about: DemoObject, parts: EventParts): DemoObject {
  const { apiVersion = '', kind = '', metadata } = about;
  const namespace = metadata.namespace ?? 'default';
  const { type, reason, message, component, count, at } = parts;
  return demoObject(
    cluster,
    ['v1', 'Event'],
    namespace,
    `${metadata.name}.${seededHex(16, cluster.name, kind, namespace, metadata.name, reason)}`,
    () => ({
      createdAt: at,
      content: {
        involvedObject: {
          apiVersion,
          kind,
          namespace,
          name: metadata.name,
          uid: uidOf(cluster, kind, namespace, metadata.name),
        },
        type,
        reason,
        message,
        count,
        firstTimestamp: time(at),
        lastTimestamp: time(Math.min(cluster.now, at + (count - 1) * 60_000)),
        source: { component },
        reportingComponent: component,
        reportingInstance: '',
      },
    }),
  );
}

/** Events of an application's objects. */
export function eventsOf(
  cluster: DemoCluster,
  { trouble, changedAt: at, team, revision }: DemoApp,
  objects: readonly DemoObject[],
): readonly DemoObject[] {
  const delivery = objects.find(({ kind }) => kind === 'Kustomization' || kind === 'HelmRelease');
  const pod = objects.find(({ kind }) => kind === 'Pod');
  const job = objects.findLast(({ kind }) => kind === 'Job');
  const controller = delivery?.kind === 'HelmRelease' ? 'helm-controller' : 'kustomize-controller';
  const happened: DemoObject[] = [];
  const tell = (
    about: DemoObject | undefined,
    type: EventParts['type'],
    reason: string,
    message: string,
    component: string,
    count = 1,
  ) => {
    if (about) happened.push(event(cluster, about, { type, reason, message, component, count, at }));
  };
  switch (trouble) {
    case 'none':
      tell(
        delivery,
        'Normal',
        delivery?.kind === 'HelmRelease' ? 'UpgradeSucceeded' : 'ReconciliationSucceeded',
        `Reconciliation finished, next run in 10m`,
        controller,
        6,
      );
      break;
    case 'crash-loop':
      tell(
        delivery,
        'Warning',
        'HealthCheckFailed',
        'health check failed after 5m0.04s: timeout waiting for the Deployment',
        controller,
        9,
      );
      tell(
        pod,
        'Warning',
        'BackOff',
        `Back-off restarting failed container main in pod ${pod?.metadata.name ?? ''}`,
        'kubelet',
        412,
      );
      break;
    case 'image-pull':
      tell(
        pod,
        'Warning',
        'Failed',
        `Failed to pull image "registry.acme.example/${team}:1.${revision}.0": not found`,
        'kubelet',
        25,
      );
      tell(pod, 'Normal', 'BackOff', 'Back-off pulling image', 'kubelet', 104);
      break;
    case 'unschedulable':
      tell(
        pod,
        'Warning',
        'FailedScheduling',
        '0/3 nodes are available: 3 Insufficient memory.',
        'default-scheduler',
        31,
      );
      break;
    case 'job-failed':
      tell(job, 'Warning', 'BackoffLimitExceeded', 'Job has reached the specified backoff limit', 'job-controller');
      break;
    case 'build-failed':
      tell(
        delivery,
        'Warning',
        'BuildFailed',
        "kustomize build failed: accumulating resources: accumulation err='hpa.yaml: no such file or directory'",
        controller,
        57,
      );
      break;
    case 'upgrade-failed':
    case 'chart-not-found':
      tell(
        delivery,
        'Warning',
        trouble === 'upgrade-failed' ? 'UpgradeFailed' : 'SourceNotReady',
        `${delivery?.metadata.name ?? ''} is not ready`,
        controller,
        12,
      );
      break;
    default:
  }
  return happened;
}
