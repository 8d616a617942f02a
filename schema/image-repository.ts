/**
 * The repository of a container image: its registry and name, without tag and digest. Container runtimes complete short
 * names. `nginx:1.27` and `docker.io/library/nginx@sha256:…` therefore both belong to `docker.io/library/nginx`.
 *
 * Follows distribution/reference (ParseNormalizedNamed, FamiliarName). A text that is not a valid reference is its own
 * repository, so every image has a repository.
 */

const DOCKER_HUB = 'docker.io';
const DOCKER_HUB_BEFORE = 'index.docker.io';
const OFFICIAL = 'library/';
const MAX_NAME_LENGTH = 255;

const HOST = String.raw`(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])`;
const REGISTRY = new RegExp(String.raw`^(?:${HOST}(?:\.${HOST})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?$`);
const PATH = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
/** Pattern of an image id. An image id names no repository. */
const IDENTIFIER = /^[a-f0-9]{64}$/;

export function imageRepository(image: string): string {
  const at = image.indexOf('@');
  const tagged = at === -1 ? image : image.slice(0, at);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  const written = colon === -1 ? tagged : tagged.slice(0, colon);
  const isReference =
    !IDENTIFIER.test(image) &&
    (at === -1 || DIGEST.test(image.slice(at + 1))) &&
    (colon === -1 || TAG.test(tagged.slice(colon + 1)));
  if (!isReference) return image;
  const [registry, path] = completed(written);
  const isName =
    path.length <= MAX_NAME_LENGTH && REGISTRY.test(registry) && path.split('/').every(it => PATH.test(it));
  return isName ? `${registry}/${path}` : image;
}

/** The short form of a repository, such as `nginx` for `docker.io/library/nginx`. */
export function familiarRepository(repository: string): string {
  const path = repository.startsWith(`${DOCKER_HUB}/`) ? repository.slice(DOCKER_HUB.length + 1) : repository;
  const shortest = path.startsWith(OFFICIAL) ? path.slice(OFFICIAL.length) : path;
  return [shortest, path].find(it => imageRepository(it) === repository) ?? repository;
}

/** Splits a name into its registry and the path of the repository in the registry. */
function completed(name: string): readonly [registry: string, path: string] {
  const slash = name.indexOf('/');
  const first = slash === -1 ? '' : name.slice(0, slash);
  const isRegistry = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first;
  const [registry, path] = isRegistry ? [first, name.slice(slash + 1)] : [DOCKER_HUB, name];
  if (registry !== DOCKER_HUB && registry !== DOCKER_HUB_BEFORE) return [registry, path];
  return [DOCKER_HUB, path.includes('/') ? path : `${OFFICIAL}${path}`];
}
