/**
 * Debian packages that tests, chaos and benchmarks need in addition to Node. They are installed if this process may
 * install packages. Otherwise each command names its missing packages before it begins.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface DebianPackage {
  readonly name: string;
  isThere(): boolean;
}

export const REDIS: DebianPackage = {
  name: 'redis-server',
  isThere: () => hasCommand('redis-server') && hasCommand('redis-cli'),
};

export const PROMETHEUS: DebianPackage = {
  name: 'prometheus',
  isThere: () => hasCommand('prometheus') && hasCommand('promtool'),
};

export const CHROMIUM: DebianPackage = {
  name: 'chromium-headless-shell',
  isThere: () => hasCommand('chromium-headless-shell'),
};

const FAKETIME_LIBRARIES = ['x86_64', 'aarch64'].map(
  machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);
/** Path of libfaketime. Undefined if the package is not installed. */
export const faketimeLibrary = (): string | undefined => FAKETIME_LIBRARIES.find(existsSync);
export const FAKETIME: DebianPackage = { name: 'libfaketime', isThere: () => faketimeLibrary() !== undefined };

export const POSTGRES_BINARIES = '/usr/lib/postgresql/15/bin';
export const POSTGRES: DebianPackage = {
  name: 'postgresql-15',
  isThere: () => existsSync(`${POSTGRES_BINARIES}/initdb`),
};

/** Installs the package if it is missing. Returns the reason if it is still missing afterwards, else undefined. */
export function provide(
  { name, isThere }: DebianPackage,
  say: (line: string) => void = console.log,
): string | undefined {
  if (isThere()) return undefined;
  const missing = `the Debian package ${name} is not installed`;
  if (!hasCommand('apt-get')) return `${missing}, and there is no apt-get`;
  if (process.getuid?.() !== 0) return `${missing}: sudo apt-get install ${name}`;
  say(`installing ${name}, once…`);
  const problem = apt('install', name) && (apt('update') ?? apt('install', name));
  return isThere() ? undefined : `${missing}: ${problem ?? 'apt-get installed something else under this name'}`;
}

export function hasCommand(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

/** Last error line of apt-get. Undefined if apt-get succeeded. */
function apt(...args: string[]): string | undefined {
  const { status, stderr } = spawnSync(
    'apt-get',
    ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  );
  return status === 0
    ? undefined
    : (stderr.trim().split('\n').at(-1) ?? '') || `apt-get ${args[0]} ended with ${status}`;
}
