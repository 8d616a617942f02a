/**
 * Text forms of grants, states and log entries in Redis. Those of rows are in wire-rows.ts. Keys carry the number of
 * this format (redis-scripts.ts), so processes with different formats on one Redis do not read each other's values.
 *
 * Stored values are not trusted. Decoders throw for a value that they cannot read.
 */
import { sharedGrant } from '../rbac/sharing.ts';
import type { GrantObject, RoleObject } from '../rbac/types.ts';
import { grantKey } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import { knownReason } from './causes.ts';
import { hasHistory, spellChange, spellUid } from './history.ts';
import { packText, unpackText } from './packed.ts';
import { SharedTexts } from './shared-texts.ts';
import type { ApiServer, Change, ClusterState, Past, Row } from './store.ts';
import type { ValidBatch } from './validate.ts';
import type { RowEncoder } from './wire-rows.ts';
import { decodeField, encodeField } from './built-in-kinds.ts';
import { decodeRow } from './wire-rows.ts';

/** Number of the format. Raise it whenever the spelling of a stored value changes. */
export const WIRE_FORMAT = 8;

/** Number of values of a long log entry that are read per step. */
const STEP = 100;

/** The resource version of an encoded row or grant. */
export function decodeResourceVersion(value: string): string {
  const end = value.indexOf('\t');
  return unpackText(end < 0 ? value : value.slice(0, end));
}

/** Field of a grant: the packed key, which contains no tab and no line feed. */
export function encodeGrantField(key: string): string {
  return packText(key);
}

export function decodeGrantField(field: string): string {
  return unpackText(field);
}

export function encodeGrant(grant: GrantObject): string {
  const { resourceVersion, type, namespace, name } = grant;
  const content =
    'rules' in grant
      ? [
          type,
          namespace,
          name,
          grant.aggregated ? 1 : 0,
          grant.rules.map(({ verbs, apiGroups, resources, resourceNames }) => [
            verbs,
            apiGroups,
            resources,
            resourceNames,
          ]),
          ...(grant.aggregation ? [grant.aggregation] : []),
        ]
      : [
          type,
          namespace,
          name,
          [grant.roleRef.apiGroup, grant.roleRef.kind, grant.roleRef.name],
          grant.subjects.map(({ kind, apiGroup, name, namespace }) => [kind, apiGroup, name, namespace]),
        ];
  return `${packText(resourceVersion)}\t${JSON.stringify(content)}`;
}

/** @throws RangeError, SyntaxError, TypeError if the text cannot be read */
export function decodeGrant(value: string): GrantObject {
  const content = JSON.parse(value.slice(value.indexOf('\t') + 1)) as unknown[];
  const [type, namespace, name, fourth, fifth, aggregation] = content as [
    ...[GrantObject['type'], string, string, unknown, string[][][]],
    RoleObject['aggregation'],
  ];
  const resourceVersion = decodeResourceVersion(value);
  if (typeof name !== 'string' || !Array.isArray(fifth)) throw new RangeError('a grant of another shape');
  if (type === 'Role' || type === 'ClusterRole') {
    const rules = fifth.map(([verbs = [], apiGroups = [], resources = [], resourceNames = []]) => {
      return { verbs, apiGroups, resources, resourceNames };
    });
    return sharedGrant({
      type,
      namespace,
      name,
      rules,
      aggregated: fourth === 1,
      ...(aggregation && { aggregation }),
      resourceVersion,
    });
  }
  const [apiGroup = '', kind = '', roleName = ''] = fourth as string[];
  const subjects = (fifth as unknown as string[][]).map(([kind = '', apiGroup = '', name = '', namespace = '']) => {
    return { kind, apiGroup, name, namespace };
  });
  return sharedGrant({ type, namespace, name, roleRef: { apiGroup, kind, name: roleName }, subjects, resourceVersion });
}

export function encodeState(state: ClusterState): string {
  return JSON.stringify(state);
}

/**
 * Decodes a state. Adds the undefined members, which JSON omits. Users see reasons, so a reason that this version does
 * not know becomes UNKNOWN.
 * @throws SyntaxError, TypeError
 */
export function decodeState(text: string): ClusterState {
  const state = JSON.parse(text) as ClusterState;
  const { grants } = state;
  return {
    ...state,
    reason: knownReason(state.reason),
    answeredAgo: state.answeredAgo,
    kinds: state.kinds.map(kind => ({ ...kind, reason: knownReason(kind.reason) })),
    grants: { ...grants, confirmedAgo: grants.confirmedAgo, reason: knownReason(grants.reason) },
  };
}

/** Text of an API server. '' means no API server. */
export function encodeServer(server: ApiServer | undefined): string {
  return server ? JSON.stringify([server.connection, server.uid]) : '';
}

/** @throws RangeError, SyntaxError for an invalid text */
export function decodeServer(text: string): ApiServer | undefined {
  if (text === '') return undefined;
  const [connection, uid] = JSON.parse(text) as unknown[];
  if (typeof connection !== 'string' || typeof uid !== 'string') throw new RangeError('an API server of another shape');
  return { connection, uid };
}

/**
 * Encodes a batch as arguments of the script. Joined by line feeds, the arguments are also the log entry. The first
 * line holds counts. Then follow shared texts (id, text), rows (field, value), fields of deleted rows, grants (field,
 * value), fields of deleted grants, and the state if there is one. An entry needs no other data to be decoded.
 */
export function encodeBatch(
  { puts, deletes, grantPuts, grantDeletes, state }: ValidBatch,
  encoder: RowEncoder,
): string[] {
  const rows: string[] = [];
  for (const [key, row] of puts) rows.push(encodeField(key), encoder.encode(row));
  const { texts } = encoder;
  const counts = [texts.size, puts.size, deletes.length, grantPuts.size, grantDeletes.length, state ? 1 : 0];
  const lines = [counts.join(' ')];
  for (const [id, text] of texts) lines.push(id, text);
  for (const line of rows) lines.push(line);
  for (const key of deletes) lines.push(encodeField(key));
  for (const [key, grant] of grantPuts) lines.push(encodeGrantField(key), encodeGrant(grant));
  for (const key of grantDeletes) lines.push(encodeGrantField(key));
  if (state) lines.push(encodeState(state));
  return lines;
}

/** One line for each row with a history: field, UID, state and time. */
export function encodeHistories({ puts }: ValidBatch): string {
  const lines: string[] = [];
  for (const [key, row] of puts)
    if (hasHistory(row)) lines.push([encodeField(key), spellUid(row), spellChange(row)].join('\t'));
  return lines.join('\n');
}

/**
 * Decodes the readable parts of a change. An unreadable row or grant becomes a deletion if its key is readable.
 * Deleting a grant is safe, because grants only add permissions.
 * @throws RangeError if the entry as a whole cannot be read
 */
export function decodeChange(
  cluster: string,
  entry: string,
  storedAgo: number,
  unreadable: (count: number) => void,
): Omit<Change, 'position'> {
  const lines = entry.split('\n');
  const [texts = 0, puts = 0, deletes = 0, grantPuts = 0, grantDeletes = 0, states = 0] = countsOf(
    lines,
    [2, 2, 1, 2, 1, 1],
  );
  let at = 1;
  const next = () => lines[at++] ?? '';
  const shared = new SharedTexts();
  for (let i = 0; i < texts; i++) shared.add(next(), next());
  const change = {
    puts: [] as Row[],
    deletes: [] as ObjectKey[],
    grantPuts: [] as GrantObject[],
    grantDeletes: [] as string[],
  };
  for (let i = 0; i < puts; i++) {
    const [field, value] = [next(), next()];
    const row = readable(() => decodeRow(cluster, field, value, shared), unreadable);
    const key = row ? undefined : readable(() => decodeField(field), unreadable);
    if (row) change.puts.push(row);
    else if (key !== undefined) change.deletes.push(key);
  }
  for (let i = 0; i < deletes; i++) {
    const key = readable(() => decodeField(next()), unreadable);
    if (key !== undefined) change.deletes.push(key);
  }
  for (let i = 0; i < grantPuts; i++) {
    const [field, value] = [next(), next()];
    const grant = readable(() => decodeGrant(value), unreadable);
    if (grant && grantKey(grant) === decodeGrantField(field)) change.grantPuts.push(grant);
    else change.grantDeletes.push(decodeGrantField(field));
  }
  for (let i = 0; i < grantDeletes; i++) change.grantDeletes.push(decodeGrantField(next()));
  const state = states ? readable(() => decodeState(next()), unreadable) : undefined;
  return { ...change, state, storedAgo };
}

/**
 * Decodes the earlier values of a batch, as scripts/apply.lua wrote them: a line of counts, then shared texts (id, text
 * after its number of rows), rows (field, value) and grants (field, value). An empty value stands for a row or a grant
 * that did not exist. Yields after every 100 values, so that other work can run.
 * @throws RangeError, SyntaxError, TypeError if any part cannot be read: the earlier values are then unknown
 */
export function* pastInSteps(cluster: string, entry: string): Generator<undefined, Pick<Past, 'rows' | 'grants'>> {
  const lines = entry.split('\n');
  const [texts = 0, rows = 0, grants = 0] = countsOf(lines, [2, 2, 2]);
  let at = 1;
  function* pairs<T>(count: number, read: (field: string, value: string) => T): Generator<undefined, T[]> {
    const all: T[] = [];
    while (all.length < count) {
      all.push(read(lines[at++] ?? '', lines[at++] ?? ''));
      if (all.length % STEP === 0) yield;
    }
    return all;
  }
  const shared = new SharedTexts();
  yield* pairs(texts, (id, text) => shared.addCounted(id, text));
  return {
    rows: yield* pairs(rows, (field, value) => [
      decodeField(field),
      value === '' ? undefined : decodeRow(cluster, field, value, shared),
    ]),
    grants: yield* pairs(grants, (field, value) => [
      decodeGrantField(field),
      value === '' ? undefined : decodeGrant(value),
    ]),
  };
}

/**
 * Reads the counts in the first line. `linesOfEach`: lines that one item of each type takes.
 * @throws RangeError if the counts do not match the number of lines
 */
function countsOf(lines: readonly string[], linesOfEach: readonly number[]): readonly number[] {
  const first = lines[0] ?? '';
  const counts = first.split(' ').map(Number);
  const length = linesOfEach.reduce((sum, each, i) => sum + each * (counts[i] ?? NaN), 1);
  // Signs are refused: a negative count could otherwise hide another count that is too large.
  if (!/^[0-9 ]+$/.test(first) || length !== lines.length)
    throw new RangeError('a log entry of another length than it says');
  return counts;
}

/** Reads one value. If it cannot be read, counts it and returns undefined. */
export function readable<T>(read: () => T, unreadable: (count: number) => void): T | undefined {
  try {
    return read();
  } catch {
    unreadable(1); // the value is left out, and its content is not reported
    return undefined;
  }
}
