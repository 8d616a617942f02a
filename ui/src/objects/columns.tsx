/**
 * Columns of the list. A new column needs an entry in this file, a title in texts.ts (`columns`), and a field in the
 * fragment Row of objects.graphql. To filter by the column in the query box, add a word to FIELDS of
 * query/language.ts. To sort by the column, also add its field to FIELDS of order.ts. To export it to CSV, add it to
 * COLUMNS of export/export.ts.
 */
import type { ReactNode } from 'react';
import { InProduction } from '../clusters/production.tsx';
import { age, instant } from '../format/time.ts';
import { shortRevision } from '../format/revision.ts';
import type { ObjectOrderField } from '../graph/graphql.ts';
import { Name } from '../parts/name.tsx';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { labelOf, type ChosenColumn } from './chosen-columns.ts';
import type { Row } from './object-list.ts';

export interface Column {
  readonly id: string;
  readonly title: string;
  /** Field to sort by after a click on the header. Undefined if the server cannot sort by this column. */
  readonly order?: ObjectOrderField;
  readonly cell: (row: Row, now: number) => ReactNode;
  /** Tooltip with the full text, for a cell that shortens the text. */
  readonly whole?: (row: Row) => string | undefined;
  /** True for a column that is by default only in the layout `wide`. */
  readonly isWide?: true;
  /** Minimum width in rem, and share of the remaining width. Without a share, the width is fixed. */
  readonly width?: readonly [least: number, share?: number];
}

const said = texts.columns;

export const COLUMNS: readonly Column[] = [
  { id: 'status', width: [8.4], title: said.status, order: 'STATUS', cell: row => <StatusMark status={row.status} /> },
  {
    id: 'name',
    width: [11.5, 2.2],
    title: said.name,
    order: 'NAME',
    cell: row => <Name name={row.name} />,
    whole: row => row.name,
  },
  {
    id: 'kind',
    width: [8.3, 0.9],
    title: said.kind,
    order: 'KIND',
    cell: row => row.kind,
    whole: row => (row.group === '' ? row.kind : `${row.kind}.${row.group}`),
  },
  {
    id: 'namespace',
    width: [8, 1],
    title: said.namespace,
    order: 'NAMESPACE',
    cell: row => row.namespace && <Name name={row.namespace} />,
    whole: row => row.namespace ?? undefined,
  },
  {
    id: 'cluster',
    width: [11.6, 1.4],
    title: said.cluster,
    order: 'CLUSTER',
    cell: row => (
      <span className="marked-name">
        <span>
          <Name name={row.cluster.name} />
        </span>
        <InProduction cluster={row.cluster.name} isShort />
      </span>
    ),
    whole: row => row.cluster.name,
  },
  {
    id: 'message',
    width: [13.8, 4],
    title: said.message,
    cell: row => (
      <>
        {/* The mark of suspended objects is in this column, because this column has enough space in every layout. */}
        {row.suspended && <span className="suspended">{texts.suspended}</span>} {row.reason && <b>{row.reason}</b>}{' '}
        {row.message}
      </>
    ),
    whole: row => [row.reason, row.message].filter(Boolean).join(': ') || undefined,
  },
  {
    id: 'revision',
    width: [8.5, 1],
    isWide: true,
    title: said.revision,
    cell: row => row.revision && shortRevision(row.revision),
    whole: row => row.revision ?? undefined,
  },
  {
    id: 'since',
    width: [5.2],
    title: said.since,
    order: 'TRANSITIONED',
    cell: (row, now) => age(row.transitionedAt, now),
    whole: row =>
      row.transitionedAt ? texts.row.since(texts.status[row.status], instant(row.transitionedAt)) : undefined,
  },
  {
    id: 'age',
    width: [5.2],
    isWide: true,
    title: said.age,
    order: 'CREATED',
    cell: (row, now) => age(row.createdAt, now),
    whole: row => (row.createdAt ? texts.row.created(instant(row.createdAt)) : undefined),
  },
];

export const NARROWER: readonly Column[] = COLUMNS.filter(({ isWide }) => !isWide);

/** Columns that are shown only if the user chooses them. */
const FURTHER: readonly Column[] = [
  {
    id: 'images',
    title: said.images,
    width: [12, 1.5],
    cell: row => row.images?.map(shortRevision).join(', '),
    whole: row => row.images?.join('\n'),
  },
  { id: 'reason', title: said.reason, width: [9, 1], cell: row => row.reason, whole: row => row.reason ?? undefined },
  { id: 'group', title: said.group, width: [9, 1], cell: row => row.group },
  {
    id: 'suspended',
    title: said.suspended,
    width: [6.5],
    cell: row => row.suspended && <span className="suspended">{texts.suspended}</span>,
  },
];

/** All columns except the columns of labels. */
export const ALL_COLUMNS: readonly Column[] = [...COLUMNS, ...FURTHER];

export const isColumn = (id: string): boolean => ALL_COLUMNS.some(it => it.id === id);

/** Columns with these ids. Ignores ids that are neither a column nor a label. */
export const columnsOf = (chosen: readonly ChosenColumn[]): readonly Column[] =>
  chosen.flatMap(({ id }) => {
    const key = labelOf(id);
    return key === undefined ? ALL_COLUMNS.filter(it => it.id === id) : labelColumn(id, key);
  });

const labelColumn = (id: string, key: string): Column => ({
  id,
  title: key.split('/').at(-1) ?? key,
  width: [8, 1],
  cell: row => row.labels?.[key],
  whole: row => `${key}=${row.labels?.[key] ?? ''}`,
});

/** CSS grid template from the chosen and the default widths. `least`: sum of the minimum widths, in rem. */
export function templateOf(chosen: readonly ChosenColumn[]): { readonly template: string; readonly least: number } {
  const widths = columnsOf(chosen).map(({ id, width: [least, share] = [8, 1] }) => {
    const width = chosen.find(it => it.id === id)?.width;
    if (width !== undefined) return { css: `${width}rem`, least: width };
    return { css: share === undefined ? `${least}rem` : `minmax(${least}rem, ${share}fr)`, least };
  });
  return { template: widths.map(({ css }) => css).join(' '), least: widths.reduce((sum, { least }) => sum + least, 0) };
}
