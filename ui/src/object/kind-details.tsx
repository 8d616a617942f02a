/**
 * Details of an object that depend on its kind: figures, usage of CPU and memory, tables, and lists of objects that
 * belong to the object.
 */
import { Link } from '@tanstack/react-router';
import { age } from '../format/time.ts';
import type { Problem } from '../client.ts';
import { OwnedDocument, PodsOfDocument, SelectedDocument, type OwnedQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { described, hasUsage } from './kind-descriptions.ts';
import type { Cell, Content, List, ObjectName, Table } from './kinds/parts.ts';
import { UsageHistory } from './usage-history.tsx';
import { Usage } from './usage.tsx';

interface KindDetailsProps {
  readonly object: ObjectName & { readonly id: string; readonly cluster: string };
  readonly content: Content;
  /** Columns that kubectl prints. Used for a kind without a description. */
  readonly columns: readonly { readonly name: string; readonly value: string; readonly wide: boolean }[];
}

const said = texts.kindDetails;

export function KindDetails({ object, content, columns }: KindDetailsProps) {
  const now = useNow(5_000);
  const { id, cluster, namespace } = object;
  const found = described(object, content, now, namespace);
  const figures = found
    ? found.figures.map(({ title, ...figure }) => ({ title: said.figures[title], ...figure }))
    : columns
        .filter(({ wide, value }) => !wide && value !== '')
        .map(({ name, value }) => ({ title: name, value, tone: undefined, to: undefined }));
  const lists = found?.lists ?? [];
  const owned = lists.filter(({ by }) => by === 'owner');
  return (
    <>
      {figures.length > 0 && (
        <dl className="figures">
          {figures.map(({ title, value, tone, to }) => (
            <div key={title} data-tone={tone}>
              <dt>{title}</dt>
              <dd>
                <CellValue cell={to ? { value, to } : value} cluster={cluster} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {hasUsage(object) && <Usage key={id} id={id} />}
      {hasUsage(object) && <UsageHistory key={`history ${id}`} id={id} />}
      {owned.length > 0 && <Owned key={`owned ${id}`} id={id} lists={owned} />}
      {lists.map(list => list.by === 'selector' && <Selected key={`${list.title} ${id}`} id={id} list={list} />)}
      {lists.map(list => list.by === 'cluster' && <PodsHere key={`${list.title} ${id}`} id={id} list={list} />)}
      {found?.tables.map(table => (
        <KindTable key={table.title} table={table} cluster={cluster} />
      ))}
    </>
  );
}

function CellValue({ cell, cluster }: { cell: Cell; cluster: string }) {
  if (typeof cell === 'string') return cell;
  const { value, to } = cell;
  const id = [cluster, to.group, to.kind, to.namespace, to.name].map(encodeURIComponent).join('/');
  return (
    <Link to="/object" search={{ id }}>
      {value}
    </Link>
  );
}

function KindTable({ table: { title, columns, rows }, cluster }: { table: Table; cluster: string }) {
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
            {rows.map(({ cells: [name = '', ...cells], tone }, index) => (
              <tr key={index} data-tone={tone}>
                <th scope="row">
                  <CellValue cell={name} cluster={cluster} />
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className={index === 0 && tone ? 'toned' : undefined}>
                    <CellValue cell={cell} cluster={cluster} />
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

type Row = NonNullable<NonNullable<OwnedQuery['tree']>['nodes'][number]['object']>;

/** Rows of the kind that the list shows. Failed objects come first, then the newest objects. */
function listed(rows: readonly Row[], { kind, group }: List): readonly Row[] {
  const when = ({ createdAt }: Row) => createdAt ?? '';
  return rows
    .filter(row => row.kind === kind && row.group === group)
    .toSorted(
      (a, b) =>
        Number(b.status === 'FAILED') - Number(a.status === 'FAILED') ||
        (when(a) > when(b) ? -1 : when(a) < when(b) ? 1 : 0),
    );
}

/** Lists of the objects that an object owns. One request reads the objects for all lists. */
function Owned({ id, lists }: { id: string; lists: readonly List[] }) {
  const { data, problem } = useAnswer(OwnedDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const rows = data && (data.tree?.nodes ?? []).flatMap(({ object }): Row[] => (object ? [object] : []));
  return lists.map(list => (
    <ListPart
      key={list.title}
      list={list}
      rows={rows && listed(rows, list)}
      problem={problem}
      more={data?.tree?.truncated ? texts.relations.truncated : undefined}
    />
  ));
}

function Selected({ id, list }: { id: string; list: List }) {
  const { data, problem } = useAnswer(SelectedDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const related = data && data.object?.related;
  const rows = data && (related?.edges ?? []).flatMap(({ node }): Row[] => (node ? [node] : []));
  const left = related ? related.totalCount - related.edges.length : 0;
  return (
    <ListPart
      list={list}
      rows={rows && listed(rows, list)}
      problem={problem}
      more={left > 0 ? texts.facts.moreEnds(left) : undefined}
    />
  );
}

function PodsHere({ id, list }: { id: string; list: List }) {
  const { data, problem } = useAnswer(PodsOfDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const pods = data?.object?.live?.pods;
  return (
    <ListPart
      list={list}
      rows={data && listed(pods?.nodes ?? [], list)}
      problem={problem}
      more={pods?.message ?? undefined}
    />
  );
}

interface ListPartProps {
  readonly list: List;
  readonly rows: readonly Row[] | undefined;
  readonly problem: Problem | undefined;
  readonly more: string | undefined;
}

function ListPart({ list: { title }, rows, problem, more }: ListPartProps) {
  const now = useNow(5_000);
  const name = said.lists[title];
  return (
    <section>
      <h2>{name}</h2>
      {problem && <p className="problem">{problem.message}</p>}
      {!rows && !problem && <p className="quiet">{said.reading}</p>}
      {rows?.length === 0 && <p className="quiet">{said.none}</p>}
      {rows && rows.length > 0 && (
        <div className="table-frame" role="region" aria-label={name} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{texts.columns.name}</th>
                <th scope="col">{texts.columns.status}</th>
                <th scope="col">{said.columns.age}</th>
                <th scope="col">{texts.columns.message}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to="/object" search={{ id: row.id }}>
                      {row.name}
                    </Link>
                  </th>
                  <td>
                    <StatusMark status={row.status} suspended={row.suspended} />
                  </td>
                  <td>{row.createdAt && age(row.createdAt, now)}</td>
                  <td>
                    {row.reason && <b>{row.reason}</b>} {row.message}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more && <p className="quiet small">{more}</p>}
    </section>
  );
}
