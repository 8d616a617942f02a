/** All vectors: every export of the files in this folder, one file per subject. */
import * as argo from './argo.ts';
import * as certificatesAndSecrets from './certificates-and-secrets.ts';
import * as data from './data.ts';
import * as delivery from './delivery.ts';
import * as infrastructure from './infrastructure.ts';
import * as kubernetes from './kubernetes.ts';
import * as networking from './networking.ts';
import * as operators from './operators.ts';
import * as packages from './packages.ts';
import * as platforms from './platforms.ts';
import type { Vector } from './vector.ts';

const FILES: readonly Readonly<Record<string, readonly Vector[]>>[] = [
  ...[kubernetes, networking, packages, delivery, argo],
  ...[certificatesAndSecrets, infrastructure, data, operators, platforms],
];

export const VECTORS: readonly Vector[] = FILES.flatMap(file => Object.values(file).flat());
