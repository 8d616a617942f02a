/**
 * `make test`: runs every tier that a change must pass, and prints a summary line at the end.
 *
 * The order is: checks (format, lint, types, imports) together with unit, then tools (installs what later tests need),
 * then conformance together with the preparations of e2e, then e2e. `--only TIER` runs one tier. The seed of random
 * tests and of samples comes from the commit. `--full` is for `make prove`: the tier `proof` runs too, as the last one,
 * random tests have their full length, nothing is sampled, and the seed is new. FLEETGRAPH_SEED repeats a run.
 *
 * Tests whose tool is missing are skipped, and the summary names the tool. In CI a missing tool counts as a failure.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build as buildExplorer, installOnce as installExplorerPackages } from '../ui/build/once.ts';
import { provideClient, PYTHON_CLIENT, TYPESCRIPT_CLIENT } from './harness/client-packages.ts';
import { CHROMIUM, FAKETIME, hasCommand, PROMETHEUS, provide, REDIS } from './harness/debian-packages.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const env = {
  ...process.env,
  PATH: `${bin}:${process.env['PATH']}`,
  APOLLO_TELEMETRY_DISABLED: '1',
  NODE_NO_WARNINGS: '1',
  NODE_ENV: 'test',
  // Compile cache for modules that Node itself loads: those of jest, and those of the product's processes.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'v8'),
};
delete (env as Record<string, unknown>)['NODE_OPTIONS'];

const TIERS = ['checks', 'unit', 'conformance', 'e2e', 'proof'] as const;
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
});
if (options.only !== undefined && !(TIERS as readonly string[]).includes(options.only)) {
  console.error(`--only ${options.only}: the tiers are ${TIERS.join(', ')}.`);
  process.exit(2);
}
const wanted = (tier: (typeof TIERS)[number]) =>
  options.only === undefined ? tier !== 'proof' || options.full : options.only === tier;

const seed = process.env['FLEETGRAPH_SEED'] ?? String(options.full ? Date.now() % 2 ** 31 : seedOfCommit());
Object.assign(env, { FLEETGRAPH_SEED: seed, ...(options.full && { FLEETGRAPH_PROOF: '1' }) });
console.log(`seed of random tests: ${seed} (FLEETGRAPH_SEED=${seed} repeats them)`);

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const missing: string[] = [];

// Tests on servers often wait, so two workers share a core. A worker, its servers and its browser need up to 3 GB.
const workers = Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / 3e9), 8));

// Some unit tests wait for timers, so three workers keep two cores busy.
const unit = wanted('unit') ? jest('unit', 3) : undefined;
await Promise.all([unit, wanted('checks') ? checks() : undefined]);
if (wanted('conformance') || wanted('e2e') || wanted('proof')) installTools();
const drivesExplorer = wanted('e2e') || wanted('proof');
// If the Explorer is already built, the new build precedes the conformance tier. Later it would replace files that
// servers of this tier read when they start.
const isBuilt = existsSync(join(root, 'ui', 'dist', 'index.html'));
if (drivesExplorer && isBuilt) openExplorer();
const conformance = wanted('conformance') ? jest('conformance', workers) : undefined;
// Installations block this process, but not the tests that already run in other processes.
if (wanted('e2e')) installClients();
if (drivesExplorer && !isBuilt) openExplorer();
await conformance;
if (wanted('e2e')) await jest('e2e', workers);
if (wanted('proof')) await jest('proof', 2);

for (const reason of missing) console.log(`SKIPPED ${reason}`);
if (process.env['CI'] && missing.length > 0) total.failed += missing.length;
else total.skipped += missing.length;
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/** A seed that depends only on the commit. */
function seedOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(0, 7) || '1', 16);
}

function sourceFolders(): string[] {
  const none = new Set(['node_modules', 'dist', 'release', 'coverage', 'docs']);
  const folders = readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return folders.map(({ name }) => name).filter(name => !name.startsWith('.') && !none.has(name));
}

async function checks(): Promise<void> {
  installExplorerPackages();
  const lints = async () => {
    await check('types', ['tsc', '--noEmit']);
    await check('types of the Explorer', ['tsc', '--noEmit', '--project', 'ui']);
    await check('lint', ['oxlint', '--deny-warnings', '--report-unused-disable-directives']);
    await check('lint of the schema', ['eslint', '--max-warnings', '0', 'schema']);
  };
  const others = async () => {
    await check('format', ['oxfmt', '--check']);
    const folders = sourceFolders();
    await check('imports', ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders]);
  };
  await Promise.all([lints(), others()]);
}

/** Runs a check. Prints its output only if it fails. */
async function check(name: string, [command, ...args]: readonly string[]): Promise<void> {
  const start = performance.now();
  const { code, output } = await run(command as string, args, 'pipe');
  console.log(`${code === 0 ? 'PASS' : 'FAIL'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (code === 0) total.passed++;
  else {
    total.failed++;
    console.log(output.trimEnd());
  }
}

async function jest(name: (typeof TIERS)[number], maxWorkers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-test-'));
  const report = join(folder, 'report.json');
  const node = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  ];
  console.log(`--- ${name}`);
  const { code } = await run(
    join(bin, 'node'),
    [
      ...node,
      '--selectProjects',
      name,
      `--maxWorkers=${maxWorkers}`,
      '--json',
      '--outputFile',
      report,
      '--silent=false',
      '--forceExit=false',
    ],
    'stream',
  );
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numFailedTestSuites: number;
      numRuntimeErrorTestSuites: number;
    };
    total.passed += result.numPassedTests;
    total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
    total.skipped += result.numPendingTests;
    if (code !== 0 && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) {
      console.log(`FAIL ${name}: jest ended with ${code}`);
      total.failed++;
    }
  } catch {
    console.log(`FAIL ${name}: jest left no report (exit ${code})`);
    total.failed++;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs what tests need if possible, and reports what is still missing. */
function installTools(): void {
  for (const [tests, needed] of [
    ['store and e2e tests on Redis', REDIS],
    ['tests of clocks that jump', FAKETIME],
    ['tests on a real Prometheus', PROMETHEUS],
  ] as const) {
    const problem = provide(needed);
    if (problem !== undefined) missing.push(`${tests}: ${problem}`);
  }
  if (process.env['KUBEBUILDER_ASSETS']) return;
  if (!hasCommand('go')) {
    missing.push('tests on real API servers: neither Go (to build one) nor KUBEBUILDER_ASSETS (a built one) is there');
    return;
  }
  const helm = spawnSync(join(root, 'test', 'helm', 'build.sh'), { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (helm.status !== 0) missing.push('tests of the chart: building test/helm failed, see above');
  for (const engine of wanted('proof') ? ['flux', 'kpt', 'ocm', 'karmada'] : []) {
    const { status } = spawnSync(join(root, 'test', 'engines', 'build.sh'), [engine], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    if (status !== 0) missing.push(`tests with ${engine}: building test/engines/${engine} failed, see above`);
  }
  const built = spawnSync(join(root, 'test', 'apiserver', 'build.sh'), { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (built.status !== 0) missing.push('tests on real API servers: building test/apiserver failed, see above');
}

function installClients(): void {
  for (const [tests, packages] of [
    ['tests of the client package with Apollo Client, urql and Relay', TYPESCRIPT_CLIENT],
    ['tests of the Python example', PYTHON_CLIENT],
  ] as const) {
    const problem = provideClient(packages);
    if (problem !== undefined) missing.push(`${tests}: ${problem}`);
  }
}

/** Installs Chromium and builds the Explorer. */
function openExplorer(): void {
  const problem = provide(CHROMIUM);
  if (problem !== undefined) missing.push(`tests of the Explorer: ${problem}`);
  try {
    buildExplorer();
  } catch (error) {
    missing.push(`tests of the Explorer: ${(error as Error).message}`);
  }
}

/** Runs a command. With `stream`, shows only the child's standard error, where jest prints its report. */
function run(
  command: string,
  args: readonly string[],
  output: 'pipe' | 'stream',
): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: output === 'stream' ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', error => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', code => resolve({ code: code ?? 1, output: text }));
  });
}
