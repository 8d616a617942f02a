/** Namespaces of a cluster with their statuses, most failures first. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { byHealth, statusesOf } from '../format/status-counts.ts';
import { ClusterNamespacesDocument } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { StatusCells, StatusHeads } from '../parts/status-cells.tsx';
import { printQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

/** Number of rows to show. A button shows the rest. */
const SHOWN = 50;

export function Namespaces({ cluster }: { cluster: string }) {
  const { data, problem } = useAnswer(ClusterNamespacesDocument, { name: cluster }, { everyMs: LIST_EVERY_MS });
  const [isWhole, setWhole] = useState(false);
  const said = texts.cluster;
  const { nodes = [], totalCount = 0 } = data?.namespaces ?? {};
  const sorted = nodes.toSorted((a, b) => byHealth(a.statusCounts, b.statusCounts) || (a.name < b.name ? -1 : 1));
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  const statuses = statusesOf(sorted);
  return (
    <section>
      <h2>{said.namespaces}</h2>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.readingNamespaces}</p>}
      {data && nodes.length === 0 && <p className="quiet">{said.noNamespaces}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.namespaces} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.namespace}</th>
                <StatusHeads statuses={statuses} />
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, name, objectCount, statusCounts }) => {
                const terms = [
                  { field: 'cluster' as const, values: [cluster] },
                  { field: 'namespace' as const, values: [name] },
                ].map(term => ({ ...term, negated: false }));
                return (
                  <tr key={id}>
                    <th scope="row">
                      <Link to="/objects" search={{ q: printQuery(terms) }}>
                        {name}
                      </Link>
                    </th>
                    <StatusCells
                      counts={statusCounts}
                      count={objectCount}
                      statuses={statuses}
                      title={name}
                      terms={terms}
                    />
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {sorted.length > shown.length && (
        <p>
          <button className="link-button" onClick={() => setWhole(true)}>
            {said.allNamespaces(sorted.length)}
          </button>
        </p>
      )}
      {totalCount > nodes.length && <p className="problem">{said.moreNamespaces(nodes.length, totalCount)}</p>}
    </section>
  );
}
