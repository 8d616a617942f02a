/**
 * States that are data and no errors: of an object that was read from its cluster, and how far an answer speaks for the
 * fleet.
 */
import type { Coverage, LiveState } from './schema.ts';

/**
 * - there: its fields are those of the object.
 * - absent: there is no such object, or the caller may not know whether there is.
 * - refused: the cluster does not let the caller read it; asking again does not help.
 * - later: it could not be read now; ask again, after `retryAfterSeconds` where that is given.
 * - unusable: what came cannot be shown.
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
 * What a `state` means for who shows the object. Read it before the other fields: a cache may have those of an earlier
 * answer.
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
 * What an answer does not speak for, in words to show above it: `3 of 35 clusters are not fully in this list: 2
 * unreachable, 1 being read`. Undefined when it speaks for all of the fleet.
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
