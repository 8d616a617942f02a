/**
 * Queries of the read model: filters, orders, pages and facets as validated plain data, built by the GraphQL layer and
 * the CLI. Every query takes a RowAuthorizer, so that none can run without saying who may see what.
 */
import { KEY_COLUMNS, ROW_COLUMNS, type Column, type FilterType, type RowColumn } from '../store/row-columns.ts';
import type { ObjectStatus, StatusChange } from '../store/store.ts';
import type { Moment } from './changes/change.ts';
import type { ColumnRow, StoredFields } from './table/column-row.ts';

export interface TextMatch {
  readonly equals?: string;
  readonly prefix?: string;
  readonly contains?: string;
  /** `*` any run, `?` one character; nothing else is special. */
  readonly glob?: string;
  readonly ignoreCase: boolean;
}

/** Milliseconds since the epoch; both bounds are exclusive. */
export interface TimeMatch {
  readonly after?: number;
  readonly before?: number;
}

export interface KindMatch {
  readonly kind: string;
  /** Undefined: any group. */
  readonly group: string | undefined;
  /** Ignores case and accepts the plural. */
  readonly loosely?: boolean;
}

/** Value for filters: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`. */
export function kindValue({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** Conditions by filter type. Within a list, any one must hold; an empty list matches nothing. */
export interface Conditions extends Readonly<Record<FilterType, unknown>> {
  readonly oneOf: readonly string[];
  readonly pattern: TextMatch;
  readonly span: TimeMatch;
  readonly kinds: readonly KindMatch[];
  readonly status: readonly ObjectStatus[];
  readonly suspended: boolean;
  /** Kubernetes label selector syntax, parsed by parseLabelSelector(). */
  readonly labels: LabelSelector;
}

/** Members of a filter by their type; each concerns one column. */
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

/** Words, each of which must occur in one of the row's searched columns. Ignores case. No words match everything. */
export interface TextSearch {
  readonly words: readonly string[];
  /** Names of the columns to search. @default all searched columns */
  readonly in?: readonly string[];
}

/** All given members must hold. */
export interface Filter extends FilterMembers<Conditions> {
  readonly text?: TextSearch;
  /** Ids in canonical spelling. */
  readonly ids?: readonly string[];
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  /**
   * By number of a cluster's or namespace's name: 1 if its patterns match. Replaces the patterns when rows are selected
   * (conditions.ts).
   */
  readonly clusterMask?: Uint8Array;
  readonly namespaceMask?: Uint8Array;
}

export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | 'absent' | 'gt' | 'lt';
  readonly values: readonly string[];
}

/** All requirements must hold. Semantics: k8s.io/apimachinery pkg/labels (an absent key satisfies notin). */
export type LabelSelector = readonly LabelRequirement[];

/** Members of the same type. */
export type MemberOf<Type extends FilterType> = {
  [M in keyof Filter]-?: Required<Filter>[M] extends Conditions[Type] ? M : never;
}[keyof Filter];

/** The members of a column's filter with one type. */
export function membersOf<Type extends FilterType>({ filters = {} }: RowColumn, type: Type): MemberOf<Type>[] {
  return Object.keys(filters).filter(member => filters[member] === type) as MemberOf<Type>[];
}

/** Filter types by member. */
export type FilterTypes = ReadonlyMap<string, FilterType>;

export function filterTypesOf(columns: readonly RowColumn[]): FilterTypes {
  return new Map(columns.flatMap(({ filters = {} }) => Object.entries(filters)));
}

const COLUMNS: readonly Column[] = [...KEY_COLUMNS, ...ROW_COLUMNS];
/** Maximum number of columns that a word search reads. */
export const SEARCHED = COLUMNS.filter(column => 'searched' in column).length;
export const FILTER_TYPES = filterTypesOf(COLUMNS);

export type OrderField = Extract<Column, { order: string }>['order'];
export const ORDER_FIELDS: readonly OrderField[] = COLUMNS.flatMap(column => ('order' in column ? [column.order] : []));

export interface OrderKey {
  readonly field: OrderField;
  readonly descending: boolean;
}

/** Facets without a column: the source object, and the label keys whatever their values. */
const OTHER_FACETS = ['SOURCE', 'LABEL_KEY'] as const;
export type FacetField = Extract<Column, { facet: string }>['facet'] | (typeof OTHER_FACETS)[number];
export const FACET_FIELDS: readonly FacetField[] = [
  ...COLUMNS.flatMap(column => ('facet' in column ? [column.facet] : [])),
  ...OTHER_FACETS,
];
/** Fields with at most one value per object. */
export type GroupField = Exclude<FacetField, 'LABEL_KEY'>;

/** Exactly one direction. Cursors are opaque texts from an earlier page with the same order. */
export type PageRequest = ({ readonly first: number } | { readonly last: number }) & {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Include the page's moment; requires a RowAuthorizer with `shown`. */
  readonly resumable?: boolean;
};

/** A row as the columns had it when it was chosen. Immutable: answers may share it. */
export interface IndexedRow extends ColumnRow {
  /** encodeObjectId() of the row. */
  readonly id: string;
  /** The remaining fields, read from the store in one batch; '' if the store is unreachable or the row is gone. */
  stored(): Promise<StoredFields>;
  /**
   * Status changes of an object that applies a package, newest first, read as `stored()`. Undefined if the store is
   * unreachable.
   */
  history(): Promise<readonly StatusChange[] | undefined>;
}

export interface Page {
  readonly rows: readonly IndexedRow[];
  /** One for each row. */
  readonly cursors: readonly string[];
  /** Cursors of the first and last row, computed without the others; undefined for an empty page. */
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Set if requested. */
  readonly moment?: Moment | undefined;
}

/**
 * ENTER: the object is new in the list. UPDATE: its row changed. LEAVE: it is gone or no longer matches. REVOKED: the
 * reader may no longer see it; the change does not reveal whether it still exists.
 */
export type ChangeType = 'ENTER' | 'UPDATE' | 'LEAVE' | 'REVOKED';

/** Change of an object. */
export interface Change {
  readonly type: ChangeType;
  readonly id: string;
  /** The current row; undefined if it is gone or may no longer be seen. */
  readonly row: IndexedRow | undefined;
}

/** Differences between two moments for one reader and filter. */
export interface Changes {
  readonly changes: readonly Change[];
  /** Why changes are missing. */
  readonly reset: 'TOO_OLD' | 'TOO_MANY' | undefined;
  /** The moment that the changes lead to. */
  readonly moment: Moment;
  /** Number of matching rows at that moment; undefined if not requested. */
  readonly total: number | undefined;
}

export interface FacetValue {
  /** Value for the filter: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`, `true`. */
  readonly value: string;
  /** Title for people: `Kustomization`. */
  readonly title: string;
  readonly count: number;
}

export interface Facet {
  readonly field: FacetField;
  /** By count descending, then value. */
  readonly values: readonly FacetValue[];
  readonly truncated: boolean;
  /** Number of matching objects without a value. */
  readonly missingCount: number;
}

/** A field to group by. `labelKey`: the label, for LABEL. */
export interface GroupKey {
  readonly field: GroupField;
  readonly labelKey?: string;
}

export interface GroupRequest {
  /** At least one. */
  readonly by: readonly GroupKey[];
  readonly first: number;
  /** Only groups after the group with these values, one for each key. */
  readonly after?: readonly (string | null)[];
}

/** Number of objects by status; `suspended` counts any status. */
export interface StatusCounts {
  readonly current: number;
  readonly inProgress: number;
  readonly failed: number;
  readonly terminating: number;
  readonly unknown: number;
  readonly suspended: number;
}

export interface Group {
  /** One value for each key. Null: objects without a value. */
  readonly values: readonly { readonly value: string | null; readonly title: string }[];
  readonly count: number;
  readonly statusCounts: StatusCounts;
}

export interface GroupPage {
  /** Sorted by values, key after key, by code unit; objects without a value last. */
  readonly groups: readonly Group[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Fields in order of precedence among equal suggestions. */
export const SUGGESTION_FIELDS = ['KIND', 'CLUSTER', 'NAMESPACE', 'NAME', 'REASON', 'LABEL_KEY', 'LABEL'] as const;
export type SuggestionField = (typeof SUGGESTION_FIELDS)[number];

export interface SuggestionRequest {
  /** In lower case. */
  readonly words: readonly string[];
  readonly fields: readonly SuggestionField[];
  readonly limit: number;
}

/** A value that visible rows have, spelled as for the filter; for LABEL as `key=value`, like a label selector. */
export interface Suggestion extends FacetValue {
  readonly field: SuggestionField;
}

/** Thrown for an error the caller can fix: a malformed selector, cursor or glob. The message says how. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly argument: string | undefined;

  /** @param argument Name of the invalid argument, if known here */
  constructor(message: string, argument?: string) {
    super(message);
    this.argument = argument;
  }
}
