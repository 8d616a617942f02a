/**
 * One object over all clusters. Shows a row for each cluster that has the object, and marks values that deviate. Lists
 * the clusters without the object.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ask } from '../client.ts';
import { InProduction } from '../clusters/production.tsx';
import { kindValue, partsOfId, type ObjectParts } from '../format/object-id.ts';
import { shortRevision } from '../format/revision.ts';
import { age } from '../format/time.ts';
import {
  AppliedImagesDocument,
  ElsewhereDocument,
  FleetClustersDocument,
  ReplicasDocument,
  WhyNotThereDocument,
  type ElsewhereQuery,
  type ObjectFilter,
  type WhyNotThereQuery,
} from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { hasReplicas, replicasOf, tellingLabels, usualOf, variety } from './matrix.ts';
import { compareTexts } from './texts.ts';
import { pageOf, useWhole } from './use-whole.ts';
import './compare.css';

const route = getRouteApi('/elsewhere');
const said = compareTexts.elsewhere;
/** Maximum number of pages to read. */
const MOST_PAGES = 5;
/** Maximum number of rows for which replicas or applied images are read. */
const READ_LIVE = 100;
/** Maximum number of clusters without the object that are listed with a reason. */
const SHOWN_WITHOUT = 50;
const CLUSTER_PAGES = 4;

type Found = NonNullable<ElsewhereQuery['objects']>['nodes'][number];

export function ElsewherePage() {
  const { id } = route.useSearch();
  const parts = partsOfId(id);
  useEffect(() => {
    document.title = texts.title(said.title(parts.name));
  }, [parts.name]);
  const found = useWhole<Found>(
    parts.name === '' ? undefined : id,
    async after => {
      const { data, problem } = await ask(ElsewhereDocument, {
        filter: sameObject(parts),
        ...(after !== undefined && { after }),
      });
      return pageOf(data?.objects, problem);
    },
    MOST_PAGES,
  );
  const rows = found?.items ?? [];
  return (
    <div className="page elsewhere">
      <p className="crumbs">
        <Link to="/object" search={{ id }}>
          {parts.kind} {parts.name}
        </Link>
        <span>{texts.object.elsewhere}</span>
      </p>
      <header className="page-head">
        <h1>
          <span className="quiet">{parts.kind}</span> {parts.name || said.noId}{' '}
          {found && <span className="quiet">· {said.onClusters(rows.length)}</span>}
        </h1>
      </header>
      <p className="quiet">{said.what}</p>
      {found?.problem && <p className="problem">{found.problem.message}</p>}
      {!found && parts.name !== '' && <p className="quiet">{said.reading}</p>}
      {found && rows.length === 0 && !found.problem && <p className="empty">{said.none}</p>}
      {rows.length > 0 && <Matrix key={id} id={id} parts={parts} rows={rows} />}
      {found?.isPart && <p className="quiet">{said.more(rows.length)}</p>}
      {found && !found.isPart && !found.problem && <Without key={`without ${id}`} parts={parts} rows={rows} />}
    </div>
  );
}

function sameObject(parts: ObjectParts): ObjectFilter {
  return {
    kinds: [kindValue(parts)],
    names: [parts.name],
    ...(parts.namespace === '' ? { namespaced: false } : { namespaces: [parts.namespace] }),
  };
}

interface Column {
  readonly title: string;
  /** Value to compare between rows. Undefined if a row has no value. */
  readonly value: (row: Found) => string | undefined;
  /** True if the header shows the number of different values. */
  readonly tellsVariety?: true;
  readonly cell: (row: Found) => ReactNode;
}

function Matrix({ id, parts, rows }: { id: string; parts: ObjectParts; rows: readonly Found[] }) {
  const now = useNow(5_000);
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const columns = useColumns(parts, rows);
  // usualOf() prefers earlier rows if two values are equally frequent. So the row that the user came from is first.
  const fromFirst = rows.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  const usual = columns.map(({ value }) => usualOf(fromFirst.map(value)));
  const deviates = (row: Found, at: number) => {
    const value = columns[at]?.value(row);
    return value !== undefined && value !== usual[at];
  };
  const shown = onlyDiffering ? rows.filter(row => columns.some((_, at) => deviates(row, at))) : rows;
  const labels = tellingLabels(rows.map(({ cluster }) => cluster.labels));
  const base = rows.find(row => row.id === id) ?? rows[0];
  return (
    <>
      <p>
        <label className="switch">
          <input type="checkbox" checked={onlyDiffering} onChange={event => setOnlyDiffering(event.target.checked)} />{' '}
          {said.differing}
        </label>
      </p>
      {shown.length === 0 && <p className="quiet">{said.allSame}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.title(parts.name)} tabIndex={0}>
          <table className="table matrix">
            <thead>
              <tr>
                <th scope="col">{said.cluster}</th>
                {labels.map(key => (
                  <th key={key} scope="col" className="wide">
                    {key.split('/').at(-1)}
                  </th>
                ))}
                {columns.map(({ title, value, tellsVariety = false }) => {
                  const values = tellsVariety ? variety(rows.map(value)) : 1;
                  return (
                    <th key={title} scope="col">
                      {title} {values > 1 && <span className="variety">{said.values(values)}</span>}
                    </th>
                  );
                })}
                <th scope="col" className="wide">
                  {said.since}
                </th>
                <th scope="col">{said.compare}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(row => (
                <tr key={row.id} aria-current={row.id === id || undefined}>
                  <th scope="row">
                    <Link to="/object" search={{ id: row.id }}>
                      {row.cluster.name}
                    </Link>{' '}
                    <InProduction cluster={row.cluster.name} isShort />
                  </th>
                  {labels.map(key => (
                    <td key={key} className="wide quiet">
                      {row.cluster.labels[key]}
                    </td>
                  ))}
                  {columns.map(({ title, cell }, at) => (
                    <td key={title} data-deviates={deviates(row, at) || undefined}>
                      {deviates(row, at) && (
                        <span className="deviates" title={said.differs}>
                          <span aria-hidden="true">≠</span>
                          <span className="sr-only">{said.differs}: </span>
                        </span>
                      )}{' '}
                      {cell(row)}
                    </td>
                  ))}
                  <td className="wide quiet nowrap">{age(row.transitionedAt, now)}</td>
                  <td className="nowrap">
                    {row.id === base?.id ? (
                      <span className="quiet">{said.thisOne}</span>
                    ) : (
                      base && (
                        <Link
                          to="/diff"
                          search={{ left: base.id, right: row.id }}
                          preload={false}
                          aria-label={said.diffLabel(row.cluster.name)}
                        >
                          {said.diff}
                        </Link>
                      )
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Columns that have a value in at least one row. Workloads always have the column of replicas. */
function useColumns(parts: ObjectParts, rows: readonly Found[]): readonly Column[] {
  const ids = rows.slice(0, READ_LIVE).map(row => row.id);
  const scales = hasReplicas(parts);
  const replicas = useAnswer(ReplicasDocument, { ids }, { everyMs: DETAILS_EVERY_MS, paused: !scales });
  const hasImages = rows.some(row => row.images.length > 0);
  const applied = useAnswer(AppliedImagesDocument, { ids }, { everyMs: DETAILS_EVERY_MS, paused: hasImages });
  const liveOf = new Map(replicas.data?.objects?.nodes.map(row => [row.id, row.live]));
  const appliedBy = new Map(applied.data?.objects?.nodes.map(row => [row.id, row.related]));
  const imagesOf = (row: Found): readonly string[] =>
    hasImages
      ? row.images
      : [...new Set(appliedBy.get(row.id)?.edges.flatMap(({ node }) => node?.images ?? []))].sort();
  const isPart = (row: Found) => {
    const related = appliedBy.get(row.id);
    return !hasImages && related != null && related.totalCount > related.edges.length;
  };
  const revisionOf = (row: Found) => row.revision ?? row.managedBy?.revision ?? undefined;
  const replicasIn = (row: Found) => {
    const live = liveOf.get(row.id);
    return live?.state === 'OK' ? replicasOf(parts.kind, live.spec, live.status) : undefined;
  };
  const columns: readonly Column[] = [
    {
      title: said.status,
      value: row => row.status + (row.suspended ? ' suspended' : ''),
      cell: row => (
        <>
          <StatusMark status={row.status} suspended={row.suspended} />
          {row.status !== 'CURRENT' && row.reason && <span className="quiet small matrix-reason">{row.reason}</span>}
        </>
      ),
    },
    {
      title: hasImages ? said.images : said.appliedImages,
      tellsVariety: true,
      value: row => imagesOf(row).join('\n') || undefined,
      cell: row => (
        <>
          {imagesOf(row).map(image => (
            <div key={image} title={image}>
              <code>{shortRevision(image)}</code>
            </div>
          ))}
          {isPart(row) && <span className="quiet">{said.moreImages}</span>}
        </>
      ),
    },
    {
      title: said.revision,
      tellsVariety: true,
      value: revisionOf,
      cell: row => {
        const revision = revisionOf(row);
        if (revision === undefined) return null;
        const { managedBy } = row;
        const how = row.revision === null && managedBy ? said.byManager(managedBy.kind, managedBy.name) : undefined;
        return (
          <span title={how ? `${revision}\n${how}` : revision}>
            <code>{shortRevision(revision)}</code>
            {how && <span className="sr-only"> {how}</span>}
          </span>
        );
      },
    },
    {
      title: said.replicas,
      // The rows differ only if replicas are missing. Different numbers of replicas are normal.
      value: row => {
        const found = replicasIn(row);
        return found && (found.ready < found.desired ? 'short' : 'complete');
      },
      cell: row => {
        const found = replicasIn(row);
        const live = liveOf.get(row.id);
        if (!found)
          return (
            live &&
            live.state !== 'OK' && <span className="quiet">{texts.live.states[live.state](row.cluster.name)}</span>
          );
        return (
          <span className="replicas" data-short={found.ready < found.desired || undefined}>
            <span aria-hidden="true">
              {found.ready}/{found.desired}
            </span>
            <span className="sr-only">{said.ready(found.ready, found.desired)}</span>
          </span>
        );
      },
    },
  ];
  return columns.filter(
    ({ title, value }) => rows.some(row => value(row) !== undefined) || (title === said.replicas && scales),
  );
}

type CoveredCluster = NonNullable<WhyNotThereQuery['clusters']>['nodes'][number];

function Without({ parts, rows }: { parts: ObjectParts; rows: readonly Found[] }) {
  const clusters = useWhole<{ readonly name: string }>(
    'clusters',
    async after => {
      const { data, problem } = await ask(FleetClustersDocument, after === undefined ? {} : { after });
      return pageOf(data?.clusters, problem);
    },
    CLUSTER_PAGES,
  );
  const there = new Set(rows.map(({ cluster }) => cluster.name));
  const without = clusters?.items.flatMap(({ name }) => (there.has(name) ? [] : [name])) ?? [];
  const names = without.slice(0, SHOWN_WITHOUT);
  const why = useAnswer(WhyNotThereDocument, { names }, { everyMs: DETAILS_EVERY_MS, paused: names.length === 0 });
  const covered = new Map(why.data?.clusters?.nodes.map(it => [it.name, it]));
  if (without.length === 0 && !clusters?.isPart) return null;
  return (
    <section>
      <h2>
        {said.without} <span className="count">{without.length}</span>
      </h2>
      {clusters?.isPart && <p className="problem">{said.partOfClusters}</p>}
      <ul className="without">
        {names.map(name => (
          <li key={name}>
            <Link to="/cluster" search={{ name }}>
              {name}
            </Link>{' '}
            <span className="quiet">{whyWithout(covered.get(name), parts)}</span>
          </li>
        ))}
      </ul>
      {without.length > names.length && <p className="quiet">{said.withoutMore(without.length - names.length)}</p>}
    </section>
  );
}

function whyWithout(cluster: CoveredCluster | undefined, { group, kind }: ObjectParts): string {
  if (!cluster) return '';
  const { state, kinds } = cluster.coverage;
  if (state === 'CLOSED' || state === 'UNREACHABLE') return texts.coverageState[state];
  const known = kinds.find(it => it.group === group && it.kind === kind);
  if (!known) return said.why.unknown;
  if (state === 'REBUILDING' || known.state === 'PENDING' || known.state === 'LISTING') return said.why.unread;
  if (known.state === 'WATCHING')
    return state === 'STALE' ? `${said.why.absent}. ${texts.coverageState.STALE}` : said.why.absent;
  return `${said.why.absent}. ${texts.kindState[known.state]}`;
}
