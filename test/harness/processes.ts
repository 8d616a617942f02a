/**
 * Processes of servers that tests start. Their output goes to a log file. stop() ends them cleanly if possible. When
 * this process ends, they end within seconds.
 *
 * This process holds the writing end of a pipe. The kernel closes the pipe when this process ends, even after SIGKILL,
 * when no exit handler runs. A server that watches its standard input reads the pipe, and ends when the pipe closes.
 * For any other server, a shell reads the pipe and ends the server.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Writable } from 'node:stream';

export interface ServerProcessOptions {
  /** Name of the process in errors. */
  name: string;
  command: string;
  args: readonly string[];
  /** Environment variables to add to the environment of this process. */
  env?: Readonly<Record<string, string>>;
  /** File to which standard output and standard error are appended. */
  logFile: string;
  /** True if the command itself ends when its standard input closes. @default false */
  endsWithStdin?: boolean;
}

export interface ServerProcess {
  readonly name: string;
  /** Process id of the command, or of the shell that guards the command. */
  readonly pid: number | undefined;
  /** Resolves when the process has ended. The text describes the end: `exited with code 1`. */
  readonly exited: Promise<string>;
  /** Value of `exited`. Undefined while the process runs. */
  readonly ending: string | undefined;
  /** Last part of the process's log. */
  logTail(): Promise<string>;
  /** Ends the process, cleanly if possible. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Kills the command itself, as the kernel does when memory runs out. Resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Refuses to start a server in a unit test, because unit tests must run within seconds on any machine.
 * @throws Error that says where a test with a server belongs
 */
export function refuseInUnitTests(server: string): void {
  if (process.env['FLEETGRAPH_TEST_TIER'] !== 'unit') return;
  throw new Error(
    `A unit test starts ${server}. Name its file <what>.real.test.ts, or put it under test/conformance or test/e2e: \`make conformance\` and \`make e2e\` run those.`,
  );
}

export function startProcess({
  name,
  command,
  args,
  env,
  logFile,
  endsWithStdin = false,
}: ServerProcessOptions): ServerProcess {
  refuseInUnitTests(name);
  const log = openSync(logFile, 'a');
  const [file, ...argv] = endsWithStdin ? [command, ...args] : ['/bin/sh', '-c', GUARD, name, command, ...args];
  const child = spawn(file, argv, { stdio: ['pipe', log, log], env: { ...process.env, ...env } });
  closeSync(log); // the child process has its own copy of the descriptor
  const input = child.stdin as Writable; // stdin was requested as a pipe

  let ending: string | undefined;
  const exited = new Promise<string>(resolve => {
    const end = (how: string) => resolve((ending ??= how));
    child.once('error', error => end(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => end(signal ? `was ended by ${signal}` : `exited with code ${code}`));
  });
  // A write to a process that has already ended is not an error. `exited` reports the end.
  input.on('error', () => input.destroy());

  return {
    name,
    pid: child.pid,
    exited,
    get ending() {
      return ending;
    },
    async logTail() {
      return (await readFile(logFile, 'utf8')).slice(-LOG_TAIL_LENGTH);
    },
    async stop() {
      if (endsWithStdin) child.kill('SIGTERM');
      else input.end();
      const impatience = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await exited;
      clearTimeout(impatience);
    },
    async kill() {
      child.kill(endsWithStdin ? 'SIGKILL' : 'SIGUSR1');
      await exited;
    },
  };
}

/**
 * Returns a free port below the usual range of outgoing connections, so that no connection takes the port during a
 * restart.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(12_000);
    const probe = createServer();
    const free = await new Promise<boolean>(resolve => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise(resolve => probe.close(resolve));
    return port;
  }
}

/**
 * Timeout in milliseconds for a server that hangs or was frozen. Longer than the grace period of the shell script
 * below.
 */
const KILL_AFTER_MS = 10_000;

const LOG_TAIL_LENGTH = 2_000;

/**
 * Shell script that runs "$@" without standard input. When the shell's own standard input closes, the command gets
 * SIGTERM, and SIGKILL eight seconds later. On SIGUSR1 the command gets SIGKILL at once.
 */
const GUARD = `
child= killed=
trap 'killed=137; if [ $child ]; then kill -KILL $child; fi' USR1
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
if [ $killed ]; then kill -KILL $child; fi
{
  trap 'kill $part; exit' TERM
  cat <&3 >/dev/null & part=$!; wait $part
  kill -TERM $child
  sleep 8 & part=$!; wait $part
  kill -KILL $child
} 2>/dev/null &
watcher=$!
exec 3<&-
wait $child
status=$?
# A trap cuts a wait short.
while kill -0 $child 2>/dev/null; do wait $child; status=$?; done
kill $watcher 2>/dev/null
if [ $killed ]; then exit $killed; fi
exit $status
`;
