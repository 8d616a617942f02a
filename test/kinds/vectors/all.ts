import { argo } from './argo.ts';
import { flagger, flux, fluxNeighbours, knative, kyverno, tekton } from './delivery.ts';
import { crossplane } from './infrastructure.ts';
import { kubernetes } from './kubernetes.ts';
import { gatewayApi } from './networking.ts';
import type { Vector } from './vector.ts';

export const VECTORS: readonly Vector[] = [
  ...[...kubernetes, ...gatewayApi, ...flux, ...fluxNeighbours, ...argo, ...crossplane],
  ...[...flagger, ...tekton, ...knative, ...kyverno],
];
