/**
 * Normalizes revisions of Flux, so that a commit has one revision, whichever version of a controller wrote it.
 *
 * Controllers before RFC-0005 (Flux 2.0) wrote `main/<sha>` and a bare digest. Newer controllers write
 * `main@sha1:<sha>` and `sha256:<digest>`. Suspended objects keep the old form. A source with a reference name
 * (`spec.ref.name`) has `refs/heads/main@sha1:<sha>`, which is the same commit of the same branch.
 *
 * Sources: RFC-0005 of fluxcd/flux2, and TransformLegacyRevision() of the controllers that followed it; fluxcd/pkg
 * git/git.go (Commit.String).
 */
import { at, text } from './untrusted.ts';

/** Hash algorithm by the number of hexadecimal digits of a digest. */
const ALGORITHMS: ReadonlyMap<number, string> = new Map([
  [40, 'sha1'],
  [64, 'sha256'],
  [96, 'sha384'],
  [128, 'sha512'],
]);

/** The normalized revision at a path. Empty if there is none. */
export function revisionAt(object: unknown, ...path: readonly string[]): string {
  return inNewForm(text(at(object, ...path)).replace(/^refs\/(?:heads|tags)\//, ''));
}

function inNewForm(revision: string): string {
  if (revision.includes(':')) return revision;
  const slash = revision.lastIndexOf('/');
  const [name, digest] = [revision.slice(0, Math.max(0, slash)), revision.slice(slash + 1)];
  const algorithm = /^[0-9a-f]+$/i.test(digest) ? ALGORITHMS.get(digest.length) : undefined;
  if (algorithm === undefined) return revision;
  return name === '' || name === 'HEAD' ? `${algorithm}:${digest}` : `${name}@${algorithm}:${digest}`;
}
