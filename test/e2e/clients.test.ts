/**
 * The client package with Apollo Client, urql and Relay, and the Python example, against a running demo. The package
 * also has its own tests (clients/typescript/test). This suite sends the queries of those tests to a real server.
 * test/run.ts installs the requirements.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../harness/fleetgraph.ts';
import { PYTHON_CLIENT, TYPESCRIPT_CLIENT, type ClientPackages } from '../harness/client-packages.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const TOKEN = 'demo-platform-admin';
const where = (packages: ClientPackages) => (packages.isThere() ? describe : describe.skip);

let demo: ChildProcess;
let url: string;

beforeAll(async () => {
  demo = spawn(EXECUTABLE, ['demo', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  for await (const line of createInterface({ input: demo.stdout as NodeJS.ReadableStream })) {
    ({ url } = JSON.parse(line) as { url: string });
    break;
  }
  const indexed = async () => {
    const answer = await fetch(`${url}/graphql?query=${encodeURIComponent('{ coverage { total indexed } }')}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    return ((await answer.json()) as { data: { coverage: { total: number; indexed: number } } }).data.coverage;
  };
  // One cluster of the demo fails and recovers repeatedly.
  await eventually(indexed, ({ total, indexed }) => total > 0 && indexed >= total - 1, { what: 'a complete index' });
});
afterAll(async () => {
  demo.kill('SIGTERM');
  await once(demo, 'exit');
});

function run(
  { folder }: ClientPackages,
  command: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_OPTIONS: '',
    FLEETGRAPH_TOKEN: TOKEN,
    FLEETGRAPH_URL: `${url}/graphql`,
  };
  // In development mode, clients report mistakes.
  env['NODE_ENV'] = 'development';
  return new Promise(resolve => {
    execFile(command, args, { cwd: folder, timeout: 240_000, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

where(TYPESCRIPT_CLIENT)('clients/typescript', () => {
  it('is built, and its queries are compiled and typed', async () => {
    for (const script of ['build', 'relay', 'check'])
      expect(await run(TYPESCRIPT_CLIENT, 'npm', 'run', '--silent', script)).toMatchObject({ code: 0 });
  });

  it.each(['apollo', 'urql', 'relay'])('works with %s, without one warning', async client => {
    const { code, output } = await run(TYPESCRIPT_CLIENT, process.execPath, '--test', `test/${client}.test.ts`);
    expect(code === 0 ? 'passed' : output).toBe('passed');
  });
});

where(PYTHON_CLIENT)('examples/python', () => {
  it('generates its client and reports with it', async () => {
    expect(await run(PYTHON_CLIENT, '.venv/bin/ariadne-codegen')).toMatchObject({ code: 0 });
    const { code, output } = await run(PYTHON_CLIENT, '.venv/bin/python', 'unhealthy.py', url);
    expect(output).toMatch(/^\d+ failing, from \d of \d clusters\n/);
    expect(output).toMatch(/^live \S+: [A-Z_]+$/m);
    expect(code).toBe(0);
  });
});
