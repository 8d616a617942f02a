/**
 * Checks the pages of the Explorer for accessibility problems (WCAG 2.2 AA) and for scrolling sideways: in both themes,
 * in forced colours, at a zoom of 400 %, and from right to left.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems, launchBrowser, newVisit, type Visit } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { canOpenExplorer, staySignedIn, untilWhole } from '../harness/explorer.ts';
import { ALL_ADDRESSES } from './explorer-addresses.ts';

const suite = canOpenExplorer() ? describe : describe.skip;

const widthOf = (page: Page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.querySelector('main')!.scrollWidth));

suite('every page of the Explorer', () => {
  let demo: Demo;
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
    visit = await newVisit(browser, { reducedMotion: 'reduce' });
    visit.page.setDefaultTimeout(30_000);
    await staySignedIn(visit.page, demo.token('platform-admin'));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  it.each(ALL_ADDRESSES)('%s, is for everybody', async address => {
    const { page, complaints } = visit;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await page.goto(demo.url + address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await untilWhole(page);
    const found: Record<string, readonly string[]> = {};
    found['light'] = await accessibilityProblems(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    found['dark'] = await accessibilityProblems(page);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    found['forced colours'] = await accessibilityProblems(page);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    const rightToLeft = await widthOf(page);
    await page.setViewportSize({ width: 320, height: 256 });
    await untilWhole(page);
    const narrowRightToLeft = await widthOf(page);
    await page.evaluate(() => (document.documentElement.dir = 'ltr'));
    const narrow = await widthOf(page);
    found['at 400 %'] = await accessibilityProblems(page);
    expect({ ...found, complaints: complaints.splice(0) }).toEqual({
      light: [],
      dark: [],
      'forced colours': [],
      'at 400 %': [],
      complaints: [],
    });
    expect({ rightToLeft, narrowRightToLeft, narrow }).toEqual({
      rightToLeft: 1280,
      narrowRightToLeft: 320,
      narrow: 320,
    });
  });
});
