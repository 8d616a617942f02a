/**
 * States that are data and not errors: the state of an object that was read from its cluster, and the coverage of a
 * response.
 */
import type { Coverage, LiveState } from './schema.ts';

/**
 * - there: the object was read, and its fields are valid.
 * - absent: the object does not exist, or the caller may not know whether it exists.
 * - refused: the cluster does not let the caller read the object. A retry cannot succeed.
 * - later: the object could not be read now. Retry, after `retryAfterSeconds` if it is given.
 * - unusable: the cluster's response cannot be shown.
 * - unknown: this version of the package does not know the state.
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
 * Meaning of a `state`, for clients that show the object. Check the state before other fields, since a cache may still
 * have the fields of an earlier response.
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
 * Sentence about the clusters that a response does not cover, to show above the response: `3 of 35 clusters are not
 * fully in this list: 1 being read, 2 unreachable`. A second sentence counts the clusters in which the permissions of
 * the caller are not known. A cluster may count in both. Undefined if the response covers the whole fleet.
 */
export function coverageGap(
  coverage: Pick<Coverage, Counted | 'total'> & { readonly withheld?: readonly { readonly count: number }[] },
): string | undefined {
  const parts = (Object.keys(WORDS) as Counted[]).flatMap(state =>
    coverage[state] > 0 ? [`${coverage[state]} ${WORDS[state]}`] : [],
  );
  const missing = (Object.keys(WORDS) as Counted[]).reduce((sum, state) => sum + coverage[state], 0);
  const withheld = (coverage.withheld ?? []).reduce((sum, { count }) => sum + count, 0);
  const saying = (count: number, what: string) =>
    count > 0 ? [`${count} of ${coverage.total} clusters ${count === 1 ? 'is' : 'are'} ${what}`] : [];
  const sentences = [
    ...saying(missing, `not fully in this list: ${parts.join(', ')}`),
    ...saying(withheld, 'hidden, because your permissions there are not known'),
  ];
  return sentences.length > 0 ? sentences.join('. ') : undefined;
}
