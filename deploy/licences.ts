/**
 * The licences of what users install: of the packages that the product loads, and of those that are built into the
 * Explorer. Read from the lock files, so that nothing needs to be installed. `node deploy/licences.ts` lists them, and
 * fails on one that nobody has looked at.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** They let a company use, change and pass on the code, closed or not, as long as their notices stay. */
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

/** The others that were looked at, package by package. docs/supply-chain.md says what they mean. */
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
  /** An SPDX expression, or what stands in its place. */
  readonly licence: string;
}

/** The packages of a lock file that are not for developers only, by name. */
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

/** With OR one accepted side is enough. With AND, and where both stand together, every part must be accepted. */
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
