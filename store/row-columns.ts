/**
 * The columns of a row, with one entry for each column. Most code about columns is derived from the entries. To add a
 * column:
 * - Add an entry at the end of ROW_COLUMNS.
 * - Add code that finds the value in an object (kinds/row.ts). If the place of the value differs by kind, each kind
 *   finds it by a member of Kind (kinds/kind.ts).
 * - Describe the column in schema/fleet.graphql. A test compares the description with the entry.
 * - Raise RULES_OF_ALL_KINDS (kinds/registry.ts), so that stored rows get the column.
 * - If the column is a text, add its length to rowWeight() (collector/content-budget.ts), which bounds the memory of a
 *   cluster.
 *
 * Derived from the entries:
 * - the type Row, validation and spelling (store/)
 * - arrays and dictionaries, conditions, facets, orders, prices and shown rows (readmodel/)
 * - the filter input and the nullable fields of the graph
 *
 * Not derived: the parts of the key, the state, labels, and facets of images.
 *
 * The order of ROW_COLUMNS is the order of the spelling in Redis. Never change the order. Add columns at the end, and
 * raise WIRE_FORMAT (wire.ts) with each addition. docs/operations.md names the format, too (`fg8:`).
 */
import {
  MAX_IMAGES_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REASON_LENGTH,
  MAX_REVISION_LENGTH,
} from './limits.ts';

interface Described {
  readonly name: string;
  /** True if the store keeps the column, but the index of the read model does not. */
  readonly stored?: boolean;
  /** True if answers have null in place of '' or 0. */
  readonly optional?: boolean;
  /** Members of the filter input, with their types. */
  readonly filters?: Readonly<Record<string, FilterType>>;
  readonly facet?: string;
  readonly order?: string;
  /** True if the filter's `text` searches the column. */
  readonly searched?: boolean;
}

/** Entry of a column. `max`: maximum length in characters. */
export type RowColumn = Described &
  ({ readonly type: TextType; readonly max: number } | { readonly type: OtherType; readonly max?: undefined });

/**
 * Types of text columns, which differ in their spelling. `text`: rows may share the text. `message`: the text may refer
 * to other columns of the row. `token`: usually unique to each row. `version`: usually the version of the kind.
 * `attempt`: usually equals the revision. `uid`: a UID.
 */
type TextType = 'text' | 'message' | 'token' | 'version' | 'attempt' | 'uid';
/**
 * Other types of columns. `part`: part of a key. `time`: milliseconds since the epoch. `timeSince`: a time that is
 * spelled relative to `createdAt`.
 */
type OtherType = 'part' | 'status' | 'suspended' | 'labels' | 'time' | 'timeSince';
export type ColumnType = TextType | OtherType;

/**
 * Types of filter members. `oneOf`: a list of texts. `pattern`: a text pattern. `span`: a time span. Each other type is
 * for a single column.
 */
export type FilterType =
  | 'oneOf'
  | 'pattern'
  | 'span'
  | 'kinds'
  | 'status'
  | 'suspended'
  | 'labels'
  | 'images'
  | 'imagePattern'
  | 'imageRepositories';

/** The key of an object: its cluster, group, kind, namespace and name. */
export const KEY_COLUMNS = [
  {
    name: 'cluster',
    type: 'part',
    filters: { clusters: 'oneOf', cluster: 'pattern' },
    facet: 'CLUSTER',
    order: 'CLUSTER',
  },
  // '' for cluster-scoped objects.
  {
    name: 'namespace',
    type: 'part',
    filters: { namespaces: 'oneOf', namespace: 'pattern' },
    facet: 'NAMESPACE',
    order: 'NAMESPACE',
  },
  { name: 'kind', type: 'part', filters: { kinds: 'kinds' }, facet: 'KIND', order: 'KIND' },
  { name: 'group', type: 'part', filters: { groups: 'oneOf' }, facet: 'GROUP' },
  { name: 'name', type: 'part', filters: { names: 'oneOf', name: 'pattern' }, order: 'NAME', searched: true },
] as const satisfies readonly RowColumn[];

export const ROW_COLUMNS = [
  { name: 'resourceVersion', type: 'token', max: MAX_REVISION_LENGTH, stored: true },
  { name: 'status', type: 'status', filters: { statuses: 'status' }, facet: 'STATUS', order: 'STATUS' },
  { name: 'suspended', type: 'suspended', filters: { suspended: 'suspended' }, facet: 'SUSPENDED' },
  { name: 'uid', type: 'uid', max: MAX_REVISION_LENGTH, stored: true, optional: true },
  { name: 'createdAt', type: 'time', optional: true, filters: { created: 'span' }, order: 'CREATED' },
  // 0 if no condition has a time.
  {
    name: 'transitionedAt',
    type: 'timeSince',
    optional: true,
    filters: { transitioned: 'span' },
    order: 'TRANSITIONED',
  },
  // Time at which the leaf reported this version.
  { name: 'syncedAt', type: 'time', filters: { synced: 'span' } },
  { name: 'labels', type: 'labels', filters: { labelSelector: 'labels' }, facet: 'LABEL', searched: true },
  {
    name: 'reason',
    type: 'text',
    max: MAX_REASON_LENGTH,
    optional: true,
    filters: { reasons: 'oneOf', reason: 'pattern' },
    facet: 'REASON',
    searched: true,
  },
  {
    name: 'message',
    type: 'message',
    max: MAX_MESSAGE_LENGTH,
    optional: true,
    filters: { message: 'pattern' },
    searched: true,
  },
  // The applied revision. '' if there is none.
  {
    name: 'revision',
    type: 'text',
    max: MAX_REVISION_LENGTH,
    optional: true,
    filters: { revision: 'pattern' },
    facet: 'REVISION',
  },
  { name: 'version', type: 'version', max: MAX_NAME_LENGTH },
  { name: 'attemptedRevision', type: 'attempt', max: MAX_REVISION_LENGTH, stored: true, optional: true },
  // Images of the object, each once, separated by line feeds.
  {
    name: 'images',
    type: 'text',
    max: MAX_IMAGES_LENGTH,
    filters: { images: 'images', image: 'imagePattern', imageRepositories: 'imageRepositories' },
    searched: true,
  },
] as const satisfies readonly RowColumn[];

export type Column = (typeof KEY_COLUMNS)[number] | (typeof ROW_COLUMNS)[number];

/** True for columns whose texts the index of the read model may get as bytes (TextBytes of store.ts). */
export function isShared({ type, stored = false }: Pick<RowColumn, 'type' | 'stored'>): boolean {
  return (type === 'text' || type === 'message') && !stored;
}

export function isTime({ type }: Pick<RowColumn, 'type'>): boolean {
  return type === 'time' || type === 'timeSince';
}
