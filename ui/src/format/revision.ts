/**
 * Short form of a revision for lists. `main@sha1:<40 digits>` of Flux becomes `main@sha1:3f2a1b4`. A digest becomes
 * `sha256:39dc5f0`. An image loses a registry with a domain, such as `ghcr.io`.
 */
export function shortRevision(revision: string): string {
  const digest = revision.replace(/\b(sha1|sha256|sha512):([0-9a-f]{7})[0-9a-f]+/g, '$1:$2');
  const image = /^[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?\/(.+)$/.exec(digest)?.[1];
  return image ?? digest;
}
