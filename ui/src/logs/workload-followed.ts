/**
 * Followed logs of the containers of a workload: the lines so far, sorted by time, and the filter for the lines to
 * show.
 */
import type { WorkloadLogLinesFragment } from '../graph/graphql.ts';
import { MOST_LINES } from './followed.ts';
import { levelsFrom, type LeastLevel } from './levels.ts';

type Payload = WorkloadLogLinesFragment;
export type Line = Payload['lines'][number];

export interface FollowedWorkload extends Pick<Payload, 'state' | 'message' | 'sources' | 'leftOut'> {
  /** The newest lines, sorted by time. */
  readonly lines: readonly Line[];
  /** Token to continue after the last line. Null until the server has sent a token. */
  readonly since: string | null;
  readonly skipped: number;
  readonly end: NonNullable<Payload['end']> | undefined;
}

export const NOTHING_YET: FollowedWorkload = {
  ...{ lines: [], since: null, skipped: 0, end: undefined, state: 'OK', message: null, sources: [], leftOut: 0 },
};

export function withPayload(
  before: FollowedWorkload,
  { lines, resume, skipped, end, ...now }: Payload,
): FollowedWorkload {
  return {
    ...now,
    lines: lines.length === 0 ? before.lines : merged(before.lines, lines).slice(-MOST_LINES),
    since: resume === '' ? before.since : resume,
    skipped: before.skipped + skipped,
    end: end ?? undefined,
  };
}

/**
 * Merges two sorted lists of lines. A later payload may contain older lines, because containers are read separately.
 */
function merged(before: readonly Line[], lines: readonly Line[]): readonly Line[] {
  const first = lines.find(({ at }) => at !== null)?.at;
  if (first == null) return [...before, ...lines];
  let from = before.length;
  while (from > 0 && (before[from - 1]!.at ?? '') > first) from -= 1;
  const tail = before.slice(from);
  if (tail.length === 0) return [...before, ...lines];
  return [...before.slice(0, from), ...inOrder([...tail, ...lines])];
}

/** Sorts lines by time. A line without a time stays after the line before it. */
function inOrder(lines: readonly Line[]): readonly Line[] {
  let key = '';
  return lines
    .map(line => ({ line, key: (key = line.at ?? key) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ line }) => line);
}

export interface Choice {
  readonly search: string;
  /** Minimum level. An empty text stands for all lines. */
  readonly level: LeastLevel;
  /** Container to show, as `pod/container`. An empty text stands for all containers. */
  readonly source: string;
}

export function chosen(lines: readonly Line[], { search, level, source }: Choice): readonly Line[] {
  const wanted = search.toLowerCase();
  const levels = levelsFrom(level);
  return lines.filter(
    line =>
      (wanted === '' || line.text.toLowerCase().includes(wanted)) &&
      (!levels || (line.level !== null && levels.includes(line.level))) &&
      (source === '' || source === sourceKey(line)),
  );
}

export const sourceKey = ({ pod, container }: Pick<Line, 'pod' | 'container'>): string => `${pod}/${container}`;

/** Line of the saved file: time, container and text. */
export function lineText({ at, text, truncated, ...of }: Line): string {
  return `${at === null ? '' : `${at} `}${sourceKey(of)} ${text}${truncated ? '…' : ''}\n`;
}
