/**
 * Identity of a package: the address of a repository or registry, and a directory in it, both in one spelling. Its id
 * is `//address/directory`, each as `encodeURIComponent` writes it. No other id of the graph has four segments.
 */
import { LRUCache } from 'lru-cache';
import { decodeSegment, encodeSegment, MalformedIdError } from './object-id.ts';
import { sourceUrl } from './source-url.ts';

export interface PackageName {
  readonly address: string;
  /** Without slashes at its ends; '' for the root. For a Helm repository, the name of the chart. */
  readonly directory: string;
}

const MAX_DIRECTORY_LENGTH = 1_024;
/** Longer than any id: an address and a directory, each character up to nine bytes when percent-encoded. */
const MAX_ID_LENGTH = 30_000;

/** Addresses by how they were written: a fleet deploys many packages from few addresses. */
const spelled = new LRUCache<string, { readonly address: string | undefined }>({ max: 1_000 });
/** Longer texts are rare. */
const MAX_KEPT_LENGTH = 200;

/** The address in its one spelling; undefined for a text that is none. */
export function packageAddress(text: string): string | undefined {
  if (text.length > MAX_KEPT_LENGTH) return inOneSpelling(text);
  let known = spelled.get(text);
  if (!known) spelled.set(text, (known = { address: inOneSpelling(text) }));
  return known.address;
}

function inOneSpelling(text: string): string | undefined {
  const address = sourceUrl(text);
  // An address with another normalized spelling, such as one with two ports, is invalid.
  return address?.isWellFormed() && !/\s/.test(address) && sourceUrl(address) === address ? address : undefined;
}

/** Address of an image or chart, which may be written without a scheme. */
export function imageAddress(text: string): string | undefined {
  const written = text.trim();
  return packageAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) || written === '' ? written : `oci://${written}`);
}

/** The directory in its one spelling; undefined for a text that is none. */
export function packageDirectory(text: string): string | undefined {
  const parts = text.split('/').filter(part => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : plainDirectory(parts.join('/'));
}

/** The name of a chart, unchanged; undefined if it is too long, or no text. */
export function chartDirectory(text: string): string | undefined {
  return text === '' ? undefined : plainDirectory(text);
}

function plainDirectory(text: string): string | undefined {
  return text.length <= MAX_DIRECTORY_LENGTH && text.isWellFormed() ? text : undefined;
}

export function encodePackageId({ address, directory }: PackageName): string {
  return `//${encodeSegment(address)}/${encodeSegment(directory)}`;
}

/** @throws MalformedIdError when `text` is not the canonical spelling of an id. */
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

/** Address and directory as one text. No address has a space. */
export function encodePlace({ address, directory }: PackageName): string {
  return `${address} ${directory}`;
}

export function decodePlace(place: string): PackageName {
  const space = place.indexOf(' ');
  return { address: place.slice(0, space), directory: place.slice(space + 1) };
}

/** True if `above` is a directory above `directory`: by segments, and '' is above all others. */
export function isAbove(above: string, directory: string): boolean {
  return above !== directory && (above === '' || directory.startsWith(`${above}/`));
}
