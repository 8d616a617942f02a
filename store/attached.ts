/**
 * Data of an object beside its columns: relations to other objects of its cluster, and records that subgraphs keep
 * (kinds/projection.ts).
 *
 * This data is a part of the row: written, replaced and deleted with it, in its line of the same batch, so readers
 * always have both or neither.
 */
import type { ObjectKey } from '../schema/object-id.ts';

/**
 * In the order of their codes in Redis: add new ones at the end. The object that knows of a relation keeps it; it leads
 * to the other end.
 */
export const RELATION_TYPES = [
  // To the Flux source of this object's content.
  'SOURCE',
  // To an owner (metadata.ownerReferences).
  'OWNS',
  // To the Kustomization or HelmRelease that applied this one.
  'MANAGES',
  // To an object that must be ready before this one.
  'DEPENDS_ON',
  // To an object that this one uses by its name.
  'REFERENCES',
  // To an object that this one says it applied (status.inventory of a HelmRelease), whether or not that object's labels
  // say so.
  'APPLIES',
] as const;
export type RelationType = (typeof RELATION_TYPES)[number];
/**
 * Relation types for readers: APPLIES is MANAGES stated by the other end, and SELECTS is computed from labels
 * (readmodel/questions/related.ts).
 */
export const ALL_RELATION_TYPES = ['SOURCE', 'OWNS', 'MANAGES', 'DEPENDS_ON', 'REFERENCES', 'SELECTS'] as const;
export type AnyRelationType = (typeof ALL_RELATION_TYPES)[number];

/** UP: to an object's origins. DOWN: to its results, or what it uses. */
export const RELATION_DIRECTIONS = ['UP', 'DOWN'] as const;
export type RelationDirection = (typeof RELATION_DIRECTIONS)[number];

/** Direction of a relation from the object that keeps it, or selects; the opposite from the other end. */
export const LEADS = {
  SOURCE: 'UP',
  OWNS: 'UP',
  MANAGES: 'UP',
  DEPENDS_ON: 'UP',
  REFERENCES: 'DOWN',
  APPLIES: 'DOWN',
  SELECTS: 'DOWN',
} as const satisfies Record<RelationType | AnyRelationType, RelationDirection>;

/** Type of a relation for readers. */
export function shownType(type: RelationType | 'SELECTS'): AnyRelationType {
  return type === 'APPLIES' ? 'MANAGES' : type;
}

export interface Relation {
  readonly type: RelationType;
  /** Key of an object of the same cluster, which need not exist. */
  readonly to: ObjectKey;
}

/** A small JSON object. */
export type ProjectionRecord = Readonly<Record<string, unknown>>;
/** By the name of the projection. */
export type Records = Readonly<Record<string, readonly ProjectionRecord[]>>;

/** Absent if empty. Immutable: rows read from one store may share one object. */
export interface Attached {
  readonly relations?: readonly Relation[] | undefined;
  readonly records?: Records | undefined;
}

/** Projections used by the read model. The labels that a Service selects: one record, keys to values. */
export const SELECTOR = 'selector';
/**
 * Label selector of other objects: one record, `{ selector, namespaces }`, the selector as in readmodel/query.ts, and
 * its namespaces if they are not its own: names, or `*` for all.
 */
export const LABEL_SELECTOR = 'label-selector';
/** Address of a source: `{ url, since }`, with the time of its current revision in milliseconds since the epoch. */
export const SOURCE_URL = 'source-url';
/** Last attempted revision, if it differs from the applied one: `{ revision }`. */
export const ATTEMPTED = 'attempted';

/** Valid names of a projection. */
export const PROJECTION_NAME = /^[a-z][a-z0-9-]{0,31}$/;
