/** The monitor names the function that runs during a long step of the watched process. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { joinSteps, LONG_STEP_MS, stepsTable, type LongStep } from './long-steps.ts';

const PRELOAD = new URL('./long-steps-preload.ts', import.meta.url).href;
const TIME = fileURLToPath(new URL('../processor-time.ts', import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-long-steps-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs the code in a process and returns the long steps of that process. */
async function stepsOf(name: string, code: string): Promise<readonly LongStep[]> {
  const [script, file] = [join(directory, `${name}.mjs`), join(directory, name)];
  const end = 'await new Promise(resolve => setTimeout(resolve, 50));';
  await writeFile(file, '');
  await writeFile(script, `import { processorTime } from '${TIME}';\n${code}\n${end}`);
  const env = { ...process.env, NODE_OPTIONS: '', LONG_STEPS_FILE: file };
  await promisify(execFile)(process.execPath, ['--import', PRELOAD, script], { env });
  const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line !== '');
  // Loading modules also causes long steps, so only steps in functions of the script count.
  return lines.map(line => JSON.parse(line) as LongStep).filter(step => step.function.includes(name));
}

const WORK = `function work(ms) {
  for (const end = processorTime() + ms; processorTime() < end;) for (let i = 0; i < 10_000; i++) globalThis.sum = Math.sqrt(i);
}`;

it('a function that works for long in one step is named, with its file and the time of the processor', async () => {
  const [step] = await stepsOf('long', `${WORK}\nawait new Promise(resolve => setTimeout(resolve, 20));\nwork(100);`);
  expect(step?.function).toMatch(/long\.mjs:2 work$/);
  expect(step?.longestMs).toBeGreaterThan(50);
});

it('work in short steps is none', async () => {
  const turns = 'for (let i = 0; i < 40; i++) { await new Promise(resolve => setTimeout(resolve, 4)); work(4); }';
  expect(await stepsOf('short', `${WORK}\n${turns}`)).toEqual([]);
});

it('steps of one function are told together, the longest first', () => {
  const step = (name: string, longestMs: number) => ({ function: name, count: 1, longestMs });
  const joined = joinSteps([step('b', 30), step('a', 40), step('b', 60)]);
  expect(joined).toEqual([
    { function: 'b', count: 2, longestMs: 60 },
    { function: 'a', count: 1, longestMs: 40 },
  ]);
  expect(stepsTable(joined).split('\n')).toEqual([
    `steps over ${LONG_STEP_MS} ms: count, longest, function`,
    expect.stringMatching(/2 +60 ms +b/),
    expect.stringMatching(/1 +40 ms +a/),
  ]);
});
