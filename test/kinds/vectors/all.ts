import { argo } from './argo.ts';
import { certManager, externalSecrets } from './certificates-and-secrets.ts';
import { cloudNativePg, keda, strimzi, strimziNodePools, velero } from './data.ts';
import { flagger, flux, fluxNeighbours, knative, kyverno, monitoring, tekton } from './delivery.ts';
import { ack, clusterApi, crossplane, karpenter, openshift } from './infrastructure.ts';
import { kubernetes } from './kubernetes.ts';
import { gatewayApi } from './networking.ts';
import { conventions, databases, olm, queues, storage } from './operators.ts';
import { configSync, kustomization, porch, resourceGroup } from './packages.ts';
import { platforms } from './platforms.ts';
import type { Vector } from './vector.ts';

export const VECTORS: readonly Vector[] = [
  ...[
    ...kubernetes,
    ...gatewayApi,
    ...flux,
    ...fluxNeighbours,
    ...argo,
    ...certManager,
    ...externalSecrets,
    ...clusterApi,
    ...crossplane,
  ],
  ...[...ack, ...monitoring, ...strimziNodePools, ...databases, ...olm, ...queues, ...storage, ...conventions],
  ...[
    ...karpenter,
    ...openshift,
    ...flagger,
    ...tekton,
    ...knative,
    ...kyverno,
    ...velero,
    ...strimzi,
    ...cloudNativePg,
    ...keda,
  ],
  ...[...platforms, ...configSync, ...resourceGroup, ...porch, ...kustomization],
];
