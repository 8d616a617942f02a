/**
 * What can be asked of the read model: filters, orders, pages and facets as plain data, already validated (the GraphQL layer and the CLI
 * build these). Every question takes a View, so that nothing can be asked without saying who may see what.
 */
import { KEY_COLUMNS, ROW_COLUMNS, type Column, type FilterType, type RowColumn } from '../store/row-columns.ts';
import type { ObjectStatus } from '../store/store.ts';
import type { Moment } from './changes/moment.ts';
import type { ColumnRow, StoredFields } from './rows/column-row.ts';

export interface TextMatch {
  readonly equals?: string;
  readonly prefix?: string;
  readonly contains?: string;
  /** `*` any run, `?` one character; nothing else is special. */
  readonly glob?: string;
  readonly ignoreCase: boolean;
}

/** Milliseconds since the epoch; `after` is exclusive and `before` too. */
export interface TimeMatch {
  readonly after?: number;
  readonly before?: number;
}

export interface KindMatch {
  readonly kind: string;
  /** undefined: any group. */
  readonly group: string | undefined;
  /** As people write it: in any case, and the plural, too. */
  readonly loosely?: boolean;
}

/** As filters take it: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`. */
export function kindValue({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** What members of a filter ask for. Within a list, any one must hold; an empty list matches nothing. */
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

/** Members by what they ask for, each of one column. */
export type FilterMembers<Asked extends Readonly<Record<FilterType, unknown>>> = UnionToIntersection<
  Column extends infer C
    ? C extends { filters: infer F extends Record<string, FilterType> }
      ? { readonly [M in keyof F]?: Asked[F[M]] }
      : never
    : never
>;
type UnionToIntersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** Words, each of which must be somewhere in what a row says: in one of its columns that are searched. Case is ignored; no words ask for nothing. */
export interface TextSearch {
  readonly words: readonly string[];
  /** Names of the columns that are looked into. @default all that are searched */
  readonly in?: readonly string[];
}

/** All given members must hold. */
export interface Filter extends FilterMembers<Conditions> {
  readonly text?: TextSearch;
  /** In the one spelling of an id. */
  readonly ids?: readonly string[];
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  /** By number of a cluster's or a namespace's name: 1 where patterns of it fit. Put in their place where rows are looked for (place-names.ts). */
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

/** Members that ask for the same type of thing. */
export type MemberOf<Type extends FilterType> = {
  [M in keyof Filter]-?: Required<Filter>[M] extends Conditions[Type] ? M : never;
}[keyof Filter];

/** The members of the filter that ask for one type of thing of a column. */
export function membersOf<Type extends FilterType>({ filters = {} }: RowColumn, type: Type): MemberOf<Type>[] {
  return Object.keys(filters).filter(member => filters[member] === type) as MemberOf<Type>[];
}

/** By member. */
export type FilterTypes = ReadonlyMap<string, FilterType>;

export function filterTypesOf(columns: readonly RowColumn[]): FilterTypes {
  return new Map(columns.flatMap(({ filters = {} }) => Object.entries(filters)));
}

const COLUMNS: readonly Column[] = [...KEY_COLUMNS, ...ROW_COLUMNS];
/** Columns of which a search for words asks at the most. */
export const SEARCHED = COLUMNS.filter(column => 'searched' in column).length;
export const FILTER_TYPES = filterTypesOf(COLUMNS);

export type OrderField = Extract<Column, { order: string }>['order'];
export const ORDER_FIELDS: readonly OrderField[] = COLUMNS.flatMap(column => ('order' in column ? [column.order] : []));

export interface OrderKey {
  readonly field: OrderField;
  readonly descending: boolean;
}

/** Beside those of columns: the object that one takes its content from, and the labels that one has, whatever their values. */
const OTHER_FACETS = ['SOURCE', 'LABEL_KEY'] as const;
export type FacetField = Extract<Column, { facet: string }>['facet'] | (typeof OTHER_FACETS)[number];
export const FACET_FIELDS: readonly FacetField[] = [
  ...COLUMNS.flatMap(column => ('facet' in column ? [column.facet] : [])),
  ...OTHER_FACETS,
];
/** Of which each object has one value, or none. */
export type GroupField = Exclude<FacetField, 'LABEL_KEY'>;

/** Exactly one direction. Cursors are opaque texts from an earlier page with the same order. */
export type PageRequest = ({ readonly first: number } | { readonly last: number }) & {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Whether the page tells its moment; the View must tell all that it shows. */
  readonly resumable?: boolean;
};

/** A row as the columns had it when it was chosen. It may be shared by answers, so it is never changed. */
export interface IndexedRow extends ColumnRow {
  /** encodeObjectId() of the row. */
  readonly id: string;
  /** The remaining fields, read from the store for all rows that are asked together; '' where it cannot be reached or the row has gone. */
  stored(): Promise<StoredFields>;
}

export interface Page {
  readonly rows: readonly IndexedRow[];
  /** Of every row. */
  readonly cursors: readonly string[];
  /** Of the first and the last row, without the others; undefined where there are no rows. */
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Where it was asked for. */
  readonly moment?: Moment | undefined;
}

/**
 * ENTER: it is in the list and was not. UPDATE: it was and is, and its row is another one. LEAVE: it is not any more, since it is gone or no longer matches.
 * REVOKED: the reader may no longer see it; whether it is still there is not theirs to know.
 */
export type ChangeType = 'ENTER' | 'UPDATE' | 'LEAVE' | 'REVOKED';

/** What became of an object. */
export interface Change {
  readonly type: ChangeType;
  readonly id: string;
  /** As it is now; undefined where it has gone, or may no longer be seen. */
  readonly row: IndexedRow | undefined;
}

/** What is different between two moments, for one reader and filter. */
export interface Changes {
  readonly changes: readonly Change[];
  /** Why nothing is told. */
  readonly reset: 'TOO_OLD' | 'TOO_MANY' | undefined;
  /** Up to when it tells. */
  readonly moment: Moment;
  /** How many rows match at that moment; undefined where it was not asked for. */
  readonly total: number | undefined;
}

export interface FacetValue {
  /** Fits the filter: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`, `true`. */
  readonly value: string;
  /** Reads well: `Kustomization`. */
  readonly title: string;
  readonly count: number;
}

export interface Facet {
  readonly field: FacetField;
  /** By count descending, then value. */
  readonly values: readonly FacetValue[];
  readonly truncated: boolean;
  /** Matching objects without a value. */
  readonly missingCount: number;
}

/** What objects are grouped by. `labelKey`: the label, for LABEL. */
export interface GroupKey {
  readonly field: GroupField;
  readonly labelKey?: string;
}

export interface GroupRequest {
  /** At least one. */
  readonly by: readonly GroupKey[];
  readonly first: number;
  /** Only groups behind the one of these values, one for each key. */
  readonly after?: readonly (string | null)[];
}

/** How many objects have which status; `suspended` are those of any status. */
export interface StatusCounts {
  readonly current: number;
  readonly inProgress: number;
  readonly failed: number;
  readonly terminating: number;
  readonly unknown: number;
  readonly suspended: number;
}

export interface Group {
  /** One for each key. null: objects without a value. */
  readonly values: readonly { readonly value: string | null; readonly title: string }[];
  readonly count: number;
  readonly statusCounts: StatusCounts;
}

export interface GroupPage {
  /** By values, key after key, by code unit; those without a value last. */
  readonly groups: readonly Group[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Of equals, those of the first come first. */
export const SUGGESTION_FIELDS = ['KIND', 'CLUSTER', 'NAMESPACE', 'NAME', 'REASON', 'LABEL_KEY', 'LABEL'] as const;
export type SuggestionField = (typeof SUGGESTION_FIELDS)[number];

export interface SuggestionRequest {
  /** In lower case. */
  readonly words: readonly string[];
  readonly fields: readonly SuggestionField[];
  readonly limit: number;
}

/** A value that visible rows have: as the filter takes it, and for LABEL as a label selector does, `key=value`. */
export interface Suggestion extends FacetValue {
  readonly field: SuggestionField;
}

/** A question the asker can mend: a malformed selector, cursor or glob. The message says how. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly argument: string | undefined;

  /** @param argument The argument that cannot be used, where it is known here. */
  constructor(message: string, argument?: string) {
    super(message);
    this.argument = argument;
  }
}
