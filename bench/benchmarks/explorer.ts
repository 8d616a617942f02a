/**
 * The Explorer in Chromium, as its user sees it: each time ends with the frame in which the rows are painted. Chromium,
 * the product and the leaves share the cores.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, newVisit } from '../../test/harness/chromium.ts';
import { CHROMIUM, provide } from '../../test/harness/debian-packages.ts';
import { build } from '../../ui/build/once.ts';
import type { Bench, Benchmark } from '../bench.ts';
import { identityOf, trueRows, type TrueRow } from '../data-set.ts';
import { summary } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import type { KustomizationName } from '../processes/leaves.ts';

const STARTS = 10;
const TYPED = ['payments-api', 'checkout web', 'kube system', 'tenant', 'search-web', 'identity pod'];
const SCROLLED_ROWS = 10_000;
const CHANGES = 60;
const CHURN_PER_SECOND = 100;
/** CHURN_SECONDS=3600 shows what an hour leaves. */
const CHURN_SECONDS = Number(process.env['CHURN_SECONDS'] ?? 120);
const MEGABYTE = 1024 * 1024;
/** With the column of revisions. */
const WIDE: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };

export const explorer: Benchmark = {
  name: 'explorer',
  async run(bench) {
    const problem = provide(CHROMIUM, bench.say);
    if (problem !== undefined) throw new Error(problem);
    build();
    const { product } = await bench.collected();
    const browser = await launchBrowser();
    try {
      const open = (path: string, options?: BrowserContextOptions) =>
        signedIn(browser, `${product.url}${path}`, options);
      const measured: Measurement[] = [];
      for (const part of [firstRows, keystrokes, scrolling, changes, memoryUnderChurn]) {
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

type Open = (path: string, options?: BrowserContextOptions) => Promise<Page>;

/** A page of somebody who signed in before, in a browser that has nothing else of it. */
async function signedIn(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await newVisit(browser, options);
  page.setDefaultTimeout(60_000);
  await page.addInitScript(
    token => sessionStorage.setItem('fleetgraph-token', token),
    identityOf('platform-admin').token,
  );
  await page.goto(url);
  return page;
}

/** When rows were painted, in ms from the start of the navigation. */
const rowsPainted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    while (!document.querySelector('.grid-scroll [aria-rowindex]')) await frame();
    await frame();
    return performance.now();
  });

async function firstRows(open: Open): Promise<Measurement[]> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) {
    const page = await open('/objects');
    cold.push(await rowsPainted(page));
    await page.reload();
    warm.push(await rowsPainted(page));
    await page.context().close();
  }
  const what = (how: string) => `explorer: first rows from the start of the navigation, ${how}, ${STARTS} times, p50`;
  return [
    measurement(what('nothing in the cache of the browser'), { unit: 'ms', ours: summary(cold).p50, target: 1_000 }),
    measurement(what('files in its cache'), { unit: 'ms', ours: summary(warm).p50, target: 300 }),
  ];
}

/** At the pace of a typist, from the event of the key until the rows of what stands there then are painted. */
async function keystrokes(open: Open): Promise<Measurement[]> {
  const page = await open('/objects');
  await rowsPainted(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const box = document.querySelector<HTMLInputElement>('.query-input')!;
    const watch = async (typed: string, began: number) => {
      const isPainted = () =>
        document.title === `${typed} · fleetgraph` && !document.querySelector('.objects[data-before]');
      // What the next key overtakes counts as long as it waited.
      while (!isPainted() && box.value === typed) await new Promise(resolve => requestAnimationFrame(resolve));
      await new Promise(resolve => requestAnimationFrame(resolve));
      times.push(performance.now() - began);
    };
    // Nothing new is asked for without a letter.
    box.addEventListener('input', () => void (/\S$/.test(box.value) && watch(box.value, performance.now())));
  });
  const box = page.getByRole('combobox', { name: 'Query' });
  for (const text of TYPED) {
    await box.fill('');
    await delay(1_500);
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await delay(200 + Math.random() * 80);
    }
    await delay(1_500);
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  await page.context().close();
  return [
    measurement(`explorer: keystroke to new rows, ${times.length} keystrokes, p95`, {
      unit: 'ms',
      ours: summary(times).p95,
      target: 100,
    }),
  ];
}

/** Fast, from the top to the row, loading what comes; then back and down again over what is there. */
async function scrolling(open: Open): Promise<Measurement[]> {
  const page = await open('/objects?order=name');
  await rowsPainted(page);
  const scroll = (rows: number) =>
    page.evaluate(async rows => {
      const scroller = document.querySelector('.grid-scroll')!;
      const frames: number[] = [];
      scroller.scrollTop = 0;
      const last = () =>
        Number([...document.querySelectorAll('[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex'));
      let before = await new Promise<number>(resolve => requestAnimationFrame(resolve));
      while (last() > 200) before = await new Promise<number>(resolve => requestAnimationFrame(resolve));
      for (const end = before + 120_000; last() < rows;) {
        if (before > end) throw new Error(`After two minutes the list ends with row ${last()}.`);
        scroller.scrollTop += 600;
        const now = await new Promise<number>(resolve => requestAnimationFrame(resolve));
        frames.push(now - before);
        before = now;
      }
      return frames;
    }, rows);
  const loading = summary(await scroll(SCROLLED_ROWS));
  const loaded = summary(await scroll(SCROLLED_ROWS));
  await page.context().close();
  const what = (how: string) => `explorer: longest frame while 10 000 rows are scrolled, ${how}`;
  return [
    measurement(what('as they are loaded'), { unit: 'ms', ours: loading.max, target: 50 }),
    measurement(what('all of them loaded'), { unit: 'ms', ours: loaded.max, target: 50 }),
  ];
}

function kustomizations({ dataSet }: Bench, cluster: string): readonly (KustomizationName & TrueRow)[] {
  return trueRows(dataSet, 'platform-admin').filter(row => row.kind === 'Kustomization' && row.cluster === cluster);
}

/** One after the other, from the write on the leaf. */
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
 * The heap of the page after collections of garbage: the largest of the last half of the time, less the largest of the
 * first.
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
