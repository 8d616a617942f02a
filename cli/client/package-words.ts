/**
 * The id of a package as people write it: the id itself, ADDRESS DIRECTORY, ADDRESS//DIRECTORY, or an address alone for
 * its root. Pure.
 */
import { decodePackageId, encodePackageId, packageAddress, packageDirectory } from '../../schema/package-id.ts';
import { UsageError } from '../usage-error.ts';

/** @throws UsageError */
export function packageIdOf(words: readonly string[]): string {
  const [first = '', second, ...more] = words;
  if (first.startsWith('//')) {
    if (second !== undefined) throw new UsageError(`${first} is the id of a package, and nothing may follow it. Leave out "${second}".`);
    return encodePackageId(packageOfId(first));
  }
  if (more.length > 0) throw new UsageError(`A package is one address and one directory, and these are ${words.length} words.`);
  const [written, below] = second === undefined ? split(first) : [first, second];
  const address = packageAddress(written);
  if (address === undefined)
    throw new UsageError(
      `"${written}" is no address of a repository or registry. Write https://HOST/PATH, git@HOST:PATH or oci://HOST/PATH, then the directory.`,
    );
  const directory = packageDirectory(below);
  if (directory === undefined) throw new UsageError(`"${below}" is no directory of a package: it may not hold "..".`);
  return encodePackageId({ address, directory });
}

function packageOfId(id: string): ReturnType<typeof decodePackageId> {
  try {
    return decodePackageId(id);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** `https://host/repo//apps/web` as kustomize and go-getter write it. */
function split(word: string): [address: string, directory: string] {
  const scheme = word.indexOf('://');
  const at = word.indexOf('//', scheme < 0 ? 0 : scheme + 3);
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 2)];
}
