/** The npm package: Node strips no types under node_modules, so the package holds compiled code. It is packed, laid out as npm would, and run. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
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
    const modules = join(directory, 'node_modules');
    const home = join(modules, 'fleetgraph');
    await mkdir(home, { recursive: true });
    await run('tar', ['xzf', join(directory, stdout.trim().split('\n').at(-1) ?? ''), '--strip-components=1', '-C', home]);
    // What npm would install beside it.
    for (const name of await readdir(join(root, 'node_modules')))
      if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(modules, name));
    await mkdir(join(modules, '.bin'));
    executable = join(modules, '.bin', 'fleetgraph');
    await symlink('../fleetgraph/bin/fleetgraph', executable);
  }, 120_000);
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
  }, 60_000);

  it('says what is missing where real API servers are asked of it', async () => {
    const env = { ...process.env, FLEETGRAPH_NODE: process.execPath };
    await expect(run(executable, ['demo', '--real', '--port', '0'], { env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs a checkout'),
    });
  });
});
