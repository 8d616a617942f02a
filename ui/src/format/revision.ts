/**
 * A revision as a list shows it: `main@sha1:3f2a1b4` of Flux's `main@sha1:<40 digits>`, `sha256:39dc5f0` of a digest,
 * an image without its registry.
 */
export function shortRevision(revision: string): string {
  const digest = revision.replace(/\b(sha1|sha256|sha512):([0-9a-f]{7})[0-9a-f]+/g, '$1:$2');
  const image = /^[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?\/(.+)$/.exec(digest)?.[1];
  return image ?? digest;
}
