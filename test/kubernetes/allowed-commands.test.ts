/** Commands of registrations: the limit of concurrent runs, and the timeout of a command that hangs. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowedCommands, allowedExec } from '../../kubernetes/allowed-commands.ts';
import { execCredentials } from '../../kubernetes/exec-plugin.ts';
import { until } from './until.ts';

let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'fleetgraph-commands-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

const CREDENTIAL = JSON.stringify({
  ...{ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token: 't' } },
});

it('of one source run eight at once, the others wait, and all end', async () => {
  const [path, go] = [join(directory, 'slow'), join(directory, 'go')];
  const script = `#!/bin/sh\ntouch "${directory}/ran-$1"; until [ -e "${go}" ]; do sleep 0.1; done; echo '${CREDENTIAL}'\n`;
  await writeFile(path, script, { mode: 0o755 });
  const commands = allowedCommands([{ path, env: [], secretEnv: [] }], process.env);
  const ask = (i: number) => {
    const { exec, bounds } = allowedExec({ command: 'slow', args: [String(i)] }, commands, `Secret fleet/${i}`);
    return execCredentials(exec, {
      where: `Secret fleet/${i}`,
      directory,
      server: { server: 'https://k.example' },
      ...bounds,
    })();
  };
  const requested = Promise.all(Array.from({ length: 12 }, (_, i) => ask(i)));
  const started = async () => (await readdir(directory)).filter(name => name.startsWith('ran-')).length;
  await until(async () => (await started()) === 8);
  expect([commands.gate.running, commands.gate.waiting]).toEqual([8, 4]);
  await writeFile(go, '');
  expect(new Set((await requested).map(({ authorization }) => authorization))).toEqual(new Set(['Bearer t']));
  expect(await started()).toBe(12);
});

it('have twenty seconds each, so that one which hangs gives its place back', () => {
  const commands = allowedCommands([{ path: '/bin/slow', env: [], secretEnv: [] }], {});
  expect(allowedExec({ command: 'slow' }, commands, 'Secret fleet/x').bounds.timeoutMs).toBe(20_000);
});
