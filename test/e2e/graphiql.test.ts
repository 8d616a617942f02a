/** GraphiQL over the demo fleet, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.ts';
import { CHROMIUM } from '../harness/debian-packages.ts';
import { startDemo, type Demo } from '../harness/demo.ts';

/** Skipped without Chromium. test/run.ts then names what is missing. */
const suite = CHROMIUM.isThere() ? describe : describe.skip;

suite('GraphiQL', () => {
  let demo: Demo;
  let browser: Browser;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo('--clusters', '3'), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  async function run(query: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(`${demo.url}/graphiql?query=${encodeURIComponent(query)}`);
    await page.getByLabel('Bearer token').fill(demo.token('platform-admin'));
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('you are').waitFor();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    return page;
  }
  const shown = (page: Page, text: string) => page.locator('.result-window').getByText(text).first().waitFor();

  it('shows the answer to a query', async () => {
    const page = await run('{ coverage { total } }');
    await shown(page, '"total"');
    await page.close();
  });

  it('follows a subscription, payload after payload, until it is stopped', async () => {
    const page = await run('subscription { objectChanges(filter: { kinds: ["Pod"] }) { changes { type } resume } }');
    const resume = async () =>
      /"resume":\s*"([^"]+)/.exec((await page.locator('.result-window').innerText()).replaceAll(/\s/g, ''))?.[1];
    await shown(page, '"resume"');
    const first = await resume();
    expect(first).toBeTruthy();
    await page.waitForFunction(
      before =>
        !document.querySelector<HTMLElement>('.result-window')?.innerText.replaceAll(/\s/g, '').includes(before),
      first!,
    );
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await page.getByRole('button', { name: /^Execute query/ }).waitFor();
    await page.close();
  });
});
