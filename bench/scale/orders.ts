/**
 * The measured orders of a list: each field in both directions, and orders by several keys. Each order has a form for
 * the graph, for SQL and for the truth.
 */
import type { OrderField, OrderKey } from '../../readmodel/query.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import { clusterName, KINDS, namespaceName, objectName, timesOf, type PlannedRow } from './fleet.ts';

export interface ListOrder {
  readonly name: string;
  readonly keys: readonly OrderKey[];
}

export const BY_NAME: ListOrder = orderBy('NAME');

export const ORDERS: readonly ListOrder[] = [
  ...(['NAME', 'NAMESPACE', 'CLUSTER', 'KIND', 'STATUS', 'CREATED', 'TRANSITIONED'] as const).flatMap(field => [
    orderBy(field),
    orderBy(`${field} DESC`),
  ]),
  ...[
    orderBy('STATUS', 'NAME'),
    orderBy('STATUS DESC', 'NAME'),
    orderBy('CLUSTER', 'NAME'),
    orderBy('NAMESPACE', 'NAME'),
  ],
  ...[orderBy('KIND', 'STATUS DESC', 'NAME'), orderBy('STATUS DESC', 'CREATED DESC')],
];

type Requested = OrderField | `${OrderField} DESC`;

function orderBy(...keys: readonly Requested[]): ListOrder {
  return {
    name: keys.join(', '),
    keys: keys.map(key => ({ field: key.replace(' DESC', '') as OrderField, descending: key.endsWith(' DESC') })),
  };
}

/** Sort value of the row. Names of clusters and namespaces sort as text. */
export function valueOf(row: PlannedRow, field: OrderField): string | number {
  switch (field) {
    case 'NAME':
      return objectName(row);
    case 'NAMESPACE':
      return namespaceName(row.namespace);
    case 'CLUSTER':
      return clusterName(row.cluster);
    case 'KIND':
      return `${KINDS[row.kind]!.kind} ${KINDS[row.kind]!.group}`;
    case 'STATUS':
      return OBJECT_STATUSES.indexOf(row.status);
    case 'CREATED':
      return timesOf(row).createdAt;
    case 'TRANSITIONED':
      return timesOf(row).transitionedAt;
  }
}

const SQL: Readonly<Record<OrderField, readonly string[]>> = {
  NAME: ['r.name'],
  NAMESPACE: ['r.namespace'],
  CLUSTER: ['r.cluster'],
  KIND: ['r.kind', 'r.grp'],
  STATUS: ['r.status_rank'],
  CREATED: ['r.created'],
  TRANSITIONED: ['r.transitioned'],
};

/**
 * SQL for an order. Its last keys are the parts of the id. They sort like the id, because no character of them needs
 * encoding.
 */
export function orderSql({ keys }: ListOrder): string {
  const given = keys.flatMap(({ field, descending }) =>
    SQL[field].map(column => (descending ? `${column} DESC` : column)),
  );
  return [...given, 'r.cluster', 'r.grp', 'r.kind', 'r.namespace', 'r.name'].join(', ');
}

/** Indexes that an expert would create for lists in these orders. */
export const ORDER_INDEXES: readonly string[] = [
  ...[
    'name',
    'created',
    'transitioned',
    'cluster, name',
    'namespace, name',
    'status_rank, name',
    'status_rank, created',
  ],
  ...[
    'cluster, grp, kind, namespace, name',
    'namespace, cluster, grp, kind, name',
    'kind, grp, cluster, namespace, name',
  ],
  ...['kind, grp, status_rank, name', 'status_rank, cluster, grp, kind, namespace, name'],
];
