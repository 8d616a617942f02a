/**
 * OpenShift. An operator that is degraded or not available has failed, also while it progresses. A Route that any
 * router refused has failed.
 */
import { imagesOf } from './core.ts';
import { heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { usedByPods } from './relations.ts';
import { condition, inItsWords, NOT_REPORTED, tabled } from './table.ts';
import { at, conditionAt, conditionOf, integerAt, list, text } from './untrusted.ts';

const operator = tabled({
  source:
    'openshift/api: config/v1/types_cluster_operator.go (ClusterStatusConditionType), types_cluster_version.go (Failing)',
  lines: [
    condition('FAILED', 'Degraded', 'True'),
    condition('FAILED', 'Failing', 'True'),
    condition('FAILED', 'Available', 'False'),
    condition('IN_PROGRESS', 'Progressing', 'True'),
    condition('CURRENT', 'Available', 'True'),
    NOT_REPORTED,
  ],
});

const pool = tabled({
  source: 'openshift/api: machineconfiguration/v1/types.go (MachineConfigPoolConditionType)',
  holds: [heldByField('spec.paused', 'Paused')],
  lines: [
    condition('FAILED', 'Degraded', 'True'),
    condition('FAILED', 'NodeDegraded', 'True'),
    condition('FAILED', 'RenderDegraded', 'True'),
    condition('IN_PROGRESS', 'Updating', 'True'),
    condition('CURRENT', 'Updated', 'True'),
    NOT_REPORTED,
  ],
});

const tooFew: Line = {
  then: 'IN_PROGRESS',
  when: '`status.availableReplicas` is less than `spec.replicas`',
  finds: object => {
    const [wanted, available] = [
      integerAt(object, 1, 'spec', 'replicas'),
      integerAt(object, 0, 'status', 'availableReplicas'),
    ];
    return available < wanted
      ? { reason: 'LessAvailable', message: `${available} of ${wanted} replicas available` }
      : undefined;
  },
};

/** Matches while the newest rollout has not replaced all Pods. */
const notUpdated: Line = {
  then: 'IN_PROGRESS',
  when: '`status.updatedReplicas` is less than `spec.replicas`, or `status.replicas` is more, unless `Progressing` has the reason `NewReplicationControllerAvailable`',
  finds: (object, all) => {
    if (conditionOf(all, 'Progressing')?.reason === 'NewReplicationControllerAvailable') return undefined;
    const wanted = integerAt(object, 1, 'spec', 'replicas');
    const [updated, replicas] = [
      integerAt(object, 0, 'status', 'updatedReplicas'),
      integerAt(object, 0, 'status', 'replicas'),
    ];
    if (updated < wanted) return { reason: 'LessUpdated', message: `${updated} of ${wanted} replicas updated` };
    return replicas > updated
      ? { reason: 'ExtraPods', message: `${replicas - updated} replicas to be removed` }
      : undefined;
  },
};

const deploymentConfig = tabled({
  source:
    'openshift/api: apps/v1/types.go (DeploymentConditionType); openshift/oc: pkg/helpers/originpolymorphichelpers/deploymentconfigs/status.go (DeploymentConfigStatusViewer)',
  holds: [heldByField('spec.paused', 'DeploymentConfigPaused')],
  lines: [
    condition('FAILED', 'Progressing', 'False'),
    condition('IN_PROGRESS', 'ReplicaFailure', 'True'),
    tooFew,
    notUpdated,
    condition('CURRENT', 'Available', 'True'),
    NOT_REPORTED,
  ],
});

/** Matches if `Admitted` has this status at any router. */
function ofRouter(then: Line['then'], status: string): Line {
  return {
    then,
    when: `\`Admitted\` of an item of \`status.ingress\` is ${status}`,
    finds: object => {
      for (const router of list(at(object, 'status', 'ingress')).slice(0, 64)) {
        const admitted = conditionAt({ status: router }, 'Admitted');
        if (admitted?.status !== status) continue;
        const { message, ...rest } = inItsWords(admitted, then);
        return { ...rest, message: message === '' ? '' : `${text(at(router, 'routerName')) || 'router'}: ${message}` };
      }
      return undefined;
    },
  };
}

const route = tabled({
  source:
    'openshift/api: route/v1/types.go (RouteIngressConditionType); argoproj/argo-cd: resource_customizations/route.openshift.io/Route/health.lua',
  lines: [ofRouter('FAILED', 'False'), ofRouter('CURRENT', 'True'), NOT_REPORTED],
});

export const openshift: readonly Kind[] = [
  { group: 'config.openshift.io', kind: 'ClusterOperator', ...operator },
  { group: 'config.openshift.io', kind: 'ClusterVersion', ...operator },
  { group: 'machineconfiguration.openshift.io', kind: 'MachineConfigPool', ...pool },
  {
    ...{ group: 'apps.openshift.io', kind: 'DeploymentConfig', ...deploymentConfig, rules: 1 },
    images: object => imagesOf(at(object, 'spec', 'template', 'spec')),
    relations: (object, namespace) => usedByPods(object, at(object, 'spec', 'template', 'spec'), namespace),
  },
  { group: 'route.openshift.io', kind: 'Route', ...route },
];
