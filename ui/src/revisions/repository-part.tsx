/** One repository: its revisions, their states, and the clusters that run each revision. */
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { shortRevision } from '../format/revision.ts';
import { StatusShape } from '../parts/status.tsx';
import { printQuery, withValues } from '../query/language.ts';
import { texts } from '../texts.ts';
import { For } from './for.tsx';
import { termsOf, type Repository, type RevisionRow } from './repositories.ts';

/** Number of rows to show. A button shows the rest. */
const SHOWN = 10;

export function RepositoryPart({
  repository: { url, revisions, lagging, laggingSince, notApplied },
}: {
  repository: Repository;
}) {
  const [isWhole, setWhole] = useState(false);
  const title = useId();
  const said = texts.revisions;
  const shown = isWhole ? revisions : revisions.slice(0, SHOWN);
  return (
    <section aria-labelledby={title} className="repository">
      <header className="repository-head">
        <h2 id={title}>{url}</h2>
        {lagging > 0 && (
          <span className="lags">
            {said.repository.lagging(lagging)}
            {laggingSince !== undefined && (
              <>
                {' '}
                <For words={said.for} since={laggingSince} />
              </>
            )}
          </span>
        )}
        {notApplied > 0 && <span className="quiet">{said.repository.notApplied(notApplied)}</span>}
      </header>
      <ul>
        {shown.map(row => (
          <Row key={`${row.revision} ${row.attempted}`} row={row} />
        ))}
      </ul>
      {revisions.length > shown.length && (
        <p>
          <button className="link-button" onClick={() => setWhole(true)}>
            {said.moreRevisions(revisions.length - shown.length)}
          </button>
        </p>
      )}
    </section>
  );
}

function Row({ row }: { row: RevisionRow }) {
  const { revision, attempted, objectCount, clusterCount, clusters, statusCounts } = row;
  const said = texts.revisions;
  const short = shortRevision(revision);
  const terms = termsOf(row);
  return (
    <li className="revision">
      <code title={revision}>{short}</code>
      <span className="revision-state">
        <State row={row} />
      </span>
      <span className="revision-objects">
        <Link
          to="/objects"
          search={{ q: printQuery(terms) }}
          preload={false}
          aria-label={(attempted ? said.attemptedOf : said.objectsOf)(objectCount, short)}
        >
          {said.objects(objectCount)}
        </Link>
        {statusCounts.failed > 0 && (
          <Link
            to="/objects"
            search={{ q: printQuery(withValues(terms, 'status', ['failed'])) }}
            preload={false}
            className="failing"
            aria-label={said.failedOf(statusCounts.failed, short)}
          >
            <StatusShape status="FAILED" /> {said.failed(statusCounts.failed)}
          </Link>
        )}
      </span>
      <ul className="chips" aria-label={said.clusters}>
        {clusters.map(({ name }) => (
          <li key={name}>
            <Link
              to="/objects"
              search={{ q: printQuery(termsOf(row, name)) }}
              preload={false}
              className="chip"
              aria-label={said.onCluster(name, short)}
            >
              {name}
            </Link>
          </li>
        ))}
        {clusterCount > clusters.length && (
          <li>
            <Link to="/objects" search={{ q: printQuery(terms), group: 'cluster' }} preload={false}>
              {said.moreClusters(clusterCount - clusters.length)}
            </Link>
          </li>
        )}
      </ul>
    </li>
  );
}

function State({ row }: { row: RevisionRow }) {
  const { attempted, laggingCount, laggingSince, sourceRevision, objectCount, behind, isNewest, firstSeenAt } = row;
  const said = texts.revisions;
  if (laggingCount > 0) {
    const words = said.row.lags(
      laggingCount,
      objectCount,
      sourceRevision === null ? said.row.source : shortRevision(sourceRevision),
    );
    return (
      <span className="lags" title={sourceRevision ?? undefined}>
        {laggingSince === null ? words : <For words={`${words} ${said.for}`} since={laggingSince} />}
      </span>
    );
  }
  if (attempted) return <span className="lags">{said.row.attempted}</span>;
  if (behind) return <For words={said.row.behind(shortRevision(behind.revision))} since={behind.since} />;
  if (isNewest && firstSeenAt !== null)
    return (
      <span className="quiet">
        <For words={said.row.newest} since={firstSeenAt} />
      </span>
    );
  return null;
}
