/** Titles of facet and group values, for people. */
import { decodeObjectId } from '../../schema/object-id.ts';
import type { FacetField } from '../query.ts';

export function titleOf(field: FacetField, value: string): string {
  switch (field) {
    case 'KIND':
      return value.slice(0, value.includes('.') ? value.indexOf('.') : undefined);
    case 'GROUP':
      return value || 'core';
    case 'STATUS':
      return readable(value);
    case 'SUSPENDED':
      return value === 'true' ? 'Suspended' : 'Not suspended';
    case 'SOURCE': {
      const { kind, namespace, name } = decodeObjectId(value);
      return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
    }
    default:
      return value;
  }
}

/** `IN_PROGRESS` → `In progress` */
function readable(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
