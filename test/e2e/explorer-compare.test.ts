/** Comparing in the Explorer, in a real browser over the demo fleet: one object over clusters, two objects, two clusters. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, describe } from '@jest/globals';
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems, launchBrowser, newVisit, type Visit } from '../harness/chromium.ts';
import { CHROMIUM } from '../harness/debian-packages.ts';
import { startDemo, type Demo } from '../harness/demo.ts';

const BUILT = new URL('../../ui/dist/', import.meta.url).pathname;
const API = 'apps/Deployment/payments/payments-api';
const WHERE = 'eu-west-1-prod';

/** test/run.ts names what is missing. */
const suite = CHROMIUM.isThere() && existsSync(`${BUILT}index.html`) ? describe : describe.skip;

suite('the Explorer', () => {
  let demo: Demo;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });
  beforeEach(async () => {
    visit = await newVisit(browser);
    page = visit.page;
    page.setDefaultTimeout(30_000);
  });
  afterEach(async () => {
    await page.context().close();
    expect(visit.complaints).toEqual([]);
  });

  async function go(path: string, identity: Parameters<Demo['token']>[0] = 'platform-admin'): Promise<void> {
    await page.addInitScript(token => sessionStorage.setItem('fleetgraph-token', token), demo.token(identity));
    await page.goto(demo.url + path);
    await page.getByRole('navigation').waitFor();
  }
  const matrix = () => page.getByRole('region', { name: 'payments-api on all clusters' }).getByRole('table');
  const rows = () => matrix().locator('tbody tr');
  /** For looking at: FLEETGRAPH_PICTURES names a folder. */
  const picture = async (name: string) => {
    const folder = process.env['FLEETGRAPH_PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  /** In both themes, and narrow. */
  const expectAccessible = async (name: string) => {
    await picture(name);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(`${name}-dark`);
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(320);
  };

  it('leads from an object to all clusters that have it, and marks what differs', async () => {
    await go(`/object?id=${WHERE}/${API}`);
    await page.getByRole('link', { name: 'On other clusters' }).click();
    await rows().nth(2).waitFor();
    const heads = await matrix().getByRole('columnheader').allInnerTexts();
    expect(heads.map(it => it.split('\n')[0]!.trim().split(' ')[0])).toEqual(
      expect.arrayContaining(['Cluster', 'Status', 'Images', 'Revision', 'Ready']),
    );
    // The replicas come live, from each cluster.
    await matrix().locator('.replicas').first().waitFor();
    const failing = rows().filter({ hasText: WHERE });
    expect(await failing.innerText()).toMatch(/≠|Failed/);
    const all = await rows().count();
    await page.getByLabel('Only rows that differ').check();
    const differing = await rows().count();
    expect(differing).toBeGreaterThan(0);
    expect(differing).toBeLessThan(all);
    await page.getByLabel('Only rows that differ').uncheck();
    await expectAccessible('elsewhere');
  });

  it('names the clusters without the object, and says why it is not there', async () => {
    await go(`/elsewhere?id=${WHERE}/apps/Deployment/edge/edge-cache`);
    await page.getByRole('heading', { name: /^Clusters without it/ }).waitFor();
    await page.getByText('Not found', { exact: true }).first().waitFor();
    await expectAccessible('without');
  });

  it('shows what a Kustomization applied on each cluster', async () => {
    await go(`/elsewhere?id=${WHERE}/kustomize.toolkit.fluxcd.io/Kustomization/payments/payments-api`);
    await matrix().getByRole('columnheader', { name: 'Images it applied' }).waitFor();
    expect(await rows().filter({ hasText: WHERE }).innerText()).toMatch(/payments-api:/);
  });

  it('shows nobody more clusters than they may see', async () => {
    await go(`/elsewhere?id=${WHERE}/${API}`, 'nobody');
    await page.getByText('There is no such object that you may see.').waitFor();
  });

  it('compares two objects live, field by field', async () => {
    await go(`/elsewhere?id=${WHERE}/${API}`);
    const link = rows()
      .getByRole('link', { name: /^Diff with/ })
      .first();
    await link.click();
    await page.waitForURL(/\/diff\?/);
    await page.getByText(/Fields are sorted by name/).waitFor();
    await page.locator('.yaml .cm-content').waitFor();
    expect(await page.locator('.yaml .cm-content').innerText()).toMatch(/kind: Deployment/);
    expect(await page.locator('.yaml .cm-content').innerText()).not.toMatch(/resourceVersion/);
    await page.getByLabel('With status and server fields').check();
    await page.locator('.yaml .cm-content').getByText('resourceVersion').first().waitFor();
    await page.getByLabel('With status and server fields').uncheck();
    const before = await page.getByLabel('Left object').inputValue();
    await page.getByRole('button', { name: 'Swap sides' }).click();
    await page.waitForFunction(id => document.querySelector<HTMLInputElement>('[name=right]')?.value === id, before);
    await page.locator('.yaml .cm-content').waitFor();
    await expectAccessible('diff');
  });

  it('compares two clusters: kinds, versions, and the objects that only one has', async () => {
    await go(`/cluster?name=${WHERE}`);
    await page.getByRole('link', { name: 'Compare with another cluster' }).click();
    await page.getByLabel('Right cluster').fill('eu-west-1-staging');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const kinds = page.getByRole('region', { name: 'Kinds', exact: true });
    await kinds.getByRole('row').nth(1).waitFor();
    await kinds.getByText(`only on ${WHERE}`).first().waitFor();
    await page.getByLabel('Show equal kinds, too').check();
    await kinds.getByRole('button', { name: /^Deployment/ }).click();
    await page.getByRole('heading', { name: `Only on ${WHERE}: 2` }).waitFor();
    await page.getByText(/equal in status, version, revision and images/).waitFor();
    await page.waitForURL(/kind=Deployment\.apps/);
    await expectAccessible('clusters');
  });
});
