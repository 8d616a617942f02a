/**
 * Lists the licences of all packages that users install: packages that the product loads, and packages that are built
 * into the Explorer. The list is made from lock files, so no package needs to be installed. `node deploy/licences.ts`
 * prints the list, and fails for a licence that nobody has reviewed.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Licences that let a company use, change and distribute the code, open or closed, if the notices are kept. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Other licences that were reviewed, with the accepted packages. docs/supply-chain.md explains them. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  'EPL-2.0 OR GPL-3.0-or-later': ['elkjs'],
  'Elastic-2.0': [
    '@apollo/composition',
    '@apollo/federation-internals',
    '@apollo/gateway',
    '@apollo/query-graphs',
    '@apollo/query-planner',
  ],
};

export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or another text if the package has no expression. */
  readonly licence: string;
}

/** Packages in a lock file by name, except packages that only developers need. */
export function packagesOf(lock: string): LicensedPackage[] {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version = '', license = 'none' }]) => ({
      name: path.split('node_modules/').at(-1)!,
      version,
      licence: license,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * True if the licence was accepted for this package, or is permissive. For OR, one permissive part is enough. For AND,
 * or for AND and OR together, all parts must be permissive.
 */
export function isAccepted({ name, licence }: LicensedPackage): boolean {
  if (ACCEPTED[licence]?.includes(name)) return true;
  const parts = licence.split(/[()\s]+/).filter(part => part !== '' && part !== 'AND' && part !== 'OR');
  const isPermissive = (part: string) => PERMISSIVE.has(part);
  return licence.includes(' AND ') ? parts.every(isPermissive) : parts.some(isPermissive);
}

export function installedPackages(): LicensedPackage[] {
  return ['../package-lock.json', '../ui/package-lock.json'].flatMap(path =>
    packagesOf(readFileSync(new URL(path, import.meta.url), 'utf8')),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = installedPackages();
  for (const { name, version, licence } of packages) console.log(`${licence}\t${name}@${version}`);
  const unknown = packages.filter(found => !isAccepted(found));
  for (const { name, licence } of unknown)
    console.error(
      `${name} has the licence ${licence}, which nobody has accepted. Read it, then add it to deploy/licences.ts or leave the package out.`,
    );
  if (unknown.length > 0) process.exit(1);
}
