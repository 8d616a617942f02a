/** The clusters that the reader may know of: those in trouble first, and what fails on each. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { age } from '../format/time.ts';
import { ClustersDocument, type ClusterRowFragment, type CoverageState } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { SearchedPage } from '../parts/searched-page.tsx';
import { StatusShape } from '../parts/status.tsx';
import { printQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { ClusterState } from './cluster-state.tsx';
import { Registrations } from './registrations.tsx';
import './clusters.css';

const WORST_FIRST: readonly CoverageState[] = ['CLOSED', 'UNREACHABLE', 'STALE', 'REBUILDING', 'INDEXED'];

export function ClustersPage() {
  const { data, problem } = useAnswer(ClustersDocument, {}, { everyMs: LIST_EVERY_MS });
  const [sought, setSought] = useState('');
  const said = texts.clusters;
  const failing = new Map(data?.failing?.facets?.[0]?.values.map(({ value, count }) => [value, count]));
  const all = data?.clusters?.nodes ?? [];
  const shown = all
    .filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()))
    .toSorted(
      (a, b) =>
        WORST_FIRST.indexOf(a.coverage.state) - WORST_FIRST.indexOf(b.coverage.state) ||
        (failing.get(b.name) ?? 0) - (failing.get(a.name) ?? 0) ||
        (a.name < b.name ? -1 : 1),
    );
  const beyond = (data?.clusters?.totalCount ?? 0) - all.length;
  return (
    <SearchedPage said={said} sought={sought} onSeek={setSought} count={data && all.length} problem={problem}>
      {all.length > 0 && <p className="quiet">{said.which}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.title} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.name}</th>
                <th scope="col">{said.state}</th>
                <th scope="col" className="number">
                  {said.failing}
                </th>
                <th scope="col" className="number">
                  {said.objects}
                </th>
                <th scope="col" className="number wide">
                  {said.kinds}
                </th>
                <th scope="col" className="wide">
                  {said.version}
                </th>
                <th scope="col" className="wide">
                  {said.answered}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(cluster => (
                <Row key={cluster.id} cluster={cluster} failing={failing.get(cluster.name) ?? 0} />
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

function Row({ cluster: { name, coverage, objectCount, kubernetesVersion }, failing }: { cluster: ClusterRowFragment; failing: number }) {
  const now = useNow(5_000);
  const search = (...terms: { field: 'cluster' | 'status'; values: string[] }[]) => ({
    q: printQuery(terms.map(term => ({ ...term, negated: false }))),
  });
  return (
    <tr>
      <th scope="row">
        <Link to="/cluster" search={{ name }}>
          {name}
        </Link>
      </th>
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
      <td className="number">
        <Link to="/objects" search={search({ field: 'cluster', values: [name] })} aria-label={texts.clusters.objectsOn(objectCount, name)}>
          {objectCount.toLocaleString()}
        </Link>
      </td>
      <td className="number wide">
        {coverage.kindsTotal !== null && texts.clusters.kindsListed(coverage.kindsListed ?? 0, coverage.kindsTotal)}
      </td>
      <td className="wide">{kubernetesVersion}</td>
      <td className="nowrap wide">{coverage.syncedAt ? texts.ago(age(coverage.syncedAt, now) ?? '') : ''}</td>
    </tr>
  );
}
