/**
 * The gate decides whether the next wave of a rollout may start. The gate keeps no state. A cluster whose state is not
 * known keeps the gate closed.
 */
import { TopK } from '../../readmodel/table/containers.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { encodePlace, type PackageName } from '../../schema/package-id.ts';
import { parseDuration } from '../../schema/duration.ts';
import { badInput, quoted } from '../arguments.ts';
import { detailOf, shown, sinceOf, type Deployment, type Scope } from './deployment.ts';
import type { DecidingKind, KindsOf } from './engines.ts';
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
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number;
}

/** Reason why a cluster or one of its deployments keeps the gate closed. */
export type Cause =
  | 'NOT_KNOWN'
  | 'NOT_COVERED'
  | 'NOT_DEPLOYED'
  | 'NOT_READY'
  | 'OTHER_REVISION'
  | 'HEALTH_NOT_TOLD'
  | 'SOAKING';

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
export function gateRequest(
  of: PackageName,
  { clusters, revision, soak, appliedIsEnough }: GateArguments,
  now: number,
): GateRequest {
  if (clusters.length === 0 || clusters.length > MAX_CLUSTERS)
    throw badInput('clusters', `${clusters.length} names were given. Give 1 to ${MAX_CLUSTERS} names of clusters.`);
  const repeated = clusters.find((name, i) => clusters.indexOf(name) !== i);
  if (repeated !== undefined)
    throw badInput('clusters', `${quoted(repeated)} is there more than once. Name each cluster once.`);
  if (revision === '')
    throw badInput('revision', 'an empty text is no revision. Give a commit in full, or leave it out.');
  const soakMs = /^\d+(ms|s|m|h)$/.test(soak) ? (parseDuration(soak) ?? Infinity) : NaN;
  if (!(soakMs <= MAX_SOAK_MS))
    throw badInput(
      'soak',
      `${quoted(soak)} is not a duration up to 168h. Write a whole number and ms, s, m or h: "10m".`,
    );
  return { of, clusters, revision: revision ?? undefined, soakMs, appliedIsEnough, now };
}

/** Deployments of a cluster that block the gate: their number, and the first MAX_BLOCKS of them by id. */
interface Looked {
  blocked: number;
  readonly first: TopK<Blocked>;
}

interface Blocked {
  readonly it: Judged;
  readonly id: string;
  readonly scope: Scope;
  readonly cause: Cause;
}

/**
 * Answers all requests together, so that published revisions are read once.
 * @throws QueryError
 */
export function* gates(
  rows: RowReader,
  around: Surroundings,
  kindsOf: KindsOf,
  requests: readonly GateRequest[],
): Steps<readonly PackageGate[]> {
  const intents = yield* new Joins(rows, around).readIntents();
  const areHubsRead = yield* allRead(rows, around, kindsOf);
  const answers: PackageGate[] = [];
  for (const request of requests)
    answers.push(yield* gate(rows, new Joins(rows, around, intents), kindsOf, request, areHubsRead));
  return answers;
}

function* gate(
  rows: RowReader,
  joins: Joins,
  kindsOf: KindsOf,
  request: GateRequest,
  areHubsRead: boolean,
): Steps<PackageGate> {
  const { of, clusters } = request;
  const intent = joins.intentOf(encodePlace(of));
  const byCluster = new Map<string, Looked>();
  yield* joins.readOf([of], { clusters }, deployed => {
    const scope = scopeUnder(of, intent, deployed);
    if (!scope) return;
    let looked = byCluster.get(deployed.target!);
    if (!looked) byCluster.set(deployed.target!, (looked = { blocked: 0, first: new TopK(MAX_BLOCKS, byId) }));
    const it = judged(deployed, intent, request.revision);
    const cause = causeOf(rows, it, request);
    if (!cause) return;
    looked.blocked++;
    looked.first.offer({ it, id: rows.id(deployed.row), scope, cause });
  });
  const blocks: Block[] = [];
  let [passed, found] = [0, 0];
  for (const [i, cluster] of clusters.entries()) {
    if (i % STEP === STEP - 1) yield;
    const looked = byCluster.get(cluster);
    const ofCluster =
      (yield* causeOfCluster(rows, cluster, kindsOf(cluster), areHubsRead)) ?? (looked ? undefined : 'NOT_DEPLOYED');
    if (ofCluster) {
      if (++found <= MAX_BLOCKS) blocks.push({ cluster, cause: ofCluster });
      continue;
    }
    const room = looked!.blocked > 0 ? MAX_BLOCKS - blocks.length : 0;
    for (const { it, scope, cause } of room > 0 ? looked!.first.sorted().slice(0, room) : [])
      blocks.push({ cluster, cause, deployment: shown(rows, it, scope, request.revision) });
    found += looked!.blocked;
    if (looked!.blocked === 0) passed++;
  }
  return { open: found === 0, passed, blocks, truncated: found > blocks.length };
}

function byId(a: Blocked, b: Blocked): number {
  return compareText(a.id, b.id);
}

/**
 * True if all hubs are indexed and completely read. A hub in which the caller is known to have no rights does not
 * count. False if the caller's rights in a hub are not known, because such a hub, for example a closed hub, may hide
 * the revision that should run.
 */
function* allRead(rows: RowReader, { hubs }: Surroundings, kindsOf: KindsOf): Steps<boolean> {
  for (const hub of hubs) {
    const state = yield* rows.stateIn(hub);
    if (state === undefined && !rows.knowsRightsIn(hub)) return false;
    if (state !== undefined && (state !== 'INDEXED' || !kindsOf(hub).every(kind => rows.isComplete(hub, kind))))
      return false;
  }
  return true;
}

/** Reason why the state of a cluster is unknown. An unknown state closes the gate. */
function* causeOfCluster(
  rows: RowReader,
  cluster: string,
  kinds: readonly DecidingKind[],
  areHubsRead: boolean,
): Steps<Cause | undefined> {
  const state = yield* rows.stateIn(cluster);
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
