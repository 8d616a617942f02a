/** A kind that the product is configured to collect. The server does not serve it at first. */
import type { Resource } from '../../../../rbac/types.ts';

export const DISCOVERED_LATER: Resource = {
  group: 'late.example.com',
  version: 'v1',
  kind: 'Ox',
  plural: 'oxen',
  namespaced: true,
};
