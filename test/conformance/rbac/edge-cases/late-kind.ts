/** A kind that the product is configured to collect and that the server does not serve at first. */
import type { Resource } from '../../../../rbac/types.ts';

export const DISCOVERED_LATER: Resource = {
  group: 'late.example.com',
  version: 'v1',
  kind: 'Ox',
  plural: 'oxen',
  namespaced: true,
};
