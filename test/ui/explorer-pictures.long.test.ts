/**
 * Checks that pages of the Explorer look unchanged in both themes. Writes the new pictures to explorer-pictures.png in
 * the folder for temporary files.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.ts';
import type { Demo } from '../harness/demo.ts';
import { canOpenExplorer } from '../harness/explorer.ts';
import {
  differenceOf,
  KEPT,
  NAMES,
  openPage,
  pictureOf,
  readSheet,
  startFleet,
  takePicture,
  THEMES,
  writeSheet,
  type Sheet,
} from './explorer-pictures.ts';

const suite = canOpenExplorer() ? describe : describe.skip;

/**
 * Maximum mean difference of two pictures of one page, on a scale from 0 to 255. Two pictures of one page usually
 * differ by less than 0.2. Pictures of two pages differ by at least 2.8.
 */
const MOST = 2;
/** Maximum number of attempts for a page. A row that appears or disappears during an attempt can change the picture. */
const TRIES = 5;

suite('the pictures of the Explorer', () => {
  let demo: Demo;
  let browser: Browser;
  let desk: Page;
  let kept: Sheet;
  const taken = THEMES.map((): Sheet[number][number][] => []);
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startFleet(), launchBrowser()]);
    desk = await browser.newPage();
    kept = await readSheet(desk, KEPT);
  }, 120_000);
  afterAll(async () => {
    if (taken.every(({ length }) => length === NAMES.length))
      await writeSheet(desk, taken, `${tmpdir()}/explorer-pictures.png`);
    await browser?.close();
    await demo?.close();
  });

  it.each(THEMES.flatMap((theme, row) => NAMES.map((name, column) => [name, theme, row, column] as const)))(
    '%s, %s, is as it was; if the change is wanted: node test/ui/explorer-pictures.ts',
    async (name, theme, row, column) => {
      const differences: number[] = [];
      do {
        taken[row]![column] = await takePicture(browser, demo, desk, theme, name);
        differences.push(differenceOf(taken[row]![column], kept[row]![column]!));
      } while (differences.at(-1)! > MOST && differences.length < TRIES);
      expect(Math.min(...differences)).toBeLessThanOrEqual(MOST);
    },
    300_000,
  );

  it('tell each page from all others and from itself in the other theme, and a page without its styles', async () => {
    const all = kept.flat();
    const nearest = all.map((picture, at) =>
      Math.min(...all.flatMap((other, index) => (index === at ? [] : [differenceOf(picture, other)]))),
    );
    expect(Math.min(...nearest)).toBeGreaterThan(MOST);
    const page = await openPage(browser, demo, 'light', 'overview');
    await page.evaluate(() => [...document.styleSheets].forEach(sheet => (sheet.disabled = true)));
    expect(differenceOf(await pictureOf(desk, page), kept[0]![0]!)).toBeGreaterThan(MOST);
    await page.context().close();
  }, 60_000);
});
