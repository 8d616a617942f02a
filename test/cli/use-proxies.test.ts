/** The command line behind a proxy. It sends requests to a fleetgraph whose name only the proxy can resolve. */
import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startHttpProxy } from '../kubernetes/loopback-proxies.ts';
import { json, startScriptedServer } from '../kubernetes/scripted-server.ts';

const EXECUTABLE = fileURLToPath(new URL('../../bin/fleetgraph', import.meta.url));
const SERVER = 'fleet.proxied.invalid';

it('a query goes through the proxy of the environment, and not where NO_PROXY says so', async () => {
  await using server = await startScriptedServer((_request, response) =>
    json(response, 200, { data: { clusters: 'proxied' } }),
  );
  await using proxy = await startHttpProxy({ [SERVER]: '127.0.0.1' });
  const { port } = new URL(server.url);
  const proxies = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, FLEETGRAPH_TOKEN: 't' };
  const run = async (more: Record<string, string>) => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...proxies, ...more };
    const running = promisify(execFile)(EXECUTABLE, ['query', '-', '--server', `http://${SERVER}:${port}`], { env });
    running.child.stdin?.end('{ clusters }');
    return running;
  };
  expect((await run({})).stdout).toContain('proxied');
  expect(proxy.requested).toEqual([`${SERVER}:${port}`]);
  await expect(run({ NO_PROXY: '.proxied.invalid' })).rejects.toMatchObject({
    stderr: expect.stringContaining('does not answer (ENOTFOUND)'),
  });
  expect(proxy.requested).toHaveLength(1);
});
