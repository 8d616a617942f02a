/** Fields that the page of an object shows for its kind. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DESCRIBED_KINDS, described, hasUsage, isDescribed, logsOf } from '../../ui/src/object/kind-descriptions.ts';
import type { Content } from '../../ui/src/object/kinds/parts.ts';

const NOW = Date.parse('2026-01-02T03:10:00Z');
const POD = { group: '', kind: 'Pod' };
const container = {
  name: 'main',
  image: 'web:1',
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
};

type Cell =
  | string
  | {
      readonly value: string;
      readonly to: { readonly kind: string; readonly namespace: string; readonly name: string };
    };

function kindOf(key: string): { kind: string; group: string } {
  const [kind = '', ...group] = key.split('.');
  return { kind, group: group.join('.') };
}

const template = { spec: { containers: [{ name: 'main', image: 'web:1' }] } };
const CONTAINER = 'containers: main|web:1||';
const SOURCE_STATUS = { artifact: { revision: 'main@sha1:1', lastUpdateTime: '2026-01-02T03:00:00Z' } };

/** Sample objects by kind, as controllers write them. `shows`: the whole result of `described`, as texts. */
const SAMPLES: Readonly<Record<string, { readonly content: Content; readonly shows: readonly string[] }>> = {
  'StatefulSet.apps': {
    content: {
      spec: {
        ...{ replicas: 2, serviceName: 'db', updateStrategy: { type: 'RollingUpdate' }, template },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { storageClassName: 'fast', resources: { requests: { storage: '10Gi' } } },
          },
        ],
      },
      status: { updatedReplicas: 2, readyReplicas: 1 },
    },
    shows: [
      ...[
        'replicas 2',
        'updated 2/2',
        'ready 1/2 (unsure)',
        'strategy RollingUpdate',
        'service db→Service/team-a/db',
        '[pods]',
        CONTAINER,
      ],
      'claims: data|10Gi|fast',
    ],
  },
  'DaemonSet.apps': {
    content: {
      spec: {
        updateStrategy: { type: 'OnDelete' },
        template: { spec: { ...template.spec, nodeSelector: { gpu: 'yes' } } },
      },
      status: { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberReady: 3, numberAvailable: 2 },
    },
    shows: [
      'desired 3',
      'updated 3/3',
      'ready 3/3',
      'available 2/3 (unsure)',
      'strategy OnDelete',
      'selector gpu=yes',
      '[pods]',
      CONTAINER,
    ],
  },
  'ReplicaSet.apps': {
    content: { spec: { replicas: 0, template }, status: {} },
    shows: ['replicas 0', 'ready 0/0', 'available 0/0', '[pods]', CONTAINER],
  },
  'Rollout.argoproj.io': {
    content: {
      spec: { replicas: 4, strategy: { canary: { steps: [{ setWeight: 20 }, { pause: {} }] } }, template },
      status: { phase: 'Paused', updatedReplicas: 1, readyReplicas: 4, currentStepIndex: 1 },
    },
    shows: [
      ...[
        'phase Paused',
        'replicas 4',
        'updated 1/4 (unsure)',
        'ready 4/4',
        'strategy canary',
        'step 1/2',
        '[pods]',
        '[replicaSets]',
        CONTAINER,
      ],
    ],
  },
  'Job.batch': {
    content: {
      spec: { completions: 3, backoffLimit: 6, template },
      status: {
        succeeded: 2,
        failed: 1,
        active: 1,
        startTime: '2026-01-02T03:00:00Z',
        completionTime: '2026-01-02T03:05:00Z',
      },
    },
    shows: [
      ...[
        'completions 2/3 (unsure)',
        'active 1',
        'failed 1 (bad)',
        'lastRun 10m ago',
        'took 5m',
        'limits 6 retries',
        '[pods]',
        CONTAINER,
      ],
    ],
  },
  'CronJob.batch': {
    content: {
      spec: {
        schedule: '0 3 * * *',
        timeZone: 'Europe/Berlin',
        concurrencyPolicy: 'Forbid',
        jobTemplate: { spec: { template } },
      },
      status: { active: [{}], lastScheduleTime: '2026-01-02T03:00:00Z', lastSuccessfulTime: '2026-01-01T03:10:00Z' },
    },
    shows: [
      ...[
        'schedule 0 3 * * * Europe/Berlin',
        'active 1',
        'lastRun 10m ago',
        'lastSuccess 1d ago',
        'concurrency Forbid',
        '[runs]',
        CONTAINER,
      ],
    ],
  },
  'HorizontalPodAutoscaler.autoscaling': {
    content: {
      spec: {
        ...{
          minReplicas: 2,
          maxReplicas: 9,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
          { type: 'Pods', pods: { metric: { name: 'rps' }, target: { averageValue: '100' } } },
        ],
      },
      status: {
        currentReplicas: 2,
        desiredReplicas: 3,
        currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 95 } } }],
      },
    },
    shows: [
      ...[
        'target web→Deployment/team-a/web',
        'current 2 (unsure)',
        'desired 3',
        'limits 2 to 9',
        'metrics: cpu|95 %|80 %',
        'metrics: rps||100',
      ],
    ],
  },
  Service: {
    content: {
      spec: {
        type: 'LoadBalancer',
        clusterIP: '10.0.0.1',
        selector: { app: 'web' },
        ports: [{ name: 'http', port: 80, targetPort: 'web', nodePort: 30080 }],
      },
      status: { loadBalancer: {} },
    },
    shows: [
      'type LoadBalancer',
      'clusterIp 10.0.0.1',
      'address pending (unsure)',
      'selector app=web',
      '[selected]',
      'ports: http|80|web|TCP|30080',
    ],
  },
  'Ingress.networking.k8s.io': {
    content: {
      spec: {
        ingressClassName: 'nginx',
        rules: [
          {
            host: 'shop.example',
            http: { paths: [{ path: '/api', backend: { service: { name: 'web', port: { number: 80 } } } }] },
          },
        ],
        tls: [{ hosts: ['shop.example'], secretName: 'cert' }],
      },
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
    },
    shows: [
      ...[
        'class nginx',
        'address 192.0.2.1',
        'routes: shop.example|/api|web:80→Service/team-a/web',
        'tls: shop.example|cert→Secret/team-a/cert',
      ],
    ],
  },
  PersistentVolumeClaim: {
    content: {
      spec: {
        storageClassName: 'fast',
        accessModes: ['ReadWriteOnce'],
        volumeName: 'pv-1',
        resources: { requests: { storage: '1Gi' } },
      },
      status: { phase: 'Bound', capacity: { storage: '2Gi' } },
    },
    shows: ['phase Bound', 'capacity 2Gi', 'class fast', 'access ReadWriteOnce', 'volume pv-1→PersistentVolume//pv-1'],
  },
  PersistentVolume: {
    content: {
      spec: {
        capacity: { storage: '2Gi' },
        persistentVolumeReclaimPolicy: 'Delete',
        claimRef: { namespace: 'team-b', name: 'data' },
      },
      status: { phase: 'Bound' },
    },
    shows: ['phase Bound', 'capacity 2Gi', 'reclaim Delete', 'claim data→PersistentVolumeClaim/team-b/data'],
  },
  ConfigMap: {
    content: { spec: null, status: null, keys: [{ name: 'a.conf', size: 1200 }] },
    shows: ['keys: a.conf|1,200 B'],
  },
  Secret: {
    content: { spec: null, status: null, keys: [{ name: 'password', size: null }] },
    shows: ['keys: password|'],
  },
  Namespace: { content: { spec: {}, status: { phase: 'Terminating' } }, shows: ['phase Terminating (unsure)'] },
  'PodDisruptionBudget.policy': {
    content: { spec: { minAvailable: '50%' }, status: { currentHealthy: 1, desiredHealthy: 2 } },
    shows: ['limits at least 50% available', 'ready 1/2 (unsure)', '[selected]'],
  },
  'GitRepository.source.toolkit.fluxcd.io': {
    content: {
      spec: { url: 'https://git.example/web', interval: '1m', ref: { branch: 'main' } },
      status: SOURCE_STATUS,
    },
    shows: ['url https://git.example/web', 'ref main', 'revision main@sha1:1', 'artifact 10m ago', 'interval 1m'],
  },
  'OCIRepository.source.toolkit.fluxcd.io': {
    content: { spec: { url: 'oci://r/web', ref: { semver: '1.x' } }, status: {} },
    shows: ['url oci://r/web', 'ref 1.x'],
  },
  'HelmRepository.source.toolkit.fluxcd.io': {
    content: { spec: { url: 'https://charts.example' }, status: {} },
    shows: ['url https://charts.example'],
  },
  'Bucket.source.toolkit.fluxcd.io': {
    content: { spec: { endpoint: 's3.example', bucketName: 'b' }, status: {} },
    shows: ['url s3.example/b'],
  },
  'HelmChart.source.toolkit.fluxcd.io': {
    content: {
      spec: { chart: 'web', version: '1.x', sourceRef: { kind: 'HelmRepository', name: 'charts' } },
      status: SOURCE_STATUS,
    },
    shows: ['chart web', 'version 1.x', 'source charts→HelmRepository/team-a/charts', 'revision main@sha1:1'],
  },
  'Kustomization.kustomize.toolkit.fluxcd.io': {
    content: {
      spec: {
        path: './web',
        prune: true,
        interval: '10m',
        sourceRef: { kind: 'GitRepository', name: 'apps', namespace: 'flux' },
        dependsOn: [{ name: 'db' }],
      },
      status: { lastAppliedRevision: 'main@sha1:1', inventory: { entries: [{}, {}] } },
    },
    shows: [
      ...[
        'source apps→GitRepository/flux/apps',
        'path ./web',
        'revision main@sha1:1',
        'inventory 2',
        'prune yes',
        'interval 10m',
        'dependsOn db',
      ],
    ],
  },
  'HelmRelease.helm.toolkit.fluxcd.io': {
    content: {
      spec: {
        interval: '5m',
        chart: { spec: { chart: 'web', version: '1.x', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
      },
      status: {
        ...{ failures: 2, lastAttemptedRevision: '1.3.0' },
        history: [
          { name: 'web', version: 7, chartVersion: '1.3.0', status: 'failed', lastDeployed: '2026-01-02T03:00:00Z' },
        ],
      },
    },
    shows: [
      ...[
        'source charts→HelmRepository/team-a/charts',
        'chart web',
        'version 1.x',
        'revision 1.3.0',
        'interval 5m',
        'failed 2 (bad)',
      ],
      'history: web v7|1.3.0|failed|10m ago',
    ],
  },
  'Application.argoproj.io': {
    content: {
      spec: {
        project: 'shop',
        source: { repoURL: 'https://git.example/web', path: 'web', targetRevision: 'HEAD' },
        destination: { name: 'prod', namespace: 'shop' },
      },
      status: {
        ...{ health: { status: 'Degraded' }, sync: { status: 'OutOfSync', revision: 'abc' } },
        resources: [
          { kind: 'Service', name: 'web', namespace: 'shop', status: 'Synced', health: { status: 'Healthy' } },
        ],
      },
    },
    shows: [
      ...[
        'health Degraded (bad)',
        'sync OutOfSync (unsure)',
        'revision abc',
        'ref HEAD',
        'url https://git.example/web',
        'path web',
      ],
      ...['destination prod shop', 'project shop→AppProject/team-a/shop', 'resources: web|Service|shop|Synced|Healthy'],
    ],
  },
  'ApplicationSet.argoproj.io': {
    content: {
      spec: { generators: [{ clusters: {} }, { git: {} }], template: { spec: { project: 'shop' } } },
      status: {
        resources: [
          {
            kind: 'Application',
            name: 'web-prod',
            namespace: 'argocd',
            status: 'Synced',
            health: { status: 'Healthy' },
          },
        ],
      },
    },
    shows: [
      'source clusters, git',
      'project shop→AppProject/team-a/shop',
      'resources: web-prod|Application|argocd|Synced|Healthy',
    ],
  },
};

describe('the page of a kind', () => {
  it('has the node, the address and the containers of a Pod, with why one does not run', () => {
    const spec = {
      nodeName: 'node-1',
      serviceAccountName: 'web',
      initContainers: [{ name: 'init', image: 'init:1' }],
      containers: [container],
    };
    const ended = { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2026-01-02T03:05:00Z' } };
    const status = {
      phase: 'Running',
      podIP: '10.0.0.7',
      initContainerStatuses: [
        { name: 'init', restartCount: 0, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      ],
      containerStatuses: [
        { name: 'main', restartCount: 17, state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: ended },
      ],
    };
    const found = described(POD, { spec, status }, NOW);
    expect(found?.figures).toEqual([
      { title: 'phase', value: 'Running' },
      { title: 'node', value: 'node-1', to: { kind: 'Node', group: '', namespace: '', name: 'node-1' } },
      { title: 'ip', value: '10.0.0.7' },
      { title: 'restarts', value: '17' },
      { title: 'serviceAccount', value: 'web' },
    ]);
    expect(found?.tables[0]?.rows).toEqual([
      { cells: ['init', 'Completed, exit code 0', '0', '', 'init:1', '', ''] },
      {
        cells: [
          'main',
          'CrashLoopBackOff',
          '17',
          'Error, exit code 1, 5m ago',
          'web:1',
          'cpu 100m, memory 128Mi',
          'memory 256Mi',
        ],
        tone: 'bad',
      },
    ]);
  });

  it('has the replicas of a Deployment, how many of them are there, and what it runs', () => {
    const spec = { replicas: 3, strategy: { type: 'RollingUpdate' }, template: { spec: { containers: [container] } } };
    const found = described(
      { group: 'apps', kind: 'Deployment' },
      { spec, status: { updatedReplicas: 3, readyReplicas: 2 } },
      NOW,
    );
    expect(found?.figures.map(({ title, value, tone }) => [title, value, tone])).toEqual([
      ['replicas', '3', undefined],
      ['updated', '3/3', undefined],
      ['ready', '2/3', 'unsure'],
      ['available', '0/3', 'unsure'],
      ['strategy', 'RollingUpdate', undefined],
    ]);
    expect(found).toMatchObject({
      tables: [{ title: 'containers', columns: ['name', 'image', 'requests', 'limits'] }],
      lists: [{ title: 'pods' }, { title: 'replicaSets' }],
    });
  });

  it('has what a Node has room for, what it keeps away, and whether it takes new Pods', () => {
    const spec = { unschedulable: true, taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] };
    const status = {
      capacity: { cpu: '4', pods: '110' },
      allocatable: { cpu: '3920m', pods: '110' },
      nodeInfo: { kubeletVersion: 'v1.36.1' },
    };
    const found = described({ group: '', kind: 'Node' }, { spec, status }, NOW);
    expect(found?.figures).toEqual([
      { title: 'newPods', value: 'no', tone: 'unsure' },
      { title: 'kubelet', value: 'v1.36.1' },
    ]);
    expect(found?.tables.map(({ rows }) => rows.map(({ cells }) => cells.map(String).join(' ')))).toEqual([
      ['cpu 4 3920m', 'pods 110 110'],
      ['node.kubernetes.io/unschedulable  NoSchedule'],
    ]);
  });

  it('is nothing more for kinds without a description', () => {
    expect(isDescribed({ group: 'example.com', kind: 'Deployment' })).toBe(false);
    expect(isDescribed({ group: '', kind: 'toString' })).toBe(false);
    expect(described({ group: 'example.com', kind: 'Pod' }, { spec: {}, status: {} }, NOW)).toBeUndefined();
  });

  it.each(Object.entries(SAMPLES))('has what matters of a %s', (key, { content, shows }) => {
    const found = described(kindOf(key), content, NOW, 'team-a')!;
    const text = (cell: Cell) =>
      typeof cell === 'string' ? cell : `${cell.value}→${[cell.to.kind, cell.to.namespace, cell.to.name].join('/')}`;
    expect([
      ...found.figures.map(
        ({ title, value, to, tone }) => `${title} ${to ? text({ value, to }) : value}${tone ? ` (${tone})` : ''}`,
      ),
      ...(found.lists ?? []).map(({ title }) => `[${title}]`),
      ...found.tables.flatMap(({ title, rows }) => rows.map(({ cells }) => `${title}: ${cells.map(text).join('|')}`)),
    ]).toEqual(shows);
  });

  it('has a sample here for each description', () => {
    expect([...Object.keys(SAMPLES), 'Pod', 'Node', 'Deployment.apps'].sort()).toEqual(DESCRIBED_KINDS.toSorted());
  });

  it('says which kinds have logs and use CPU', () => {
    expect(['Pod', 'Deployment.apps', 'Service', 'ConfigMap', 'CronJob.batch'].map(it => logsOf(kindOf(it)))).toEqual([
      ...['pod', 'workload', 'workload', undefined, undefined],
    ]);
    expect(['Node', 'Namespace', 'Job.batch', 'Secret'].map(it => hasUsage(kindOf(it)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('takes whatever a cluster sends', () => {
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom(null, [], {}, [null], [[]], '', 'x', -1, NaN));
    const broken = fc.constantFrom(...Object.entries(SAMPLES)).chain(([key, { content }]) =>
      fc.infiniteStream(fc.tuple(fc.nat(4), junk)).map(choices => {
        const next = choices[Symbol.iterator]();
        const change = (value: unknown): unknown => {
          const [dice, other] = next.next().value as [number, unknown];
          if (dice === 0) return other;
          if (Array.isArray(value)) return value.map(change);
          if (typeof value !== 'object' || value === null) return value;
          return Object.fromEntries(Object.entries(value).map(([key, value]) => [key, change(value)]));
        };
        return [kindOf(key), { ...content, spec: change(content.spec), status: change(content.status) }] as const;
      }),
    );
    fc.assert(
      fc.property(broken, ([kind, content]) => expect(described(kind, content, NOW)).toBeDefined()),
      { numRuns: 500 },
    );
  });
});
