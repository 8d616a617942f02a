/** Comparing, columns, groups and saved views in the Explorer, in a real browser over the demo fleet. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { accessibilityProblems } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { staySignedIn } from '../harness/explorer.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';
import { sampled } from '../harness/sampled.ts';

const API = 'apps/Deployment/payments/payments-api';
const WHERE = 'eu-west-1-prod';

describeExplorer('the Explorer', () => {
  let demo: Demo;
  let page: Page;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.close());
  visitEach(visit => {
    page = visit.page;
  });

  async function go(path: string, identity: Parameters<Demo['token']>[0] = 'platform-admin'): Promise<void> {
    await staySignedIn(page, demo.token(identity));
    await page.goto(demo.url + path);
    await page.getByRole('navigation').waitFor();
  }
  const matrix = () => page.getByRole('region', { name: 'payments-api on all clusters' }).getByRole('table');
  const rows = () => matrix().locator('tbody tr');
  /** Saves a screenshot for manual inspection if FLEETGRAPH_PICTURES names a folder. */
  const picture = async (name: string) => {
    const folder = process.env['FLEETGRAPH_PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  /** Checks accessibility in the light theme, in the dark theme, and in a narrow window. */
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

  sampled('leads from an object to all clusters that have it, and marks what differs', async () => {
    await go(`/object?id=${WHERE}/${API}`);
    await page.getByRole('link', { name: 'On other clusters' }).click();
    await rows().nth(2).waitFor();
    const heads = await matrix().getByRole('columnheader').allInnerTexts();
    expect(heads.map(it => it.split('\n')[0]!.trim().split(' ')[0])).toEqual(
      expect.arrayContaining(['Cluster', 'Status', 'Images', 'Revision', 'Ready']),
    );
    // The numbers of replicas are read live from each cluster.
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

  sampled('names the clusters without the object, and says why it is not there', async () => {
    await go(`/elsewhere?id=${WHERE}/apps/Deployment/edge/edge-cache`);
    await page.getByRole('heading', { name: /^Clusters without it/ }).waitFor();
    await page.getByText('Not found', { exact: true }).first().waitFor();
    await expectAccessible('without');
  });

  sampled('shows what a Kustomization applied on each cluster', async () => {
    await go(`/elsewhere?id=${WHERE}/kustomize.toolkit.fluxcd.io/Kustomization/payments/payments-api`);
    await matrix().getByRole('columnheader', { name: 'Images it applied' }).waitFor();
    expect(await rows().filter({ hasText: WHERE }).innerText()).toMatch(/payments-api:/);
  });

  it('shows nobody more clusters than they may see', async () => {
    await go(`/elsewhere?id=${WHERE}/${API}`, 'nobody');
    await page.getByText('There is no such object that you may see.').waitFor();
  });

  sampled('compares two objects live, field by field', async () => {
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

  sampled('compares two clusters: kinds, versions, and the objects that only one has', async () => {
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

  const heads = () => page.getByRole('grid').getByRole('columnheader');
  const titles = async () => (await heads().allInnerTexts()).map(it => it.trim());

  sampled('shows the columns that somebody chose, in their order and widths, and keeps them in the URL', async () => {
    await go('/objects?q=kind:Deployment');
    await page.getByRole('grid').getByRole('link').first().waitFor();
    await page.getByRole('button', { name: 'Columns…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByLabel('Column of a label').fill('acme.example/team');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('checkbox', { name: 'Images' }).click();
    await dialog.getByRole('checkbox', { name: 'Message' }).click();
    await dialog.getByRole('button', { name: 'Move Name up', exact: true }).click();
    await dialog.getByLabel('Width of Name', { exact: true }).fill('18');
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture('columns-dialog');
    await page.keyboard.press('Escape');
    expect((await titles()).filter(Boolean).slice(-2)).toEqual(['team', 'Images']);
    expect(new URL(page.url()).searchParams.get('columns')).toMatch(
      /^name~18,status,.*,label:acme\.example\/team,images$/,
    );
    await page
      .getByRole('grid')
      .getByText(/^[a-z]+$/)
      .first()
      .waitFor();
    await page
      .getByRole('grid')
      .getByText(/payments-api:\d/)
      .first()
      .waitFor();
    await page
      .getByRole('group', { name: 'acme.example/team' })
      .getByRole('checkbox', { name: /^payments,/ })
      .check();
    await page.waitForURL(/label:acme\.example\/team%3Dpayments/);
    await page.reload();
    await page.getByRole('grid').getByRole('link').first().waitFor();
    expect((await titles()).filter(Boolean).slice(-2)).toEqual(['team', 'Images']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture('columns');
  });

  sampled('makes a column wider as its edge is dragged', async () => {
    await go('/objects?q=kind:Deployment');
    // The checkboxes of the rows appear after the first rows, and move the other columns.
    await page.locator('.grid-row').getByRole('checkbox').first().waitFor();
    const kind = heads().filter({ hasText: 'Kind' });
    const before = (await kind.boundingBox())!;
    await page.mouse.move(before.x + before.width - 3, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 77, before.y + 10, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/columns=.*kind~/);
    expect(Math.abs((await kind.boundingBox())!.width - before.width - 80)).toBeLessThan(4);
  });

  sampled('groups by a label, and crosses the groups with another key', async () => {
    await go('/objects?q=kind:Deployment');
    await page.getByLabel('Group by').selectOption('label…');
    await page.getByLabel('Key of the label').fill('acme.example/team');
    await page.keyboard.press('Enter');
    const table = page.getByRole('region', { name: /^By acme\.example\/team/ }).getByRole('table');
    await table.getByRole('row', { name: /^payments/ }).waitFor();
    await picture('groups-label');
    await page.getByLabel('across').selectOption('cluster');
    await page.waitForURL(/group=label:acme\.example\/team&across=cluster/);
    const cell = table.getByRole('link', { name: new RegExp(`objects?.*: payments, ${WHERE}$`) });
    await cell.waitFor();
    const count = Number(/^(\d+)/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture('pivot');
    await cell.click();
    await page
      .getByText(new RegExp(`^${count} objects?$`))
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe(
      `kind:Deployment label:acme.example/team=payments cluster:${WHERE}`,
    );
  });

  sampled('groups by revision and by what is suspended, and its numbers lead to exactly these objects', async () => {
    await go('/objects?q=kind:Kustomization&group=revision');
    const table = page.getByRole('region', { name: /^By revision/ }).getByRole('table');
    const all = table.getByRole('row').nth(1).getByRole('link').last();
    await all.waitFor();
    const count = (await all.innerText()).trim();
    await all.click();
    await page
      .getByText(new RegExp(`^${count} objects?$`))
      .first()
      .waitFor();
    await go('/?group=suspended&across=clusterlabel:env');
    await page.getByRole('region', { name: 'By suspended and env' }).getByRole('row').nth(1).waitFor();
  });

  sampled('tells what runs an image: its versions, where they run, and exactly these objects', async () => {
    const found = (count: string) =>
      page
        .getByText(new RegExp(`^${count} objects?$`))
        .first()
        .waitFor();
    await go('/objects?q=kind:Deployment+imagerepository:registry.acme.example/payments/payments-api');
    const facet = (name: string) => page.getByRole('group', { name });
    await facet('Image repository')
      .getByRole('checkbox', { name: /^registry\.acme\.example\/payments\/payments-api, [1-9]/, checked: true })
      .waitFor();
    const version = facet('Image').getByRole('checkbox', {
      name: /^registry\.acme\.example\/payments\/payments-api:1/,
    });
    const name = (await version.first().getAttribute('aria-label')) ?? '';
    await version.first().check();
    await page.waitForURL(/image:%3Dregistry\.acme\.example\/payments\/payments-api:1/);
    await found(/, ([\d,]+)$/.exec(name)?.[1] ?? 'no');
    await go('/objects?q=kind:Deployment+image:payments/payments-api:&group=imagerepository&across=cluster');
    const table = page.getByRole('region', { name: 'By image repository and cluster' }).getByRole('table');
    const row = table.getByRole('row', { name: /^registry\.acme\.example\/payments\/payments-api/ });
    const all = row.getByRole('link', { name: /, All$/ });
    await all.waitFor();
    await page.getByText('An object with several images counts in the group of each.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture('groups-image');
    const count = (await all.innerText()).trim();
    await all.click();
    await found(count);
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('link', { name: /^registry\.acme\.example\/payments\/payments-api:/ }).click();
    await page.waitForURL(/\/objects\?q=image:%3Dregistry\.acme\.example\/payments\/payments-api:1/);
    await page.getByRole('grid').getByRole('link').first().waitFor();
  });

  const views = async (entry: string | RegExp) => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  it('saves views in the store, for oneself or for everybody, takes over those of the browser, and exports them', async () => {
    const kept = JSON.stringify([{ name: 'Old one', search: '?q=kind:Pod' }]);
    await page.addInitScript(text => {
      if (!sessionStorage.getItem('kept')) localStorage.setItem('fleetgraph-views', text);
      sessionStorage.setItem('kept', 'yes');
    }, kept);
    await go('/objects?q=kind:Deployment&columns=name~20,status,label:acme.example/team');
    await views('Save or manage views…');
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByLabel('Name').fill('Deployments by team');
    await dialog.getByLabel('For everybody').check();
    await dialog.getByRole('button', { name: 'Save this view' }).click();
    await dialog.getByText('Deployments by team is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('1 view imported.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('fleetgraph-views'))).toBeNull();
    await dialog.getByRole('button', { name: 'Copy link to Deployments by team' }).click();
    await dialog.getByText('Copied').waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.searchParams.get('columns')).toBe('name~20,status,label:acme.example/team');
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture('views');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export as configuration' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect((parse(text) as { explorer: { views: { name: string }[] } }).explorer.views.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Old one', 'Deployments by team']),
    );
  });

  it('shows views for everybody to others, who may use but not remove them', async () => {
    const response = await fetch(`${demo.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.token('platform-admin')}` },
      body: JSON.stringify({
        query:
          'mutation ($search: String!) { saveView(input: { name: "Names first", search: $search, everybody: true }) { mayShare } }',
        variables: { search: '?q=kind:Deployment&columns=name,status' },
      }),
    });
    expect(await response.json()).toEqual({ data: { saveView: { mayShare: true } } });
    await go('/objects', 'team-developer');
    await views('Names first');
    await page.waitForURL(url => url.searchParams.get('q') === 'kind:Deployment' && url.searchParams.has('columns'));
    await views('Save or manage views…');
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByText(/^by /).first().waitFor();
    expect(await dialog.getByRole('button', { name: /for everybody$/ }).count()).toBe(0);
    expect(await dialog.getByLabel('For everybody').count()).toBe(0);
  });
});
