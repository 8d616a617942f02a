/**
 * Data of an object beside its columns: relations to other objects of its cluster, and records that subgraphs keep
 * (kinds/projection.ts).
 *
 * This data is a part of the row. It is written, replaced and deleted with the row, in the same line of a batch. So
 * readers see the columns and this data together.
 */
import type { ObjectKey } from '../schema/object-id.ts';

/**
 * Types of relations, in the order of their codes in Redis. Add new types at the end. A relation is stored with the
 * object that knows of it, and points to the other object.
 */
export const RELATION_TYPES = [
  // Points to the source of this object's content, such as a GitRepository of Flux.
  'SOURCE',
  // Points to an owner (metadata.ownerReferences).
  'OWNS',
  // Points to the object that applied this object, such as a Kustomization or a RootSync.
  'MANAGES',
  // Points to an object that must be ready before this object.
  'DEPENDS_ON',
  // Points to an object that this object uses by name.
  'REFERENCES',
  // Points to an object in this object's list of applied objects, such as status.inventory of a HelmRelease.
  'APPLIES',
] as const;
export type RelationType = (typeof RELATION_TYPES)[number];
/**
 * Relation types that readers see. APPLIES is shown as MANAGES of the other object. SELECTS is computed from labels
 * (readmodel/questions/related.ts).
 */
export const ALL_RELATION_TYPES = ['SOURCE', 'OWNS', 'MANAGES', 'DEPENDS_ON', 'REFERENCES', 'SELECTS'] as const;
export type AnyRelationType = (typeof ALL_RELATION_TYPES)[number];

/** UP leads to the origins of an object. DOWN leads to its results, or to objects that it uses. */
export const RELATION_DIRECTIONS = ['UP', 'DOWN'] as const;
export type RelationDirection = (typeof RELATION_DIRECTIONS)[number];

/**
 * Direction of a relation, seen from the object that stores the relation or has the selector. Seen from the other
 * object, the direction is reversed.
 */
export const LEADS = {
  SOURCE: 'UP',
  OWNS: 'UP',
  MANAGES: 'UP',
  DEPENDS_ON: 'UP',
  REFERENCES: 'DOWN',
  APPLIES: 'DOWN',
  SELECTS: 'DOWN',
} as const satisfies Record<RelationType | AnyRelationType, RelationDirection>;

/** Type of a relation as readers see it. */
export function shownType(type: RelationType | 'SELECTS'): AnyRelationType {
  return type === 'APPLIES' ? 'MANAGES' : type;
}

export interface Relation {
  readonly type: RelationType;
  /** Key of an object of the same cluster. The object need not exist. */
  readonly to: ObjectKey;
}

/** Data of one record: a small JSON object. */
export type ProjectionRecord = Readonly<Record<string, unknown>>;
/** Records by the name of their projection. */
export type Records = Readonly<Record<string, readonly ProjectionRecord[]>>;

/**
 * An absent field means that the object has no relations, or no records. Immutable: rows read from one store may share
 * one object.
 */
export interface Attached {
  readonly relations?: readonly Relation[] | undefined;
  readonly records?: Records | undefined;
}

/** Projection for the read model. Labels by which a Service selects Pods: one record of keys and values. */
export const SELECTOR = 'selector';
/**
 * Projection for the read model. Label selector by which an object selects other objects: one record `{ selector,
 * namespaces }`. The selector has the syntax of readmodel/query.ts. `namespaces` lists the namespaces of the selected
 * objects, or is `*` for all. If it is absent, the object selects in its own namespace.
 */
export const LABEL_SELECTOR = 'label-selector';
/**
 * Projection for the read model. Address of a source: `{ url, since }`. `since` is the time of the current revision, in
 * milliseconds since the epoch. Absent if the time is unknown.
 */
export const SOURCE_URL = 'source-url';
/** Projection for the read model. Last attempted revision, if it differs from the applied revision: `{ revision }`. */
export const ATTEMPTED = 'attempted';

/** Valid names of a projection. */
export const PROJECTION_NAME = /^[a-z][a-z0-9-]{0,31}$/;
