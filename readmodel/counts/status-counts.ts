import type { StatusCounts } from '../query.ts';

/** @param statuses In the order of OBJECT_STATUSES */
export function statusCountsOf(statuses: readonly number[], suspended: number): StatusCounts {
  const [current = 0, inProgress = 0, failed = 0, terminating = 0, unknown = 0] = statuses;
  return { current, inProgress, failed, terminating, unknown, suspended };
}
