/** Followed log: the lines so far, the token to continue after the last line, and why following ended. */
import type { FollowLogSubscription } from '../graph/graphql.ts';

type Payload = NonNullable<FollowLogSubscription['podLogs']>;

export interface Followed {
  /** The newest lines, oldest first. */
  readonly lines: readonly string[];
  /** Token to continue after the last line. Null until the server has sent a token. */
  readonly since: string | null;
  /** Number of lines that the server dropped, because this client read too slowly. */
  readonly skipped: number;
  /** Number of lines that do not match the filter. */
  readonly filtered: number;
  /** Part of `filtered` that earlier streams counted. */
  readonly filteredBefore: number;
  /** Reason why the stream ended, from the last payload. */
  readonly end: Exclude<Payload['end'], null> | undefined;
  readonly state: Payload['state'];
  readonly message: string | null;
}

export const NOTHING_YET: Followed = {
  ...{ lines: [], since: null, skipped: 0, filtered: 0, filteredBefore: 0 },
  ...{ end: undefined, state: 'OK', message: null },
};

/** State before the next stream. A stream counts filtered lines from 0, so `filteredBefore` keeps the count so far. */
export const reopened = (log: Followed): Followed => ({ ...log, filteredBefore: log.filtered });

/** Delay before a broken stream is opened again. */
export const AGAIN_MS = 3_000;

/** Maximum number of lines to keep, which is also the maximum of one request. Older lines are dropped. */
export const MOST_LINES = 10_000;

export function withPayload(
  before: Followed,
  { lines, resume, skipped, filtered, end, state, message }: Payload,
): Followed {
  return {
    lines: lines.length === 0 ? before.lines : [...before.lines, ...lines.map(lineText)].slice(-MOST_LINES),
    since: resume === '' ? before.since : resume,
    skipped: before.skipped + skipped,
    filtered: before.filteredBefore + filtered,
    filteredBefore: before.filteredBefore,
    end: end ?? undefined,
    state,
    message,
  };
}

export const lineText = ({ text, truncated }: Pick<Payload['lines'][number], 'text' | 'truncated'>): string =>
  truncated ? `${text}…` : text;

/**
 * True if a new stream may continue the log. False if the log has ended, could not be read, or may no longer be read by
 * the caller.
 */
export const goesOn = ({ end }: Pick<Followed, 'end'>): boolean =>
  end === undefined || end === 'LIMIT' || end === 'TOO_SLOW' || end === 'LOST';
