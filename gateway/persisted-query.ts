/**
 * Validates the extension of automatic persisted queries. Apollo Server takes anything, and reports what it cannot use as a fault of its
 * own.
 */
import { createHash } from 'node:crypto';

/** Why the request's persisted query is not usable; undefined when it is, or when there is none. */
export function persistedQueryProblem(body: unknown): string | undefined {
  const { query, extensions } = (body ?? {}) as { query?: unknown; extensions?: unknown };
  const persisted = (parsed(extensions) as { persistedQuery?: unknown } | null | undefined)?.persistedQuery;
  if (persisted === undefined || persisted === null) return undefined;
  const { version, sha256Hash } = persisted as { version?: unknown; sha256Hash?: unknown };
  if (version !== 1) return 'extensions.persistedQuery.version must be 1.';
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/.test(sha256Hash))
    return 'extensions.persistedQuery.sha256Hash must be the SHA-256 of the query, as 64 hexadecimal digits in lower case.';
  if (typeof query === 'string' && createHash('sha256').update(query).digest('hex') !== sha256Hash)
    return 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query that came with it.';
  return undefined;
}

/** In a GET request extensions are JSON. Apollo Server refuses what is not. */
function parsed(extensions: unknown): unknown {
  if (typeof extensions !== 'string') return extensions;
  try {
    return JSON.parse(extensions) as unknown;
  } catch {
    return undefined;
  }
}
