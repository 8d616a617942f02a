/**
 * How rows, grants, states and log entries are spelled in Redis: JSON arrays by position, led by the format's number.
 *
 * A value does not repeat what its key says, and the resource version comes first so that a restart can compare it without parsing the rest.
 * A process that meets another format refuses to guess: collectors treat such values as absent and write them anew, readers say what to do.
 */
import { sharedRoleRef, sharedText } from '../rbac/sharing.ts';
import type { GrantObject } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Change, ClusterState, Row } from './store.ts';
import { OBJECT_STATUSES, StoreUnavailableError } from './store.ts';

/** Changes whenever a spelling below does. */
export const WIRE_FORMAT = 1;

export class StoreFormatError extends StoreUnavailableError {
  override name = 'StoreFormatError';
}

export function encodeRow(row: Row): string {
  return JSON.stringify([
    WIRE_FORMAT,
    row.resourceVersion,
    row.version,
    row.uid,
    OBJECT_STATUSES.indexOf(row.status),
    row.suspended ? 1 : 0,
    row.reason,
    row.message,
    row.revision,
    row.attemptedRevision,
    row.source,
    row.createdAt,
    row.transitionedAt,
    row.syncedAt,
    row.labels,
  ]);
}

/** @throws StoreFormatError */
export function decodeRow(cluster: string, key: ObjectKey, text: string): Row {
  return rowFrom(cluster, key, parse(text));
}

export function encodeGrant(grant: GrantObject): string {
  const { resourceVersion, type, namespace, name } = grant;
  return JSON.stringify(
    'rules' in grant
      ? [
          WIRE_FORMAT,
          resourceVersion,
          type,
          namespace,
          name,
          grant.aggregated ? 1 : 0,
          grant.rules.map(({ verbs, apiGroups, resources, resourceNames }) => [verbs, apiGroups, resources, resourceNames]),
        ]
      : [
          WIRE_FORMAT,
          resourceVersion,
          type,
          namespace,
          name,
          [grant.roleRef.apiGroup, grant.roleRef.kind, grant.roleRef.name],
          grant.subjects.map(({ kind, apiGroup, name, namespace }) => [kind, apiGroup, name, namespace]),
        ],
  );
}

/** @throws StoreFormatError */
export function decodeGrant(text: string): GrantObject {
  return grantFrom(parse(text));
}

export function encodeState(state: ClusterState): string {
  return JSON.stringify([WIRE_FORMAT, state]);
}

/** @throws StoreFormatError */
export function decodeState(text: string): ClusterState {
  return stateFrom(parse(text));
}

/** Of an encoded row or grant; undefined when it is of another format, or none of ours. */
export function decodeResourceVersion(text: string): string | undefined {
  const start = `[${WIRE_FORMAT},"`;
  if (!text.startsWith(start)) return undefined;
  const version = text.slice(start.length, text.indexOf('"', start.length));
  return version.includes('\\') ? (parse(text)[1] as string) : version;
}

/**
 * A log entry is put together by the script that applies a batch, from the values it was given:
 * `[format, [key, row, key, row …], [deleted keys], [grants], [deleted grant keys], state or null]`.
 * @throws StoreFormatError
 */
export function decodeChange(cluster: string, text: string, storedAgo: number): Change {
  const [, puts, deletes, grantPuts, grantDeletes, state] = parse(text) as [
    number,
    unknown[],
    ObjectKey[],
    unknown[][],
    string[],
    unknown[] | null,
  ];
  const rows: Row[] = [];
  for (let i = 0; i + 1 < puts.length; i += 2) rows.push(rowFrom(cluster, puts[i] as ObjectKey, ours(puts[i + 1])));
  return {
    puts: rows,
    deletes,
    grantPuts: grantPuts.map(grant => grantFrom(ours(grant))),
    grantDeletes,
    state: state ? stateFrom(ours(state)) : undefined,
    storedAgo,
  };
}

function rowFrom(cluster: string, key: ObjectKey, fields: readonly unknown[]): Row {
  // Keys were checked when they were written; most hold nothing to decode.
  const [group = '', kind = '', namespace = '', name = ''] = key.includes('%') ? key.split('/').map(decodeURIComponent) : key.split('/');
  return {
    cluster,
    group,
    version: fields[2] as string,
    kind,
    namespace,
    name,
    uid: fields[3] as string,
    resourceVersion: fields[1] as string,
    status: OBJECT_STATUSES[fields[4] as number] ?? 'UNKNOWN',
    suspended: fields[5] === 1,
    reason: fields[6] as string,
    message: fields[7] as string,
    revision: fields[8] as string,
    attemptedRevision: fields[9] as string,
    source: fields[10] as ObjectKey,
    labels: fields[14] as Row['labels'],
    createdAt: fields[11] as number,
    transitionedAt: fields[12] as number,
    syncedAt: fields[13] as number,
  };
}

function grantFrom(fields: readonly unknown[]): GrantObject {
  const [, resourceVersion, givenType, givenNamespace, name] = fields as [number, string, GrantObject['type'], string, string];
  const type = sharedText(givenType) as GrantObject['type'];
  const namespace = sharedText(givenNamespace);
  if (type === 'Role' || type === 'ClusterRole') {
    const rules = (fields[6] as string[][][]).map(([verbs = [], apiGroups = [], resources = [], resourceNames = []]) => {
      return { verbs, apiGroups, resources, resourceNames };
    });
    return { type, namespace, name, rules, aggregated: fields[5] === 1, resourceVersion };
  }
  const [apiGroup = '', kind = '', roleName = ''] = fields[5] as string[];
  const subjects = (fields[6] as string[][]).map(([kind = '', apiGroup = '', name = '', namespace = '']) => ({
    kind: sharedText(kind),
    apiGroup: sharedText(apiGroup),
    name,
    namespace: sharedText(namespace),
  }));
  return { type, namespace, name, roleRef: sharedRoleRef({ apiGroup, kind, name: roleName }), subjects, resourceVersion };
}

/** JSON leaves out what is undefined; the type says that it is there. */
function stateFrom(fields: readonly unknown[]): ClusterState {
  const state = fields[1] as ClusterState;
  return { ...state, answeredAgo: state.answeredAgo, grants: { ...state.grants, confirmedAgo: state.grants.confirmedAgo } };
}

function parse(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StoreFormatError(
      'the store holds a value that is not JSON: something else writes to these keys; give fleetgraph a Redis of its own',
      {
        cause: error,
      },
    );
  }
  return ours(value);
}

function ours(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value[0] === WIRE_FORMAT) return value;
  const found = Array.isArray(value) && typeof value[0] === 'number' ? `format ${value[0]}` : 'an unknown format';
  throw new StoreFormatError(
    `the store holds values of ${found}, this process reads format ${WIRE_FORMAT}: run one version of fleetgraph on it, or flush it and let it be rebuilt`,
  );
}
