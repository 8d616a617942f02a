/**
 * `make prove`: all tests at full length and with new seeds, for a release or for a change that affects proofs. It
 * continues after a failure and ends with a table. `--only PART` runs one part and can be repeated.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const random = (): string => String(Math.floor(Math.random() * 1_000_000));

/** Scripts and their arguments by name of the part, in order of execution. Scripts that use a seed print it. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  tests: ['test/run.ts', '--full'],
  rbac: ['test/conformance/rbac/soak.ts', '200000'],
  fuzz: ['--expose-gc', 'test/fuzz/run.ts', '--judge-waits', '300000'],
  attacks: ['test/attacks/run.ts'],
  chaos: ['test/chaos/run.ts'],
  mutants: ['test/mutants/run.ts'],
  release: ['deploy/release.ts'],
};

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const unknown = values.only?.find(name => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`--only ${unknown}: the parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const results: { name: string; code: number; minutes: number }[] = [];
for (const [name, args] of Object.entries(PARTS)) {
  if (values.only && !values.only.includes(name)) continue;
  console.log(`--- ${name}`);
  const start = performance.now();
  const code = await run(args);
  results.push({ name, code, minutes: (performance.now() - start) / 60_000 });
  if (code === 130) break; // a signal ended the script, for example Ctrl-C
}
console.log('---');
for (const { name, code, minutes } of results)
  console.log(`${code === 0 ? 'PASS' : 'FAIL'} ${name.padEnd(8)} ${minutes.toFixed(1).padStart(6)} min`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

function run(args: readonly string[]): Promise<number> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: {
        RBAC_SEED: random(),
        FUZZ_SEED: random(),
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
      },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.on('error', error => (console.error(error.message), resolve(127)));
    child.on('close', (code, signal) => resolve(signal ? 130 : (code ?? 1)));
  });
}
