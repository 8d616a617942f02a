/**
 * Validates a batch before a store applies it. The batch must belong to the lease's cluster, have the right shapes and
 * keep the bounds.
 *
 * Rows come from leaf clusters, which are not trusted. kinds/row.ts bounds its output, and this validation is the
 * second line of defence. One invalid row refuses the whole batch, because half a batch would misrepresent the cluster.
 * Pure: no store, no clock.
 */
import type { GrantObject } from '../rbac/types.ts';
import { grantKey } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import { encodeObjectKey, isObjectKey } from '../schema/object-id.ts';
import { PROJECTION_NAME, RELATION_TYPES, type Records, type Relation } from './attached.ts';
import { isStateReason, STATE_CAUSES } from './causes.ts';
import {
  MAX_AGENTS,
  MAX_BATCH_ITEMS,
  MAX_BATCH_LENGTH,
  MAX_GRANT_NAME_LENGTH,
  MAX_KINDS,
  MAX_LABEL_KEY_LENGTH,
  MAX_LABEL_VALUE_LENGTH,
  MAX_LABELS,
  MAX_NAME_LENGTH,
  MAX_PROJECTIONS,
  MAX_RECORD_LENGTH,
  MAX_RECORDS,
  MAX_RECORDS_LENGTH,
  MAX_REGISTRANT_LENGTH,
  MAX_RELATIONS,
  MAX_RELATIONS_LENGTH,
  MAX_REVISION_LENGTH,
} from './limits.ts';
import { ROW_COLUMNS, type RowColumn } from './row-columns.ts';
import type { ApiServer, Batch, ClusterState, Lease, ObjectStatus, ReportsState, Row } from './store.ts';
import { InvalidRowError, OBJECT_STATUSES } from './store.ts';

/** A valid batch. If a row or grant was given twice, only the last one is kept. */
export interface ValidBatch {
  readonly puts: ReadonlyMap<ObjectKey, Row>;
  readonly deletes: readonly ObjectKey[];
  /** Grants, keyed by grantKey(). */
  readonly grantPuts: ReadonlyMap<string, GrantObject>;
  readonly grantDeletes: readonly string[];
  readonly state: ClusterState | undefined;
  /** Approximate number of characters of all texts. */
  readonly length: number;
}

/** @throws InvalidRowError if the batch is invalid. The message names the invalid part */
export function validateBatch(lease: Lease, batch: Batch, columns: readonly RowColumn[] = ROW_COLUMNS): ValidBatch {
  const { puts = [], deletes = [], grantPuts = [], grantDeletes = [], state } = batch;
  const items = puts.length + deletes.length + grantPuts.length + grantDeletes.length;
  if (items > MAX_BATCH_ITEMS) {
    throw new InvalidRowError(
      `a batch for ${lease.cluster} has ${items} items; at most ${MAX_BATCH_ITEMS} are applied at once: split it`,
    );
  }
  let length = 0;
  // Each row or grant is counted before the next one is validated, so that a batch that is too long costs little.
  const count = (characters: number): void => {
    length += characters;
    if (length <= MAX_BATCH_LENGTH) return;
    throw new InvalidRowError(
      `a batch for ${lease.cluster} has at least ${length} characters; at most ${MAX_BATCH_LENGTH} are applied at once: split it`,
    );
  };
  count(textLength(deletes) + textLength(grantDeletes) + textLength(state));
  const validPuts = new Map<ObjectKey, Row>();
  for (const row of puts) {
    const key = validRowKey(lease.cluster, row, columns);
    count(rowLength(row, columns));
    validPuts.set(key, row);
  }
  const validGrants = new Map<string, GrantObject>();
  for (const grant of grantPuts) {
    const key = validGrantKey(lease.cluster, grant);
    count(textLength(grant, 1));
    validGrants.set(key, grant);
  }
  const valid: ValidBatch = { puts: validPuts, deletes, grantPuts: validGrants, grantDeletes, state, length };
  for (const key of deletes) {
    validateObjectKey(key, () => `a deleted key of ${lease.cluster}`);
    if (valid.puts.has(key))
      throw new InvalidRowError(`${key} of ${lease.cluster} is both put and deleted by one batch: keep what is latest`);
  }
  for (const key of grantDeletes) {
    const subject = () => `a deleted grant key of ${lease.cluster}`;
    validateText(key, subject, 'key', 2 * MAX_GRANT_NAME_LENGTH);
    if (key.split('/').length !== 3)
      throw new InvalidRowError(`${subject()} is ${quote(key)}; expected type/namespace/name, as by grantKey()`);
    if (valid.grantPuts.has(key))
      throw new InvalidRowError(
        `${quote(key)} of ${lease.cluster} is both put and deleted by one batch: keep what is latest`,
      );
  }
  if (state) validateState(state, () => `the state of ${lease.cluster}`);
  return valid;
}

/** @throws InvalidRowError if no cluster can have this name */
export function validateClusterName(cluster: string): void {
  validateName(cluster, () => 'a cluster', 'name');
}

/** @throws InvalidRowError if no collector can have this name */
export function validateHolder(holder: string): void {
  validateName(holder, () => 'a collector', 'name');
}

/** @throws InvalidRowError if the text is not a valid registrant. '' means no registrant */
export function validateRegistrant(registrant: string): void {
  if (registrant !== '') validateName(registrant, () => 'a registration', 'registrant', MAX_REGISTRANT_LENGTH);
}

/** @throws InvalidRowError if the server is invalid */
export function validateServer({ cluster }: Lease, server: ApiServer | undefined): void {
  if (!server) return;
  const subject = () => `the API server of ${cluster}`;
  validateName(server.connection, subject, 'connection');
  if (server.uid !== '') validateName(server.uid, subject, 'uid');
}

/** Names the subject of an error. Called only if there is an error. */
type Subject = () => string;

function validRowKey(cluster: string, row: Row, columns: readonly RowColumn[]): ObjectKey {
  if (!isRecord(row)) throw new InvalidRowError(`a row of ${cluster} is ${typeName(row)}; expected an object`);
  const subject = () => `row ${quote([row.group, row.kind, row.namespace, row.name].join('/'))} of ${cluster}`;
  if (row.cluster !== cluster) {
    throw new InvalidRowError(
      `${subject()} says that it belongs to cluster ${quote(row.cluster)}; a lease of ${cluster} writes only rows of ${cluster}`,
    );
  }
  validateName(row.kind, subject, 'kind');
  validateName(row.name, subject, 'name');
  if (row.group !== '') validateName(row.group, subject, 'group');
  if (row.namespace !== '') validateName(row.namespace, subject, 'namespace');
  for (const column of columns) validateColumn(column, row[column.name as keyof Row], subject);
  if (row.relations !== undefined) validateRelations(row.relations, subject);
  if (row.records !== undefined) validateRecords(row.records, subject);
  return encodeObjectKey(row);
}

function validateColumn(column: RowColumn, value: unknown, subject: Subject): void {
  const { name } = column;
  switch (column.type) {
    case 'part': // validated by validRowKey()
      return;
    case 'time':
    case 'timeSince':
      return validateNumber(value as number, subject, name);
    case 'status':
      if (OBJECT_STATUSES.includes(value as ObjectStatus)) return;
      throw new InvalidRowError(
        `${subject()} has ${name} ${quote(value)}; expected one of ${OBJECT_STATUSES.join(', ')}`,
      );
    case 'suspended':
      if (typeof value === 'boolean') return;
      throw new InvalidRowError(`${subject()} has ${name} ${typeName(value)}; expected a boolean`);
    case 'labels':
      return validateLabels(value as Row['labels'], subject);
    default:
      validateText(value as string, subject, name, column.max);
  }
}

function validateLabels(labels: Row['labels'], subject: Subject): void {
  if (!isRecord(labels))
    throw new InvalidRowError(`${subject()} has labels ${typeName(labels)}; expected an object of strings`);
  const entries = Object.entries(labels);
  if (entries.length > MAX_LABELS)
    throw new InvalidRowError(`${subject()} has ${entries.length} labels; at most ${MAX_LABELS} are kept`);
  for (const [key, value] of entries) {
    validateText(key, subject, 'a label key', MAX_LABEL_KEY_LENGTH);
    validateText(value, () => `label ${quote(key)} of ${subject()}`, 'a value', MAX_LABEL_VALUE_LENGTH);
  }
}

function validateRelations(relations: readonly Relation[], subject: Subject): void {
  if (!Array.isArray(relations))
    throw new InvalidRowError(`${subject()} has relations ${typeName(relations)}; expected a list`);
  if (relations.length > MAX_RELATIONS)
    throw new InvalidRowError(`${subject()} has ${relations.length} relations; at most ${MAX_RELATIONS} are kept`);
  let length = 0;
  for (const relation of relations as readonly Relation[]) {
    if (!isRecord(relation))
      throw new InvalidRowError(`${subject()} has a relation ${typeName(relation)}; expected an object`);
    if (!RELATION_TYPES.includes(relation.type))
      throw new InvalidRowError(
        `${subject()} has a relation ${quote(relation.type)}; expected one of ${RELATION_TYPES.join(', ')}`,
      );
    validateObjectKey(relation.to, () => `${relation.type} of ${subject()}`);
    length += relation.to.length;
  }
  if (length > MAX_RELATIONS_LENGTH)
    throw new InvalidRowError(
      `${subject()} has relations of ${length} characters; at most ${MAX_RELATIONS_LENGTH} are kept`,
    );
}

function validateRecords(records: Records, subject: Subject): void {
  if (!isRecord(records))
    throw new InvalidRowError(`${subject()} has records ${typeName(records)}; expected lists by projection`);
  const projections = Object.entries(records);
  if (projections.length > MAX_PROJECTIONS)
    throw new InvalidRowError(
      `${subject()} has records of ${projections.length} projections; at most ${MAX_PROJECTIONS} are kept`,
    );
  let length = 0;
  for (const [projection, list] of projections) {
    if (!PROJECTION_NAME.test(projection))
      throw new InvalidRowError(
        `${subject()} has records of a projection ${quote(projection)}; expected ${PROJECTION_NAME.source}`,
      );
    if (!Array.isArray(list))
      throw new InvalidRowError(`${subject()} has ${projection} records ${typeName(list)}; expected a list`);
    if (list.length > MAX_RECORDS)
      throw new InvalidRowError(
        `${subject()} has ${list.length} ${projection} records; at most ${MAX_RECORDS} are kept`,
      );
    for (const record of list) length += validRecordLength(record, () => `${subject()} has a ${projection} record`);
  }
  if (length > MAX_RECORDS_LENGTH)
    throw new InvalidRowError(
      `${subject()} has records of ${length} characters; at most ${MAX_RECORDS_LENGTH} are kept`,
    );
}

function validRecordLength(record: unknown, subject: Subject): number {
  if (!isRecord(record)) throw new InvalidRowError(`${subject()} that is ${typeName(record)}; expected an object`);
  let length: number;
  try {
    length = JSON.stringify(record).length;
  } catch (error) {
    throw new InvalidRowError(`${subject()} that is no JSON: ${(error as Error).message}`);
  }
  if (length > MAX_RECORD_LENGTH)
    throw new InvalidRowError(`${subject()} of ${length} characters; at most ${MAX_RECORD_LENGTH} are kept`);
  return length;
}

const GRANT_TYPES: readonly GrantObject['type'][] = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'];

function validGrantKey(cluster: string, grant: GrantObject): string {
  if (!isRecord(grant)) throw new InvalidRowError(`a grant of ${cluster} is ${typeName(grant)}; expected an object`);
  const subject = () => `grant ${quote([grant.type, grant.namespace, grant.name].join('/'))} of ${cluster}`;
  if (!GRANT_TYPES.includes(grant.type)) {
    throw new InvalidRowError(`${subject()} has type ${quote(grant.type)}; expected one of ${GRANT_TYPES.join(', ')}`);
  }
  const namespaced = grant.type === 'Role' || grant.type === 'RoleBinding';
  validateName(grant.name, subject, 'name', MAX_GRANT_NAME_LENGTH);
  if (namespaced) validateName(grant.namespace, subject, 'namespace');
  else if (grant.namespace !== '')
    throw new InvalidRowError(`${subject()} has a namespace; a ${grant.type} has none: expected ''`);
  if (grant.name.includes('/') || grant.namespace.includes('/')) {
    throw new InvalidRowError(
      `${subject()} has a "/" in its name or namespace; no API server serves that, so its key would be ambiguous`,
    );
  }
  validateText(grant.resourceVersion, subject, 'resourceVersion', MAX_REVISION_LENGTH);
  if ('rules' in grant ? !Array.isArray(grant.rules) : !Array.isArray(grant.subjects) || !isRecord(grant.roleRef)) {
    throw new InvalidRowError(`${subject()} has the wrong shape; expected rules, or a roleRef and subjects`);
  }
  return grantKey(grant);
}

function validateState(state: ClusterState, subject: Subject): void {
  const uncollected = (isRecord(state) && state.uncollected) || [];
  const lists =
    isRecord(state) && isRecord(state.grants) && [state.kinds, state.resources, uncollected].every(Array.isArray);
  if (!lists) throw new InvalidRowError(`${subject()} has the wrong shape; expected kinds, resources and grants`);
  if ([state.kinds, state.resources, uncollected].some(({ length }) => length > MAX_KINDS)) {
    throw new InvalidRowError(
      `${subject()} has ${state.kinds.length} kinds and ${state.resources.length} resources, and ${uncollected.length} uncollected; at most ${MAX_KINDS} of each`,
    );
  }
  validateText(state.version, subject, 'version', MAX_NAME_LENGTH);
  if (state.duplicateOf !== undefined) validateName(state.duplicateOf, subject, 'duplicateOf');
  validateReason(state.reason, subject, 'reason');
  validateReason(state.grants.reason, subject, 'grants.reason');
  for (const { kind, reason, shownAs, projections = [], rules = '' } of state.kinds) {
    const subjectOfKind = () => `kind ${quote(kind)} of ${subject()}`;
    validateReason(reason, subjectOfKind, 'reason');
    validateText(rules, subjectOfKind, 'rules', MAX_REVISION_LENGTH);
    if (shownAs !== undefined) validateText(shownAs, subjectOfKind, 'shownAs', 2 * MAX_NAME_LENGTH);
    if (!Array.isArray(projections) || projections.length > MAX_PROJECTIONS)
      throw new InvalidRowError(`${subjectOfKind()} has other projections than a list of at most ${MAX_PROJECTIONS}`);
    for (const projection of projections as readonly string[])
      validateText(projection, subjectOfKind, 'a projection', MAX_REVISION_LENGTH);
  }
  if (state.answeredAgo !== undefined) validateNumber(state.answeredAgo, subject, 'answeredAgo');
  if (state.silentAfterMs !== undefined) validateNumber(state.silentAfterMs, subject, 'silentAfterMs');
  if (state.reports !== undefined) validateReports(state.reports, subject);
  if (state.grants.confirmedAgo !== undefined)
    validateNumber(state.grants.confirmedAgo, subject, 'grants.confirmedAgo');
}

function validateReports({ agents, reading, digest }: ReportsState, subject: Subject): void {
  if (!Array.isArray(agents) || agents.length > MAX_AGENTS)
    throw new InvalidRowError(`${subject()} has other agents than a list of at most ${MAX_AGENTS}`);
  validateText(reading, subject, 'reports.reading', MAX_REVISION_LENGTH);
  validateText(digest, subject, 'reports.digest', MAX_REVISION_LENGTH);
  for (const { agent, seq } of agents as ReportsState['agents']) {
    validateText(agent, subject, 'an agent', MAX_NAME_LENGTH);
    validateNumber(seq, subject, 'seq');
  }
}

/** The error message does not quote the reason, which may be a text that must stay hidden. */
function validateReason(reason: unknown, subject: Subject, field: string): void {
  if (!isStateReason(reason))
    throw new InvalidRowError(
      `${subject()} has a ${field} of its own; expected '' or one of ${STATE_CAUSES.join(', ')}`,
    );
}

function validateObjectKey(key: ObjectKey, subject: Subject): void {
  if (typeof key === 'string' && isObjectKey(key)) return;
  throw new InvalidRowError(
    `${subject()} is ${quote(key)}; expected group/kind/namespace/name, each part percent-encoded`,
  );
}

/** Names become keys and are shown on terminals. So they must have no control characters and no unpaired surrogates. */
function validateName(name: string, subject: Subject, field: string, max = MAX_NAME_LENGTH): void {
  validateText(name, subject, field, max);
  if (name === '') throw new InvalidRowError(`${subject()} has an empty ${field}`);
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    throw new InvalidRowError(
      `${subject()} has a ${field} with control characters or half a character: ${quote(name)}`,
    );
  }
}

function validateText(text: string, subject: Subject, field: string, max: number): void {
  if (typeof text !== 'string')
    throw new InvalidRowError(`${subject()} has ${field} of type ${typeName(text)}; expected a string`);
  if (text.length > max) {
    throw new InvalidRowError(
      `${subject()} has ${field} of ${text.length} characters; at most ${max} are kept: shorten it before writing`,
    );
  }
}

function validateNumber(number: number, subject: Subject, field: string): void {
  if (!Number.isFinite(number))
    throw new InvalidRowError(`${subject()} has ${field} ${quote(number)}; expected a finite number of milliseconds`);
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

/**
 * Quotes and shortens a value for a message. The value is written as JSON, so that no part of it looks like a part of
 * the message.
 */
function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** Number of characters of a row that count against MAX_BATCH_LENGTH. */
export function rowLength(row: Row, columns: readonly RowColumn[] = ROW_COLUMNS): number {
  const { group, kind, namespace, name, labels, relations = [], records } = row;
  let length = group.length + kind.length + namespace.length + name.length;
  for (const { to } of relations) length += to.length;
  if (records) length += JSON.stringify(records).length;
  for (const { name, max } of columns) if (max !== undefined) length += (row[name as keyof Row] as string).length;
  for (const key in labels) length += key.length + (labels[key]?.length ?? 0);
  return length;
}

/** Counts the characters of the texts in a value. Ignores deeply nested texts. */
export function textLength(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > 6) return 0;
  let length = 0;
  // Faster than Object.entries() for long lists, such as the resource names of a role.
  if (Array.isArray(value)) for (const part of value) length += textLength(part, depth + 1);
  else
    for (const [key, part] of Object.entries(value))
      length += (depth > 0 ? key.length : 0) + textLength(part, depth + 1);
  return length;
}
