/** Descriptions of Pods, workloads, HorizontalPodAutoscalers and Nodes. */
import { age } from '../../format/time.ts';
import {
  at,
  containersOf,
  given,
  groupOf,
  listAt,
  named,
  numberAt,
  pairs,
  part,
  since,
  templateOf,
  textAt,
} from './parts.ts';
import type { Describe, Json, List, Table } from './parts.ts';

const PODS: List = { title: 'pods', kind: 'Pod', group: '', by: 'owner' };
const REPLICA_SETS: List = { title: 'replicaSets', kind: 'ReplicaSet', group: 'apps', by: 'owner' };

const replicasOf = (spec: Json): number => ('replicas' in spec ? numberAt(spec, 'replicas') : 1);

export const WORKLOADS: Readonly<Record<string, Describe>> = {
  Pod: (spec, status, { namespace, now }) => {
    const statuses = [...listAt(status, 'initContainerStatuses'), ...listAt(status, 'containerStatuses')];
    const restarts = statuses.reduce((sum, it) => sum + numberAt(it, 'restartCount'), 0);
    return {
      figures: [
        ...given(['phase', textAt(status, 'phase')]),
        ...named('node', textAt(spec, 'nodeName'), { kind: 'Node', group: '', namespace: '' }),
        ...given(['ip', textAt(status, 'podIP')], ['restarts', String(restarts)], ['qos', textAt(status, 'qosClass')]),
        ...given(['serviceAccount', textAt(spec, 'serviceAccountName')]),
      ],
      tables: [containersOf(spec, statuses, now), volumesOf(spec, namespace)],
    };
  },
  'Deployment.apps': (spec, status, { now }) => ({
    figures: [
      { title: 'replicas', value: String(replicasOf(spec)) },
      part('updated', numberAt(status, 'updatedReplicas'), replicasOf(spec)),
      part('ready', numberAt(status, 'readyReplicas'), replicasOf(spec)),
      part('available', numberAt(status, 'availableReplicas'), replicasOf(spec)),
      ...given(['strategy', textAt(at(spec, 'strategy'), 'type')]),
    ],
    tables: [templateOf(spec, now)],
    lists: [PODS, REPLICA_SETS],
  }),
  'StatefulSet.apps': (spec, status, { namespace, now }) => ({
    figures: [
      { title: 'replicas', value: String(replicasOf(spec)) },
      part('updated', numberAt(status, 'updatedReplicas'), replicasOf(spec)),
      part('ready', numberAt(status, 'readyReplicas'), replicasOf(spec)),
      ...given(['strategy', textAt(at(spec, 'updateStrategy'), 'type')]),
      ...named('service', textAt(spec, 'serviceName'), { kind: 'Service', group: '', namespace }),
    ],
    tables: [
      templateOf(spec, now),
      {
        title: 'claims',
        columns: ['name', 'size', 'class'],
        rows: listAt(spec, 'volumeClaimTemplates').map(it => ({
          cells: [
            textAt(at(it, 'metadata'), 'name'),
            textAt(at(it, 'spec', 'resources', 'requests'), 'storage'),
            textAt(at(it, 'spec'), 'storageClassName'),
          ],
        })),
      },
    ],
    lists: [PODS],
  }),
  'DaemonSet.apps': (spec, status, { now }) => {
    const desired = numberAt(status, 'desiredNumberScheduled');
    return {
      figures: [
        { title: 'desired', value: String(desired) },
        part('updated', numberAt(status, 'updatedNumberScheduled'), desired),
        part('ready', numberAt(status, 'numberReady'), desired),
        part('available', numberAt(status, 'numberAvailable'), desired),
        ...given(['strategy', textAt(at(spec, 'updateStrategy'), 'type')]),
        ...given(['selector', pairs(at(spec, 'template', 'spec', 'nodeSelector'))]),
      ],
      tables: [templateOf(spec, now)],
      lists: [PODS],
    };
  },
  'ReplicaSet.apps': (spec, status, { now }) => ({
    figures: [
      { title: 'replicas', value: String(replicasOf(spec)) },
      part('ready', numberAt(status, 'readyReplicas'), replicasOf(spec)),
      part('available', numberAt(status, 'availableReplicas'), replicasOf(spec)),
    ],
    tables: [templateOf(spec, now)],
    lists: [PODS],
  }),
  'Rollout.argoproj.io': (spec, status, { now }) => {
    const strategy = ['canary', 'blueGreen'].find(it => it in at(spec, 'strategy')) ?? '';
    const steps = listAt(at(spec, 'strategy', 'canary'), 'steps').length;
    return {
      figures: [
        ...given(['phase', textAt(status, 'phase')]),
        { title: 'replicas', value: String(replicasOf(spec)) },
        part('updated', numberAt(status, 'updatedReplicas'), replicasOf(spec)),
        part('ready', numberAt(status, 'readyReplicas'), replicasOf(spec)),
        ...given(
          ['strategy', strategy],
          ['step', steps === 0 ? '' : `${numberAt(status, 'currentStepIndex')}/${steps}`],
        ),
      ],
      tables: [templateOf(spec, now)],
      lists: [PODS, REPLICA_SETS],
    };
  },
  'Job.batch': (spec, status, { now }) => {
    const completions = 'completions' in spec ? numberAt(spec, 'completions') : 1;
    const failed = numberAt(status, 'failed');
    const started = textAt(status, 'startTime');
    const ended = Date.parse(textAt(status, 'completionTime'));
    return {
      figures: [
        part('completions', numberAt(status, 'succeeded'), completions),
        { title: 'active', value: String(numberAt(status, 'active')) },
        { title: 'failed', value: String(failed), ...(failed > 0 && { tone: 'bad' as const }) },
        ...given(['lastRun', since(started, now)], ['took', Number.isNaN(ended) ? '' : (age(started, ended) ?? '')]),
        ...given(['limits', 'backoffLimit' in spec ? `${textAt(spec, 'backoffLimit')} retries` : '']),
      ],
      tables: [templateOf(spec, now)],
      lists: [PODS],
    };
  },
  'CronJob.batch': (spec, status, { now }) => ({
    figures: [
      ...given(['schedule', [textAt(spec, 'schedule'), textAt(spec, 'timeZone')].filter(Boolean).join(' ')]),
      { title: 'active', value: String(listAt(status, 'active').length) },
      ...given(
        ['lastRun', since(textAt(status, 'lastScheduleTime'), now)],
        ['lastSuccess', since(textAt(status, 'lastSuccessfulTime'), now)],
      ),
      ...given(['concurrency', textAt(spec, 'concurrencyPolicy')]),
    ],
    tables: [templateOf(at(spec, 'jobTemplate', 'spec'), now)],
    lists: [{ title: 'runs', kind: 'Job', group: 'batch', by: 'owner' }],
  }),
  'HorizontalPodAutoscaler.autoscaling': (spec, status, { namespace }) => {
    const target = at(spec, 'scaleTargetRef');
    const [current, desired] = [numberAt(status, 'currentReplicas'), numberAt(status, 'desiredReplicas')];
    return {
      figures: [
        ...named('target', textAt(target, 'name'), {
          kind: textAt(target, 'kind'),
          group: groupOf(textAt(target, 'apiVersion')),
          namespace,
        }),
        { title: 'current', value: String(current), ...(current !== desired && { tone: 'unsure' as const }) },
        { title: 'desired', value: String(desired) },
        { title: 'limits', value: `${textAt(spec, 'minReplicas') || '1'} to ${textAt(spec, 'maxReplicas')}` },
      ],
      tables: [metricsOf(spec, status)],
    };
  },
  Node: (spec, status) => {
    const info = at(status, 'nodeInfo');
    const [capacity, allocatable] = [at(status, 'capacity'), at(status, 'allocatable')];
    const isHeld = spec['unschedulable'] === true;
    const address = listAt(status, 'addresses').find(it => it['type'] === 'InternalIP');
    return {
      figures: [
        { title: 'newPods', value: isHeld ? 'no' : 'yes', ...(isHeld && { tone: 'unsure' as const }) },
        ...given(
          ['ip', textAt(address ?? {}, 'address')],
          ['kubelet', textAt(info, 'kubeletVersion')],
          ['system', [textAt(info, 'osImage'), textAt(info, 'architecture')].filter(Boolean).join(', ')],
          ['runtime', textAt(info, 'containerRuntimeVersion')],
        ),
      ],
      tables: [
        {
          title: 'capacity',
          columns: ['name', 'capacity', 'allocatable'],
          rows: Object.keys(capacity).map(name => ({
            cells: [name, textAt(capacity, name), textAt(allocatable, name)],
          })),
        },
        {
          title: 'taints',
          columns: ['name', 'value', 'effect'],
          rows: listAt(spec, 'taints').map(it => ({
            cells: [textAt(it, 'key'), textAt(it, 'value'), textAt(it, 'effect')],
          })),
        },
      ],
      lists: [{ title: 'podsHere', kind: 'Pod', group: '', by: 'cluster' }],
    };
  },
};

/**
 * Table of the volumes of a Pod. Each row links to the object with the content of the volume, or names the type of the
 * volume. Omits projected volumes.
 */
function volumesOf(spec: Json, namespace: string): Table {
  const rows = listAt(spec, 'volumes').flatMap(volume => {
    for (const [source, kind, key] of VOLUME_SOURCES) {
      const name = textAt(at(volume, source), key);
      if (name !== '')
        return [
          { cells: [textAt(volume, 'name'), { value: `${kind} ${name}`, to: { kind, group: '', namespace, name } }] },
        ];
    }
    const [type = ''] = Object.keys(volume).filter(key => key !== 'name');
    return type === '' || type === 'projected' ? [] : [{ cells: [textAt(volume, 'name'), type] }];
  });
  return { title: 'volumes', columns: ['name', 'type'], rows };
}

const VOLUME_SOURCES = [
  ['configMap', 'ConfigMap', 'name'],
  ['secret', 'Secret', 'secretName'],
  ['persistentVolumeClaim', 'PersistentVolumeClaim', 'claimName'],
] as const;

function metricsOf(spec: Json, status: Json): Table {
  const currents = listAt(status, 'currentMetrics');
  const rows = listAt(spec, 'metrics').map(metric => {
    const type = textAt(metric, 'type');
    const key = type.slice(0, 1).toLowerCase() + type.slice(1);
    const of = at(metric, key);
    const name = textAt(of, 'name') || textAt(at(of, 'metric'), 'name');
    const current = currents.find(
      it => it['type'] === type && (textAt(at(it, key), 'name') || textAt(at(it, key, 'metric'), 'name')) === name,
    );
    return { cells: [name || type, amountOf(at(current ?? {}, key, 'current')), amountOf(at(of, 'target'))] };
  });
  return { title: 'metrics', columns: ['name', 'current', 'target'], rows };
}

function amountOf(of: Json): string {
  const percent = textAt(of, 'averageUtilization');
  return percent === '' ? textAt(of, 'averageValue') || textAt(of, 'value') : `${percent} %`;
}
