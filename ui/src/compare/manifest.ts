/**
 * Manifests in a form that can be compared: fields in a fixed order, and optionally without the fields that each
 * cluster sets for itself.
 */
import { isFields, SERVERS_OWN, without, type Fields } from '../object/applied.ts';
import { exactYaml } from '../object/exact-yaml.ts';

/** Fields that come first, in the order that people write them. */
const FIRST = ['apiVersion', 'kind', 'metadata', 'name', 'namespace'];

/** @param whole True keeps the status, the owner references and the metadata that the API server wrote. */
export function comparable(manifest: Fields, whole: boolean): string {
  if (whole) return exactYaml(sorted(manifest));
  const { status: _status, metadata, ...rest } = manifest;
  const own = isFields(metadata) ? without(metadata, [...SERVERS_OWN, 'ownerReferences']) : metadata;
  return exactYaml(sorted({ ...rest, metadata: own }));
}

/** Sorts the fields of objects. List items keep their order, because the order may have a meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  const place = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const keys = Object.keys(value).toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  return Object.fromEntries(keys.map(key => [key, sorted(value[key])]));
}
