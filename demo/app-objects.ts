/** The Service, Ingress, autoscaler, configuration and claims of an application in the demo fleet. */
import type { DemoApp, DemoCluster } from './cluster.ts';
import { selector } from './pods.ts';
import { condition, demoObject, labelsOf, type DemoObject } from './render.ts';

export function appObjectsOf(cluster: DemoCluster, app: DemoApp): readonly DemoObject[] {
  return [
    configurationOf(cluster, app),
    ...(app.workload === 'cronjob' ? [] : [serviceOf(cluster, app)]),
    ...(isPublic(app) ? [ingressOf(cluster, app)] : []),
    ...(isScaled(app) ? [autoscalerOf(cluster, app)] : []),
    ...(app.workload === 'statefulset'
      ? Array.from({ length: app.replicas }, (_, index) => claimOf(cluster, app, index))
      : []),
  ];
}

/** Number of objects that appObjectsOf() returns for an application. */
export function countAppObjects(app: DemoApp): number {
  const { workload, replicas } = app;
  return (
    1 +
    Number(workload !== 'cronjob') +
    Number(isPublic(app)) +
    Number(isScaled(app)) +
    (workload === 'statefulset' ? replicas : 0)
  );
}

function isPublic({ name, workload }: DemoApp): boolean {
  return workload === 'deployment' && /-(web|gateway)(-\d+)?$/.test(name);
}

function isScaled({ name, workload }: DemoApp): boolean {
  return workload === 'deployment' && /-api(-\d+)?$/.test(name);
}

/**
 * Configuration of an application. An application that Helm delivers has a Secret with its release, as Helm stores
 * releases. Other applications have a ConfigMap with settings.
 */
function configurationOf(cluster: DemoCluster, app: DemoApp): DemoObject {
  const { name, namespace, createdAt } = app;
  if (app.delivery === 'helm')
    return demoObject(cluster, ['v1', 'Secret'], namespace, `sh.helm.release.v1.${name}.v4`, () => ({
      labels: { name, owner: 'helm', status: 'deployed', version: '4' },
      createdAt,
      content: {
        type: 'helm.sh/release.v1',
        data: { release: Buffer.from(`the release of ${name}`).toString('base64') },
      },
    }));
  return demoObject(cluster, ['v1', 'ConfigMap'], namespace, `${name}-settings`, () => ({
    labels: labelsOf(cluster, app),
    createdAt,
    content: { data: { LOG_LEVEL: 'info', REGION: cluster.region } },
  }));
}

function serviceOf(cluster: DemoCluster, app: DemoApp): DemoObject {
  const { name, namespace, createdAt } = app;
  const labels = labelsOf(cluster, app);
  return demoObject(cluster, ['v1', 'Service'], namespace, name, () => ({
    labels,
    createdAt,
    content: {
      spec: {
        type: 'ClusterIP',
        selector: selector({ name, labels })['matchLabels'],
        ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }],
      },
      status: { loadBalancer: {} },
    },
  }));
}

function ingressOf(cluster: DemoCluster, app: DemoApp): DemoObject {
  const { name, namespace, createdAt } = app;
  const backend = { service: { name, port: { name: 'http' } } };
  const rules = [
    { host: `${name}.${cluster.region}.acme.example`, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } },
  ];
  return demoObject(cluster, ['networking.k8s.io/v1', 'Ingress'], namespace, name, () => ({
    labels: labelsOf(cluster, app),
    createdAt,
    generation: 1,
    content: { spec: { ingressClassName: 'nginx', rules }, status: { loadBalancer: {} } },
  }));
}

function autoscalerOf(cluster: DemoCluster, app: DemoApp): DemoObject {
  const { name, namespace, createdAt, replicas, changedAt: at } = app;
  const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } };
  const spec = {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: replicas,
    maxReplicas: replicas + 4,
    metrics: [{ type: 'Resource', resource }],
  };
  return demoObject(cluster, ['autoscaling/v2', 'HorizontalPodAutoscaler'], namespace, name, () => ({
    labels: labelsOf(cluster, app),
    createdAt,
    content: {
      spec,
      status: {
        currentReplicas: replicas,
        desiredReplicas: replicas,
        conditions: [
          condition('AbleToScale', true, 'ReadyForNewScale', 'recommended size matches current size', { at }),
        ],
      },
    },
  }));
}

function claimOf(cluster: DemoCluster, app: DemoApp, index: number): DemoObject {
  const { name, namespace, createdAt } = app;
  const accessModes = ['ReadWriteOnce'];
  const claim = `data-${name}-${index}`;
  return demoObject(cluster, ['v1', 'PersistentVolumeClaim'], namespace, claim, () => ({
    labels: labelsOf(cluster, app),
    createdAt,
    content: {
      spec: {
        accessModes,
        resources: { requests: { storage: '8Gi' } },
        storageClassName: 'gp3',
        volumeName: `pv-${namespace}-${claim}`,
      },
      status: { phase: 'Bound', accessModes, capacity: { storage: '8Gi' } },
    },
  }));
}
