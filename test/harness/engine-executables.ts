/** The controllers of engines that place workloads: one binary for each engine, which test/engines/build.sh builds and caches. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { refuseInUnitTests } from './processes.ts';

/** Builds what is missing, with progress on standard error; that takes minutes the first time, milliseconds later. */
export async function findEngine(engine: 'ocm' | 'karmada'): Promise<string> {
  refuseInUnitTests(`the controllers of ${engine}`);
  const run = promisify(execFile)(fileURLToPath(new URL('../engines/build.sh', import.meta.url)), [engine]);
  run.child.stderr?.on('data', (progress: string) => process.stderr.write(progress));
  return (await run).stdout.trim();
}
