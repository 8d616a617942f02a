/**
 * Chart of status changes in the last hour. It shows only objects that apply packages. Each bar stands for five minutes
 * and is stacked by status.
 */
import { Link } from '@tanstack/react-router';
import type { ObjectStatus, OverviewQuery } from '../graph/graphql.ts';
import { useNow } from '../parts/clock.ts';
import { BUCKETS, bucketsOf, type Bucket } from './health.ts';
import { overviewTexts as said } from './texts.ts';

/** Statuses from the bottom of the chart to the top. */
const STACKED: readonly ObjectStatus[] = ['CURRENT', 'UNKNOWN', 'TERMINATING', 'IN_PROGRESS', 'FAILED'];
const HEIGHT = 60;
const STEP = 10;
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export function Changes({ changed }: { changed: NonNullable<OverviewQuery['changed']> | undefined }) {
  const now = useNow(10_000);
  if (!changed) return null;
  const nodes = changed.nodes;
  const buckets = bucketsOf(nodes, now);
  const steps = buckets
    .filter(({ count }) => count > 0)
    .map(it => said.step(TIME.format(it.from), it.count, it.counts.get('FAILED') ?? 0));
  return (
    <section className="card" aria-label={said.changes}>
      <h2>{said.changes}</h2>
      <p className="quiet small">{said.changesOf}</p>
      {nodes.length === 0 ? (
        <p className="quiet">{said.noChanges}</p>
      ) : (
        <div className="chart">
          <Link to="/changes" search={{ within: '1h' }} aria-label={said.chart(changed.totalCount, steps.join(', '))}>
            <Columns buckets={buckets} />
          </Link>
          <p className="chart-ends" aria-hidden="true">
            <span>{said.start}</span>
            <span>{said.end}</span>
          </p>
        </div>
      )}
      {changed.totalCount > nodes.length && (
        <p className="quiet small">{said.latest(nodes.length, changed.totalCount)}</p>
      )}
    </section>
  );
}

function Columns({ buckets }: { buckets: readonly Bucket[] }) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  return (
    <svg viewBox={`0 0 ${BUCKETS * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {buckets.flatMap(({ from, counts }, column) => {
        let top = HEIGHT;
        return STACKED.flatMap(status => {
          const height = ((counts.get(status) ?? 0) / most) * (HEIGHT - 2);
          top -= height;
          return height > 0
            ? [
                <rect
                  key={`${from} ${status}`}
                  data-status={status}
                  x={column * STEP + 1}
                  y={top}
                  width={STEP - 2}
                  height={height}
                />,
              ]
            : [];
        });
      })}
      <rect className="chart-ground" y={HEIGHT - 0.5} width={BUCKETS * STEP} height={0.5} />
    </svg>
  );
}
