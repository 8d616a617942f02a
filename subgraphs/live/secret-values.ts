/**
 * What is shown of a Secret: its keys, and how long their values are. The values are let go as the object arrives, whoever asks and whatever for, so
 * that no field, no log line and no answer that somebody keeps can hold one.
 */
import type { KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import { record } from './manifest.ts';

/** The object without values, if it is a Secret. */
export function withoutValues(object: KubernetesObject, resource: ServedResource): KubernetesObject {
  if (!isSecret(resource)) return object;
  const { data, stringData: _text, ...rest } = object;
  const entries = Object.entries(record(data) ?? {}).map(([key, value]) => [key, { bytes: lengthOf(value) }]);
  return data === undefined ? rest : { ...rest, data: Object.fromEntries(entries) as Record<string, unknown> };
}

export function isSecret({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === '' && kind === 'Secret';
}

/** Of what is written in base64; null for what is not. */
function lengthOf(value: unknown): number | null {
  return typeof value === 'string' && value.length % 4 === 0 ? Buffer.byteLength(value, 'base64') : null;
}
