/**
 * Bar that stacks the statuses of many objects, worst first. `most`: number of objects at which the bar has full
 * length.
 */
import { WORST_FIRST } from '../format/status-counts.ts';
import type { StatusNumbersFragment } from '../graph/graphql.ts';

const WIDTH = 200;
/** Minimum width of a status in the unit of WIDTH, so that rare statuses are visible. */
const LEAST = 3;

export function ShareBar({ counts, most }: { counts: StatusNumbersFragment; most: number }) {
  const shown = WORST_FIRST.filter(({ of }) => of(counts) > 0);
  const all = shown.reduce((sum, { of }) => sum + of(counts), 0);
  const whole = (WIDTH * all) / Math.max(1, most);
  let from = 0;
  return (
    <svg className="whole-bar" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      {shown.map(({ status, of }) => {
        const width = Math.max(LEAST, (whole * of(counts)) / all);
        const rect = <rect key={status} data-status={status} x={from} width={width} height="10" />;
        from += width;
        return rect;
      })}
    </svg>
  );
}
