/**
 * `make mutants`: breaks the evaluator and the enforcement layer in many small ways, one at a time, and checks that a
 * test fails.
 *
 * A mutant survives if no test fails. The run fails for a survivor that survivors.json does not explain, for an
 * explanation without a survivor, and if less than 95 % of the mutants are killed. Mutants that time out or crash the
 * process count as killed and are listed, since a busy machine may raise their number. Only fast tests that need no
 * server are run.
 *
 * `--only rbac/scope` runs the files whose path begins with this text. `--changed` runs files with uncommitted changes
 * or, if there are none, the files of the last commit. `--jobs 1` uses only one core.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf, type Mutant } from './mutate.ts';
import { Worker } from './worker-process.ts';

const accessTest = (name: string): string => `test/access/${name}.test.ts`;
const fleetTest = (name: string): string => `test/subgraphs/fleet/${name}.test.ts`;
const readModelTest = (name: string): string => `test/readmodel/${name}.test.ts`;

/**
 * Test files by the source files that they test, the fastest first. The first entry that matches a source file counts.
 */
const JUDGES: readonly { readonly sources: readonly string[]; readonly tests: readonly string[] }[] = [
  {
    sources: ['rbac/parse.ts'],
    tests: ['parse', 'explanations', 'cases', 'properties.long'].map(name => `test/rbac/${name}.test.ts`),
  },
  {
    sources: ['rbac/*.ts'],
    tests: [
      'cases',
      'requests',
      'explanations',
      'explain-steps',
      'same-visibility',
      'grant-table',
      'sharing',
      'parse',
      'properties.long',
    ].map(name => `test/rbac/${name}.test.ts`),
  },
  {
    sources: ['identity/identity.ts'],
    tests: ['identity', 'reserved-names'].map(name => `test/identity/${name}.test.ts`),
  },
  {
    sources: ['access/request-access.ts'],
    tests: [
      ...['request-access', 'caller-access', 'fail-closed', 'guard', 'visibility', 'coverage'].map(accessTest),
      ...['lists', 'explain', 'changes'].map(fleetTest),
    ],
  },
  {
    sources: ['access/visible-rows.ts'],
    tests: [
      ...['caller-access', 'fail-closed', 'request-access', 'guard', 'visibility'].map(accessTest),
      ...['lists', 'misuse', 'changes', 'roll-up', 'relations', 'restarts'].map(fleetTest),
      ...['packages/questions', 'policy/changes'].map(name => `test/subgraphs/${name}.test.ts`),
    ],
  },
  {
    sources: ['access/{guard,fail-closed,accessors,self}.ts'],
    tests: [
      ...['caller-access', 'fail-closed', 'request-access', 'guard', 'visibility', 'coverage'].map(accessTest),
      ...['lists', 'explain', 'misuse', 'changes', 'roll-up', 'relations', 'saved-views'].map(fleetTest),
    ],
  },
  {
    sources: ['access/reviews/{leaf-rules,live-access}.ts'],
    tests: ['leaf-rules', 'live-access', 'mixed', 'drift-auditor'].map(name => `test/access/reviews/${name}.test.ts`),
  },
  {
    sources: ['access/{name-rules,cluster-access}.ts'],
    tests: ['cluster-access', 'name-rules', 'visible-names', 'guard', 'visibility'].map(accessTest),
  },
  {
    sources: ['access/{coverage,frame}.ts'],
    tests: ['coverage', 'fleet-parts', 'fail-closed', 'name-rules', 'reviews/drift-auditor'].map(accessTest),
  },
  { sources: ['access/explanation.ts'], tests: [accessTest('explanation'), fleetTest('explain')] },
  {
    sources: ['access/administration.ts'],
    tests: [accessTest('administration'), ...['administration', 'saved-views'].map(fleetTest)],
  },
  { sources: ['access/fleet-parts.ts'], tests: [accessTest('fleet-parts'), fleetTest('roll-up')] },
  {
    sources: ['access/reviews/drift-auditor.ts'],
    tests: [accessTest('reviews/drift-auditor')],
  },
  {
    sources: ['access/reviews/fair-reviews.ts'],
    tests: [accessTest('reviews/fair-reviews')],
  },
  {
    sources: ['access/changes/{resume-token,moment-elsewhere,rights-digest,listeners}.ts'],
    tests: [
      ...['resume-token', 'moment-elsewhere', 'rights-digest', 'listeners'].map(name => accessTest(`changes/${name}`)),
      fleetTest('changes'),
    ],
  },
  {
    sources: ['access/changes/callers-changes.ts'],
    tests: [accessTest('changes/callers-changes'), fleetTest('changes'), accessTest('changes/live-queries.long')],
  },
  {
    sources: ['readmodel/select/selection.ts'],
    tests: [
      'select/steps',
      'question.long',
      'looked-at.long',
      'questions/walks.long',
      'select/selection.long',
      'select/conditions',
      'visibility',
    ].map(readModelTest),
  },
  {
    sources: ['readmodel/select/visible-scopes.ts'],
    tests: ['select/visibility-mask', 'looked-at.long', 'select/selection.long', 'visibility'].map(readModelTest),
  },
  {
    sources: ['readmodel/select/visibility-mask.ts'],
    tests: [
      'select/visibility-mask',
      'select/visibility-mask.long',
      'looked-at.long',
      'questions/walks.long',
      'visibility',
      'select/selection.long',
    ].map(readModelTest),
  },
];
const GOAL = 0.95;
/** Number of mutants after which a worker is replaced, to free memory. */
const JOBS_PER_WORKER = 60;

/** An entry of survivors.json, which identifies a mutant by its change, not by its position. */
interface Survivor {
  readonly file: string;
  readonly within: string;
  readonly was: string;
  readonly now: string;
  readonly why: string;
}

interface Limits {
  readonly wholeMs: number;
  readonly testTimeoutMs: number;
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    changed: { type: 'boolean', default: false },
    jobs: { type: 'string', default: `${availableParallelism()}` },
    verbose: { type: 'boolean' },
  },
});
const changed = options.changed ? changedFiles() : undefined;
const isWanted = (file: string): boolean => file.startsWith(options.only) && (changed?.has(file) ?? true);
const explained = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')) as readonly Survivor[];

const killersFile = join(root, 'node_modules', '.cache', 'fleetgraph-mutants', 'killers.json');
/** Test file that last killed a mutant, by mutant. Paths start at the project's root. */
const killers = new Map<string, string>(Object.entries(readKillers()));
/** Number of mutants that a test file has killed, by test file and function. */
const kills = new Map<string, number>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const started = performance.now();
const claimed = new Set<string>();
const all = JUDGES.flatMap(({ sources, tests: names }) => {
  const tests = names.map(test => join(root, test));
  return globSync([...sources], { cwd: root })
    .filter(file => isWanted(file) && !claimed.has(file) && claimed.add(file))
    .sort()
    .map(file => ({ mutants: mutantsOf(file, readFileSync(join(root, file), 'utf8')), tests }));
});
const queue = all.flatMap(({ mutants, tests }) => mutants.map(mutant => ({ mutant, tests })));
if (queue.length === 0) {
  const sources = JUDGES.flatMap(({ sources }) => sources).join(', ');
  const requested = changed
    ? '--changed: nothing that changed'
    : `--only ${options.only}: nothing whose path begins so`;
  console.error(`${requested} can be broken. What is broken: ${sources}.`);
  process.exit(changed ? 0 : 2);
}
const jobs = Number(options.jobs);
if (!Number.isSafeInteger(jobs) || jobs < 1) {
  console.error(`--jobs takes a whole number from 1 on, not "${options.jobs}".`);
  process.exit(2);
}
const limits = await limitsOf(new Set(all.map(({ tests }) => tests)));
const total = queue.length;
// Reports explanations of mutants that no longer exist, before any mutant runs.
for (const it of explained)
  if (isWanted(it.file) && !queue.some(({ mutant }) => isOf(mutant)(it)))
    console.log(`NO SUCH MUTANT (take it from survivors.json) ${nameOfSurvivor(it)}`);
const survivors: Mutant[] = [];
const endless: Mutant[] = [];
let judged = 0;
const pending = new Map(all.map(({ mutants }) => [mutants[0]?.file, mutants.length]));
await Promise.all(Array.from({ length: jobs }, judge));
report();

/**
 * Paths of files that differ from the last commit, or of the files in the last commit if none differ. Paths start at
 * the project's root.
 */
function changedFiles(): ReadonlySet<string> {
  const diff = (...args: string[]): string[] => {
    const { stdout, status, stderr } = spawnSync('git', ['diff', '--name-only', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status === 0) return stdout.split('\n').filter(Boolean);
    console.error(`--changed asks git, which says: ${stderr?.trim() ?? 'nothing'}`);
    process.exit(2);
  };
  const uncommitted = diff('HEAD');
  return new Set(uncommitted.length > 0 ? uncommitted : diff('HEAD~1', 'HEAD'));
}

/**
 * Runs all tests without a mutant. They must pass. The duration of a suite determines the time limits of its mutants.
 */
async function limitsOf(suites: ReadonlySet<readonly string[]>): Promise<ReadonlyMap<readonly string[], Limits>> {
  const limits = new Map<readonly string[], Limits>();
  for (const tests of suites) {
    const worker = new Worker();
    const start = performance.now();
    const { failed } = await worker.run({ tests, testTimeoutMs: 120_000 }, 300_000);
    worker.end();
    if (failed !== undefined) {
      console.error(`Without any mutant the tests fail already: ${failed}`);
      process.exit(1);
    }
    const took = performance.now() - start;
    limits.set(tests, { wholeMs: 10_000 + 5 * took, testTimeoutMs: 5_000 + took });
  }
  return limits;
}

/** Tests mutants until the queue is empty. */
async function judge(): Promise<void> {
  let worker = new Worker();
  for (let done = 1, next = queue.shift(); next; next = queue.shift(), done++) {
    const { mutant, tests } = next;
    const { wholeMs, testTimeoutMs } = limits.get(tests)!;
    const order = likelyKillersFirst(tests, mutant);
    const outcome = await worker.run(
      { file: join(root, mutant.file), text: mutant.text, tests: order, testTimeoutMs },
      wholeMs,
    );
    if (outcome.by !== undefined && outcome.failed !== undefined) remember(mutant, outcome.by);
    if (outcome.endless) endless.push(mutant);
    if (outcome.broken) throw new Error(`${describe(mutant)} is no program: ${outcome.failed}`);
    if (outcome.failed === undefined) {
      survivors.push(mutant);
      if (!explained.some(isOf(mutant))) console.log(`SURVIVED ${describe(mutant)}`);
    }
    countDown(mutant.file);
    if (options.verbose)
      console.log(
        `${outcome.failed === undefined ? 'SURVIVED' : 'killed'} ${describe(mutant)} ${oneLine(outcome.failed)}`,
      );
    if (!worker.alive || done % JOBS_PER_WORKER === 0) {
      worker.end();
      worker = new Worker();
    }
  }
  worker.end();
}

function likelyKillersFirst(tests: readonly string[], mutant: Mutant): readonly string[] {
  const killer = killers.get(keyOf(mutant));
  const likely = (test: string) =>
    relative(root, test) === killer
      ? Infinity
      : (kills.get(nameOf(mutant, test)) ?? 0) + (kills.get(nameOf({ ...mutant, within: '' }, test)) ?? 0) / total;
  return tests.toSorted((a, b) => likely(b) - likely(a) || 0);
}

function remember(mutant: Mutant, test: string): void {
  killers.set(keyOf(mutant), relative(root, test));
  for (const within of new Set([mutant.within, ''])) {
    const name = nameOf({ ...mutant, within }, test);
    kills.set(name, (kills.get(name) ?? 0) + 1);
  }
}

function nameOf({ file, within }: Mutant, test: string): string {
  return JSON.stringify([file, within, test]);
}

function keyOf({ file, within, was, now }: Mutant): string {
  return JSON.stringify([file, within, was, now]);
}

function readKillers(): Record<string, string> {
  return existsSync(killersFile) ? (JSON.parse(readFileSync(killersFile, 'utf8')) as Record<string, string>) : {};
}

/** Counts a tested mutant. Prints the progress after every hundred, and a line after the last mutant of a file. */
function countDown(file: string): void {
  judged++;
  if (judged % 100 === 0) {
    const minutes = (performance.now() - started) / 60_000;
    console.log(
      `  ${judged} of ${total} judged in ${minutes.toFixed(1)} min, about ${((minutes * (total - judged)) / judged).toFixed(0)} to go`,
    );
  }
  const left = (pending.get(file) ?? 0) - 1;
  pending.set(file, left);
  if (left > 0) return;
  const mutants = all.find(it => it.mutants[0]?.file === file)?.mutants.length;
  const lived = survivors.filter(mutant => mutant.file === file).length;
  console.log(
    `${file}: ${mutants} mutants, ${lived} survived (${((performance.now() - started) / 1000).toFixed(0)} s)`,
  );
}

function report(): void {
  mkdirSync(dirname(killersFile), { recursive: true });
  writeFileSync(killersFile, JSON.stringify(Object.fromEntries(killers)));
  const unexplained = survivors.filter(mutant => !explained.some(isOf(mutant)));
  const stale = explained.filter(
    it => isWanted(it.file) && ![...survivors, ...endless].some(mutant => isOf(mutant)(it)),
  );
  for (const it of stale) console.log(`NO SURVIVOR (take it from survivors.json) ${nameOfSurvivor(it)}`);
  for (const mutant of endless) console.log(`NO END SEEN ${describe(mutant)}`);
  const killed = total - survivors.length - endless.length;
  const percent = (count: number) => `${((100 * count) / total).toFixed(1)} %`;
  const share = (killed + endless.length) / total;
  console.log(
    `${total} mutants, ${killed} killed, ${endless.length} without end, ${survivors.length} survived (${survivors.length - unexplained.length} explained): ${percent(killed + endless.length)} noticed, ${percent(killed)} by a failing test, in ${((performance.now() - started) / 60_000).toFixed(0)} min`,
  );
  process.exit(unexplained.length > 0 || stale.length > 0 || share < GOAL ? 1 : 0);
}

function isOf({ file, within, was, now }: Mutant): (survivor: Survivor) => boolean {
  return it => it.file === file && it.within === within && it.was === was && it.now === now;
}

function nameOfSurvivor({ file, within, was, now }: Survivor): string {
  return `${file} ${within}: ${was} → ${now}`;
}

function describe({ file, line, within, was, now }: Mutant): string {
  return `${file}:${line} ${within}: ${was} → ${now}`;
}

function oneLine(text = ''): string {
  return text.split('\n', 1).join('').slice(0, 100);
}
