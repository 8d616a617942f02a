/**
 * Setup of every suite of the Explorer: one browser, and for each test a visit that must end without errors in the
 * browser.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser, newVisit, type Visit } from '../harness/chromium.ts';
import { canOpenExplorer } from '../harness/explorer.ts';

export const describeExplorer = canOpenExplorer() ? describe : describe.skip;

/** Starts a visit before each test of the surrounding suite. */
export function visitEach(begin: (visit: Visit) => void | Promise<void>, options: BrowserContextOptions = {}): void {
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    visit = await newVisit(browser, options);
    await begin(visit);
  });
  afterEach(async () => {
    // Requests that are still running when a test ends may fail.
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.page.context().close();
    const { complaints, expected } = visit;
    expect(complaints.filter(it => !expected?.test(it))).toEqual([]);
  });
}
