/** A rolling update as a load balancer sees it. The test polls /readyz, and sends requests while /readyz succeeds. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { eventually } from '../harness/fleetgraph.ts';
import { freePort } from '../harness/processes.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;

let directory: string;
let fleetgraph: ChildProcess;
let url: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-rolling-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = {
    server: { port, operations: { port: 0 }, drainTime: '5s' },
    authentication: [{ type: 'static', tokens: [{ token: 'of-jane', user: 'jane' }] }],
  };
  await writeFile(join(directory, 'config.yaml'), stringify(config), { mode: 0o600 });
  fleetgraph = spawn(EXECUTABLE, ['serve', '--config', join(directory, 'config.yaml')], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: 'ignore',
  });
  await eventually(isReady, Boolean, { what: 'fleetgraph' });
});
afterAll(async () => {
  fleetgraph?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/**
 * Sends a request over a new connection.
 * @throws Error if the connection is refused or reset
 */
function ask(path: string, body?: string): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer of-jane', 'content-type': 'application/json', connection: 'keep-alive' };
    const requested = request(
      `${url}${path}`,
      { method: body === undefined ? 'GET' : 'POST', headers, agent: false },
      answer => {
        answer
          .resume()
          .once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
      },
    );
    requested.once('error', reject).end(body);
  });
}

async function isReady(): Promise<boolean> {
  return (await ask('/readyz').catch(() => undefined))?.status === 200;
}

it('refuses no request before the load balancer can know, and then ends', async () => {
  const ended = once(fleetgraph, 'exit');
  const answers = new Set<number | undefined>();
  for (let requested = 0; await isReady(); requested++) {
    if (requested === 20) fleetgraph.kill('SIGTERM');
    answers.add((await ask('/graphql', '{"query":"{ viewer { user } }"}')).status);
  }
  expect([...answers]).toEqual([200]);
  // The response tells a client with an open connection to close it and to open a new one.
  expect(await ask('/graphql', '{"query":"{ viewer { user } }"}')).toEqual({ status: 200, connection: 'close' });
  expect(await ended).toEqual([0, null]);
});
