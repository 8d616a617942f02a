/**
 * The Explorer in Chromium. Measures its speed on 15 000 rows that do not change. With the data set S0 and changes on
 * the leaves, measures the delay of a change and the growth of the page's heap. Chromium, the product and the leaves
 * share the processor cores.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../../test/harness/chromium.ts';
import type { Bench, Benchmark } from '../bench.ts';
import { identityOf, trueRows, type TrueRow } from '../data-set.ts';
import { builtExplorer } from '../explorer/built.ts';
import { explorerSpeed } from '../explorer/speed.ts';
import { opener, rowsPainted, type Open } from '../explorer/visit.ts';
import { livePagesOf, pagesOf, smallWorld } from '../explorer/worlds.ts';
import { summary } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import type { KustomizationName } from '../processes/leaves.ts';

const CHANGES = 60;
const CHURN_PER_SECOND = 100;
/** Duration of the changes. CHURN_SECONDS=3600 measures the growth in an hour. */
const CHURN_SECONDS = Number(process.env['CHURN_SECONDS'] ?? 120);
const MEGABYTE = 1024 * 1024;
/** A window that is wide enough for the revision column. */
const WIDE: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };

export const explorer: Benchmark = {
  name: 'explorer',
  async run(bench) {
    builtExplorer(bench.say);
    const browser = await launchBrowser();
    try {
      const measured = [...(await atRest(browser, bench))];
      const { product } = await bench.collected();
      const open = opener(browser, product.url, identityOf('platform-admin').token);
      for (const part of [changes, memoryUnderChurn]) {
        const found = await part(open, bench);
        bench.say(`  ${found.map(({ ours, unit }) => `${ours} ${unit}`).join(', ')}: ${part.name}`);
        measured.push(...found);
      }
      return measured;
    } finally {
      await browser.close();
    }
  },
};

async function atRest(browser: Browser, { signal, say }: Bench): Promise<readonly Measurement[]> {
  await using world = await smallWorld(signal);
  const { token } = identityOf('platform-admin');
  return await explorerSpeed({
    over: '15 000 rows',
    admin: opener(browser, world.url, token),
    reader: opener(browser, world.url, identityOf('team-developer').token),
    pages: { ...(await pagesOf(world.url, token, signal)), ...(await livePagesOf(world.url, token, signal)) },
    say,
  });
}

function kustomizations({ dataSet }: Bench, cluster: string): readonly (KustomizationName & TrueRow)[] {
  return trueRows(dataSet, 'platform-admin').filter(row => row.kind === 'Kustomization' && row.cluster === cluster);
}

/** Milliseconds from the write of a change on the leaf until the page shows the change, for consecutive changes. */
async function changes(open: Open, bench: Bench): Promise<Measurement[]> {
  const leaves = await bench.leaves();
  const cluster = leaves.all[0]!.name;
  const targets = kustomizations(bench, cluster).slice(0, 10);
  const page = await open(`/objects?q=kind:Kustomization+cluster:${cluster}&order=namespace,name`, WIDE);
  await rowsPainted(page);
  await delay(2_000);
  const times: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const { namespace, name } = targets[i % targets.length]!;
    const short = `b${i.toString(16).padStart(6, '0')}`;
    const seen = page.evaluate(async short => {
      while (!document.querySelector('.grid-scroll')!.textContent.includes(short))
        await new Promise(resolve => requestAnimationFrame(resolve));
      await new Promise(resolve => requestAnimationFrame(resolve));
      return performance.timeOrigin + performance.now();
    }, short);
    const { at } = await leaves.process.ask(
      { type: 'revise', cluster, namespace, name, revision: `main@sha1:${short}${'0'.repeat(33)}` },
      bench.signal,
    );
    times.push((await seen) - at);
    await delay(600 + Math.random() * 800);
  }
  await page.context().close();
  const name = `explorer: leaf change until seen on the page, ${CHANGES} changes one after the other, p95`;
  return [measurement(name, { unit: 'ms', ours: summary(times).p95, target: 500 })];
}

/**
 * Growth of the page's heap. Compares the largest heap in the second half of the time with the largest heap in the
 * first half, after garbage collections.
 */
async function memoryUnderChurn(open: Open, bench: Bench): Promise<Measurement[]> {
  const { process, all } = await bench.leaves();
  const among = all.slice(0, 10).flatMap(({ name }) => kustomizations(bench, name));
  const page = await open('/objects?q=kind:Kustomization&order=name', WIDE);
  await rowsPainted(page);
  const session = await page.context().newCDPSession(page);
  await process.ask({ type: 'churn', perSecond: CHURN_PER_SECOND, among }, bench.signal);
  const heaps: number[] = [];
  try {
    await delay(10_000);
    for (const end = performance.now() + CHURN_SECONDS * 1_000; performance.now() < end;) {
      await delay(5_000, undefined, { signal: bench.signal });
      await session.send('HeapProfiler.collectGarbage');
      heaps.push((await session.send('Runtime.getHeapUsage')).usedSize);
    }
  } finally {
    await process.ask({ type: 'churn', perSecond: 0, among: [] }, bench.signal);
  }
  await page.context().close();
  const half = Math.floor(heaps.length / 2);
  const [early, late] = [Math.max(...heaps.slice(0, half)), Math.max(...heaps.slice(half))];
  bench.say(`  heap of the page: ${heaps.map(bytes => (bytes / MEGABYTE).toFixed(1)).join(', ')} MB`);
  const name = `explorer: growth of the heap in ${CHURN_SECONDS} s of ${CHURN_PER_SECOND} changes a second`;
  return [measurement(name, { unit: 'MB', ours: Math.max(0, late - early) / MEGABYTE, target: 1 })];
}
