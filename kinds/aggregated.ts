/**
 * Reduces an object to the content of an `aggregated` report: counts instead of the identities of applied objects, and
 * reasons instead of messages. The agent reduces objects before it sends them. The hub reduces each received object
 * again, so it stores no details even if an agent sends them.
 */
import { countsOfApplication, objectCounts, type ObjectCounts } from './object-counts.ts';
import { isRecord, record } from './untrusted.ts';

/**
 * Keys that are removed from the status of reported objects: free text, and lists of applied objects.
 * Kustomizations and HelmReleases have an `inventory`. Applications, and the errors of RootSyncs and RepoSyncs, have
 * `resources`. ResourceGroups have `resourceStatuses`.
 */
const DETAILS: ReadonlySet<string> = new Set(['message', 'errorMessage', 'inventory', 'resources', 'resourceStatuses']);
/** Maximum nesting. Deeper values are dropped, because no built-in rule reads values at this depth. */
const MAX_DEPTH = 12;

/** Returns a reduced copy. The object itself stays unchanged. */
export function aggregated(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const reduced = withoutDetails(object['status'], 0);
  const counts = countsOf(object);
  const status = counts ? { ...record(reduced), counts } : reduced;
  if (!isGroup(object)) return { ...object, status };
  const { resources: _identities, ...spec } = record(object['spec']);
  return { ...object, spec, status };
}

function countsOf(object: Readonly<Record<string, unknown>>): ObjectCounts | undefined {
  if (isGroup(object)) return objectCounts(object);
  return isOf(object, 'Application', 'argoproj.io') ? countsOfApplication(object) : undefined;
}

function isGroup(object: Readonly<Record<string, unknown>>): boolean {
  return isOf(object, 'ResourceGroup', 'kpt.dev');
}

function isOf(object: Readonly<Record<string, unknown>>, kind: string, group: string): boolean {
  return object['kind'] === kind && String(object['apiVersion']).startsWith(`${group}/`);
}

function withoutDetails(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map(part => withoutDetails(part, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      DETAILS.has(key) ? [] : [[key, withoutDetails(part, depth + 1)] as const],
    ),
  );
}
