/**
 * The log of one container: the query and the subscription `podLogs`. The gateway runs the query for each payload of
 * the subscription.
 *
 * To follow a log, one request to the leaf stays open (followed-log.ts), even if the permissions of the caller change.
 * So the permissions are checked again every `checkMs`. Lines are delivered only while the last check is valid, and
 * wait while a check has no answer. If the caller may no longer read the log, the waiting lines are dropped.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { callerKey, type LiveQuery } from '../../identity/identity.ts';
import { inputError } from '../arguments.ts';
import { FollowedLog, type FollowedLogOptions } from './followed-log.ts';
import type { Leaf, LiveContext } from './live-context.ts';
import { isWanted, levelBehind, logFilterOf, type LogFilter, type LogFilterArguments } from './log-filter.ts';
import type { LogLevel } from './log-level.ts';
import type { LiveState } from './live-state.ts';
import {
  beforePosition,
  behind,
  dateOf,
  decodePosition,
  encodePosition,
  LogLines,
  nextSecond,
  secondOf,
} from './log-lines.ts';
import type { LogPosition, RawLine } from './log-lines.ts';
import { logText } from './log-text.ts';
import { askForLog, containersOf, logQuestionOf, type LogArguments, type LogPlace, type LogQuestion } from './logs.ts';
import { items, record } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';

export interface PodLogsArguments extends Pick<LogArguments, 'container' | 'tail'>, LogFilterArguments {
  readonly id: string;
  /** True to read the previous run of the container. Only for queries, because an earlier run cannot be followed. */
  readonly previous?: boolean;
  readonly maxAge?: unknown;
  readonly since?: string | null;
}

/** Parent value for the resolvers of PodLogs. */
export interface PodLogs {
  readonly state: LiveState;
  readonly message?: string | undefined;
  readonly container?: string | undefined;
  readonly containers: readonly string[];
  readonly lines: readonly LogLine[];
  readonly skipped: number;
  /** Number of lines that the filter removed since the query or subscription began. */
  readonly filtered: number;
  readonly resume: string;
  readonly end?: LogEnd;
}

/** A line, converted to text. */
export interface LineText {
  readonly at: Date | null;
  readonly text: string;
  readonly truncated: boolean;
}

interface LogLine extends LineText {
  readonly level: LogLevel | undefined;
}

export const ENDS = {
  REFUSED: 'It cannot be read.',
  CONTAINER_ENDED: 'The container has ended, and this was its log.',
  POD_GONE: 'The Pod is gone, or another one has its name.',
  REVOKED: 'Its cluster does not let you read it any more.',
  LIMIT: 'This is as much of a log as one subscription tells (limits.followedLogBytes). Subscribe again, with since.',
  TOO_SLOW: 'The last payload was not read in time. Subscribe again, with since.',
  LOST: 'The connection to its cluster broke, or the cluster cannot be asked. Subscribe again, with since.',
};
export type LogEnd = keyof typeof ENDS;

const TOO_MUCH_AT_ONCE =
  'More was written in one second than one answer reads (limits.logBytes), and the rest of that second is left out. Follow it by the subscription.';

/**
 * Maximum number of consecutive checks without an answer, about the permissions of the caller or the state of a
 * container.
 */
export const MAX_UNKNOWN = 3;
/** Maximum milliseconds that the first payload waits, so that the payload has lines. */
export const FIRST_LINES_MS = 200;
/** Number of lines processed before yielding. This work takes some tenths of a millisecond. */
const LINES_IN_A_STEP = 100;

/** State of a filter, which is kept between lines and between payloads. */
interface FilterState {
  readonly filtered: number;
  /** Level of the last line. */
  readonly level: LogLevel | undefined;
}

const UNFILTERED: FilterState = { filtered: 0, level: undefined };

/** A followed log with its state between payloads. */
class Following extends FollowedLog {
  readonly found: FoundObject;
  readonly place: LogPlace;
  /** Lines may be delivered until this time of performance.now(). */
  coveredUntil: number;
  /** Earliest time of the next check after a check without an answer, as a time of performance.now(). */
  askAt = 0;
  /** Number of consecutive checks without an answer. */
  unknown = 0;
  /** The reason why the log ends after all waiting lines are delivered. */
  ending: LogEnd | undefined;
  /** State of the filter after the last payload that was sent. */
  filterState = UNFILTERED;
  /** State of the filter after the payload that is being built. */
  nextFilterState = UNFILTERED;

  constructor(options: FollowedLogOptions, found: FoundObject, place: LogPlace) {
    super(options);
    this.found = found;
    this.place = place;
    this.coveredUntil = performance.now() + options.checkMs;
  }

  override withhold(): void {
    this.nextFilterState = this.filterState;
    super.withhold();
  }

  override sent(): void {
    this.filterState = this.nextFilterState;
    super.sent();
  }
}

type LogQuery = Readonly<Record<string, string | number | boolean>>;

/** A requested log, after validation. */
interface Requested {
  readonly since: LogPosition | undefined;
  readonly question: Parameters<typeof askForLog>[1];
  readonly query: LogQuery;
  readonly filter: LogFilter;
}

export async function podLogs(args: PodLogsArguments, live: LiveContext): Promise<PodLogs> {
  const { liveQuery } = live.request;
  const filter = logFilterOf(args, 'podLogs');
  if (liveQuery?.tracked instanceof Following) return goOn(args.id, liveQuery.tracked, filter, live, liveQuery);
  const named = { field: 'podLogs', since: 'maxAge' };
  const { previous: wantsPrevious = false } = args;
  const question = logQuestionOf({ ...args, previous: wantsPrevious, since: args.maxAge }, named);
  const { container, previous, ...lines } = question;
  const since = positionOf(liveQuery ? liveQuery.since : args.since);
  const { read, leaf } = await live.readAny(args.id);
  if (!read.found || !leaf) return refused({ state: read.state, message: read.message, containers: [] });
  const requested: Requested = {
    since,
    question: { found: read.found, container, previous },
    query: { ...queryOf(since, lines), ...(previous && { previous }) },
    filter,
  };
  return liveQuery ? begin(args.id, requested, leaf, live, liveQuery) : readOnce(requested, leaf, live);
}

/**
 * Query parameters of a request for lines with timestamps. A request that continues from a position needs no
 * `tailLines`.
 */
export function queryOf(
  position: LogPosition | undefined,
  { tail, sinceSeconds }: Pick<LogQuestion, 'tail' | 'sinceSeconds'>,
): LogQuery {
  if (position) return { timestamps: true, sinceTime: secondOf(position) };
  return { timestamps: true, tailLines: tail, ...(sinceSeconds !== undefined && { sinceSeconds }) };
}

function positionOf(since: string | null | undefined): LogPosition | undefined {
  if (!since) return undefined;
  const position = decodePosition(since);
  if (!position)
    throw inputError('since: it is not where a log went on. Send `resume` of an earlier answer, as it came.', 'since');
  return position;
}

async function readOnce(
  { since, question, query, filter }: Requested,
  { session }: Leaf,
  live: LiveContext,
): Promise<PodLogs> {
  const { logBytes } = live.followed.options;
  const answer = await askForLog(session, question, async ({ path, container }, asking) => {
    const { bytes } = await session.registration.client.text(path, {
      ...asking,
      query: { ...query, container, limitBytes: logBytes },
      maxBytes: logBytes,
    });
    if (!session.budget.takeBytes(bytes.length)) return session.budget.refusal;
    return {
      state: 'OK' as const,
      lines: await session.inTurns(wholeLines(bytes, since)),
      isFull: bytes.length >= logBytes,
    };
  });
  if (!('lines' in answer)) return refused(answer);
  const { lines, isFull, ...ofLog } = answer;
  const { state, lines: wanted } = await shown(lines, filter, UNFILTERED, live);
  const read = { ...ofLog, lines: wanted, skipped: 0, filtered: state.filtered };
  // A request can start only at a whole second. If one answer cannot hold all lines of a second, the log continues at
  // the next second.
  if (since && isFull && lines.length === 0)
    return { ...read, resume: encodePosition(nextSecond(since)), message: TOO_MUCH_AT_ONCE };
  const message = isFull
    ? `The log is cut at ${logBytes} bytes (limits.logBytes). Ask for fewer lines (tail), or continue with resume.`
    : undefined;
  return { ...read, resume: encodePosition(lines.reduce(behind, since)), message };
}

/**
 * The lines after a position. A last line without a line break may be cut off, so it is left for the next request. It
 * is returned only if there is no other line.
 */
export function* wholeLines(bytes: Uint8Array, since: LogPosition | undefined): Generator<void, RawLine[], undefined> {
  const reader = new LogLines();
  const isKnown = since ? beforePosition(since) : () => false;
  const lines: RawLine[] = [];
  let count = 0;
  for (const line of reader.read(bytes)) {
    if (!isKnown(line)) lines.push(line);
    if (++count % LINES_IN_A_STEP === 0) yield;
  }
  if (lines.length === 0) lines.push(...[...reader.rest()].filter(line => !isKnown(line)));
  return lines;
}

async function begin(
  id: string,
  { since, question, query, filter }: Requested,
  { session }: Leaf,
  live: LiveContext,
  liveQuery: LiveQuery,
): Promise<PodLogs> {
  const { followed, request } = live;
  const caller = callerKey(request.identity);
  const seat = followed.enter(caller);
  if (!seat) {
    const message = 'Too many logs are followed here at once (limits.followedLogs). Close one, or try again later.';
    return refused({ state: 'THROTTLED', message, containers: containersOf(question.found.object).all });
  }
  const { logBytes: waitingBytes, followedLogBytes: maxBytes, checkMs } = followed.options;
  let log: Following | undefined;
  const asking = askForLog(session, question, async (place, { as, timeoutMs }) => {
    const changed = () => liveQuery.changed(false);
    const inTurns = (work: Iterator<unknown, void>) => eventLoopTurns.run(caller, work, log!.signal);
    // A second call means that the leaf refused a group of the caller, and askForLog() repeats the request.
    log?.stop();
    log = new Following({ since, waitingBytes, maxBytes, checkMs, changed, inTurns, seat }, question.found, place);
    // The subscription now owns the log and ends it, even if the client disconnects before the leaf has answered.
    liveQuery.tracked = log;
    const following = {
      as,
      timeoutMs,
      signal: log.signal,
      query: { ...query, container: place.container, follow: true },
    };
    return { state: 'OK' as const, chunks: await session.registration.client.follow(place.path, following) };
  });
  const answer = await asking.catch((error: unknown) => {
    // If the client disconnects before the request is sent, no log exists to release the seat.
    log?.end();
    seat[Symbol.dispose]();
    throw error;
  });
  if (!('chunks' in answer) || !log) {
    log?.end();
    seat[Symbol.dispose]();
    liveQuery.tracked = undefined;
    return refused(answer);
  }
  await Promise.race([log.read(answer.chunks), delay(FIRST_LINES_MS, undefined, { ref: false })]);
  return goOn(id, log, filter, live, liveQuery);
}

async function goOn(
  id: string,
  log: Following,
  filter: LogFilter,
  live: LiveContext,
  liveQuery: LiveQuery,
): Promise<PodLogs> {
  if (liveQuery.isOverrun) {
    log.sent();
    return ended(log, 'TOO_SLOW');
  }
  const isOpen = log.stopped === undefined || log.ending !== undefined || log.stopped === 'limit';
  const now = performance.now();
  if (now >= log.coveredUntil || (!isOpen && now >= log.askAt)) {
    if (now < log.askAt) return withheld(log);
    const { allowed, end } = await reviewed(id, log, live);
    const settled = performance.now();
    if (allowed === false) return ended(log, end ?? 'REVOKED');
    if (allowed) log.coveredUntil = settled + live.followed.options.checkMs;
    if (allowed && end) log.ending = end;
    else if (allowed && isOpen) log.unknown = 0;
    else {
      log.askAt = settled + live.followed.options.askAgainMs;
      log.unknown += 1;
      if (log.unknown >= MAX_UNKNOWN && !allowed) return ended(log, 'LOST');
      if (log.unknown >= MAX_UNKNOWN) log.ending = 'LOST';
      if (!allowed) return withheld(log);
    }
  }
  const { lines, skipped, position, isAll } = log.next();
  const end = isAll ? (log.stopped === 'limit' ? 'LIMIT' : log.ending) : undefined;
  const { state, lines: wanted } = await shown(lines, filter, log.filterState, live);
  log.nextFilterState = state;
  return reported(log, wanted, skipped, position, end);
}

/**
 * Checks the permissions of the caller and the state of the container. `allowed` is null if unknown. `end` is the
 * reason why the log ends, if there is a known reason.
 */
async function reviewed(
  id: string,
  log: Following,
  live: LiveContext,
): Promise<{ allowed: boolean | null; end?: LogEnd }> {
  const { read, leaf } = await live.readAny(id);
  // The cluster was removed, or the caller may no longer name it. The caller must not learn which of the two happened.
  if (!leaf) return { allowed: false, end: 'LOST' };
  const [verdict] = await live.access([{ found: log.found, verb: 'get', subresource: 'log' }], leaf);
  if (!verdict?.allowed) return { allowed: verdict?.allowed ?? null };
  if (read.state === 'FORBIDDEN' || read.state === 'UNAUTHORIZED') return { allowed: false };
  if (read.state === 'NOT_FOUND') return { allowed: true, end: 'POD_GONE' };
  if (!read.found) return { allowed: null };
  if (read.found.object.metadata.uid !== log.found.object.metadata.uid) return { allowed: true, end: 'POD_GONE' };
  if (log.stopped === 'broken') return { allowed: true, end: 'LOST' };
  // The status may still show the container as running for some time after the log has ended.
  if (log.stopped === 'ended' && hasEnded(log, read.found)) return { allowed: true, end: 'CONTAINER_ENDED' };
  return { allowed: true };
}

function hasEnded({ found, place: { container } }: Following, now: FoundObject): boolean {
  const [before, after] = [runOf(found, container), runOf(now, container)];
  return record(after?.['state'])?.['running'] === undefined || before?.['restartCount'] !== after?.['restartCount'];
}

function runOf(
  { object: { status } }: Pick<FoundObject, 'object'>,
  container: string,
): Readonly<Record<string, unknown>> | undefined {
  const all = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'].flatMap(field =>
    items(status?.[field]),
  );
  return all.map(record).find(it => it?.['name'] === container);
}

export function* lineTexts(lines: readonly RawLine[]): Generator<void, LineText[], undefined> {
  const all: LineText[] = [];
  for (const { at, bytes, truncated } of lines) {
    all.push({ at: dateOf(at), text: yield* logText(bytes), truncated });
    if (all.length % LINES_IN_A_STEP === 0) yield;
  }
  return all;
}

interface FilteredLines {
  readonly lines: readonly LogLine[];
  readonly state: FilterState;
}

async function shown(
  lines: readonly RawLine[],
  filter: LogFilter,
  before: FilterState,
  live: LiveContext,
): Promise<FilteredLines> {
  const { lines: wanted, state } = await live.inTurns(filteredLines(lines, filter, before));
  return { lines: await live.shown(wanted), state };
}

function* filteredLines(
  lines: readonly RawLine[],
  filter: LogFilter,
  before: FilterState,
): Generator<void, FilteredLines, undefined> {
  let { filtered, level } = before;
  const wanted: LogLine[] = [];
  for (const [i, line] of (yield* lineTexts(lines)).entries()) {
    level = levelBehind(line.text, level);
    if (isWanted(filter, line.text, level)) wanted.push({ ...line, level });
    else filtered += 1;
    if (i % LINES_IN_A_STEP === 0) yield;
  }
  return { lines: wanted, state: { filtered, level } };
}

function refused({
  state,
  message,
  container,
  containers,
}: Pick<PodLogs, 'state' | 'message' | 'container' | 'containers'>): PodLogs {
  return { state, message, container, containers, lines: [], skipped: 0, filtered: 0, resume: '', end: 'REFUSED' };
}

/** A payload without lines. Lines wait until a check of the permissions has an answer. */
function withheld(log: Following): PodLogs {
  log.withhold();
  return reported(log, []);
}

/** The last payload of a log that ends now. Waiting lines are dropped. */
function ended(log: Following, end: LogEnd): PodLogs {
  return reported(log, [], 0, log.position, end);
}

function reported(
  log: Following,
  lines: readonly LogLine[],
  skipped = 0,
  position = log.position,
  end?: LogEnd,
): PodLogs {
  const { container, containers } = log.place;
  log.reported = { changes: lines.length + skipped, isReset: false, isEnd: end !== undefined };
  return {
    ...{ state: 'OK', container, containers, lines, skipped, filtered: log.nextFilterState.filtered },
    resume: encodePosition(position),
    ...(end && { end, message: ENDS[end] }),
  };
}
