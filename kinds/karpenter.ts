/**
 * Karpenter. A NodeClaim is not ready until its Node has joined. While it waits, its conditions are False in versions
 * before v1, and Unknown in v1 and later.
 */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const nodeClaim = tabled({
  source:
    'kubernetes-sigs/karpenter: pkg/apis/v1/nodeclaim_status.go, pkg/controllers/nodeclaim/lifecycle; argoproj/argo-cd: resource_customizations/karpenter.sh/NodeClaim/health.lua',
  lines: [
    condition('FAILED', 'Launched', 'False'),
    condition('IN_PROGRESS', 'Registered', 'False', {
      reasons: ['NodeNotFound', 'NotRegistered', 'NodeNotRegistered'],
    }),
    condition('IN_PROGRESS', 'Initialized', 'False', {
      reasons: [
        'NodeNotFound',
        'NodeNotReady',
        'NodeNotRegistered',
        'StartupTaintsExist',
        'KnownEphemeralTaintsExist',
        'ResourceNotRegistered',
      ],
    }),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    // The first step that is not done is more specific than Ready. Later steps contain no information yet.
    ...['Launched', 'Registered', 'Initialized'].map(type =>
      condition('IN_PROGRESS', type, 'Unknown', { except: ['AwaitingReconciliation'] }),
    ),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    NOT_REPORTED,
  ],
});

const nodePool = tabled({
  source:
    'kubernetes-sigs/karpenter: pkg/apis/v1/nodepool_status.go; argoproj/argo-cd: resource_customizations/karpenter.sh/NodePool/health.lua',
  lines: [
    condition('FAILED', 'ValidationSucceeded', 'False'),
    condition('FAILED', 'NodeClassReady', 'False'),
    condition('FAILED', 'NodeRegistrationHealthy', 'False'),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    NOT_REPORTED,
  ],
});

const nodeClass = tabled({
  source:
    'aws/karpenter-provider-aws: pkg/apis/v1/ec2nodeclass_status.go; Azure/karpenter-provider-azure: pkg/apis/v1beta1',
  lines: [
    condition('FAILED', 'ValidationSucceeded', 'False'),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

export const karpenter: readonly Kind[] = [
  { group: 'karpenter.sh', kind: 'NodeClaim', ...nodeClaim },
  { group: 'karpenter.sh', kind: 'NodePool', ...nodePool },
  { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', ...nodeClass },
  { group: 'karpenter.azure.com', kind: 'AKSNodeClass', ...nodeClass },
];
