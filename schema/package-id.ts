/**
 * Identity of a package: the address of a repository or registry, and a directory in it. The address and the directory
 * each have one canonical spelling. The id of a package is `//address/directory`, with both parts percent-encoded.
 */
import { LRUCache } from 'lru-cache';
import { decodeSegment, encodeSegment, MalformedIdError } from './object-id.ts';
import { sourceUrl } from './source-url.ts';

export interface PackageName {
  readonly address: string;
  /** Directory without slashes at its ends. Empty for the root. For a Helm repository, the name of the chart. */
  readonly directory: string;
}

const MAX_DIRECTORY_LENGTH = 1_024;
/**
 * Maximum length in characters. The longest address and directory are shorter, even if percent-encoding turns every
 * character into nine characters.
 */
const MAX_ID_LENGTH = 30_000;

/** Canonical addresses by their original spelling. A fleet deploys many packages from few addresses. */
const spelled = new LRUCache<string, { readonly address: string | undefined }>({ max: 1_000 });
/** Maximum number of characters of a cached spelling. Longer texts are rare. */
const MAX_KEPT_LENGTH = 200;

/** The canonical spelling of an address. Undefined if the text is not a valid address. */
export function packageAddress(text: string): string | undefined {
  if (text.length > MAX_KEPT_LENGTH) return inOneSpelling(text);
  let known = spelled.get(text);
  if (!known) spelled.set(text, (known = { address: inOneSpelling(text) }));
  return known.address;
}

function inOneSpelling(text: string): string | undefined {
  const address = sourceUrl(text);
  // An address whose canonical spelling changes when normalized again is invalid, such as an address with two ports.
  return address?.isWellFormed() && !/\s/.test(address) && sourceUrl(address) === address ? address : undefined;
}

/** Canonical address of an image or chart. The text may lack a scheme. Undefined if the text is not a valid address. */
export function imageAddress(text: string): string | undefined {
  const written = text.trim();
  return packageAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) || written === '' ? written : `oci://${written}`);
}

/** The canonical spelling of a directory. Undefined if the text is not a valid directory. */
export function packageDirectory(text: string): string | undefined {
  const parts = text.split('/').filter(part => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : plainDirectory(parts.join('/'));
}

/** The unchanged name of a chart. Undefined if it is empty, too long or malformed. */
export function chartDirectory(text: string): string | undefined {
  return text === '' ? undefined : plainDirectory(text);
}

function plainDirectory(text: string): string | undefined {
  return text.length <= MAX_DIRECTORY_LENGTH && text.isWellFormed() ? text : undefined;
}

export function encodePackageId({ address, directory }: PackageName): string {
  return `//${encodeSegment(address)}/${encodeSegment(directory)}`;
}

/** @throws MalformedIdError if `text` is not the canonical spelling of an id */
export function decodePackageId(text: string): PackageName {
  const segments = text.length <= MAX_ID_LENGTH ? text.split('/') : [];
  const [first, second, address, directory] = segments.map(decodeSegment);
  const isPackage = segments.length === 4 && first === '' && second === '' && directory !== undefined;
  if (isPackage && address !== undefined && address !== '' && packageAddress(address) === address)
    return { address, directory };
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new MalformedIdError(
    `"${shown}" is not the id of a package. An id is //address/directory, both percent-encoded, for example //https%3A%2F%2Fgit.example%2Forg%2Frepo/apps%2Fweb. The address has the spelling that Package.address returns.`,
  );
}

/** Joins address and directory to one text. Addresses contain no space, so the result is unambiguous. */
export function encodePlace({ address, directory }: PackageName): string {
  return `${address} ${directory}`;
}

export function decodePlace(place: string): PackageName {
  const space = place.indexOf(' ');
  return { address: place.slice(0, space), directory: place.slice(space + 1) };
}

/** True if `above` is an ancestor of `directory`, compared by segments. The root '' is above all others. */
export function isAbove(above: string, directory: string): boolean {
  return above !== directory && (above === '' || directory.startsWith(`${above}/`));
}
