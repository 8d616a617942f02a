/**
 * The gate: whether the next wave of a rollout may start. It remembers nothing, and says "open" only of what it knows.
 */
import type { Steps } from '../../readmodel/gate.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/texts/id-order.ts';
import { encodePlace, type PackageName } from '../../schema/package-id.ts';
import { parseDuration } from '../../schema/duration.ts';
import { badInput, quoted } from './bad-input.ts';
import { detailOf, shown, sinceOf, type Deployment } from './deployment.ts';
import type { DeployingKind, KindsOf } from './engines.ts';
import { judged, Joins, type Judged, type Surroundings } from './joins.ts';
import { scopeUnder } from './questions.ts';

export interface GateArguments {
  readonly id: string;
  readonly clusters: readonly string[];
  readonly revision?: string | null;
  readonly soak: string;
  readonly appliedIsEnough: boolean;
}

export interface GateRequest {
  readonly of: PackageName;
  readonly clusters: readonly string[];
  readonly revision: string | undefined;
  readonly soakMs: number;
  readonly appliedIsEnough: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** In the order in which they are reported. */
export type Cause = 'NOT_KNOWN' | 'NOT_COVERED' | 'NOT_DEPLOYED' | 'NOT_READY' | 'OTHER_REVISION' | 'HEALTH_NOT_TOLD' | 'SOAKING';

export interface Block {
  readonly cluster: string;
  readonly cause: Cause;
  readonly deployment?: Deployment;
}

export interface PackageGate {
  readonly open: boolean;
  readonly passed: number;
  readonly blocks: readonly Block[];
  readonly truncated: boolean;
}

const MAX_CLUSTERS = 500;
const MAX_BLOCKS = 500;
const MAX_SOAK_MS = 168 * 3_600_000;
const STEP = 128;

/** @throws GraphQLError BAD_USER_INPUT */
export function gateRequest(of: PackageName, { clusters, revision, soak, appliedIsEnough }: GateArguments, now: number): GateRequest {
  if (clusters.length === 0 || clusters.length > MAX_CLUSTERS)
    throw badInput('clusters', `${clusters.length} names were given. Give 1 to ${MAX_CLUSTERS} names of clusters.`);
  const repeated = clusters.find((name, i) => clusters.indexOf(name) !== i);
  if (repeated !== undefined) throw badInput('clusters', `${quoted(repeated)} is there more than once. Name each cluster once.`);
  if (revision === '') throw badInput('revision', 'an empty text is no revision. Give a commit in full, or leave it out.');
  const soakMs = /^\d+(ms|s|m|h)$/.test(soak) ? (parseDuration(soak) ?? Infinity) : NaN;
  if (!(soakMs <= MAX_SOAK_MS))
    throw badInput('soak', `${quoted(soak)} is not a duration up to 168h. Write a whole number and ms, s, m or h: "10m".`);
  return { of, clusters, revision: revision ?? undefined, soakMs, appliedIsEnough, now };
}

/** @throws QueryError */
export function* gate(rows: RowReader, around: Surroundings, kindsOf: KindsOf, request: GateRequest): Steps<PackageGate> {
  const { of, clusters } = request;
  const joins = new Joins(rows, around);
  yield* joins.readIntents();
  const intent = joins.intentOf(encodePlace(of));
  const byCluster = new Map<string, { readonly it: Judged; readonly id: string; readonly scope: 'PACKAGE' | 'WIDER' }[]>();
  yield* joins.readOf([of], { clusters }, deployed => {
    const scope = scopeUnder(of, intent, deployed);
    if (!scope) return;
    const listed = { it: judged(deployed, intent, request.revision), id: rows.id(deployed.row), scope };
    const known = byCluster.get(deployed.target!);
    if (known) known.push(listed);
    else byCluster.set(deployed.target!, [listed]);
  });
  const areHubsRead = [...around.hubs].every(hub => [undefined, 'INDEXED'].includes(rows.stateOf(hub)));
  const blocks: Block[] = [];
  let [passed, found] = [0, 0];
  for (const [looked, cluster] of clusters.entries()) {
    if (looked % STEP === STEP - 1) yield;
    const before = found;
    const ofCluster = causeOfCluster(rows, cluster, kindsOf(cluster), areHubsRead) ?? (byCluster.has(cluster) ? undefined : 'NOT_DEPLOYED');
    if (ofCluster && ++found <= MAX_BLOCKS) blocks.push({ cluster, cause: ofCluster });
    if (ofCluster) continue;
    for (const { it, scope } of byCluster.get(cluster)!.sort((a, b) => compareText(a.id, b.id))) {
      const cause = causeOf(rows, it, request);
      if (cause && ++found <= MAX_BLOCKS) blocks.push({ cluster, cause, deployment: shown(rows, it, scope, request.revision) });
    }
    if (found === before) passed++;
  }
  return { open: found === 0, passed, blocks, truncated: found > blocks.length };
}

/** Why nothing can be said of a cluster. Whatever is not known closes the gate. */
function causeOfCluster(rows: RowReader, cluster: string, kinds: readonly DeployingKind[], areHubsRead: boolean): Cause | undefined {
  const state = rows.stateOf(cluster);
  if (state === undefined) return 'NOT_KNOWN';
  const isRead = state === 'INDEXED' && areHubsRead && kinds.every(kind => rows.isComplete(cluster, kind));
  return isRead ? undefined : 'NOT_COVERED';
}

function causeOf(rows: RowReader, it: Judged, { soakMs, appliedIsEnough, now }: GateRequest): Cause | undefined {
  if (it.deployed.stale) return 'NOT_COVERED';
  if (it.phase === 'OUTDATED') return 'OTHER_REVISION';
  if (it.phase !== 'READY') return 'NOT_READY';
  if (!appliedIsEnough && detailOf(it) === 'APPLIED') return 'HEALTH_NOT_TOLD';
  if (soakMs === 0) return undefined;
  const since = sinceOf(rows, it);
  return since === undefined || since > now - soakMs ? 'SOAKING' : undefined;
}
