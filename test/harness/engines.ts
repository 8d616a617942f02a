/** Executables of the engines that apply packages and place workloads, built from their published modules and cached (test/engines). */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { refuseInUnitTests } from './processes.ts';

/** The folder of the executables. The first build takes minutes, with progress on standard error. */
export async function builtEngine(engine: 'flux' | 'kpt' | 'ocm' | 'karmada'): Promise<string> {
  refuseInUnitTests(engine);
  const run = promisify(execFile)(fileURLToPath(new URL('../engines/build.sh', import.meta.url)), [engine]);
  run.child.stderr?.on('data', (progress: string) => process.stderr.write(progress));
  return (await run).stdout.trim();
}
