/** Commands and queries for an object or a list, to paste into a terminal or GraphiQL. */
import type { ObjectFilter, ObjectOrder } from '../graph/graphql.ts';

export interface Named {
  readonly cluster: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** The command assumes that the kubectl context has the name of the cluster. */
export function kubectlGet({ cluster, group, kind, namespace, name }: Named): string {
  const resource = (group === '' ? kind : `${kind}.${group}`).toLowerCase();
  const place = namespace === null ? [] : ['--namespace', namespace];
  return ['kubectl', '--context', cluster, ...place, 'get', resource, name, '--output', 'yaml']
    .map(shellWord)
    .join(' ');
}

const FLUX: Readonly<Record<string, string>> = {
  'Kustomization.kustomize.toolkit.fluxcd.io': 'kustomizations',
  'HelmRelease.helm.toolkit.fluxcd.io': 'helmreleases',
  'GitRepository.source.toolkit.fluxcd.io': 'sources git',
  'OCIRepository.source.toolkit.fluxcd.io': 'sources oci',
  'HelmRepository.source.toolkit.fluxcd.io': 'sources helm',
  'HelmChart.source.toolkit.fluxcd.io': 'sources chart',
  'Bucket.source.toolkit.fluxcd.io': 'sources bucket',
  'Alert.notification.toolkit.fluxcd.io': 'alerts',
  'Provider.notification.toolkit.fluxcd.io': 'alert-providers',
  'Receiver.notification.toolkit.fluxcd.io': 'receivers',
  'ImageRepository.image.toolkit.fluxcd.io': 'images repository',
  'ImagePolicy.image.toolkit.fluxcd.io': 'images policy',
  'ImageUpdateAutomation.image.toolkit.fluxcd.io': 'images update',
};

/** Undefined if `flux get` does not support the kind. */
export function fluxGet({ cluster, group, kind, namespace, name }: Named): string | undefined {
  const what = FLUX[`${kind}.${group}`];
  if (what === undefined) return undefined;
  return ['flux', '--context', cluster, '--namespace', namespace ?? '', 'get', ...what.split(' '), name]
    .map(shellWord)
    .join(' ');
}

/** Command that sends a query to the fleetgraph at `server`. */
export function fleetgraphQuery(query: string, server: string): string {
  return `fleetgraph query --server ${shellWord(server)} - <<'QUERY'\n${query}QUERY\n`;
}

/** Command for the list: `fleetgraph get` if its flags suffice, otherwise `fleetgraph query`. */
export function fleetgraphList(filter: ObjectFilter, orderBy: readonly ObjectOrder[], server: string): string {
  const { kinds, clusters, namespaces, labelSelector, text, statuses, ...rest } = filter;
  const lists = [kinds, clusters, namespaces].filter(it => it != null);
  const isPlain =
    Object.keys(rest).length === 0 &&
    lists.every(it => it.length > 0 && it.every(value => /^[\w.][\w.-]*$/.test(value)));
  if (!isPlain || (statuses && statuses.join() !== 'FAILED'))
    return fleetgraphQuery(listQuery(filter, orderBy), server);
  const flag = (name: string, value: string | null | undefined) => (value == null ? [] : [`${name}=${value}`]);
  return [
    ...['fleetgraph', 'get', ...(kinds ? [kinds.join(',')] : []), ...(statuses ? ['--failed'] : [])],
    ...[...flag('--cluster', clusters?.join(',')), ...flag('--namespace', namespaces?.join(','))],
    ...[...flag('--selector', labelSelector), ...flag('--text', text), ...flag('--server', server)],
  ]
    .map(shellWord)
    .join(' ');
}

/** URL of GraphiQL with the query filled in. */
export const graphiqlUrl = (query: string): string => `/graphiql?query=${encodeURIComponent(query)}`;

export function objectQuery(id: string): string {
  return `{
  object(id: ${JSON.stringify(id)}) {
    status reason message revision
    live { state conditions { type status reason message } }
  }
}
`;
}

export function listQuery(filter: ObjectFilter, orderBy: readonly ObjectOrder[]): string {
  const given = [
    ...(Object.keys(filter).length > 0 ? [`filter: ${literal(filter)}`] : []),
    ...(orderBy.length > 0 ? [`orderBy: ${literal(orderBy)}`] : []),
    'first: 50',
  ];
  return `{
  objects(${given.join(', ')}) {
    totalCount
    nodes { id status reason message }
    pageInfo { hasNextPage endCursor }
    coverage { total indexed }
  }
}
`;
}

const ENUMS = new Set(['statuses', 'field', 'direction']);

/** Value in GraphQL syntax, with unquoted field names and enum values. */
function literal(value: unknown, isEnum = false): string {
  if (Array.isArray(value)) return `[${value.map(item => literal(item, isEnum)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .filter(([, it]) => it !== undefined)
      .map(([key, it]) => `${key}: ${literal(it, ENUMS.has(key))}`)
      .join(', ')} }`;
  return isEnum ? String(value) : JSON.stringify(value);
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
