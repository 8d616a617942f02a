/** Recent changes by cluster and namespace, and the latest changes in detail. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { InProduction } from '../clusters/production.tsx';
import { byHealth, statusesOf, type Counted } from '../format/status-counts.ts';
import { shortRevision } from '../format/revision.ts';
import { age, instant } from '../format/time.ts';
import { RecentChangesDocument, type RecentChangesQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { StatusCells, StatusHeads } from '../parts/status-cells.tsx';
import { StatusMark } from '../parts/status.tsx';
import type { Term } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { asSpan, filterOf, PACKAGE_KINDS, SPANS } from './spans.ts';

const route = getRouteApi('/changes');
const LATEST = 100;

type Found = NonNullable<RecentChangesQuery['objects']>;
type Group = NonNullable<Found['groups']>['nodes'][number];
type Changed = NonNullable<Found['nodes']>[number];

export function ChangesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const span = asSpan(search.within);
  const all = search.of === 'all';
  const { data, problem } = useAnswer(
    RecentChangesDocument,
    { filter: filterOf(span, all), first: LATEST },
    { everyMs: DETAILS_EVERY_MS },
  );
  const said = texts.changes;
  useEffect(() => {
    document.title = texts.title(said.title);
  }, [said.title]);
  const found = data?.objects ?? undefined;
  const show = (within: string, of: 'all' | 'packages') =>
    void navigate({ search: { within, ...(of === 'all' && { of }) }, replace: true });
  return (
    <div className="page">
      <header className="page-head">
        <h1>{said.title}</h1>
        <label>
          {said.since}{' '}
          <select value={span} onChange={event => show(event.target.value, all ? 'all' : 'packages')}>
            {SPANS.map(it => (
              <option key={it} value={it}>
                {said.spans[it]}
              </option>
            ))}
          </select>
        </label>
        <label className="switch">
          <input
            type="checkbox"
            checked={all}
            onChange={event => show(span, event.target.checked ? 'all' : 'packages')}
          />{' '}
          {said.all}
        </label>
      </header>
      <p className="quiet">{all ? said.howAll : said.how}</p>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {found?.totalCount === 0 && <p className="empty">{said.none}</p>}
      {found && found.totalCount > 0 && (
        <>
          <Places
            groups={found.groups?.nodes ?? []}
            beyond={(found.groups?.totalCount ?? 0) - (found.groups?.nodes.length ?? 0)}
            all={all}
          />
          <Latest changed={found.nodes ?? []} />
          {found.totalCount > LATEST && <p className="quiet">{said.more(found.totalCount - LATEST)}</p>}
        </>
      )}
    </div>
  );
}

/** Number of namespaces to show at first. A button shows the rest. */
const SHOWN_PLACES = 10;

function Places({ groups, beyond, all }: { groups: readonly Group[]; beyond: number; all: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const said = texts.changes;
  const statuses = statusesOf(groups);
  const worstFirst = groups.toSorted((a, b) => byHealth(a.statusCounts, b.statusCounts) || b.count - a.count);
  const shown = isWhole ? worstFirst : worstFirst.slice(0, SHOWN_PLACES);
  return (
    <section>
      <h2>{said.places}</h2>
      <div className="table-frame" role="region" aria-label={said.places} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{said.cluster}</th>
              <th scope="col">{said.namespace}</th>
              <StatusHeads statuses={statuses} />
            </tr>
          </thead>
          <tbody>
            {shown.map(group => (
              <Place
                key={JSON.stringify(group.values.map(({ value }) => value))}
                group={group}
                statuses={statuses}
                all={all}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < worstFirst.length && (
        <p>
          <button className="link-button" onClick={() => setWhole(true)}>
            {said.showPlaces(worstFirst.length - shown.length)}
          </button>
        </p>
      )}
      {beyond > 0 && <p className="quiet">{said.morePlaces(beyond)}</p>}
    </section>
  );
}

/**
 * Row of a cluster and namespace, with the numbers of changed objects. Each number links to a list that also contains
 * objects without a recent change, because the query language has no condition on the time of a change.
 */
function Place({
  group: { values, count, statusCounts },
  statuses,
  all,
}: {
  group: Group;
  statuses: readonly Counted[];
  all: boolean;
}) {
  const [cluster, namespace] = values;
  const terms: Term[] = [
    ...(all ? [] : [{ field: 'kind' as const, negated: false, values: [...PACKAGE_KINDS] }]),
    { field: 'cluster' as const, negated: false, values: [cluster?.value ?? ''] },
    ...(namespace?.value ? [{ field: 'namespace' as const, negated: false, values: [namespace.value] }] : []),
  ];
  return (
    <tr>
      <th scope="row">
        <Link to="/cluster" search={{ name: cluster?.value ?? '' }}>
          {cluster?.title}
        </Link>{' '}
        <InProduction cluster={cluster?.value ?? ''} isShort />
      </th>
      <td>{namespace?.value ?? <span className="quiet">{texts.changes.noNamespace}</span>}</td>
      <StatusCells
        counts={statusCounts}
        count={count}
        statuses={statuses}
        title={`${cluster?.title ?? ''} ${namespace?.title ?? ''}`}
        terms={terms}
      />
    </tr>
  );
}

function Latest({ changed }: { changed: readonly Changed[] }) {
  const said = texts.changes;
  return (
    <section>
      <h2>{said.latest}</h2>
      <div className="table-frame" role="region" aria-label={said.latest} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{said.when}</th>
              <th scope="col">{said.object}</th>
              <th scope="col">{said.status}</th>
              <th scope="col" className="wide">
                {said.reason}
              </th>
              <th scope="col" className="wide">
                {said.revision}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map(object => (
              <Change key={object.id} object={object} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Change({ object }: { object: Changed }) {
  const { id, cluster, kind, namespace, name, status, suspended, reason, revision, transitionedAt, history } = object;
  const now = useNow(5_000);
  const before = history?.[1];
  const said = texts.changes;
  return (
    <tr>
      <td className="nowrap">
        {transitionedAt && (
          <time dateTime={transitionedAt} title={instant(transitionedAt)}>
            {texts.ago(age(transitionedAt, now) ?? '')}
          </time>
        )}
      </td>
      <th scope="row">
        <Link to="/object" search={{ id }}>
          {kind} {namespace !== null && `${namespace}/`}
          {name}
        </Link>{' '}
        <span className="quiet">{cluster.name}</span> <InProduction cluster={cluster.name} isShort />
      </th>
      <td>
        <StatusMark status={status} suspended={suspended} />
        {before && before.status !== status && (
          <span className="quiet"> {said.before(texts.status[before.status])}</span>
        )}
      </td>
      <td className="wide">{reason}</td>
      <td className="wide">
        {revision && <code title={revision}>{shortRevision(revision)}</code>}
        {before?.revision && before.revision !== revision && (
          <span className="quiet"> {said.before(shortRevision(before.revision))}</span>
        )}
      </td>
    </tr>
  );
}
