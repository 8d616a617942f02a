/**
 * Guarantee of the harness: a server ends soon after the process that started it, even if the server ignores its
 * standard input.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from './processes.ts';

describe('a server process that does not watch its standard input', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);

  /**
   * A shell that writes its process id to a file, then runs the script. By default the script waits until it is killed.
   */
  const options = (name: string, script = 'exec sleep 1000') => ({
    ...{
      name,
      command: '/bin/sh',
      args: ['-c', `echo $$ >${file(name)}.part; mv ${file(name)}.part ${file(name)}; ${script}`],
    },
    logFile: file(`${name}.log`),
  });
  const pidOf = async (name: string) => {
    await until(() => existsSync(file(name)));
    return Number(await readFile(file(name), 'utf8'));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetgraph-processes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('ends when it is stopped', async () => {
    const server = startProcess(options('stopped'));
    const pid = await pidOf('stopped');
    expect(server.ending).toBeUndefined();
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    expect(server.ending).toBe('exited with code 143');
  });

  it('may be stopped twice, and after it has ended', async () => {
    const server = startProcess(options('twice', 'exit 3'));
    await expect(server.exited).resolves.toBe('exited with code 3');
    await server.stop();
    await server.stop();
    expect(server.ending).toBe('exited with code 3');
  });

  it('may be killed without a chance to end well', async () => {
    const server = startProcess(options('killed', "trap '' TERM; exec sleep 1000"));
    const pid = await pidOf('killed');
    await server.kill();
    expect(isAlive(pid)).toBe(false);
    expect(server.ending).toBe('exited with code 137');
  });

  it('ends when its starter is killed', async () => {
    const script = `
      const { startProcess } = await import(${JSON.stringify(new URL('./processes.ts', import.meta.url).href)});
      startProcess(${JSON.stringify(options('orphan'))});
      console.log('started');
    `;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface(starter.stdout), 'line');
    const pid = await pidOf('orphan');
    starter.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });

  it('logs both of its outputs', async () => {
    const server = startProcess(options('logging', 'echo out; echo err >&2'));
    await server.exited;
    await expect(server.logTail()).resolves.toBe('out\nerr\n');
  });
});

it('a command that is not there says so', async () => {
  const server = startProcess({
    name: 'nothing',
    command: '/no/such/server',
    args: [],
    logFile: '/dev/null',
    endsWithStdin: true,
  });
  await expect(server.exited).resolves.toBe('could not be started: spawn /no/such/server ENOENT');
  await server.stop();
});

async function until(condition: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(240_000);
  while (!condition()) await delay(20, undefined, { signal });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
