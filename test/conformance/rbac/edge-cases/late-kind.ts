/** A kind that fleetgraph is configured to collect. The API server does not serve this kind at first. */
import type { Resource } from '../../../../rbac/types.ts';

export const DISCOVERED_LATER: Resource = {
  group: 'late.example.com',
  version: 'v1',
  kind: 'Ox',
  plural: 'oxen',
  namespaced: true,
};
