/** Google's Config Connector. The reason of Ready distinguishes failures from progress. */
import type { Kind, Line } from './kind.ts';
import { condition, firstMessage, NOT_REPORTED, tabled } from './table.ts';
import { at, isTrue } from './untrusted.ts';

const GROUP = 'cnrm.cloud.google.com';

const resource = tabled({
  source:
    'kubernetes-sigs/cli-utils: pkg/kstatus/README.md (Config Connector Status Convention); GoogleCloudPlatform/k8s-config-connector: pkg/k8s/constants.go',
  lines: [
    condition('FAILED', 'Ready', 'False', {
      reasons: [
        ...['ManagementConflict', 'UpdateFailed', 'DeleteFailed', 'DependencyInvalid'],
        ...['PreActuationTransformFailed', 'PostActuationTransformFailed'],
      ],
    }),
    condition('IN_PROGRESS', 'Ready', 'False'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

function healthy(then: Line['then'], wanted: boolean): Line {
  return {
    then,
    when: `\`status.healthy\` is ${wanted}`,
    finds: object => {
      const found = at(object, 'status', 'healthy');
      if (found === undefined || isTrue(found) !== wanted) return undefined;
      return { reason: wanted ? '' : 'NotHealthy', message: firstMessage(object, ['status.errors']) };
    },
  };
}

/** The installation of Config Connector itself. */
const installation = tabled({
  source: 'GoogleCloudPlatform/k8s-config-connector: operator/pkg/apis/core/v1beta1 (ConfigConnectorStatus)',
  lines: [healthy('FAILED', false), healthy('CURRENT', true), NOT_REPORTED],
});

export const configConnector: readonly Kind[] = [
  ...['ConfigConnector', 'ConfigConnectorContext'].map((kind): Kind => ({
    group: `core.${GROUP}`,
    kind,
    ...installation,
  })),
  { group: `*.${GROUP}`, kind: '*', ...resource },
];
