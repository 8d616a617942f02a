/**
 * The logs of the Pods and containers of a workload as one log: the query and the subscription `workloadLogs`.
 *
 * In a subscription, each container is a followed log (followed-log.ts) with its own seat and limits. Every `checkMs`,
 * the Pods are listed again and the permissions of the caller are checked. New Pods are added, and restarted containers
 * continue. The result reports the number of containers above the limit, and each log that the cluster refuses.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventLoopTurns, sortedBy } from '../../async/fair-turns.ts';
import { callerKey } from '../../identity/identity.ts';
import type { LiveQuery, TrackedQuery } from '../../identity/identity.ts';
import type { KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import { inputError } from '../arguments.ts';
import { FollowedLog, type LogStop } from './followed-log.ts';
import type { Leaf, LiveContext } from './live-context.ts';
import { noToken, sentences, type LiveState } from './live-state.ts';
import { behind, decodePosition, encodePosition, type LogPosition, type RawLine } from './log-lines.ts';
import { isWanted, levelBehind, logFilterOf, type LogFilter, type LogFilterArguments } from './log-filter.ts';
import type { LogLevel } from './log-level.ts';
import { askForLog, logQuestionOf, type LogArguments } from './logs.ts';
import { items, record, text } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';
import { ENDS, FIRST_LINES_MS, lineTexts, MAX_UNKNOWN, queryOf, wholeLines, type LogEnd } from './pod-logs.ts';
import { hasEnded, MAX_CONTAINERS } from './pod-resources.ts';
import { listPods, podsOf } from './selected-pods.ts';

export interface WorkloadLogsArguments extends Pick<LogArguments, 'container' | 'tail'>, LogFilterArguments {
  readonly id: string;
  /** True to read the previous runs of containers. Only for queries, because an earlier run cannot be followed. */
  readonly previous?: boolean;
  readonly maxAge?: unknown;
  readonly since?: string | null;
}

/** Parent value for the resolvers of WorkloadLogs. */
export interface WorkloadLogs {
  readonly state: LiveState;
  readonly message: string | undefined;
  readonly sources: readonly LogSource[];
  /** Number of containers that are not read because of the limit MAX_SOURCES. */
  readonly leftOut: number;
  readonly lines: readonly WorkloadLogLine[];
  readonly skipped: number;
  /** Number of lines that the filter removed since the query or subscription began. */
  readonly filtered: number;
  readonly resume: string;
  readonly end?: LogEnd;
}

interface LogSource {
  readonly pod: string;
  readonly container: string;
  readonly state: LiveState;
  readonly message: string | undefined;
  readonly hasEnded: boolean;
}

interface WorkloadLogLine {
  readonly at: Date | null;
  readonly pod: string;
  readonly container: string;
  readonly level: LogLevel | undefined;
  readonly text: string;
  readonly truncated: boolean;
}

/** Key of a container, `pod/container`, with the characters of Kubernetes names. Positions are stored by this key. */
const KEY = /^[a-z0-9.-]{1,253}\/[a-z0-9-]{1,63}$/;
/** Maximum number of containers in one query or subscription. */
const MAX_SOURCES = 20;
const MAX_RESUME = 16 * 1024;
/** Maximum milliseconds that a payload waits for nodes that have not answered. Their lines come in a later payload. */
const OPENING_MS = 1_500;
/** Number of lines processed before yielding. This work takes some tenths of a millisecond. */
const LINES_IN_A_STEP = 100;
const PODS: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
  verbs: ['get', 'list', 'watch'],
};

/** A container of a Pod, from the last list of Pods. */
interface Run {
  readonly pod: FoundObject;
  readonly container: string;
  readonly restarts: number;
  readonly isRunning: boolean;
}

/** A container with its state between payloads. */
class Source {
  run: Run;
  /** Undefined before the log is opened, and after it has stopped. */
  log: FollowedLog | undefined;
  stopped: LogStop | undefined;
  position: LogPosition | undefined;
  /** Level of the last line that was sent. */
  level: LogLevel | undefined;
  /** Level of the last line that was delivered. */
  nextLevel: LogLevel | undefined;
  state: LiveState = 'OK';
  message: string | undefined;
  hasEnded = false;

  constructor(run: Run, position: LogPosition | undefined) {
    this.run = run;
    this.position = position;
  }

  end(): void {
    this.position = this.log?.position ?? this.position;
    this.log?.end();
    this.log = undefined;
  }

  get reported(): LogSource {
    const { run, state, message, hasEnded } = this;
    return { pod: run.pod.object.metadata.name, container: run.container, state, message, hasEnded };
  }
}

interface Wanted extends LogFilter {
  readonly container: string | undefined;
  readonly previous: boolean;
  readonly tail: number;
  readonly sinceSeconds: number | undefined;
}

class FollowedWorkload implements TrackedQuery {
  reported: TrackedQuery['reported'];
  readonly sources = new Map<string, Source>();
  /** Positions from which the client continues, by key of the container. */
  readonly since: ReadonlyMap<string, LogPosition>;
  leftOut = 0;
  /** The reason why some Pods may be missing. Undefined if all Pods were listed. */
  missing: string | undefined;
  /** Counts the changes of the sources. */
  news = 1;
  /** Value of `news` when the last payload was built. */
  reportedNews = 0;
  /** Value of `reportedNews` when the last payload was sent. */
  #sentNews = 0;
  /** Number of lines that the filter removed, up to the last line that was sent. */
  filtered = 0;
  /** Number of lines that the filter removed, up to the last line that was delivered. */
  nextFiltered = 0;
  /** Time until which lines may be delivered, from performance.now(). */
  coveredUntil = 0;
  /** Time of the next check, from performance.now(). */
  reviewAt = 0;
  /** Number of consecutive checks without an answer. */
  unknown = 0;
  isOver = false;
  readonly #changed: () => void;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(since: ReadonlyMap<string, LogPosition>, changed: () => void, checkMs: number) {
    this.since = since;
    this.#changed = changed;
    this.#timer = setInterval(changed, checkMs).unref();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Schedules the next check after this many milliseconds, unless a check is due earlier. */
  reviewIn(ms: number): void {
    this.reviewAt = Math.min(this.reviewAt, performance.now() + ms);
    clearTimeout(this.#soon);
    this.#soon = setTimeout(this.#changed, ms + 1).unref();
  }

  /** Keeps delivered lines for a later payload. */
  withhold(): void {
    this.nextFiltered = this.filtered;
    for (const source of this.sources.values()) {
      source.nextLevel = source.level;
      source.log?.withhold();
    }
  }

  get hasNews(): boolean {
    return this.news > this.#sentNews;
  }

  sent(): void {
    this.#sentNews = this.reportedNews;
    this.filtered = this.nextFiltered;
    for (const source of this.sources.values()) {
      source.level = source.nextLevel;
      source.log?.sent();
    }
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    for (const source of this.sources.values()) source.end();
  }
}

export async function workloadLogs(args: WorkloadLogsArguments, live: LiveContext): Promise<WorkloadLogs> {
  const { liveQuery } = live.request;
  const wanted = wantedOf(args);
  if (liveQuery?.tracked instanceof FollowedWorkload) return goOn(args.id, wanted, liveQuery.tracked, live, liveQuery);
  const since = positionsOf(liveQuery ? liveQuery.since : args.since);
  const { read, leaf } = await live.readAny(args.id);
  if (!read.found || !leaf) return refused(read.state, read.message);
  const runs = await runsOf(read.found, wanted, leaf, live);
  if (runs.state !== 'OK') return refused(runs.state, runs.message);
  if (!liveQuery) return readOnce(runs, wanted, since, leaf, live);
  const { checkMs } = live.followed.options;
  const workload = new FollowedWorkload(since, () => liveQuery.changed(false), checkMs);
  // The subscription now owns the workload and ends it, even if the client disconnects now.
  liveQuery.tracked = workload;
  await follow(workload, runs, wanted, leaf, live);
  workload.coveredUntil = workload.reviewAt = performance.now() + checkMs;
  await delay(FIRST_LINES_MS, undefined, { ref: false });
  return deliver(workload, wanted, live);
}

/** @throws BAD_USER_INPUT */
function wantedOf({ maxAge, previous = false, ...args }: WorkloadLogsArguments): Wanted {
  const named = { field: 'workloadLogs', since: 'maxAge' };
  const { container, tail, sinceSeconds } = logQuestionOf({ ...args, previous, since: maxAge }, named);
  return { ...logFilterOf(args, 'workloadLogs'), container, previous, tail, sinceSeconds };
}

/** @throws BAD_USER_INPUT */
function positionsOf(since: string | null | undefined): ReadonlyMap<string, LogPosition> {
  const positions = new Map<string, LogPosition>();
  if (!since) return positions;
  for (const part of since.length > MAX_RESUME ? [''] : since.split(',')) {
    const at = part.indexOf('=');
    const key = part.slice(0, Math.max(0, at));
    const position = decodePosition(part.slice(at + 1));
    if (!KEY.test(key) || !position)
      throw inputError(
        'since: it is not where the logs went on. Send `resume` of an earlier answer, as it came.',
        'since',
      );
    positions.set(key, position);
  }
  return positions;
}

function resumeOf(positions: Iterable<readonly [string, LogPosition | undefined]>): string {
  return [...positions].flatMap(([key, position]) => (position ? [`${key}=${encodePosition(position)}`] : [])).join();
}

type Runs =
  | { readonly state: 'OK'; readonly runs: readonly Run[]; readonly missing: string | undefined }
  | { readonly state: Exclude<LiveState, 'OK'>; readonly message: string };

type FoundRuns = Pick<Extract<Runs, { readonly state: 'OK' }>, 'runs' | 'missing'>;

/** Containers of a workload that have a log, sorted by inOrder(). */
async function runsOf(found: FoundObject, wanted: Wanted, { session }: Leaf, live: LiveContext): Promise<Runs> {
  const { kind, group } = found.resource;
  const selected = kind === 'Node' || kind === 'Namespace' ? undefined : podsOf(found);
  if (!selected) {
    const isCronJob = kind === 'CronJob' && group === 'batch';
    const message = isCronJob
      ? 'A CronJob has no Pods of its own. Read the logs of one of its Jobs.'
      : `This ${kind} selects no Pods.`;
    return { state: 'INVALID', message };
  }
  const as = session.caller;
  if (!as) return noToken(session.cluster);
  live.spend([`pods of ${session.cluster} ${JSON.stringify(selected)}`]);
  const listed = await listPods(session, as, selected, loggedPod);
  if (listed.state !== 'OK') return listed;
  return { state: 'OK', runs: await live.inTurns(inOrder(listed.pods, wanted)), missing: listed.missing };
}

/** One run of each container. Running containers come before ended containers, then newer Pods before older Pods. */
function* inOrder(pods: readonly FoundObject[], wanted: Wanted): Generator<void, readonly Run[], undefined> {
  const found = new Map<string, { readonly run: Run; readonly createdAt: number }>();
  for (const pod of pods) {
    const createdAt = Date.parse(pod.object.metadata.creationTimestamp ?? '') || 0;
    for (const run of containersOf(pod, wanted)) if (KEY.test(keyOf(run))) found.set(keyOf(run), { run, createdAt });
    yield;
  }
  const sorted = yield* sortedBy(
    [...found.values()],
    (a, b) => Number(b.run.isRunning) - Number(a.run.isRunning) || b.createdAt - a.createdAt,
  );
  return sorted.map(({ run }) => run);
}

/** The parts of a Pod that its logs need. */
function loggedPod({ metadata, spec, status }: KubernetesObject): FoundObject {
  const { name, namespace = '', uid, creationTimestamp } = metadata;
  const named = (field: string) =>
    items(spec?.[field])
      .slice(0, MAX_CONTAINERS)
      .flatMap(it => {
        const { name, restartPolicy } = record(it) ?? {};
        return typeof name === 'string' ? [{ name, restartPolicy }] : [];
      });
  const states = (field: string) => items(status?.[field]).slice(0, MAX_CONTAINERS);
  const object = {
    metadata: {
      name,
      namespace,
      ...(uid !== undefined && { uid }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
    },
    spec: { containers: named('containers'), initContainers: named('initContainers') },
    status: { containerStatuses: states('containerStatuses'), initContainerStatuses: states('initContainerStatuses') },
  };
  return { object, resource: PODS };
}

/**
 * Containers that have a log. Leaves out init containers that completed, unless the caller requests the container by
 * name. With `previous`, returns only containers that have restarted.
 */
function containersOf(pod: FoundObject, { container: only, previous }: Wanted): Run[] {
  const statuses = statusesOf(pod);
  return ['containers', 'initContainers'].flatMap(field =>
    items(pod.object.spec?.[field]).flatMap((it): Run[] => {
      const container = text(record(it)?.['name']);
      if (container === undefined || (only !== undefined && container !== only)) return [];
      const status = statuses.get(container);
      const state = record(status?.['state']);
      const restarts = typeof status?.['restartCount'] === 'number' ? status['restartCount'] : 0;
      const isRunning = record(state?.['running']) !== undefined;
      const terminated = record(state?.['terminated']);
      const hasLog =
        isRunning || terminated !== undefined || record(record(status?.['lastState'])?.['terminated']) !== undefined;
      const isDone = field === 'initContainers' && terminated?.['exitCode'] === 0 && only === undefined;
      return hasLog && !isDone && (!previous || restarts > 0) ? [{ pod, container, restarts, isRunning }] : [];
    }),
  );
}

function statusesOf({ object: { status } }: FoundObject): ReadonlyMap<unknown, Readonly<Record<string, unknown>>> {
  const found = new Map<unknown, Readonly<Record<string, unknown>>>();
  for (const it of ['initContainerStatuses', 'containerStatuses'].flatMap(field => items(status?.[field]))) {
    const of = record(it);
    if (of) found.set(of['name'], of);
  }
  return found;
}

function keyOf({ pod, container }: Run): string {
  return `${pod.object.metadata.name}/${container}`;
}

async function readOnce(
  { runs, missing }: FoundRuns,
  wanted: Wanted,
  since: ReadonlyMap<string, LogPosition>,
  leaf: Leaf,
  live: LiveContext,
): Promise<WorkloadLogs> {
  const chosen = runs.slice(0, MAX_SOURCES);
  live.spend(
    chosen.map(
      run => `logs of ${leaf.session.cluster} ${run.pod.object.metadata.namespace}/${keyOf(run)} ${wanted.previous}`,
    ),
  );
  const maxBytes = Math.ceil(live.followed.options.logBytes / Math.max(1, chosen.length));
  const reads = await Promise.all(chosen.map(run => readRun(run, wanted, since.get(keyOf(run)), maxBytes, leaf)));
  const { lines, filtered } = await shown(reads, wanted, live);
  const resume = resumeOf(reads.map(({ source, lines }) => [keyOf(source.run), lines.reduce(behind, source.position)]));
  const leftOut = runs.length - chosen.length;
  return {
    ...allOk(
      reads.map(({ source }) => source),
      leftOut,
      missing,
    ),
    leftOut,
    lines,
    skipped: 0,
    filtered,
    resume,
  };
}

interface ReadLines {
  readonly source: Source;
  readonly lines: readonly RawLine[];
}

async function readRun(
  run: Run,
  wanted: Wanted,
  position: LogPosition | undefined,
  maxBytes: number,
  { session }: Leaf,
): Promise<ReadLines> {
  const source = new Source(run, position);
  const question = { found: run.pod, container: run.container, previous: wanted.previous };
  const answer = await askForLog(session, question, async ({ path, container }, asking) => {
    const query = {
      ...queryOf(position, wanted),
      container,
      limitBytes: maxBytes,
      previous: wanted.previous || undefined,
    };
    const { bytes } = await session.registration.client.text(path, { ...asking, query, maxBytes });
    if (!session.budget.takeBytes(bytes.length)) return session.budget.refusal;
    return {
      state: 'OK' as const,
      lines: await session.inTurns(wholeLines(bytes, position)),
      isFull: bytes.length >= maxBytes,
    };
  });
  source.state = answer.state;
  source.hasEnded = !run.isRunning;
  if (!('lines' in answer)) {
    source.message = answer.message;
    return { source, lines: [] };
  }
  if (answer.isFull) source.message = `Cut at ${maxBytes} bytes. Ask for fewer lines (tail) to see its end.`;
  return { source, lines: answer.lines };
}

/**
 * Opens logs of containers that have no open log. These are new or restarted containers, and containers whose log
 * stopped or failed but may continue.
 */
async function follow(
  workload: FollowedWorkload,
  { runs, missing }: FoundRuns,
  wanted: Wanted,
  leaf: Leaf,
  live: LiveContext,
): Promise<void> {
  const opening: Promise<void>[] = [];
  workload.leftOut = 0;
  workload.missing = missing;
  for (const run of runs) {
    const key = keyOf(run);
    let source = workload.sources.get(key);
    if (!source && workload.sources.size >= MAX_SOURCES) {
      workload.leftOut += 1;
      continue;
    }
    const before = source?.run;
    if (!source) workload.sources.set(key, (source = new Source(run, workload.since.get(key))));
    source.run = run;
    if (source.log) continue;
    const isNew =
      before === undefined ||
      before.restarts !== run.restarts ||
      before.pod.object.metadata.uid !== run.pod.object.metadata.uid;
    if (!isNew && !run.isRunning && source.stopped === 'ended') {
      workload.news += Number(!source.hasEnded);
      source.hasEnded = true;
    } else if (isNew || source.state === 'OK' || RETRIED.has(source.state))
      opening.push(open(workload, source, wanted, leaf, live));
  }
  const present = new Set(runs.map(keyOf));
  for (const [key, source] of workload.sources) if (!source.log && !present.has(key)) workload.sources.delete(key);
  if (opening.length > 0) await Promise.race([Promise.all(opening), delay(OPENING_MS, undefined, { ref: false })]);
}

/** States that may be temporary. A log with such a state is opened again. */
const RETRIED: ReadonlySet<LiveState> = new Set<LiveState>(['NOT_FOUND', 'THROTTLED', 'TIMEOUT', 'UNREACHABLE']);

async function open(
  workload: FollowedWorkload,
  source: Source,
  wanted: Wanted,
  { session }: Leaf,
  live: LiveContext,
): Promise<void> {
  const { followed, request } = live;
  const { run, position } = source;
  const caller = callerKey(request.identity);
  const changed = () => request.liveQuery?.changed(false);
  const seat = followed.enter(caller);
  const failed = (state: LiveState, message: string | undefined) => {
    workload.news += Number(source.state !== state);
    source.state = state;
    source.message = message;
  };
  if (!seat) {
    failed('THROTTLED', 'Too many logs are followed here at once (limits.followedLogs).');
    return;
  }
  const { logBytes: waitingBytes, followedLogBytes: maxBytes, checkMs } = followed.options;
  let log: FollowedLog | undefined;
  try {
    const question = { found: run.pod, container: run.container, previous: false };
    const answer = await askForLog(session, question, async ({ path, container }, { as, timeoutMs }) => {
      const inTurns = (work: Iterator<unknown, void>) => eventLoopTurns.run(caller, work, log!.signal);
      // A second call means that the leaf refused a group of the caller, and askForLog() repeats the request.
      log?.stop();
      source.log = log = new FollowedLog({ since: position, waitingBytes, maxBytes, checkMs, changed, inTurns, seat });
      if (workload.isEnded) log.stop();
      const query = { ...queryOf(position, wanted), container, follow: true };
      return {
        state: 'OK' as const,
        chunks: await session.registration.client.follow(path, { as, timeoutMs, signal: log.signal, query }),
      };
    });
    if ('chunks' in answer && log) {
      failed('OK', undefined);
      workload.news += 1;
      source.stopped = undefined;
      source.hasEnded = false;
      void log.read(answer.chunks);
      return;
    }
    failed(answer.state, 'message' in answer ? answer.message : undefined);
  } catch {
    // For example, the request for this payload ended before the node answered. The next check tries again.
    failed('TIMEOUT', 'Its node has not answered yet.');
  }
  source.end();
  seat[Symbol.dispose]();
}

async function goOn(
  id: string,
  wanted: Wanted,
  workload: FollowedWorkload,
  live: LiveContext,
  liveQuery: LiveQuery,
): Promise<WorkloadLogs> {
  if (liveQuery.isOverrun) {
    workload.sent();
    return reported(workload, [], 0, 'TOO_SLOW');
  }
  const { askAgainMs } = live.followed.options;
  for (const source of workload.sources.values()) {
    const { log } = source;
    if (!log?.stopped || log.hasLines) continue;
    if (log.stopped === 'limit') return reported(workload, [], 0, 'LIMIT');
    source.stopped = log.stopped;
    source.end();
    workload.reviewIn(askAgainMs);
  }
  if (performance.now() >= workload.reviewAt) {
    const end = await reviewed(id, wanted, workload, live);
    if (end) return reported(workload, [], 0, end);
  }
  // Lines wait until a check of the permissions has an answer.
  if (performance.now() >= workload.coveredUntil) {
    workload.withhold();
    return reported(workload, [], 0);
  }
  return deliver(workload, wanted, live);
}

/**
 * Lists the Pods again and checks the permissions of the caller. Returns the reason why the stream ends, or undefined.
 */
async function reviewed(
  id: string,
  wanted: Wanted,
  workload: FollowedWorkload,
  live: LiveContext,
): Promise<LogEnd | undefined> {
  const { checkMs, askAgainMs } = live.followed.options;
  const { read, leaf } = await live.readAny(id);
  if (!leaf) return 'LOST';
  if (read.state === 'FORBIDDEN' || read.state === 'UNAUTHORIZED') return 'REVOKED';
  if (read.state === 'NOT_FOUND') {
    // NOT_FOUND is also the state of an object that the caller may no longer know of.
    await areAllowed(workload, leaf, live);
    return isRevoked(workload) ? 'REVOKED' : 'POD_GONE';
  }
  const runs: Runs | undefined = read.found && (await runsOf(read.found, wanted, leaf, live));
  if (runs?.state === 'FORBIDDEN' || runs?.state === 'UNAUTHORIZED') return 'REVOKED';
  const isKnown = runs?.state === 'OK' && (await areAllowed(workload, leaf, live));
  if (!isKnown) {
    workload.unknown += 1;
    workload.reviewAt = Infinity;
    workload.reviewIn(askAgainMs);
    return workload.unknown >= MAX_UNKNOWN ? 'LOST' : undefined;
  }
  if (isRevoked(workload)) return 'REVOKED';
  workload.unknown = 0;
  workload.coveredUntil = workload.reviewAt = performance.now() + checkMs;
  await follow(workload, runs, wanted, leaf, live);
  const all = [...workload.sources.values()];
  workload.isOver = isComplete(read.found!) && all.length > 0 && all.every(({ hasEnded, log }) => hasEnded && !log);
  return undefined;
}

function isRevoked({ sources }: FollowedWorkload): boolean {
  return sources.size > 0 && [...sources.values()].every(({ state }) => state === 'FORBIDDEN');
}

/** Ends the logs that the caller may no longer read. Returns false if the cluster gave no answer about a log. */
async function areAllowed(workload: FollowedWorkload, leaf: Leaf, live: LiveContext): Promise<boolean> {
  const open = [...workload.sources.values()].filter(({ log }) => log);
  const [first] = open;
  if (!first) return true;
  const verb = { verb: 'get', subresource: 'log' };
  const { namespace = '' } = first.run.pod.object.metadata;
  // One check for all Pods usually suffices, because most roles do not name single Pods.
  const [ofAll] = await live.access(
    [{ found: { object: { metadata: { name: '', namespace } }, resource: PODS }, ...verb }],
    leaf,
  );
  if (ofAll?.allowed) return true;
  const verdicts = await live.access(
    open.map(({ run }) => ({ found: run.pod, ...verb })),
    leaf,
  );
  open.forEach((source, i) => {
    if (verdicts[i]?.allowed !== false) return;
    source.end();
    source.state = 'FORBIDDEN';
    source.message = verdicts[i]?.reason ?? ENDS.REVOKED;
    workload.news += 1;
  });
  return verdicts.every(({ allowed }) => allowed !== null);
}

/** True if the object will not get new Pods. */
function isComplete({ object, resource: { kind } }: FoundObject): boolean {
  if (kind === 'Pod') return hasEnded(object);
  if (kind !== 'Job') return false;
  return items(object.status?.['conditions'])
    .map(record)
    .some(it => (it?.['type'] === 'Complete' || it?.['type'] === 'Failed') && it['status'] === 'True');
}

async function deliver(workload: FollowedWorkload, wanted: Wanted, live: LiveContext): Promise<WorkloadLogs> {
  const open = [...workload.sources.values()].flatMap(source => (source.log ? [{ source, log: source.log }] : []));
  const share = 1 / Math.max(1, open.filter(({ log }) => log.hasLines).length);
  const reads = open.map(({ source, log }) => ({ source, ...log.next(share) }));
  const { lines, filtered } = await shown(reads, wanted, live);
  workload.nextFiltered = workload.filtered + filtered;
  const skipped = reads.reduce((sum, read) => sum + read.skipped, 0);
  const positions = new Map(reads.map(({ source, position }) => [source, position]));
  return reported(workload, lines, skipped, workload.isOver ? 'CONTAINER_ENDED' : undefined, positions);
}

/** The lines that pass the filter, of all sources, sorted by time. */
async function shown(reads: readonly ReadLines[], wanted: Wanted, live: LiveContext): Promise<WantedLines> {
  const { lines, filtered } = await live.inTurns(linesOf(reads, wanted));
  return { lines: await live.shown(lines), filtered };
}

interface WantedLines {
  readonly lines: readonly WorkloadLogLine[];
  readonly filtered: number;
}

function* linesOf(reads: readonly ReadLines[], wanted: Wanted): Generator<void, WantedLines, undefined> {
  let filtered = 0;
  const all: { readonly key: string; readonly line: WorkloadLogLine }[] = [];
  for (const { source, lines } of reads) {
    const { pod, container } = source.reported;
    let key = '';
    let count = 0;
    source.nextLevel = source.level;
    for (const [i, line] of (yield* lineTexts(lines)).entries()) {
      // A line without a time is sorted after the previous line.
      key = lines[i]!.at || key;
      const level = levelBehind(line.text, source.nextLevel);
      source.nextLevel = level;
      if (isWanted(wanted, line.text, level)) all.push({ key, line: { ...line, pod, container, level } });
      else filtered += 1;
      if (++count % LINES_IN_A_STEP === 0) yield;
    }
  }
  const inOrder = yield* sortedBy(all, (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { lines: inOrder.map(({ line }) => line), filtered };
}

function allOk(
  sources: readonly Source[],
  leftOut: number,
  missing: string | undefined,
): Pick<WorkloadLogs, 'state' | 'message' | 'sources'> {
  const failed = sources.filter(({ state }) => state !== 'OK').length;
  const message = sentences(
    sources.length === 0 ? 'It has no container with a log at the moment.' : undefined,
    failed > 0 ? `${failed} of ${sources.length} containers cannot be read; their sources say why.` : undefined,
    leftOut > 0 ? `${leftOut} more containers are left out: one stream reads at most ${MAX_SOURCES}.` : undefined,
    missing,
  );
  return { state: 'OK', message, sources: sources.map(({ reported }) => reported) };
}

function reported(
  workload: FollowedWorkload,
  lines: readonly WorkloadLogLine[],
  skipped: number,
  end?: LogEnd,
  positions: ReadonlyMap<Source, LogPosition | undefined> = new Map(),
): WorkloadLogs {
  const { sources, leftOut, missing, hasNews } = workload;
  workload.reported = { changes: lines.length + skipped + Number(hasNews), isReset: false, isEnd: end !== undefined };
  workload.reportedNews = workload.news;
  const resume = resumeOf(
    [...sources].map(([key, source]) => [key, positions.get(source) ?? source.log?.position ?? source.position]),
  );
  const all = allOk([...sources.values()], leftOut, missing);
  const { nextFiltered: filtered } = workload;
  return { ...all, leftOut, lines, skipped, filtered, resume, ...(end && { end, message: ENDS[end] }) };
}

function refused(state: LiveState, message: string | undefined): WorkloadLogs {
  return { state, message, sources: [], leftOut: 0, lines: [], skipped: 0, filtered: 0, resume: '', end: 'REFUSED' };
}
