import { flux, fluxNeighbours } from './delivery.ts';
import { crossplane } from './infrastructure.ts';
import { kubernetes } from './kubernetes.ts';
import { gatewayApi } from './networking.ts';
import type { Vector } from './vector.ts';

export const VECTORS: readonly Vector[] = [...[...kubernetes, ...gatewayApi, ...flux, ...fluxNeighbours, ...crossplane]];
