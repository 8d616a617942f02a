/**
 * Reduces an object to the content of an `aggregated` report: counts instead of the identities of applied objects, and
 * reasons instead of messages. The agent reduces objects before it sends them. The hub also reduces each object that
 * it reads. So the hub stores no details, even if an agent sends details.
 */
import { objectCounts } from './object-counts.ts';
import { isRecord, record } from './untrusted.ts';

/** Keys of free text in the status of the reported kinds. Their values are dropped. */
const MESSAGES: ReadonlySet<string> = new Set(['message', 'errorMessage']);
/** Maximum nesting. Deeper values are dropped, because no rule reads values at this depth. */
const MAX_DEPTH = 12;

/** Returns a reduced copy. The object itself stays unchanged. */
export function aggregated(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const status = withoutMessages(object['status'], 0);
  if (object['kind'] !== 'ResourceGroup' || !String(object['apiVersion']).startsWith('kpt.dev/'))
    return { ...object, status };
  const { resources: _identities, ...spec } = record(object['spec']);
  const { resourceStatuses: _entries, ...rest } = record(status);
  const counts = objectCounts(object);
  return { ...object, spec, status: { ...rest, ...(counts && { counts }) } };
}

function withoutMessages(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map(part => withoutMessages(part, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      MESSAGES.has(key) ? [] : [[key, withoutMessages(part, depth + 1)] as const],
    ),
  );
}
