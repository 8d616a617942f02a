/** Orders of the list, and their spelling in the URL. */
import type { ObjectFilter, ObjectOrder, ObjectOrderField } from '../graph/graphql.ts';

/** Default order: unhealthy objects first, among equals the latest change first. */
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

/** `cluster,-created`: a minus reverses the order. Omits unreadable parts. */
export function parseOrder(text: string | undefined): Order {
  const orders = (text ?? '').split(',').flatMap((part): ObjectOrder[] => {
    const field = FIELDS.find(it => it === part.replace(/^-/, '').toUpperCase());
    return field ? [{ field, direction: part.startsWith('-') ? 'DESC' : 'ASC' }] : [];
  });
  const [first, ...rest] = orders;
  return first ? [first, ...rest] : BY_HEALTH;
}

/** undefined: the default order, which is not spelled. */
export function printOrder(order: Order): string | undefined {
  if (order === BY_HEALTH) return undefined;
  return order.map(({ field, direction }) => (direction === 'DESC' ? '-' : '') + field.toLowerCase()).join(',');
}

/**
 * Order after a click on a column header: this column, its reverse, then the default order again. With `adds`, the
 * other keys stay, and this key comes last.
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

/** A part of the list that the graph returns in one order. The list consists of its parts in sequence. */
export interface Part {
  readonly filter: ObjectFilter;
  readonly orderBy: readonly ObjectOrder[];
}

/**
 * The graph orders by status as in its enum, where FAILED is in the middle. So FAILED is a part of its own, and the
 * other statuses follow from UNKNOWN to CURRENT.
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
