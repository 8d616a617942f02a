/** The columns of the list: a new one is one entry here and its width in objects.css. */
import type { ReactNode } from 'react';
import { age, instant } from '../format/time.ts';
import { shortRevision } from '../format/revision.ts';
import type { ObjectOrderField } from '../graph/graphql.ts';
import { Name } from '../parts/name.tsx';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import type { Row } from './object-list.ts';

export interface Column {
  readonly id: string;
  readonly title: string;
  /** By what a press on the header orders; undefined where the graph has no such order. */
  readonly order?: ObjectOrderField;
  readonly cell: (row: Row, now: number) => ReactNode;
  /** What a pointer that rests on the cell is told, where the cell shows less. */
  readonly whole?: (row: Row) => string | undefined;
  /** Only where there is room for all. */
  readonly isWide?: true;
}

const said = texts.columns;

export const COLUMNS: readonly Column[] = [
  { id: 'status', title: said.status, order: 'STATUS', cell: row => <StatusMark status={row.status} /> },
  { id: 'name', title: said.name, order: 'NAME', cell: row => <Name name={row.name} />, whole: row => row.name },
  {
    id: 'kind',
    title: said.kind,
    order: 'KIND',
    cell: row => row.kind,
    whole: row => (row.group === '' ? row.kind : `${row.kind}.${row.group}`),
  },
  {
    id: 'namespace',
    title: said.namespace,
    order: 'NAMESPACE',
    cell: row => row.namespace && <Name name={row.namespace} />,
    whole: row => row.namespace ?? undefined,
  },
  { id: 'cluster', title: said.cluster, order: 'CLUSTER', cell: row => <Name name={row.cluster.name} />, whole: row => row.cluster.name },
  {
    id: 'message',
    title: said.message,
    cell: row => (
      <>
        {/* Here, where there is room for it at every width. */}
        {row.suspended && <span className="suspended">{texts.suspended}</span>} {row.reason && <b>{row.reason}</b>} {row.message}
      </>
    ),
    whole: row => [row.reason, row.message].filter(Boolean).join(': ') || undefined,
  },
  {
    id: 'revision',
    isWide: true,
    title: said.revision,
    cell: row => row.revision && shortRevision(row.revision),
    whole: row => row.revision ?? undefined,
  },
  {
    id: 'since',
    title: said.since,
    order: 'TRANSITIONED',
    cell: (row, now) => age(row.transitionedAt, now),
    whole: row => (row.transitionedAt ? texts.row.since(texts.status[row.status], instant(row.transitionedAt)) : undefined),
  },
  {
    id: 'age',
    isWide: true,
    title: said.age,
    order: 'CREATED',
    cell: (row, now) => age(row.createdAt, now),
    whole: row => (row.createdAt ? texts.row.created(instant(row.createdAt)) : undefined),
  },
];

export const NARROWER: readonly Column[] = COLUMNS.filter(({ isWide }) => !isWide);
