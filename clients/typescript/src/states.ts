/**
 * States that are data, not errors: the state of an object that was read from its cluster, and the coverage of an
 * answer.
 */
import type { Coverage, LiveState } from './schema.ts';

/**
 * - there: the fields are those of the object.
 * - absent: the object does not exist, or the caller may not know whether it exists.
 * - refused: the cluster does not let the caller read it; a retry does not help.
 * - later: it could not be read now; retry, after `retryAfterSeconds` if given.
 * - unusable: the answer cannot be shown.
 * - unknown: a state that this version of the package does not know.
 */
export type LiveOutcome = 'there' | 'absent' | 'refused' | 'later' | 'unusable' | 'unknown';

const OUTCOMES: Readonly<Record<string, LiveOutcome>> = {
  OK: 'there',
  NOT_FOUND: 'absent',
  FORBIDDEN: 'refused',
  UNAUTHORIZED: 'refused',
  THROTTLED: 'later',
  TIMEOUT: 'later',
  UNREACHABLE: 'later',
  INVALID: 'unusable',
  TOO_LARGE: 'unusable',
} satisfies Record<Exclude<LiveState, '%future added value'>, LiveOutcome>;

/**
 * Meaning of a `state` for clients that show the object. Check it before the other fields: a cache may hold the fields
 * of an earlier answer.
 */
export function liveOutcome(state: LiveState): LiveOutcome {
  return OUTCOMES[state] ?? 'unknown';
}

type Counted = 'rebuilding' | 'stale' | 'unreachable' | 'closed';

const WORDS: Readonly<Record<Counted, string>> = {
  rebuilding: 'being read',
  stale: 'perhaps out of date',
  unreachable: 'unreachable',
  closed: 'closed',
};

/**
 * Sentence about the clusters that an answer does not cover, to show above it: `3 of 35 clusters are not fully in this
 * list: 2 unreachable, 1 being read`. Undefined if it covers the whole fleet.
 */
export function coverageGap(
  coverage: Pick<Coverage, Counted | 'total'> & { readonly withheld?: readonly { readonly count: number }[] },
): string | undefined {
  const withheld = (coverage.withheld ?? []).reduce((sum, { count }) => sum + count, 0);
  const parts = (Object.keys(WORDS) as Counted[]).flatMap(state =>
    coverage[state] > 0 ? [`${coverage[state]} ${WORDS[state]}`] : [],
  );
  if (withheld > 0) parts.push(`${withheld} whose rules for you are not known`);
  if (parts.length === 0) return undefined;
  const missing = (Object.keys(WORDS) as Counted[]).reduce((sum, state) => sum + coverage[state], withheld);
  return `${missing} of ${coverage.total} clusters ${missing === 1 ? 'is' : 'are'} not fully in this list: ${parts.join(', ')}`;
}
