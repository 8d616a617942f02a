/**
 * Receives the reports of agents, for clusters that accept no connections from us, and writes them to the store.
 *
 * A full report has the whole content of its cluster. It is checked completely before its content is written. Then it
 * is compared with the store, and only the rows and grants that differ are written. The cluster's lease in the store
 * admits one report at a time and delays the next report. The last agents and the numbers of their last reports are in
 * the cluster's state, written with the rows.
 *
 * Who attacks: an agent with a valid token, or somebody who has stolen it. What stops them:
 * - Floods, compression bombs and slow bodies: one report of a cluster at a time, a gap between two reports, and bounds
 *   on bytes, lines, objects and time.
 * - Replay, reordering and a second agent: `seq` must grow, and a new agent waits until the last agent has been silent
 *   for three intervals.
 * - Crafted content: see report-content.ts.
 *
 * What remains: slow agents of many clusters can together use all places of `limits.reportsAtOnce`, and delay the
 * reports of other agents.
 */
import { createHash } from 'node:crypto';
import { raced } from '../async/deadline.ts';
import { leafTurns } from '../async/fair-turns.ts';
import type { PushPolicy, Registered } from '../clusters/registry.ts';
import type { ProjectionLookup } from '../kinds/projection.ts';
import type { Refusals } from '../kinds/refusals.ts';
import type { KindLookup } from '../kinds/registry.ts';
import { MAX_AGENTS } from '../store/limits.ts';
import type { ClusterSnapshot, ClusterState, Lease, ReportsState, Store } from '../store/store.ts';
import { FencedError, StoreUnavailableError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import { applyBatch } from './batcher.ts';
import { ReportContent, readingOf, type ReportContentOptions } from './report-content.ts';
import {
  digestOf,
  objectOf,
  readBody,
  ReportError,
  splitBody,
  type ReportBody,
  type ReportLimits,
} from './report-lines.ts';
import { applyContent, differences } from './whole-content.ts';
import { ReportTokens, type ReportTokensOptions } from './report-tokens.ts';

const STATUS = {
  ACCEPTED: 200,
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  LEASED: 409,
  STALE: 409,
  FULL_REPORT_WANTED: 409,
  TOO_LARGE: 413,
  TOO_SOON: 429,
  UNAVAILABLE: 503,
} as const;
export type ReportCode = keyof typeof STATUS;
export const REPORT_ANSWERS = Object.keys(STATUS) as readonly ReportCode[];

export interface ReportRequest {
  /** The bearer token. Undefined if the request has no token, or more than one token. */
  readonly token: string | undefined;
  readonly contentType: string;
  /** Value of Content-Encoding. '' if the body is not encoded. */
  readonly contentEncoding: string;
  /** Length of the body as sent, in bytes. Undefined if the agent does not send the length. */
  readonly contentLength: number | undefined;
  /** Begins to read the body. */
  readonly body: () => AsyncIterable<Uint8Array>;
  /** Called when the token has been accepted. */
  readonly onCluster?: (cluster: string) => void;
  /** Aborted when the agent has closed the connection. */
  readonly signal: AbortSignal;
}

export interface ReportAnswer {
  readonly status: number;
  readonly code: ReportCode;
  readonly retryAfterSeconds?: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ReportsOptions extends ReportTokensOptions {
  readonly store: Store;
  /** Name of this process, unique among the processes that share the store. */
  readonly holder: string;
  readonly lookup: KindLookup;
  readonly projections: ProjectionLookup;
  readonly refusals: Refusals;
  readonly clusterBytes: number;
  readonly limits: ReportLimits & {
    /** Maximum reports in progress in this process. */
    readonly atOnce: number;
    /** Maximum time for reading a body, in milliseconds. */
    readonly timeoutMs: number;
    /** Minimum time between two reports of one cluster, in milliseconds. */
    readonly gapMs: number;
  };
  readonly log: Logger;
  /** Called for each answer, to count answers. */
  readonly onAnswer?: (code: ReportCode) => void;
}

/** A cluster whose agents send reports. */
type Reporting = Registered & { readonly push: PushPolicy };

/** Milliseconds for checking and writing a report, in addition to the time for its body. */
const WRITING_MS = 20_000;
const CLOSED_MS = 250;
const BUSY_SECONDS = 2;
const TOO_LARGE_SECONDS = 30;
const STORE_AWAY_SECONDS = 5;
/** Number of silent intervals after which another agent may report for the cluster, and the cluster is stale. */
const LEASE_INTERVALS = 3;

export class Reports {
  readonly #options: ReportsOptions;
  readonly #tokens: ReportTokens;
  /**
   * Times, by performance.now(), before which this process accepts no report of a cluster. So a flood of one agent
   * reaches the store only a few times per second.
   */
  readonly #closedUntil = new Map<string, number>();
  #inProgress = 0;
  #count = 0;

  constructor(options: ReportsOptions) {
    this.#options = options;
    this.#tokens = new ReportTokens(options);
  }

  get bodyTimeoutMs(): number {
    return this.#options.limits.timeoutMs;
  }

  /** Answers a report. Malformed reports get a refusal. */
  async receive(request: ReportRequest): Promise<ReportAnswer> {
    const answer = await this.#judge(request);
    this.#options.onAnswer?.(answer.code);
    return answer;
  }

  async #judge(request: ReportRequest): Promise<ReportAnswer> {
    const { limits, log } = this.#options;
    const registration = request.token === undefined ? undefined : await this.#tokens.clusterOf(request.token);
    if (!registration?.push)
      return refusal('UNAUTHENTICATED', 'send the token of an agent: "Authorization: Bearer <token>"');
    request.onCluster?.(registration.name);
    if (this.#inProgress >= limits.atOnce)
      return refusal('UNAVAILABLE', `${limits.atOnce} reports are in progress (limits.reportsAtOnce)`, BUSY_SECONDS);
    if (performance.now() < (this.#closedUntil.get(registration.name) ?? 0)) return this.#tooSoon();
    this.#inProgress++;
    try {
      return await this.#take(registration as Reporting, request);
    } catch (error) {
      if (error instanceof ReportError)
        return refusal(error.code, error.message, error.code === 'TOO_LARGE' ? TOO_LARGE_SECONDS : undefined);
      if (request.signal.aborted) return refusal('MALFORMED', 'the agent has gone');
      const isExpected = error instanceof StoreUnavailableError || error instanceof FencedError;
      log[isExpected ? 'warn' : 'error'](
        { cluster: registration.name, error: (error as Error).message },
        'a report could not be taken',
      );
      return refusal('UNAVAILABLE', 'the report could not be stored; send it again', STORE_AWAY_SECONDS);
    } finally {
      this.#inProgress--;
    }
  }

  async #take(registration: Reporting, request: ReportRequest): Promise<ReportAnswer> {
    const { store, holder, limits } = this.#options;
    const { name, registrant } = registration;
    const lease = await store.acquire(name, `${holder}/${++this.#count}`, limits.timeoutMs + WRITING_MS, registrant);
    this.#close(name, limits.gapMs);
    if (!lease) return this.#tooSoon();
    let readAt: number | undefined;
    try {
      const body = await this.#body(request, () => (readAt = performance.now()));
      if (!('header' in body)) return body;
      return await this.#accept(registration, lease, body, request.signal);
    } finally {
      // The lease is kept for the rest of the gap, so that every process delays the next report.
      const ttl = readAt === undefined ? 0 : Math.max(0, Math.round(readAt + limits.gapMs - performance.now()));
      this.#close(name, ttl);
      await store.renew(lease, ttl).catch((error: unknown) => {
        // If the store is unreachable, the lease expires by itself. If another process holds the lease, there is
        // nothing to renew.
        if (!(error instanceof StoreUnavailableError || error instanceof FencedError)) throw error;
      });
    }
  }

  #tooSoon(): ReportAnswer {
    const { gapMs } = this.#options.limits;
    return refusal('TOO_SOON', 'a report of this cluster is in progress, or came a moment ago', seconds(gapMs));
  }

  /**
   * Refuses reports of the cluster for `ms`, but at most for CLOSED_MS. Later reports are checked against the store.
   * `ms` of 0 ends the refusal.
   */
  #close(cluster: string, ms: number): void {
    if (ms > 0) this.#closedUntil.set(cluster, performance.now() + Math.min(ms, CLOSED_MS));
    else this.#closedUntil.delete(cluster);
  }

  /** @param wasRead Called when reading of the body has ended, also after a failure */
  async #body(request: ReportRequest, wasRead: () => void): Promise<ReportBody | ReportAnswer> {
    const { limits } = this.#options;
    const { contentType, contentEncoding, contentLength = 0, signal } = request;
    const encoding = contentEncoding.trim().toLowerCase();
    const isPlain = encoding === '' || encoding === 'identity';
    if (isPlain && contentLength > limits.bytes)
      return refusal(
        'TOO_LARGE',
        `a report has at most ${limits.bytes} bytes, and this one ${contentLength}`,
        TOO_LARGE_SECONDS,
      );
    if (!/^application\/x-ndjson\s*(;|$)/i.test(contentType))
      return refusal('MALFORMED', 'send content-type: application/x-ndjson');
    if (!isPlain && encoding !== 'gzip')
      return refusal('MALFORMED', 'send the report as it is, or with content-encoding: gzip');
    try {
      const late = AbortSignal.timeout(limits.timeoutMs);
      const reading = readBody(request.body(), encoding, limits);
      reading.catch(() => undefined); // the race below handles the error, unless the time is over
      const bytes = await raced(reading, AbortSignal.any([late, signal])).catch((error: unknown) => {
        if (!late.aborted) throw error;
        throw new ReportError('MALFORMED', `the body did not end within ${seconds(limits.timeoutMs)} s`);
      });
      return splitBody(bytes, limits);
    } finally {
      wasRead();
    }
  }

  async #accept(registration: Reporting, lease: Lease, body: ReportBody, signal: AbortSignal): Promise<ReportAnswer> {
    const { store } = this.#options;
    const { name, push, connection } = registration;
    const { header } = body;
    const found = await store.snapshot(name, signal);
    // Content of another connection belongs to an earlier registration.
    const isOwn = found.server?.connection === connection;
    const kept = isOwn ? found.state : undefined;
    const pace = () => leafTurns.spare(name);
    let report: Report | undefined;
    if (!header.isSame) {
      const options = this.#contentOptions(registration, body);
      const digest = await digestOf(body, readingOf(options), pace);
      // A body that is equal to the kept report is not read again.
      const isEqual = isKept(kept) && kept.reports.digest === digest;
      report = { digest, content: isEqual ? undefined : await contentOf(body, options, pace) };
    }
    const problem = leaseProblem(header, push, kept?.reports, found.stateStoredAgo);
    if (problem) return problem;
    const agents = [header, ...(kept?.reports?.agents ?? []).filter(({ agent }) => agent !== header.agent)]
      .slice(0, MAX_AGENTS)
      .map(({ agent, seq }) => ({ agent, seq }));
    if (report?.content) {
      const { content, digest } = report;
      await this.#write(
        registration,
        lease,
        { content, digest, agents },
        isOwn ? found : undefined,
        header.kubernetesVersion,
      );
    } else if (isKept(kept) && (report || this.#isSame(registration, kept, header.agent)))
      await this.#confirm(registration, lease, kept, agents);
    else
      return refusal(
        'FULL_REPORT_WANTED',
        'no report of this agent is kept; send a full one',
        seconds(this.#options.limits.gapMs),
      );
    return {
      status: STATUS.ACCEPTED,
      code: 'ACCEPTED',
      body: { accepted: true, nextReportAfterSeconds: seconds(push.intervalMs) },
    };
  }

  #contentOptions(
    { name, push }: Reporting,
    { header: { resources } }: Pick<ReportBody, 'header'>,
  ): ReportContentOptions {
    const { lookup, projections, refusals, clusterBytes } = this.#options;
    const { kinds, detail } = push;
    return { cluster: name, kinds, detail, resources, lookup, projections, refusals, clusterBytes, now: Date.now() };
  }

  /** True if the kept report is from this agent and was read with the same options. */
  #isSame(registration: Reporting, kept: Kept, agent: string): boolean {
    return (
      kept.reports.agents[0]?.agent === agent &&
      kept.reports.reading === this.#readingDigest(registration, kept.resources)
    );
  }

  #readingDigest(registration: Reporting, resources: ClusterState['resources']): string {
    const reading = readingOf(
      this.#contentOptions(registration, {
        header: { agent: '', seq: 0, isSame: false, kubernetesVersion: '', resources },
      }),
    );
    return createHash('sha256').update(JSON.stringify(reading)).digest('base64url');
  }

  /** Writes only the state, because nothing else has changed. */
  async #confirm({ push }: Reporting, lease: Lease, kept: Kept, agents: ReportsState['agents']): Promise<void> {
    const state = {
      ...kept,
      ...{ answeredAgo: 0, silentAfterMs: silenceOf(push), grants: { ...kept.grants, confirmedAgo: 0 } },
      reports: { ...kept.reports, agents },
    };
    await applyBatch(lease, { state }, this.#options);
  }

  async #write(
    registration: Reporting,
    lease: Lease,
    { content, digest, agents }: { content: ReportContent; digest: string; agents: ReportsState['agents'] },
    found: ClusterSnapshot | undefined,
    kubernetesVersion: string,
  ): Promise<void> {
    const { store } = this.#options;
    if (!found) await store.identify(lease, { connection: registration.connection, uid: '' });
    const changes = await differences(content, found, () => leafTurns.spare(registration.name));
    const plain = content.state(kubernetesVersion, silenceOf(registration.push));
    const reading = this.#readingDigest(registration, plain.resources);
    const state = { ...plain, reports: { agents, reading, digest: content.dependsOnTime ? '' : digest } };
    const listing = {
      ...state,
      phase: 'listing',
      reason: 'LISTING',
      reports: { ...state.reports, digest: '' },
    } as const;
    await applyContent(lease, changes, { listing, state }, this.#options);
  }
}

interface Report {
  readonly digest: string;
  /** Content of the report. Undefined if it equals the kept report. */
  readonly content: ReportContent | undefined;
}

/** State of a cluster after a complete report. */
type Kept = ClusterState & { readonly reports: ReportsState };

function isKept(state: ClusterState | undefined): state is Kept {
  return state?.reports !== undefined && state.phase === 'synced';
}

/** @throws ReportError */
async function contentOf(
  { lines }: ReportBody,
  options: ReportContentOptions,
  pace: () => Promise<void> | undefined,
): Promise<ReportContent> {
  const content = new ReportContent(options);
  for (const [index, line] of lines.entries()) {
    content.add(objectOf(line, index + 2));
    await pace();
  }
  return content;
}

/**
 * Reason to refuse a report: another agent still reports for the cluster, or `seq` has not grown. Undefined if there is
 * no such reason.
 */
function leaseProblem(
  { agent, seq }: { readonly agent: string; readonly seq: number },
  { intervalMs }: PushPolicy,
  reports: ReportsState | undefined,
  reportedAgo: number,
): ReportAnswer | undefined {
  const [holder] = reports?.agents ?? [];
  const left = LEASE_INTERVALS * intervalMs - reportedAgo;
  if (holder && holder.agent !== agent && left > 0)
    return refusal(
      'LEASED',
      'another agent reports for this cluster; a new one waits until that one is silent',
      Math.max(1, seconds(left)),
    );
  const last = reports?.agents.find(known => known.agent === agent);
  if (last && seq <= last.seq) {
    const stale = refusal('STALE', `seq must be above the last one of this agent, ${last.seq}`);
    return { ...stale, body: { ...stale.body, lastSeq: last.seq } };
  }
  return undefined;
}

function silenceOf({ intervalMs }: PushPolicy): number {
  return LEASE_INTERVALS * intervalMs;
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}

function refusal(code: Exclude<ReportCode, 'ACCEPTED'>, message: string, retryAfterSeconds?: number): ReportAnswer {
  return {
    ...{ status: STATUS[code], code, body: { accepted: false, code, message } },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
