import { toRow } from '../../kinds/row.ts';
import type { Resource } from '../../rbac/types.ts';
import type { Row } from '../../store/store.ts';

export const NOW = Date.parse('2026-11-21T12:00:00Z');

export const resource = (group: string, kind: string, namespaced = true): Resource => ({
  group,
  version: 'v1',
  kind,
  plural: `${kind.toLowerCase()}s`,
  namespaced,
});

export const POD = resource('', 'Pod');

export function pod(status: unknown, metadata: object = {}) {
  return {
    metadata: { name: 'web-1', namespace: 'apps', ...metadata },
    spec: { containers: [{ image: 'web:1' }] },
    status,
  };
}

/**
 * The row of an object.
 * @throws Error if the object is refused
 */
export function row(kind: Resource, object: unknown): Row {
  const found = toRow('leaf', kind, object, NOW);
  if ('refused' in found) throw new Error(found.refused);
  return found;
}
