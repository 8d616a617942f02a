/**
 * Facets beside the list of objects. A new facet is an entry in FACET_FIELDS, and in FURTHER_FACETS if it is not shown
 * for every list.
 */
import type { FacetField } from '../graph/graphql.ts';
import type { Field } from '../query/language.ts';

/** Field of the query language for a facet. Status is shown elsewhere. */
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

/** Facets shown only if a column or the groups show the same field, by the id of the column or the groups. */
export const FURTHER_FACETS: Readonly<Record<string, readonly FacetField[]>> = {
  revision: ['REVISION'],
  suspended: ['SUSPENDED'],
};

/** Facets shown only if the query, a column or the groups name images. They are asked for apart: a fleet may refuse. */
export const IMAGE_FACETS: FacetField[] = ['IMAGE_REPOSITORY', 'IMAGE'];
export const IMAGE_KEYS: readonly string[] = ['image', 'imagerepository', 'images'];
