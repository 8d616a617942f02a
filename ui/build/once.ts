/**
 * Installs the build tools of the Explorer if they are missing or older than package-lock.json, and builds the
 * Explorer.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const changedAt = (name: string): number => statSync(folder + name, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export function installOnce(): void {
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return;
  console.error("installing the Explorer's own packages, once…");
  run('npm', ['ci', '--no-update-notifier', '--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund']);
}

export function build(): void {
  installOnce();
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
}

function run(command: string, args: readonly string[]): void {
  // The NODE_ENV of the caller must not change the build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, error } = spawnSync(command, [...args, ...(command === 'npm' ? ['--include=dev'] : [])], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} in ui/ ended with ${status ?? error?.message}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
