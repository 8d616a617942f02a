/**
 * Digest of what a caller sees of a cluster. Every process computes the same digest. So a process can check whether a
 * caller saw the same at another process, without transmitting the rights.
 */
import { createHash } from 'node:crypto';
import type { ScopeVisibility, Visibility } from '../../rbac/types.ts';

export const DIGEST_BYTES = 6;

/** Cached digests. The object itself is the key, because a Visibility never changes. */
const digests = new WeakMap<Visibility, Buffer>();

export function rightsDigest(visibility: Visibility): Buffer {
  let digest = digests.get(visibility);
  if (!digest) digests.set(visibility, (digest = digestOf(visibility)));
  return digest;
}

function digestOf({ resources, cluster, namespaces }: Visibility): Buffer {
  // Many namespaces share a scope, so the text of each scope is made once.
  const spelled = new Map<ScopeVisibility, string>();
  const spell = (scope: ScopeVisibility): string => {
    const known = spelled.get(scope);
    if (known !== undefined) return known;
    const shown = resources.flatMap(({ group, kind, plural, namespaced }, number) => {
      const names = scope.list[number] === 1 ? 'all' : [...(scope.names.get(number) ?? [])].sort();
      return names.length === 0 ? [] : [[group, plural, kind, namespaced, names]];
    });
    const text = shown.length === 0 ? '' : JSON.stringify(shown.map(part => JSON.stringify(part)).sort());
    spelled.set(scope, text);
    return text;
  };
  const hash = createHash('sha256').update(spell(cluster));
  for (const namespace of [...namespaces.keys()].sort()) {
    const text = spell(namespaces.get(namespace)!);
    if (text !== '') hash.update(`\n${namespace}\n${text}`);
  }
  return hash.digest().subarray(0, DIGEST_BYTES);
}
