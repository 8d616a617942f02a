/** What is particular to the kind of an object: figures, tables, and the Pods that came of it. */
import { Link } from '@tanstack/react-router';
import { OwnPodsDocument, type OwnPodsQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { described, type Content, type Figure, type Table } from './kind-descriptions.ts';

interface KindDetailsProps {
  readonly object: { readonly id: string; readonly cluster: string; readonly group: string; readonly kind: string };
  readonly content: Content;
}

const said = texts.kindDetails;

export function KindDetails({ object, content }: KindDetailsProps) {
  const now = useNow(5_000);
  const found = described(object, content, now);
  if (!found) return null;
  return (
    <>
      <dl className="figures">
        {found.figures.map(figure => (
          <div key={figure.title} data-tone={figure.tone}>
            <dt>{said.figures[figure.title]}</dt>
            <dd>
              <FigureValue figure={figure} cluster={object.cluster} />
            </dd>
          </div>
        ))}
      </dl>
      {found.shows === 'Pod' && <OwnPods key={object.id} id={object.id} />}
      {found.tables.map(table => (
        <KindTable key={table.title} table={table} />
      ))}
    </>
  );
}

function FigureValue({ figure: { value, to }, cluster }: { figure: Figure; cluster: string }) {
  if (!to) return value;
  const id = [cluster, to.group, to.kind, to.namespace, to.name].map(encodeURIComponent).join('/');
  return (
    <Link to="/object" search={{ id }}>
      {value}
    </Link>
  );
}

function KindTable({ table: { title, columns, rows } }: { table: Table }) {
  return (
    <section>
      <h2>{said.tables[title]}</h2>
      <div className="table-frame" role="region" aria-label={said.tables[title]} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {said.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells: [name, ...cells], tone }, index) => (
              <tr key={index} data-tone={tone}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className={index === 0 && tone ? 'toned' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type Pod = NonNullable<NonNullable<OwnPodsQuery['tree']>['nodes'][number]['object']>;

/** The Pods of a workload, those that fail first. */
function OwnPods({ id }: { id: string }) {
  const { data, problem } = useAnswer(OwnPodsDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const pods = (data?.tree?.nodes ?? []).flatMap(({ object }): Pod[] => (object?.kind === 'Pod' && object.group === '' ? [object] : []));
  const sorted = pods.toSorted((a, b) => Number(b.status === 'FAILED') - Number(a.status === 'FAILED') || (a.name < b.name ? -1 : 1));
  return (
    <section>
      <h2>{said.pods}</h2>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.readingPods}</p>}
      {data && pods.length === 0 && <p className="quiet">{said.noPods}</p>}
      {pods.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.pods} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{texts.columns.name}</th>
                <th scope="col">{texts.columns.status}</th>
                <th scope="col">{texts.columns.message}</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(pod => (
                <tr key={pod.id}>
                  <th scope="row">
                    <Link to="/object" search={{ id: pod.id }}>
                      {pod.name}
                    </Link>
                  </th>
                  <td>
                    <StatusMark status={pod.status} suspended={pod.suspended} />
                  </td>
                  <td>
                    {pod.reason && <b>{pod.reason}</b>} {pod.message}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data?.tree?.truncated && <p className="quiet small">{texts.relations.truncated}</p>}
    </section>
  );
}
