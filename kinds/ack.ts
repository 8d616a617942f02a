/**
 * AWS Controllers for Kubernetes (ACK). Their conditions distinguish errors that need a change of the object from
 * errors that the controller retries.
 */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const resource = tabled({
  source: 'aws-controllers-k8s/runtime: apis/core/v1alpha1/conditions.go (ConditionType)',
  lines: [
    condition('FAILED', 'ACK.Terminal', 'True'),
    condition('IN_PROGRESS', 'ACK.Recoverable', 'True'),
    condition('IN_PROGRESS', 'ACK.ResourceSynced', 'False'),
    condition('IN_PROGRESS', 'ACK.ResourceSynced', 'Unknown'),
    condition('CURRENT', 'ACK.ResourceSynced', 'True'),
    NOT_REPORTED,
  ],
});

export const ack: readonly Kind[] = [{ group: '*.services.k8s.aws', kind: '*', ...resource }];
