/** The orders of the list, and how the URL spells them. */
import type { ObjectFilter, ObjectOrder, ObjectOrderField } from '../graph/graphql.ts';

/** The unhealthy first, the latest change first among equals: what the list shows unless asked otherwise. */
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

/** `cluster,-created`: a minus is for the other end first. Whatever cannot be read is left out. */
export function parseOrder(text: string | undefined): Order {
  const orders = (text ?? '').split(',').flatMap((part): ObjectOrder[] => {
    const field = FIELDS.find(it => it === part.replace(/^-/, '').toUpperCase());
    return field ? [{ field, direction: part.startsWith('-') ? 'DESC' : 'ASC' }] : [];
  });
  const [first, ...rest] = orders;
  return first ? [first, ...rest] : BY_HEALTH;
}

/** undefined: the order that needs no saying. */
export function printOrder(order: Order): string | undefined {
  if (order === BY_HEALTH) return undefined;
  return order.map(({ field, direction }) => (direction === 'DESC' ? '-' : '') + field.toLowerCase()).join(',');
}

/**
 * A press on a column's header: by it, then the other end first, then by health again. Where it `adds`, the other keys
 * stay, and it is the last of them until it goes.
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

/** A part of the list that the graph answers in one order; the list is one part after the other. */
export interface Part {
  readonly filter: ObjectFilter;
  readonly orderBy: readonly ObjectOrder[];
}

/**
 * The graph orders by status as its enum does, where failed ones are in the middle; so they are a part of their own,
 * and the others follow from what is not known to what is well.
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
