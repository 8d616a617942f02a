/**
 * Cache settings for Apollo Client 4: `new InMemoryCache({ typePolicies, possibleTypes })`.
 *
 * Objects, clusters, namespaces and kinds are cached by their `id`, so that a list and a detail page show the same
 * object. All other values are stored inside their parent. Adjacent pages of a connection with the same filter and
 * order are joined, in `nodes` and in `edges`.
 */
import type {
  FieldFunctionOptions,
  FieldPolicy,
  PossibleTypesMap,
  Reference,
  StoreObject,
  TypePolicies,
  TypePolicy,
} from '@apollo/client';
import { CONNECTIONS, EMBEDDED, LISTS, LIVE, POSSIBLE_TYPES } from './cache-shape.ts';

export const possibleTypes: PossibleTypesMap = Object.fromEntries(
  Object.entries(POSSIBLE_TYPES).map(([name, types]) => [name, [...types]]),
);

export const typePolicies: TypePolicies = typePoliciesOf();

function typePoliciesOf(): TypePolicies {
  const policies: Record<string, TypePolicy & { fields: Record<string, FieldPolicy<any>> }> = {};
  const of = (type: string) => (policies[type] ??= { fields: {} });
  for (const type of EMBEDDED) Object.assign(of(type), { keyFields: false, merge: true });
  for (const type of LIVE) of(type).merge = mergeLive;
  for (const [type, names] of Object.entries(LISTS)) for (const name of names) of(type).fields[name] = { merge: false };
  for (const [type, fields] of Object.entries(CONNECTIONS))
    for (const [name, keyArgs] of Object.entries(fields)) of(type).fields[name] = connection(keyArgs);
  of('Query').fields['object'] = {
    read: (known: Reference | null | undefined, { args, toReference }) =>
      known === undefined ? toReference({ __typename: 'KubernetesObject', id: args?.['id'] as string }) : known,
  };
  return policies;
}

/**
 * Merges two live reads of one object, since two queries may have read different fields. After a failed read, the
 * earlier values are removed.
 */
function mergeLive(
  known: StoreObject | undefined,
  incoming: StoreObject,
  { mergeObjects, readField }: FieldFunctionOptions,
): StoreObject {
  return known && readField('state', known) === 'OK' && readField('state', incoming) === 'OK'
    ? mergeObjects(known, incoming)
    : incoming;
}

interface Edge {
  readonly cursor?: string;
  readonly node?: Reference;
}

interface Connection {
  readonly nodes?: readonly Reference[];
  readonly edges?: readonly Edge[];
  readonly pageInfo?: Readonly<Record<string, unknown>>;
}

/**
 * Joins adjacent pages of a connection. Apollo's relayStylePagination() joins only `edges`, so each page would replace
 * `nodes`.
 */
function connection(keyArgs: readonly string[]): FieldPolicy<Connection> {
  return {
    keyArgs: [...keyArgs],
    read(known, { canRead, readField }) {
      if (!known) return known;
      return {
        ...known,
        ...(known.nodes && { nodes: known.nodes.filter(node => canRead(node)) }),
        ...(known.edges && { edges: known.edges.filter(edge => canRead(readField('node', edge as Reference))) }),
      };
    },
    merge(known, incoming, { args }) {
      if (!known || !incoming) return incoming;
      const after = args?.['after'] as string | null | undefined;
      const before = args?.['before'] as string | null | undefined;
      const whole = { ...known, ...incoming };
      if (after && after === known.pageInfo?.['endCursor']) {
        const { startCursor, hasPreviousPage } = known.pageInfo;
        return { ...whole, ...joined(known, incoming), pageInfo: { ...whole.pageInfo, startCursor, hasPreviousPage } };
      }
      if (before && before === known.pageInfo?.['startCursor']) {
        const { endCursor, hasNextPage } = known.pageInfo;
        return { ...whole, ...joined(incoming, known), pageInfo: { ...whole.pageInfo, endCursor, hasNextPage } };
      }
      // The page is not adjacent to the known pages. Joining them would hide a gap, so the page replaces the known
      // pages.
      return whole;
    },
  };
}

function joined(front: Connection, back: Connection): Connection {
  return {
    ...(front.nodes && back.nodes && { nodes: [...front.nodes, ...back.nodes] }),
    ...(front.edges && back.edges && { edges: [...front.edges, ...back.edges] }),
  };
}
