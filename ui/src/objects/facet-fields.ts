/**
 * Facets beside the list of objects. A new facet needs an entry in FACET_FIELDS, and an entry in FACETS, FURTHER_FACETS
 * or IMAGE_FACETS.
 */
import type { FacetField } from '../graph/graphql.ts';
import type { Field } from '../query/language.ts';

/** Query field of each facet. The status is missing, because the status has its own tabs. */
export const FACET_FIELDS: Readonly<Partial<Record<FacetField, Field>>> = {
  KIND: 'kind',
  CLUSTER: 'cluster',
  NAMESPACE: 'namespace',
  REASON: 'reason',
  REVISION: 'revision',
  IMAGE: 'image',
  IMAGE_REPOSITORY: 'imagerepository',
  SUSPENDED: 'suspended',
};

/** Facets of every list. */
export const FACETS: readonly FacetField[] = ['STATUS', 'KIND', 'CLUSTER', 'NAMESPACE', 'REASON'];

/** Facets that are shown only if a column or the grouping uses their field. Keys are ids of columns and groupings. */
export const FURTHER_FACETS: Readonly<Record<string, readonly FacetField[]>> = {
  revision: ['REVISION'],
  suspended: ['SUSPENDED'],
};

/**
 * Facets that are shown only if the query, a column or the grouping uses images. These facets are requested in a
 * separate field, because the server refuses to count too many different images.
 */
export const IMAGE_FACETS: FacetField[] = ['IMAGE_REPOSITORY', 'IMAGE'];
export const IMAGE_KEYS: readonly string[] = ['image', 'imagerepository', 'images'];
