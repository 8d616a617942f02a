/** Orders of the list, and their form in the URL. */
import type { ObjectFilter, ObjectOrder, ObjectOrderField } from '../graph/graphql.ts';

/**
 * Default order: FAILED objects first, then the other statuses (partsOf). Objects with equal status are sorted by their
 * last status change, newest first.
 */
export const BY_HEALTH = 'health';

export type Order = typeof BY_HEALTH | readonly [ObjectOrder, ...ObjectOrder[]];

const FIELDS: readonly ObjectOrderField[] = [
  'NAME',
  'NAMESPACE',
  'CLUSTER',
  'KIND',
  'STATUS',
  'CREATED',
  'TRANSITIONED',
];

/** Parses `cluster,-created`, where a minus reverses the order. Omits parts that cannot be parsed. */
export function parseOrder(text: string | undefined): Order {
  const orders = (text ?? '').split(',').flatMap((part): ObjectOrder[] => {
    const field = FIELDS.find(it => it === part.replace(/^-/, '').toUpperCase());
    return field ? [{ field, direction: part.startsWith('-') ? 'DESC' : 'ASC' }] : [];
  });
  const [first, ...rest] = orders;
  return first ? [first, ...rest] : BY_HEALTH;
}

/** Undefined for the default order, which the URL leaves out. */
export function printOrder(order: Order): string | undefined {
  if (order === BY_HEALTH) return undefined;
  return order.map(({ field, direction }) => (direction === 'DESC' ? '-' : '') + field.toLowerCase()).join(',');
}

/**
 * Next order after a click on a column header: this column, then its reverse, then the default order. With `adds`, the
 * other columns stay, and a new column is added at the end.
 */
export function pressed(order: Order, field: ObjectOrderField, adds = false): Order {
  const keys = order === BY_HEALTH ? [] : order;
  const known = keys.find(key => key.field === field);
  if (!adds && keys[0]?.field !== field) return [{ field, direction: 'ASC' }];
  const turned: readonly ObjectOrder[] =
    known?.direction === 'DESC' ? [] : [{ field, direction: known ? 'DESC' : 'ASC' }];
  const next = !adds ? turned : known ? keys.flatMap(key => (key === known ? turned : [key])) : [...keys, ...turned];
  const [first, ...rest] = next;
  return first ? [first, ...rest] : BY_HEALTH;
}

/** Part of a list that the server can return in one order. A list is the sequence of its parts. */
export interface Part {
  readonly filter: ObjectFilter;
  readonly orderBy: readonly ObjectOrder[];
}

/**
 * Divides a list into parts. The server's order of statuses has FAILED in the middle. The default order therefore has a
 * separate part for FAILED. The part for the other statuses follows, from UNKNOWN to CURRENT.
 */
export function partsOf(filter: ObjectFilter, order: Order): readonly Part[] {
  if (order !== BY_HEALTH) return [{ filter, orderBy: order }];
  const latest: ObjectOrder = { field: 'TRANSITIONED', direction: 'DESC' };
  const requested = filter.statuses ?? ['FAILED', 'IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT'];
  const others = requested.filter(status => status !== 'FAILED');
  return [
    ...(requested.includes('FAILED')
      ? [{ filter: { ...filter, statuses: ['FAILED' as const] }, orderBy: [latest] }]
      : []),
    ...(others.length > 0 || requested.length === 0
      ? [
          {
            filter: { ...filter, statuses: others },
            orderBy: [{ field: 'STATUS' as const, direction: 'DESC' as const }, latest],
          },
        ]
      : []),
  ];
}
