/**
 * List of the clusters that the caller may see: health, size and coverage of each. By default, clusters in trouble come
 * first.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { age } from '../format/time.ts';
import { ClustersDocument } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { SearchedPage } from '../parts/searched-page.tsx';
import { ShareBar } from '../parts/share-bar.tsx';
import { StatusShape } from '../parts/status.tsx';
import { printQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { ClusterState } from './cluster-state.tsx';
import { isProduction } from './environment.ts';
import { ProductionMark } from './production.tsx';
import { Registrations } from './registrations.tsx';
import {
  directionOf,
  linesOf,
  nextSort,
  parseSort,
  sorted,
  type ClusterLine,
  type Sort,
  type SortKey,
} from './sorting.ts';
import './clusters.css';

const route = getRouteApi('/clusters');

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly className?: string;
}

export function ClustersPage() {
  const { data, problem } = useAnswer(ClustersDocument, {}, { everyMs: LIST_EVERY_MS });
  const [sought, setSought] = useState('');
  const sort = parseSort(route.useSearch().sort);
  const said = texts.clusters;
  const all = data ? linesOf(data) : [];
  const shown = sorted(
    all.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase())),
    sort,
  );
  const most = Math.max(...all.map(({ objectCount }) => objectCount));
  const hasEnvironments = all.some(({ environment }) => environment !== undefined);
  const hasNodes = all.some(({ nodes }) => nodes !== undefined);
  const beyond = (data?.clusters?.totalCount ?? 0) - all.length;
  const columns: readonly Column[] = [
    { key: 'name', title: said.name },
    ...(hasEnvironments ? [{ key: 'environment' as const, title: said.environment, className: 'wide' }] : []),
    { key: 'state', title: said.state },
    { key: 'failing', title: said.failing, className: 'number' },
    { key: 'objects', title: said.objects, className: 'health' },
    ...(hasNodes ? [{ key: 'nodes' as const, title: said.nodes, className: 'number wide' }] : []),
    { key: 'version', title: said.version, className: 'wide' },
    { key: 'answered', title: said.answered, className: 'wide' },
  ];
  return (
    <SearchedPage said={said} sought={sought} onSeek={setSought} count={data && all.length} problem={problem}>
      {all.length > 0 && <p className="quiet">{said.which}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.title} tabIndex={0}>
          <table className="table clusters">
            <thead>
              <tr>
                {columns.map(column => (
                  <Head key={column.key} column={column} sort={sort} />
                ))}
                <th scope="col" className="number wide">
                  {said.kinds}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(line => (
                <Row key={line.id} line={line} most={most} hasEnvironments={hasEnvironments} hasNodes={hasNodes} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {beyond > 0 && <p className="quiet">{said.beyond(beyond)}</p>}
      {data && <Registrations listed={all.map(({ name }) => name)} />}
    </SearchedPage>
  );
}

function Head({ column: { key, title, className }, sort }: { column: Column; sort: Sort | undefined }) {
  const direction = sort?.key === key ? directionOf(sort) : undefined;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <Link to="/clusters" search={{ sort: nextSort(sort, key) ?? '' }} replace preload={false} className="sort-link">
        {title}
        {direction && <span aria-hidden="true">{direction === 'ascending' ? ' ▴' : ' ▾'}</span>}
      </Link>
    </th>
  );
}

interface RowProps {
  readonly line: ClusterLine;
  /** Number of objects of the largest cluster. */
  readonly most: number;
  readonly hasEnvironments: boolean;
  readonly hasNodes: boolean;
}

function Row({ line, most, hasEnvironments, hasNodes }: RowProps) {
  const { name, coverage, objectCount, kubernetesVersion, statusCounts, environment, nodes } = line;
  const now = useNow(5_000);
  const failing = statusCounts?.failed ?? 0;
  const search = (...terms: { field: 'cluster' | 'status' | 'kind'; values: string[] }[]) => ({
    q: printQuery(terms.map(term => ({ ...term, negated: false }))),
  });
  return (
    <tr data-tinted={failing > 0 || undefined}>
      <th scope="row">
        <Link to="/cluster" search={{ name }}>
          {name}
        </Link>
      </th>
      {hasEnvironments && (
        <td className="wide nowrap">
          {environment} {isProduction(environment) && environment !== texts.production && <ProductionMark />}
        </td>
      )}
      <td>
        <ClusterState coverage={coverage} />
      </td>
      <td className="number">
        {failing > 0 ? (
          <Link
            to="/objects"
            search={search({ field: 'status', values: ['failed'] }, { field: 'cluster', values: [name] })}
            className="failing"
            aria-label={texts.clusters.failingOn(failing, name)}
          >
            <StatusShape status="FAILED" /> {failing.toLocaleString()}
          </Link>
        ) : (
          <span className="quiet">0</span>
        )}
      </td>
      <td className="health">
        <Link
          to="/objects"
          search={search({ field: 'cluster', values: [name] })}
          preload={false}
          aria-label={texts.clusters.objectsOn(objectCount, name)}
        >
          <span className="health-count">{objectCount.toLocaleString()}</span>
          {statusCounts && <ShareBar counts={statusCounts} most={most} />}
        </Link>
      </td>
      {hasNodes && (
        <td className="number wide">
          {nodes !== undefined && (
            <Link
              to="/objects"
              search={search({ field: 'kind', values: ['Node'] }, { field: 'cluster', values: [name] })}
              aria-label={texts.clusters.nodesOn(nodes, name)}
            >
              {nodes.toLocaleString()}
            </Link>
          )}
        </td>
      )}
      <td className="wide">{kubernetesVersion}</td>
      <td className="nowrap wide">{coverage.syncedAt ? texts.ago(age(coverage.syncedAt, now) ?? '') : ''}</td>
      <td className="number wide">
        {coverage.kindsTotal !== null && texts.clusters.kindsListed(coverage.kindsListed ?? 0, coverage.kindsTotal)}
      </td>
    </tr>
  );
}
