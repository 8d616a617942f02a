/**
 * What an object has beside its columns: relations to other objects of its cluster, and records that subgraphs keep of it (kinds/projection.ts).
 *
 * It is a part of the row: written, replaced and deleted with it, in its line of the same batch, so no reader ever has one without the other.
 */
import type { ObjectKey } from '../schema/object-id.ts';

/** Their order is that of their codes in Redis: new ones come last. Each is kept by the object that knows of it, and leads to the other end. */
export const RELATION_TYPES = [
  // To the object that this one takes its content from (a Flux source).
  'SOURCE',
  // To an owner (metadata.ownerReferences).
  'OWNS',
  // To the Kustomization or HelmRelease that applied this one.
  'MANAGES',
  // To an object that must be ready before this one.
  'DEPENDS_ON',
  // To an object that this one uses by its name.
  'REFERENCES',
  // To an object that this one says it applied (status.inventory of a HelmRelease), whether or not that says so by its labels.
  'APPLIES',
] as const;
export type RelationType = (typeof RELATION_TYPES)[number];
/**
 * As readers know them: APPLIES is MANAGES told by the other end, and SELECTS is found by labels when it is asked for (readmodel/relations/selectors.ts).
 */
export const ALL_RELATION_TYPES = ['SOURCE', 'OWNS', 'MANAGES', 'DEPENDS_ON', 'REFERENCES', 'SELECTS'] as const;
export type AnyRelationType = (typeof ALL_RELATION_TYPES)[number];

/** UP: to what an object comes from. DOWN: to what comes of it, or what it uses. */
export const RELATION_DIRECTIONS = ['UP', 'DOWN'] as const;
export type RelationDirection = (typeof RELATION_DIRECTIONS)[number];

/** Where relations lead from the object that keeps them, or selects; seen from the other end they lead the other way. */
export const LEADS = {
  SOURCE: 'UP',
  OWNS: 'UP',
  MANAGES: 'UP',
  DEPENDS_ON: 'UP',
  REFERENCES: 'DOWN',
  APPLIES: 'DOWN',
  SELECTS: 'DOWN',
} as const satisfies Record<RelationType | AnyRelationType, RelationDirection>;

/** The name of a relation for readers. */
export function shownType(type: RelationType | 'SELECTS'): AnyRelationType {
  return type === 'APPLIES' ? 'MANAGES' : type;
}

export interface Relation {
  readonly type: RelationType;
  /** An object of the same cluster, whether or not there is one. */
  readonly to: ObjectKey;
}

/** A small JSON object. */
export type ProjectionRecord = Readonly<Record<string, unknown>>;
/** By the name of the projection. */
export type Records = Readonly<Record<string, readonly ProjectionRecord[]>>;

/** Absent where there is nothing. Never written to: rows read from one store may share one object. */
export interface Attached {
  readonly relations?: readonly Relation[] | undefined;
  readonly records?: Records | undefined;
}

/** Projections that the read model follows. The labels that a Service selects: one record, keys to values. */
export const SELECTOR = 'selector';
/**
 * What another object selects: one record, `{ selector, namespaces }`, the selector as readmodel/query.ts has it, and the
 * namespaces where they are not its own: names, or `*` for all.
 */
export const LABEL_SELECTOR = 'label-selector';
/** Where a source reads: `{ url, since }`, since when it has the revision that it has now, in milliseconds since the epoch. */
export const SOURCE_URL = 'source-url';
/** What was tried last and is not what is applied: `{ revision }`. */
export const ATTEMPTED = 'attempted';

/** What a projection may be called. */
export const PROJECTION_NAME = /^[a-z][a-z0-9-]{0,31}$/;
