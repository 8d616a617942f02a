/**
 * Packages that only the tests of clients/typescript and examples/python need: GraphQL clients, a Relay compiler, a
 * Python package. They are installed once, next to the tested code, if the registries can be reached.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCommand } from './debian-packages.ts';

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface ClientPackages {
  readonly folder: string;
  isThere(): boolean;
  /** Shell commands that run in the folder. */
  readonly install: readonly string[];
  /** Command that the installation uses. */
  readonly needs: string;
}

function inFolder(
  folder: string,
  { marker, ...rest }: { marker: string; needs: string; install: readonly string[] },
): ClientPackages {
  return { folder: join(checkout, folder), isThere: () => existsSync(join(checkout, folder, marker)), ...rest };
}

export const TYPESCRIPT_CLIENT = inFolder('clients/typescript', {
  marker: 'node_modules/.package-lock.json',
  needs: 'npm',
  install: ['npm ci --ignore-scripts --no-update-notifier --loglevel=error'],
});

export const PYTHON_CLIENT = inFolder('examples/python', {
  marker: '.venv/bin/ariadne-codegen',
  needs: 'python3',
  install: ['python3 -m venv .venv', '.venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt'],
});

/** Installs the packages if they are missing. Returns the reason if this fails, else undefined. */
export function provideClient({ folder, isThere, install, needs }: ClientPackages): string | undefined {
  if (isThere()) return undefined;
  if (!hasCommand(needs)) return `there is no ${needs}`;
  for (const command of install) {
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0)
      return `"${command}" in ${folder} ended with ${status}: ${stderr.trim().split('\n').at(-1) ?? ''}`;
  }
  return undefined;
}
