/** Twelve pages of the Explorer look as they did, in both themes. What they look like now is in explorer-pictures.png of the folder for temporary files. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.ts';
import { CHROMIUM } from '../harness/debian-packages.ts';
import type { Demo } from '../harness/demo.ts';
import {
  differenceOf,
  KEPT,
  NAMES,
  openPage,
  pictureOf,
  readSheet,
  startFleet,
  takeSheet,
  THEMES,
  writeSheet,
  type Sheet,
} from './explorer-pictures.ts';

const BUILT = new URL('../../ui/dist/', import.meta.url).pathname;
const suite = CHROMIUM.isThere() && existsSync(`${BUILT}index.html`) ? describe : describe.skip;

/** Objects that come and go, and other fonts, make less of a difference. */
const MOST = { mean: 7, share: 0.09 };

suite('the pictures of the Explorer', () => {
  let demo: Demo;
  let browser: Browser;
  let desk: Page;
  let kept: Sheet;
  let taken: Sheet;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startFleet(), launchBrowser()]);
    desk = await browser.newPage();
    kept = await readSheet(desk, KEPT);
    taken = await takeSheet(browser, demo, desk);
    await writeSheet(desk, taken, `${tmpdir()}/explorer-pictures.png`);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  it.each(THEMES.flatMap((theme, row) => NAMES.map((name, column) => [name, theme, row, column] as const)))(
    '%s, %s, is as it was; if the change is wanted: node test/ui/explorer-pictures.ts',
    (_name, _theme, row, column) => {
      const { mean, share } = differenceOf(taken[row]![column]!, kept[row]![column]!);
      expect(mean).toBeLessThanOrEqual(MOST.mean);
      expect(share).toBeLessThanOrEqual(MOST.share);
    },
  );

  it('tell a page in the other theme, and a page without its styles', async () => {
    for (const [light, dark] of kept[0]!.map((picture, column) => [picture, kept[1]![column]!] as const))
      expect(differenceOf(light, dark).mean).toBeGreaterThan(5 * MOST.mean);
    const page = await openPage(browser, demo, 'light', 'overview');
    await page.evaluate(() => [...document.styleSheets].forEach(sheet => (sheet.disabled = true)));
    expect(differenceOf(await pictureOf(desk, page), kept[0]![0]!).mean).toBeGreaterThan(MOST.mean);
    await page.context().close();
  });
});
