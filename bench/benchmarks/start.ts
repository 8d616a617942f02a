/** Time until the first answer: `serve` without clusters, cold and warm, and `demo` until its first rows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Benchmark } from '../bench.ts';
import { GraphClient } from '../graph.ts';
import { summary } from '../load.ts';
import { measurement } from '../measurement.ts';
import { EXECUTABLE, Product } from '../product.ts';

const TIMES = 5;
const SERVE_TARGET_MS = 1_500;
const DEMO_TARGET_MS = 10_000;

export const start: Benchmark = {
  name: 'start',
  async run({ signal }) {
    const cold = await withEmptyCompileCache(env => serve(signal, env));
    const warm = [];
    for (let time = 0; time < TIMES; time += 1) warm.push(await serve(signal, {}));
    return [
      measurement('start: `serve` without clusters, the first time (empty compile cache), until ready', {
        unit: 'ms',
        ours: cold,
        target: SERVE_TARGET_MS,
      }),
      measurement(`start: \`serve\` without clusters until ready, median of ${TIMES}`, {
        unit: 'ms',
        ours: summary(warm).p50,
        target: SERVE_TARGET_MS,
      }),
      measurement('start: `demo` until the first answer with rows', {
        unit: 'ms',
        ours: await withEmptyCompileCache(env => demo(signal, env)),
        target: DEMO_TARGET_MS,
      }),
    ];
  },
};

async function serve(signal: AbortSignal, env: Record<string, string>): Promise<number> {
  await using product = await Product.start({ signal, env });
  return product.readyAfterMs;
}

/** Runs with an empty compile cache, like the first start after an installation. */
async function withEmptyCompileCache<T>(run: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-bench-cache-'));
  try {
    return await run({ NODE_COMPILE_CACHE: directory });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function demo(signal: AbortSignal, env: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const running = spawn(EXECUTABLE, ['demo', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  try {
    const { url, identities } = await readyLine(running.stdout, signal);
    await using admin = new GraphClient(url, { token: identities[0]?.token ?? '', connections: 1, signal });
    for (;;) {
      const { objects } = await admin.data({ query: '{ objects(first: 25) { totalCount nodes { id status } } }' });
      if (objects.totalCount > 0) break;
    }
    return performance.now() - startedAt;
  } finally {
    if (running.exitCode === null) {
      const exited = once(running, 'exit');
      running.kill('SIGTERM');
      await exited;
    }
  }
}

interface Ready {
  readonly url: string;
  readonly identities: readonly { readonly token: string }[];
}

async function readyLine(output: Readable, signal: AbortSignal): Promise<Ready> {
  for await (const line of createInterface({ input: output, signal })) return JSON.parse(line) as Ready;
  throw new Error('fleetgraph demo ended before it was ready.');
}
