/**
 * The npm package. Node does not strip types of files under node_modules, so the package contains compiled code. The
 * test packs it, installs it into an empty folder, and runs it.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;

let directory: string;
let executable: string;

describe('the npm package', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fleetgraph-package-'));
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', directory], { cwd: root });
    const archive = join(directory, stdout.trim().split('\n').at(-1) ?? '');
    await writeFile(join(directory, 'package.json'), '{ "private": true }');
    await run(
      'npm',
      ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', archive],
      {
        cwd: directory,
      },
    );
    executable = join(directory, 'node_modules', '.bin', 'fleetgraph');
  }, 600_000); // builds everything and installs from the registry, which may be slow
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('holds what runs, and neither sources nor tests', () => {
    const has = (path: string) => existsSync(join(directory, 'node_modules', 'fleetgraph', path));
    expect(
      [
        'bin/fleetgraph',
        'dist/cli/main.js',
        'dist/schema/fleet.graphql',
        'dist/store/scripts/parts/fence.lua',
        'dist/ui/dist/index.html',
        'LICENSE',
        'README.md',
      ].filter(path => !has(path)),
    ).toEqual([]);
    expect(['cli', 'test', 'dist/test', 'bench', 'docker-compose.yml'].filter(has)).toEqual([]);
  });

  it('is under 150 MB with all that it needs, and brings nothing that only developers need', async () => {
    const { stdout } = await run('du', ['-sk', join(directory, 'node_modules')]);
    expect(Number.parseInt(stdout, 10) / 1024).toBeLessThan(150);
    const brought = ['typescript', 'jest', 'react', 'vite'];
    expect(brought.filter(name => existsSync(join(directory, 'node_modules', name)))).toEqual([]);
  });

  it('tells its version and the schema through the link that npm makes', async () => {
    const env = { ...process.env, FLEETGRAPH_NODE: process.execPath };
    expect((await run(executable, ['version'], { env })).stdout).toMatch(/^fleetgraph \d+\.\d+\.\d+ /);
    expect((await run(executable, ['schema'], { env })).stdout).toMatch(/^type Query/m);
  });

  it('runs the demo', async () => {
    const demo = spawn(executable, ['demo', '--json', '--port', '0'], {
      env: { ...process.env, FLEETGRAPH_NODE: process.execPath, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: demo.stdout }), 'line')) as [string];
    const { url, identities } = JSON.parse(line) as { url: string; identities: { token: string }[] };
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${identities[0]?.token}` },
      body: JSON.stringify({ query: '{ viewer { user } }' }),
    });
    expect(await answer.json()).toEqual({ data: { viewer: { user: 'ada@acme.example' } } });
    demo.kill('SIGTERM');
    expect(await once(demo, 'exit')).toEqual([0, null]);
  });
});
