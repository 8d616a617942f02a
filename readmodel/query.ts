/**
 * Queries of the read model: filters, orders, pages and facets. Queries are plain data that the subgraphs build. A
 * query needs a RowAuthorizer, which decides who may see which rows.
 */
import { KEY_COLUMNS, ROW_COLUMNS, type Column, type FilterType, type RowColumn } from '../store/row-columns.ts';
import type { ObjectStatus, StatusChange } from '../store/store.ts';
import type { Moment } from './changes/change.ts';
import type { ColumnRow, StoredFields } from './table/column-row.ts';

export interface TextMatch {
  readonly equals?: string;
  readonly prefix?: string;
  readonly contains?: string;
  /** Pattern. `*` matches any text, `?` matches one character, and all other characters match themselves. */
  readonly glob?: string;
  readonly ignoreCase: boolean;
}

/** Times in milliseconds since the epoch. Both bounds are exclusive. */
export interface TimeMatch {
  readonly after?: number;
  readonly before?: number;
}

export interface KindMatch {
  readonly kind: string;
  /** Undefined means any group. */
  readonly group: string | undefined;
  /** True to ignore case and to accept the plural. */
  readonly loosely?: boolean;
}

/** Returns the value that filters use for a kind: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`. */
export function kindValue({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/**
 * Conditions by filter type. The values of a list are alternatives, except the requirements of a label selector. An
 * empty list of alternatives matches nothing.
 */
export interface Conditions extends Readonly<Record<FilterType, unknown>> {
  readonly oneOf: readonly string[];
  readonly pattern: TextMatch;
  readonly span: TimeMatch;
  readonly kinds: readonly KindMatch[];
  readonly status: readonly ObjectStatus[];
  readonly suspended: boolean;
  /** Kubernetes label selector syntax, parsed by parseLabelSelector(). */
  readonly labels: LabelSelector;
  /** Images of which the object must have at least one. '' matches objects without images. */
  readonly images: readonly string[];
  /** Pattern that at least one image of the object must match. */
  readonly imagePattern: TextMatch;
  /** Repositories from which the object must have an image. Any spelling that imageRepository() accepts. */
  readonly imageRepositories: readonly string[];
}

/** The members of a filter, derived from the columns. `Requested` gives the TypeScript type for each filter type. */
export type FilterMembers<Requested extends Readonly<Record<FilterType, unknown>>> = UnionToIntersection<
  Column extends infer C
    ? C extends { filters: infer F extends Record<string, FilterType> }
      ? { readonly [M in keyof F]?: Requested[F[M]] }
      : never
    : never
>;
type UnionToIntersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/**
 * Word search. Each word must occur in one of the searched columns of the row. Case is ignored. An empty list matches
 * all rows.
 */
export interface TextSearch {
  readonly words: readonly string[];
  /** Names of the columns to search. @default all searched columns */
  readonly in?: readonly string[];
}

/** Filter of rows. All given members must hold. */
export interface Filter extends FilterMembers<Conditions> {
  readonly text?: TextSearch;
  /** Object ids in canonical spelling. */
  readonly ids?: readonly string[];
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  /**
   * Masks by the number of a cluster name or namespace name: 1 if the filter's patterns match the name. These masks
   * replace the patterns when rows are selected (conditions.ts).
   */
  readonly clusterMask?: Uint8Array;
  readonly namespaceMask?: Uint8Array;
}

export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | 'absent' | 'gt' | 'lt';
  readonly values: readonly string[];
}

/**
 * Label selector. All requirements must hold. Semantics: k8s.io/apimachinery pkg/labels (an absent key satisfies
 * notin).
 */
export type LabelSelector = readonly LabelRequirement[];

/** Members of a filter that have the type `Type`. */
export type MemberOf<Type extends FilterType> = {
  [M in keyof Filter]-?: Required<Filter>[M] extends Conditions[Type] ? M : never;
}[keyof Filter];

/** Returns the members of a column's filter that have the type `type`. */
export function membersOf<Type extends FilterType>({ filters = {} }: RowColumn, type: Type): MemberOf<Type>[] {
  return Object.keys(filters).filter(member => filters[member] === type) as MemberOf<Type>[];
}

/** Filter types by filter member. */
export type FilterTypes = ReadonlyMap<string, FilterType>;

export function filterTypesOf(columns: readonly RowColumn[]): FilterTypes {
  return new Map(columns.flatMap(({ filters = {} }) => Object.entries(filters)));
}

const COLUMNS: readonly Column[] = [...KEY_COLUMNS, ...ROW_COLUMNS];
/** Number of columns that a word search can read. */
export const SEARCHED = COLUMNS.filter(column => 'searched' in column).length;
export const FILTER_TYPES = filterTypesOf(COLUMNS);

export type OrderField = Extract<Column, { order: string }>['order'];
export const ORDER_FIELDS: readonly OrderField[] = COLUMNS.flatMap(column => ('order' in column ? [column.order] : []));

export interface OrderKey {
  readonly field: OrderField;
  readonly descending: boolean;
}

/** Facets of images. An object counts once for each of its images, or once for each of their repositories. */
const IMAGE_FACETS = ['IMAGE', 'IMAGE_REPOSITORY'] as const;
export type ImageFacet = (typeof IMAGE_FACETS)[number];
export const isImageFacet = (field: FacetField): field is ImageFacet => IMAGE_FACETS.some(it => it === field);
/**
 * Facets whose values are not the values of a column: source objects, label keys (regardless of their values), and
 * single images.
 */
const OTHER_FACETS = ['SOURCE', 'LABEL_KEY', ...IMAGE_FACETS] as const;
export type FacetField = Extract<Column, { facet: string }>['facet'] | (typeof OTHER_FACETS)[number];
export const FACET_FIELDS: readonly FacetField[] = [
  ...COLUMNS.flatMap(column => ('facet' in column ? [column.facet] : [])),
  ...OTHER_FACETS,
];
export type GroupField = Exclude<FacetField, 'LABEL_KEY'>;

/**
 * Part of a list, from its start (`first`) or its end (`last`). Cursors are opaque texts from an earlier page with the
 * same order.
 */
export type PageRequest = ({ readonly first: number } | { readonly last: number }) & {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** True to include the page's moment. Requires a RowAuthorizer with `shown`. */
  readonly resumable?: boolean;
};

/** A row of an answer, as it was in the columns when it was chosen. Immutable, so answers may share it. */
export interface IndexedRow extends ColumnRow {
  /** Id of the object, made by encodeObjectId(). */
  readonly id: string;
  /**
   * Reads the fields that only the store has, in one batch for many rows. All fields are '' if the store is
   * unreachable, or if the row is gone or belongs to another registration.
   */
  stored(): Promise<StoredFields>;
  /**
   * Reads the status changes of an object that applies a package, newest first, in one batch for many rows. Undefined
   * if they cannot be read.
   */
  history(): Promise<readonly StatusChange[] | undefined>;
}

export interface Page {
  readonly rows: readonly IndexedRow[];
  /** Cursors of the rows, in the same order. */
  readonly cursors: readonly string[];
  /** Cursors of the first and last row. Cheaper than `cursors`. Undefined for an empty page. */
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Set if the request was `resumable`. */
  readonly moment?: Moment | undefined;
}

/**
 * Kind of change. ENTER: the object is new in the list. UPDATE: its row changed. LEAVE: the object is gone, no longer
 * matches the filter, or its cluster no longer serves its kind. REVOKED: the reader may no longer see the object, and
 * does not learn whether it still exists.
 */
export type ChangeType = 'ENTER' | 'UPDATE' | 'LEAVE' | 'REVOKED';

export interface Change {
  readonly type: ChangeType;
  readonly id: string;
  /** The current row. Undefined if the row is gone or the reader may no longer see the row. */
  readonly row: IndexedRow | undefined;
}

/** Differences between two moments for one reader and filter. */
export interface Changes {
  readonly changes: readonly Change[];
  /** Reason why changes are missing. Undefined if the changes are complete. */
  readonly reset: 'TOO_OLD' | 'TOO_MANY' | undefined;
  /** Moment after these changes. */
  readonly moment: Moment;
  /** Number of matching rows at that moment. Undefined if not requested. */
  readonly total: number | undefined;
}

export interface FacetValue {
  /** Value to use in a filter: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`, `true`. */
  readonly value: string;
  /** Title to display: `Kustomization`. */
  readonly title: string;
  readonly count: number;
}

export interface Facet {
  readonly field: FacetField;
  /** Values sorted by count in descending order, then by value. */
  readonly values: readonly FacetValue[];
  readonly truncated: boolean;
  /** Number of matching objects without a value. */
  readonly missingCount: number;
}

/** Field to group by. `labelKey` is the key of the label for LABEL. */
export interface GroupKey {
  readonly field: GroupField;
  readonly labelKey?: string;
}

export interface GroupRequest {
  /** Fields to group by, at least one. */
  readonly by: readonly GroupKey[];
  readonly first: number;
  /** Values of a group, one for each key. Only groups after this group are returned. */
  readonly after?: readonly (string | null)[];
}

/** Number of objects by status. `suspended` counts suspended objects of any status. */
export interface StatusCounts {
  readonly current: number;
  readonly inProgress: number;
  readonly failed: number;
  readonly terminating: number;
  readonly unknown: number;
  readonly suspended: number;
}

export interface Group {
  /** One value for each key. Null for objects without a value. */
  readonly values: readonly { readonly value: string | null; readonly title: string }[];
  readonly count: number;
  readonly statusCounts: StatusCounts;
}

export interface GroupPage {
  /** Groups sorted by their values, key by key, in UTF-16 order. For each key, groups without a value come last. */
  readonly groups: readonly Group[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Fields with suggestions. */
export const SUGGESTION_FIELDS = ['KIND', 'CLUSTER', 'NAMESPACE', 'NAME', 'REASON', 'LABEL_KEY', 'LABEL'] as const;
export type SuggestionField = (typeof SUGGESTION_FIELDS)[number];

export interface SuggestionRequest {
  /** Words to find, in lower case. */
  readonly words: readonly string[];
  /** Equally good suggestions are in the order of these fields. */
  readonly fields: readonly SuggestionField[];
  readonly limit: number;
}

/**
 * A value that visible rows have, in the spelling of filters. A LABEL has the spelling `key=value` of label selectors.
 */
export interface Suggestion extends FacetValue {
  readonly field: SuggestionField;
}

/** Thrown for an error that the caller can fix, such as a malformed selector, cursor or glob. The message tells how. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly argument: string | undefined;

  /** @param argument Name of the invalid argument. Undefined if unknown */
  constructor(message: string, argument?: string) {
    super(message);
    this.argument = argument;
  }
}
