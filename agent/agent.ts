/**
 * The agent of a cluster that accepts no connections. It mirrors the cluster's RBAC and the objects of the reported
 * kinds, and repeatedly sends reports to the hub.
 *
 * The agent sends one report at a time, and none while the mirror is incomplete. If nothing has changed since the last
 * accepted report, a short report is enough. After a failure, the agent tries again without end.
 */
import { Backoff } from '../async/backoff.ts';
import { systemClock, type Clock } from '../async/clock.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import type { Logger } from '../telemetry/log.ts';
import { digestOf, fullReport, sameReport, type Detail, type ReportText } from './lines.ts';
import { Mirror } from './mirror.ts';
import type { Hub, Outcome } from './send.ts';

export interface AgentOptions {
  readonly client: KubernetesClient;
  readonly hub: Pick<Hub, 'send'>;
  /** Name that is unique among the agents of this cluster: 1 to 64 letters, digits and . _ - */
  readonly name: string;
  /** Kinds to report, as plural.group. */
  readonly kinds: readonly string[];
  readonly detail: Detail;
  readonly log: Logger;
  readonly discoveryMs?: number;
  readonly clock?: Clock;
  /**
   * Returns milliseconds since the epoch. Report numbers start at this time, so that they increase after a restart.
   * @default Date.now
   */
  readonly now?: () => number;
}

export interface Agent {
  /** Stops at once. The hub ignores an incomplete report. */
  close(): Promise<void>;
}

/** Milliseconds between two checks of an incomplete mirror. */
const INCOMPLETE_MS = 500;
/** Usual milliseconds to wait after a refused report. Longer than the hub's minimum time between two reports. */
const GAP_MS = 5_500;
const MAX_BACKOFF_MS = 120_000;

export function startAgent(options: AgentOptions): Agent {
  const closing = new AbortController();
  const mirror = new Mirror(options);
  const running = report(options, mirror, closing.signal);
  return {
    async close() {
      closing.abort(new Error('The agent is closing.'));
      await running;
      await mirror.close();
    },
  };
}

async function report(options: AgentOptions, mirror: Mirror, signal: AbortSignal): Promise<void> {
  const { hub, name: agent, log, clock = systemClock, now = Date.now } = options;
  const backoff = new Backoff({ firstMs: 2_000, maxMs: MAX_BACKOFF_MS });
  let seq = 0;
  /** Digest of the last report that the hub accepted. Undefined: the next report must be a full report. */
  let kept: string | undefined;
  let reported = '';
  const tell = (outcome: string, level: 'info' | 'warn', message: string) => {
    if (outcome !== reported) log[level]({ outcome }, message);
    reported = outcome;
  };
  try {
    for (;;) {
      const text = await complete(mirror, clock, signal, problem => tell(problem, 'warn', 'nothing is reported'));
      seq = Math.max(now(), seq + 1);
      const digest = digestOf(text);
      const outcome = await hub.send(
        digest === kept ? sameReport({ agent, seq }) : fullReport({ agent, seq }, text),
        signal,
      );
      if (outcome.code === 'ACCEPTED') {
        kept = digest;
        backoff.reset();
        tell('accepted', 'info', 'the hub takes the reports');
      } else {
        if (outcome.code === 'FULL_REPORT_WANTED') kept = undefined;
        else tell(outcome.message, 'warn', 'the hub does not take the report');
        if (outcome.code === 'STALE') seq = Math.max(seq, outcome.lastSeq ?? 0);
      }
      await clock.sleep(pauseAfter(outcome, backoff), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Waits until the mirror is complete, and returns its report. */
async function complete(
  mirror: Mirror,
  clock: Clock,
  signal: AbortSignal,
  tell: (problem: string) => void,
): Promise<ReportText> {
  for (;;) {
    const found = mirror.report();
    if (!('problem' in found)) return found;
    if (found.problem !== '') tell(found.problem);
    await clock.sleep(INCOMPLETE_MS, signal);
  }
}

function pauseAfter(outcome: Outcome, backoff: Backoff): number {
  switch (outcome.code) {
    case 'ACCEPTED':
      return outcome.nextMs;
    case 'FULL_REPORT_WANTED':
      return Math.max(GAP_MS, outcome.retryMs ?? 0);
    case 'STALE':
      return GAP_MS;
    case 'LEASED':
    case 'BUSY':
      // Add a random time, since all agents of the fleet may have received the same delay.
      return Math.max(outcome.retryMs ?? GAP_MS, 1_000) * (1 + Math.random() / 4);
    case 'REFUSED':
    case 'FAILED':
      return Math.max(outcome.code === 'REFUSED' ? GAP_MS : 0, backoff.next());
  }
}
