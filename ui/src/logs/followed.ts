/** A log as it is followed: what has come so far, where it goes on, and why it ended. */
import type { FollowLogSubscription } from '../graph/graphql.ts';

type Payload = NonNullable<FollowLogSubscription['podLogs']>;

export interface Followed {
  /** The newest of them, oldest first. */
  readonly lines: readonly string[];
  /** Where to go on; null before the first line. */
  readonly since: string | null;
  /** How many lines never came, since they were read too slowly. */
  readonly skipped: number;
  /** How many lines do not match, and how many of them before the stream that is open. */
  readonly filtered: number;
  readonly filteredBefore: number;
  /** Of the last payload, where it was the last one for good. */
  readonly end: Exclude<Payload['end'], null> | undefined;
  readonly state: Payload['state'];
  readonly message: string | null;
}

export const NOTHING_YET: Followed = {
  ...{ lines: [], since: null, skipped: 0, filtered: 0, filteredBefore: 0 },
  ...{ end: undefined, state: 'OK', message: null },
};

/** Another stream counts from where the last one that came went on. */
export const reopened = (log: Followed): Followed => ({ ...log, filteredBefore: log.filtered });

/** After a stream has ended, and the log has not. */
export const AGAIN_MS = 3_000;

/** As many as one may ask for at once; the older ones go. */
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

/** Whether to go on by oneself: what ended is the stream, not the log. */
export const goesOn = ({ end }: Pick<Followed, 'end'>): boolean =>
  end === undefined || end === 'LIMIT' || end === 'TOO_SLOW' || end === 'LOST';
