/**
 * Speed of the Explorer while nothing changes. Times until rows appear include the frame that paints the rows.
 * Chromium, the product and its leaves share the processor cores.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { summary, type Latencies } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { goTo, rowsPainted, whole, type Open } from './visit.ts';

export interface SpeedOptions {
  /** Prefix of the names of all measurements. */
  readonly over: string;
  /** Opens pages as a user who sees everything. */
  readonly admin: Open;
  /** Opens pages as a user who sees few objects. */
  readonly reader: Open;
  /** Paths of pages, by page name. */
  readonly pages: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

const STARTS = 12;
const VISITS = 6;
/** Texts to type: words, and conditions followed by a space. The Explorer queries a condition once it is complete. */
const TYPED = ['payments-api', 'status:failed web', 'kube system', 'kind:Deployment search', 'app-12', 'identity pod'];
const SCROLLED_ROWS = 10_000;
const KILOBYTE = 1_000;

export async function explorerSpeed({ over, admin, reader, pages, say }: SpeedOptions): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const add = (part: string, found: readonly Measurement[]) => {
    say(`  ${part}: ${found.map(({ ours, unit }) => `${ours} ${unit}`).join(', ')}`);
    measured.push(...found);
  };
  const named = (what: string) => `explorer: ${over}, ${what}`;
  add('scripts', await scripts(named, admin));
  for (const [whose, open] of [
    ['who sees all', admin],
    ['who sees little', reader],
  ] as const) {
    add(`first rows, ${whose}`, await firstRows(what => named(`${whose}: ${what}`), open));
    add(`keystrokes, ${whose}`, await keystrokes(what => named(`${whose}: ${what}`), open));
  }
  add('scrolling', await scrolling(named, admin));
  add('pages', await visits(named, admin, pages));
  return measured;
}

type Named = (what: string) => string;

/** Compressed size of the scripts of the pages on which people start: the overview and the list. */
async function scripts(named: Named, open: Open): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const [what, path] of [
    ['the overview', '/'],
    ['the list', '/objects'],
  ] as const) {
    const page = await open(path);
    await whole(page);
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    await page.context().close();
    measured.push(
      measurement(named(`compressed scripts of ${what}`), { unit: 'kB', ours: bytes / KILOBYTE, target: 170 }),
    );
  }
  return measured;
}

async function firstRows(named: Named, open: Open): Promise<Measurement[]> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) {
    const page = await open('/objects');
    cold.push(await rowsPainted(page));
    await whole(page);
    await page.reload();
    warm.push(await rowsPainted(page));
    await page.context().close();
  }
  return [
    ...percentiles(named(`first rows, nothing in the browser’s cache, ${STARTS} times`), summary(cold), 1_000),
    ...percentiles(named(`first rows, files in its cache, ${STARTS} times`), summary(warm), 300),
  ];
}

/**
 * Time from a key event until the rows for the current text are painted, at the pace of a typist. Some keys do not
 * change the query and are not counted: keys of an incomplete condition, and spaces after words.
 */
async function keystrokes(named: Named, open: Open): Promise<Measurement[]> {
  const page = await open('/objects');
  await whole(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const box = document.querySelector<HTMLInputElement>('.query-input')!;
    const watch = async (typed: string, began: number) => {
      const isPainted = () =>
        document.title === `${typed.trim()} · fleetgraph` && !document.querySelector('.objects[data-before]');
      // If the next key comes before the result, the time until the next key is counted instead.
      while (!isPainted() && box.value === typed) await new Promise(resolve => requestAnimationFrame(resolve));
      await new Promise(resolve => requestAnimationFrame(resolve));
      times.push(performance.now() - began);
    };
    box.addEventListener('input', () => {
      const last = box.value.trim().split(' ').at(-1)!;
      if (last !== '' && last.includes(':') === box.value.endsWith(' ')) void watch(box.value, performance.now());
    });
  });
  const box = page.getByRole('combobox', { name: 'Query' });
  for (const text of TYPED) {
    await box.fill('');
    await whole(page);
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await delay(200 + Math.random() * 80);
    }
    await whole(page);
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  await page.context().close();
  return percentiles(named(`keystroke to new rows, ${times.length} keystrokes`), summary(times), 150);
}

/** Scrolls fast from the top to row SCROLLED_ROWS while rows are loaded. Then does the same with all rows loaded. */
async function scrolling(named: Named, open: Open): Promise<Measurement[]> {
  const page = await open('/objects?order=name');
  await whole(page);
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
  const what = (how: string) => named(`frames while 10 000 rows are scrolled, ${how}`);
  return [...frames(what('as they are loaded'), loading), ...frames(what('all of them loaded'), loaded)];
}

const frames = (what: string, { p95, max }: Latencies): Measurement[] => [
  measurement(`${what}, p95`, { unit: 'ms', ours: p95, target: 33 }),
  measurement(`${what}, longest`, { unit: 'ms', ours: max, target: 50 }),
];

/**
 * Times of each page in two cases: its address is opened with the files in the browser's cache, or the user comes from
 * another page of the Explorer.
 */
async function visits(named: Named, open: Open, pages: SpeedOptions['pages']): Promise<Measurement[]> {
  const page = await open('/');
  await whole(page);
  const opened = await inTurns(pages, path => reopened(page, path));
  const come = await inTurns(pages, path => goTo(page, path));
  await page.context().close();
  return Object.keys(pages).flatMap(what => [
    measurement(named(`${what}, opened, ${VISITS} times, p95`), {
      unit: 'ms',
      ours: summary(opened.get(what)!).p95,
      target: 500,
    }),
    measurement(named(`${what}, from another page, ${VISITS} times, p95`), {
      unit: 'ms',
      ours: summary(come.get(what)!).p95,
      target: 500,
    }),
  ]);
}

async function reopened(page: Page, path: string): Promise<number> {
  await page.goto(new URL(path, page.url()).href);
  return whole(page);
}

/** Visits all pages several times. The first turn fills caches and is not counted. */
async function inTurns(
  pages: SpeedOptions['pages'],
  visit: (path: string) => Promise<number>,
): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(pages).map(what => [what, [] as number[]]));
  for (let turn = 0; turn <= VISITS; turn++) {
    for (const [what, path] of Object.entries(pages)) {
      const time = await visit(path);
      if (turn > 0) times.get(what)!.push(time);
    }
  }
  return times;
}

const percentiles = (what: string, { p50, p95 }: Latencies, target: number): Measurement[] => [
  measurement(`${what}, p50`, { unit: 'ms', ours: p50 }),
  measurement(`${what}, p95`, { unit: 'ms', ours: p95, target }),
];
