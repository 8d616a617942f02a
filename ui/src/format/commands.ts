/** Objects and lists as what people paste elsewhere. */
import type { ObjectFilter, ObjectOrder } from '../graph/graphql.ts';

export interface Named {
  readonly cluster: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** The context is taken to have the cluster's name. */
export function kubectlGet({ cluster, group, kind, namespace, name }: Named): string {
  const resource = (group === '' ? kind : `${kind}.${group}`).toLowerCase();
  const place = namespace === null ? [] : ['--namespace', namespace];
  return ['kubectl', '--context', cluster, ...place, 'get', resource, name, '--output', 'yaml'].map(shellWord).join(' ');
}

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

/** A value as GraphQL writes it: names of fields bare, enums too. */
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
