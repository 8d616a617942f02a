/** Pods that restart most, over all clusters. Shows how the container with the most restarts last failed or ended. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { InProduction } from '../clusters/production.tsx';
import { counted } from '../format/count.ts';
import { age, instant } from '../format/time.ts';
import { RestartsDocument, type RestartLineFragment } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { useMeaning } from '../objects/use-list.ts';
import { useNow } from '../parts/clock.ts';
import { useRested } from '../parts/rested.ts';
import { SearchedPage } from '../parts/searched-page.tsx';
import { parseQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { restartTexts as said } from './texts.ts';

const route = getRouteApi('/restarts');
const PAGE = 100;

export function RestartsPage() {
  const { q = '', after = null } = route.useSearch();
  const navigate = route.useNavigate();
  const rested = useRested(q);
  const { meaning } = useMeaning(
    useMemo(() => parseQuery(rested), [rested]),
    { mayWait: true },
  );
  const { data, problem } = useAnswer(
    RestartsDocument,
    { filter: meaning?.filter ?? null, first: PAGE, after },
    { everyMs: 2 * LIST_EVERY_MS, paused: !meaning },
  );
  const page = data?.restarts ?? undefined;
  return (
    <SearchedPage
      said={rested === '' ? said : { ...said, none: said.noneFound }}
      sought={q}
      onSeek={q => void navigate({ search: q === '' ? {} : { q }, replace: true })}
      count={page?.totalCount}
      problem={problem}
    >
      {meaning && meaning.problems.length > 0 && (
        <p className="problem">
          {meaning.problems.map(({ type, value, meant }) => texts.queryProblem[type](value, meant)).join(' ')}
        </p>
      )}
      {page && page.totalCount > 0 && (
        <>
          <p>
            {said.total(page.totalCount)} <span className="quiet">{said.how}</span>
          </p>
          <Pods pods={page.nodes} />
          <p className="pages">
            {after !== null && (
              <Link to="/restarts" search={q === '' ? {} : { q }}>
                {said.firstPage}
              </Link>
            )}{' '}
            {page.pageInfo.hasNextPage && page.pageInfo.endCursor !== null && (
              <Link to="/restarts" search={{ ...(q !== '' && { q }), after: page.pageInfo.endCursor }}>
                {said.nextPage}
              </Link>
            )}
          </p>
        </>
      )}
    </SearchedPage>
  );
}

function Pods({ pods }: { pods: readonly RestartLineFragment[] }) {
  const now = useNow(5_000);
  return (
    <div className="table-frame" role="region" aria-label={said.title} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="number">
              {said.restarts}
            </th>
            <th scope="col">{said.pod}</th>
            <th scope="col">{said.reason}</th>
            <th scope="col">{said.ended}</th>
            <th scope="col" className="wide">
              {said.container}
            </th>
          </tr>
        </thead>
        <tbody>
          {pods.map(({ object: { id, cluster, namespace, name }, restarts, container, lastTerminatedAt, ...end }) => (
            <tr key={id}>
              <td className="number">{counted(restarts)}</td>
              <th scope="row">
                <Link to="/object" search={{ id }} preload={false}>
                  {namespace}/{name}
                </Link>{' '}
                <span className="quiet">{cluster.name}</span> <InProduction cluster={cluster.name} isShort />
              </th>
              <td>{said.end(end.reason, end.exitCode)}</td>
              <td className="nowrap">
                {lastTerminatedAt !== null && (
                  <time dateTime={lastTerminatedAt} title={instant(lastTerminatedAt)}>
                    {texts.ago(age(lastTerminatedAt, now) ?? '')}
                  </time>
                )}
              </td>
              <td className="wide">{container}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
