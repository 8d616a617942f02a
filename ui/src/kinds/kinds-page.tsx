/** Kinds that the caller may list on at least one cluster, most failures first. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { byHealth, statusesOf, type Counted } from '../format/status-counts.ts';
import { KindsDocument, type KindsQuery } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { SearchedPage } from '../parts/searched-page.tsx';
import { StatusCells, StatusHeads } from '../parts/status-cells.tsx';
import { printQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

type Kind = NonNullable<KindsQuery['kinds']>[number];

export function KindsPage() {
  const { data, problem } = useAnswer(KindsDocument, {}, { everyMs: LIST_EVERY_MS });
  const [sought, setSought] = useState('');
  const said = texts.kinds;
  const kinds = data?.kinds ?? [];
  const shown = kinds
    .filter(({ value }) => value.toLowerCase().includes(sought.toLowerCase()))
    .toSorted((a, b) => byHealth(a.statusCounts, b.statusCounts) || (a.value < b.value ? -1 : 1));
  const statuses = statusesOf(kinds);
  return (
    <SearchedPage said={said} sought={sought} onSeek={setSought} count={data && kinds.length} problem={problem}>
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.title} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.name}</th>
                <th scope="col" className="wide">
                  {said.group}
                </th>
                <StatusHeads statuses={statuses} />
                <th scope="col" className="number wide">
                  {said.clusters}
                </th>
                <th scope="col" className="wide">
                  {said.versions}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(kind => (
                <Row key={kind.id} kind={kind} statuses={statuses} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SearchedPage>
  );
}

function Row({ kind, statuses }: { kind: Kind; statuses: readonly Counted[] }) {
  const { name, group, value, versions, clusterCount, objectCount, statusCounts } = kind;
  const terms = [{ field: 'kind' as const, negated: false, values: [value] }];
  const q = printQuery(terms);
  return (
    <tr>
      <th scope="row">
        <Link to="/objects" search={{ q }}>
          {name}
        </Link>
      </th>
      <td className="wide quiet">{group || texts.kinds.core}</td>
      <StatusCells counts={statusCounts} count={objectCount} statuses={statuses} title={name} terms={terms} />
      <td className="number wide">
        <Link to="/objects" search={{ q, group: 'cluster' }} aria-label={texts.kinds.byCluster(clusterCount, name)}>
          {clusterCount.toLocaleString()}
        </Link>
      </td>
      <td className="wide quiet">{versions.join(', ')}</td>
    </tr>
  );
}
