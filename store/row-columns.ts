/**
 * The columns of a row: one entry each, from which all uniform column code is derived. A new column is an entry at the
 * end of ROW_COLUMNS, the code that finds its value in an object (kinds/row.ts), and its words in schema/fleet.graphql,
 * which a test compares with the entry. If the value's place differs by kind, each kind finds it by a member of Kind
 * (kinds/kind.ts). Raise RULES_OF_ALL_KINDS (kinds/registry.ts), so that stored rows get the column.
 *
 * Derived: the type Row, validation and spelling (store/); the arrays and dictionaries, conditions, facets, orders,
 * prices and shown rows of the read model; the filter input and the nullable fields of the graph. Everything is built
 * once, so a loop over rows still works on one array and one dictionary. Not derived: the parts of the key (places,
 * kinds, names), the state (status and suspended share a byte), labels, which have their own structures, and facets of
 * images, since a row has several. attached.ts has the data beside columns.
 *
 * The order of ROW_COLUMNS is that of the spelling in Redis: never change it, add at the end, and raise WIRE_FORMAT
 * (wire.ts) with each addition.
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
  /** Kept only in the store, not in an index. */
  readonly stored?: boolean;
  /** Null in answers if '' or 0. */
  readonly optional?: boolean;
  /** Members of the filter, and the type of each. */
  readonly filters?: Readonly<Record<string, FilterType>>;
  readonly facet?: string;
  readonly order?: string;
  /** The filter's `text` searches it. */
  readonly searched?: boolean;
}

/** `max`: in characters. */
export type RowColumn = Described &
  ({ readonly type: TextType; readonly max: number } | { readonly type: OtherType; readonly max?: undefined });

/**
 * Texts by spelling. `text`: may be shared by rows. `message`: may refer to other columns of the row. `token`: unique
 * to each row. `version`: usually that of the kind. `attempt`: usually the revision. `uid`.
 */
type TextType = 'text' | 'message' | 'token' | 'version' | 'attempt' | 'uid';
/**
 * `part` of a key; `time`: milliseconds since the epoch; `timeSince`: a time that is spelled relative to `createdAt`.
 */
type OtherType = 'part' | 'status' | 'suspended' | 'labels' | 'time' | 'timeSince';
export type ColumnType = TextType | OtherType;

/** `oneOf`: texts. `pattern`: a text pattern. `span`: a time span. The others belong to their one column. */
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

/** The key of an object: its cluster, kind, namespace and name. */
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
  // The applied revision; '' if there is none.
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
  // Each image once, separated by line feeds.
  {
    name: 'images',
    type: 'text',
    max: MAX_IMAGES_LENGTH,
    filters: { images: 'images', image: 'imagePattern', imageRepositories: 'imageRepositories' },
    searched: true,
  },
] as const satisfies readonly RowColumn[];

export type Column = (typeof KEY_COLUMNS)[number] | (typeof ROW_COLUMNS)[number];

/** Texts that an index may take in other forms than a string (IndexRow). */
export function isShared({ type, stored = false }: Pick<RowColumn, 'type' | 'stored'>): boolean {
  return (type === 'text' || type === 'message') && !stored;
}

export function isTime({ type }: Pick<RowColumn, 'type'>): boolean {
  return type === 'time' || type === 'timeSince';
}
