/** State of the fleet in one look. Each figure leads to its list. */
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OverviewDocument, type ObjectStatus } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { StatusShape } from '../parts/status.tsx';
import { typedStatus } from '../query/filter.ts';
import { printQuery, withValues } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import '../clusters/clusters.css';

export function OverviewPage() {
  const { data, problem } = useAnswer(OverviewDocument, {}, { everyMs: LIST_EVERY_MS });
  const said = texts.overview;
  useEffect(() => {
    document.title = texts.title(said.title);
  }, [said.title]);
  const statuses = data?.objects?.facets?.[0]?.values ?? [];
  return (
    <div className="page">
      <h1>{said.title}</h1>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {data && (
        <p className="status-line">
          <Link to="/objects">{texts.objects.count(data.objects?.totalCount ?? 0)}</Link>
          {statuses.map(({ value, count }) => (
            <Link key={value} to="/objects" search={{ q: printQuery(withValues([], 'status', [typedStatus(value as ObjectStatus)])) }}>
              <StatusShape status={value as ObjectStatus} /> {count.toLocaleString()} {texts.status[value as ObjectStatus]}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
