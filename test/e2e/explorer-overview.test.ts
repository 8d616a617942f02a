/** The overview and the command palette over the demo fleet, in a real browser. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { accessibilityProblems, type Visit } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { staySignedIn, untilWhole } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';
import { sampled } from '../harness/sampled.ts';
import { sampleOf } from '../harness/sampling.ts';

const FIRST_VIEW_KB = 170;

describeExplorer('the overview', () => {
  let demo: Demo;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.close());
  visitEach(begun => {
    visit = begun;
    page = begun.page;
  });

  async function open(path = '/', identity: Parameters<Demo['token']>[0] = 'platform-admin'): Promise<void> {
    await staySignedIn(page, demo.token(identity));
    await page.goto(demo.url + path);
    await page.getByRole('navigation').waitFor();
  }
  const whole = () => untilWhole(page);
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const address = () => new URL(page.url());

  sampled('leads from each figure, tile and bar to its list', async () => {
    await open();
    await whole();
    const tile = page
      .getByRole('list', { name: 'prod' })
      .getByRole('link')
      .filter({ hasText: /^eu-west-1-prod/ });
    expect(await tile.innerText()).toMatch(/^eu-west-1-prod\s+\d+\s+failed of \d+ objects/);
    await tile.click();
    await page.getByRole('grid').waitFor();
    expect(address()).toMatchObject({ pathname: '/objects', search: '?q=cluster:eu-west-1-prod+status:failed' });
    await page.goBack();

    await card('Failed, by cause')
      .getByRole('link', { name: /^CrashLoopBackOff/ })
      .click();
    await page.getByRole('grid').waitFor();
    expect(address().search).toBe('?q=status:failed+reason:CrashLoopBackOff');
    await page.goBack();

    const team = card('Failed, by team').getByRole('link', { name: /^payments / });
    await team.waitFor();
    await team.click();
    await page.getByRole('grid').waitFor();
    expect(decodeURIComponent(address().search)).toBe('?q=status:failed+label:acme.example/team=payments');
    await page.goBack();

    await page
      .getByRole('list', { name: 'Figures' })
      .getByRole('link', { name: /failed$/ })
      .click();
    await page.getByRole('grid').waitFor();
    expect(address().search).toBe('?q=status:failed');
    await page.goBack();

    await card('Needs attention')
      .getByRole('link', { name: /deployments? of packages? failed$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Packages' }).waitFor();
  });

  sampled('lists the Pods with most restarts, on a card, on their page and by a query', async () => {
    await open();
    await whole();
    const restarts = card('Restarts');
    await restarts.getByRole('listitem').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const lines = restarts.getByRole('listitem');
    expect(await lines.count()).toBe(5);
    const [first] = await lines.allInnerTexts();
    expect(first).toMatch(/^\S+\s+\d{2} restarts, Error, exit code 1, \S+/);
    const name = await lines.first().getByRole('link').innerText();
    await restarts.getByRole('link', { name: 'All of them' }).click();
    await page.getByRole('heading', { level: 1, name: 'Restarts' }).waitFor();
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.first().innerText()).toContain(name);
    const numbers = async () => (await page.locator('tbody td.number').allInnerTexts()).map(Number);
    const all = await numbers();
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(await page.getByRole('cell', { name: 'OOMKilled, exit code 137' }).count()).toBeGreaterThan(0);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('searchbox').fill('cluster:eu-west-1-prod namespace:payments');
    await eventually(
      async () => page.locator('tbody th').allInnerTexts(),
      pods => pods.length > 0 && pods.every(pod => /^payments\/\S+ eu-west-1-prod/.test(pod)),
      { what: 'the Pods of one namespace of one cluster' },
    );
    await page.getByRole('searchbox').fill('namespace:payments clustr:eu');
    await page.getByText(/clustr/).waitFor();
    await page.getByRole('searchbox').fill('kind:Deployment');
    await page.getByText('No Pod that matches has restarted containers.').waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('most restarts');
    await page.getByRole('option', { name: /^Pods with most restarts/ }).click();
    await page.waitForURL(url => url.pathname === '/restarts' && url.search === '');
    await rows.first().getByRole('link').click();
    await page.waitForURL(url => url.pathname === '/object');
    await page.getByRole('heading', { level: 1, name: `Pod ${name}` }).waitFor();
  });

  it(`loads at most ${FIRST_VIEW_KB} kB of compressed scripts`, async () => {
    let bytes = 0;
    page.on(
      'response',
      response => void (response.url().endsWith('.js') && (bytes += Number(response.headers()['content-length']))),
    );
    await open();
    await whole();
    console.log(`scripts of the overview: ${Math.round(bytes / 1000)} kB`);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(FIRST_VIEW_KB * 1000);
  });

  it('takes few requests, and asks gently', async () => {
    const requested: string[] = [];
    page.on('request', request => {
      const name = /query (\w+)/.exec(request.postData() ?? '')?.[1];
      if (name !== undefined) requested.push(name);
    });
    await page.clock.install();
    await open();
    await page.clock.runFor(1_000);
    await eventually(
      () => Promise.resolve(requested.includes('FailedByTeam') && requested.includes('Attention')),
      Boolean,
      {
        what: 'the first answers',
      },
    );
    await whole();
    expect([...new Set(requested)].sort()).toEqual([
      'Attention',
      'Coverage',
      'FailedByTeam',
      'Overview',
      'TeamKeys',
      'Viewer',
    ]);
    expect(requested).toHaveLength(6);
  });

  it.each(
    sampleOf(1, [
      ['light', 1280],
      ['dark', 1280],
      ['light', 320],
    ] as const),
  )('has nothing that axe complains of, %s, at %d px', async (colorScheme, width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await open();
    await whole();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(width);
  });

  sampled('is whole from right to left, and where the system sets the colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open();
    await whole();
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(1280);
    // In forced colours, backgrounds are removed. Bars must still be drawn, and tiles must have borders.
    const drawn = await page.evaluate(() => ({
      bar: getComputedStyle(document.querySelector('.bar rect:last-child')!).fill,
      tile: getComputedStyle(document.querySelector('.tile')!).borderTopStyle,
    }));
    expect(drawn.bar).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    expect(drawn.tile).not.toBe('none');
  });

  it('says why it has nothing for somebody who may see nothing', async () => {
    await open('/', 'nobody');
    await page.getByText('There is no cluster on which you may see anything.').waitFor();
    expect(await card('Clusters').count()).toBe(0);
    await page.getByRole('link', { name: 'See what you may list' }).click();
    await page.getByRole('heading', { level: 1, name: 'My access' }).waitFor();
  });

  it('counts for a developer what the developer may list', async () => {
    await open('/', 'team-developer');
    await whole();
    const objects = page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: /objects$/ });
    const shown = Number((await objects.innerText()).replace(/\D/g, ''));
    await objects.click();
    const count = page.getByText(/^[\d,]+ objects$/);
    await count.waitFor();
    const listed = Number((await count.innerText()).replace(/\D/g, ''));
    expect(Math.abs(listed - shown)).toBeLessThan(20); // the fleet changes during the test
    expect(shown).toBeLessThan(600);
  });

  /** Changes answers, to show a fleet that differs from the demo. The demo has failures and five clusters. */
  const answering = (change: (data: any) => void) =>
    page.route('**/graphql', async (route: Route) => {
      if (!/query (Overview|Attention|TeamKeys)\b/.test(route.request().postData() ?? '')) return route.continue();
      const response = await route.fetch();
      const answer = (await response.json()) as { data: any };
      change(answer.data);
      return route.fulfill({ response, json: answer });
    });

  sampled('is of one cluster where nothing fails, without labels, packages, policies, mesh and placement', async () => {
    const none = {
      packageDeployments: {
        complete: true,
        phaseCounts: { total: 0, failed: 0, syncFailed: 0, unknown: 0, outdated: 0 },
      },
    };
    await answering(data => {
      if (data.clusters) {
        data.clusters.nodes = data.clusters.nodes.slice(0, 1).map((it: any) => ({
          ...it,
          labels: {},
          statusCounts: { ...it.statusCounts, failed: 0 },
          coverage: { state: 'INDEXED', cause: null, reason: null },
        }));
        data.clusters.totalCount = 1;
        data.clusters.coverage = {
          ...data.clusters.coverage,
          total: 1,
          indexed: 1,
          rebuilding: 0,
          unreachable: 0,
          stale: 0,
        };
        data.fleet.facets = [];
        for (const facet of data.failed.facets) Object.assign(facet, { values: [], missingCount: 0, truncated: false });
        data.changed = { ...data.changed, totalCount: 0, nodes: [] };
      }
      if (data.team) data.team = data.owner = null;
      if (data.behind)
        Object.assign(data, none, {
          behind: { totalCount: 0, nodes: [] },
          policyTopology: null,
          meshValidations: null,
          placedWorkloads: null,
        });
    });
    await open();
    await whole();
    await page.getByText('Nothing has failed on the cluster.').waitFor();
    await card('Failed, by namespace').getByText('No object has failed.').waitFor();
    await card('Needs attention').getByText('No package, policy or placement needs attention.').waitFor();
    await card('Lags behind').getByText('Every package is at its expected revision, as far as it is known.').waitFor();
    await card('Changed in the last hour').getByText('No object that applies a package has changed.').waitFor();
    await card('Not covered').getByText('Every cluster is up to date.').waitFor();
    expect(await page.getByText('No environment').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled('has room for 300 clusters, which arrow keys walk', async () => {
    await answering(data => {
      if (!data.clusters) return;
      const [first] = data.clusters.nodes;
      data.clusters.nodes = Array.from({ length: 300 }, (_, index) => ({
        ...first,
        id: `c${index}`,
        name: `cluster-with-a-long-name-${index}`,
        labels: { env: index % 3 === 0 ? 'prod' : 'dev' },
        coverage: { state: index === 6 ? 'UNREACHABLE' : 'INDEXED', cause: null, reason: null },
      }));
      data.clusters.totalCount = 700;
    });
    await open();
    await whole();
    await page.getByText('400 clusters more are not shown here.').waitFor();
    await card('Not covered').getByRole('link', { name: 'cluster-with-a-long-name-6' }).waitFor();
    const tiles = page.getByRole('list', { name: 'prod' }).getByRole('link');
    expect(await tiles.count()).toBe(100);
    await tiles.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(
      /^cluster-with-a-long-name-6 .*; unreachable$/,
    );
    const box = await card('Clusters').boundingBox();
    expect(box!.height).toBeLessThan(700);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(width);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled('keeps what it knows when the graph has too much to do', async () => {
    await open();
    await whole();
    await page.route('**/graphql', route =>
      route.fulfill({ status: 503, json: { errors: [{ message: 'Too much to do.' }] } }),
    );
    await page.getByText('Not refreshed: Too much to do.').first().waitFor();
    expect(await page.getByRole('list', { name: 'prod' }).getByRole('link').count()).toBeGreaterThan(0);
    visit.expected = /status of 503/;
  });

  sampled('goes by the palette to an object, a cluster, a page and a view, by keys alone', async () => {
    await open('/clusters');
    await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    const go = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      await page.keyboard.type(text);
      await page.getByRole('option', { name: option }).first().waitFor();
      await page.getByText(/^\d+ results?$/).waitFor();
      for (let steps = 0; steps < 20; steps++) {
        const chosen = (await page.getByRole('dialog').getByRole('option', { selected: true }).innerText()).replaceAll(
          '\n',
          ' ',
        );
        if (option.test(chosen)) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
    };
    await go(
      'payments-api kind:Kustomization cluster:eu-west-1-prod',
      /^payments-api Kustomization in payments on eu-west-1-prod/,
    );
    await page.getByRole('heading', { level: 1, name: 'payments-api' }).waitFor();
    await go('eu-west-1-st', /^eu-west-1-staging cluster/);
    await page.getByRole('heading', { level: 1, name: 'eu-west-1-staging' }).waitFor();
    await go('polic', /^Policies g l/);
    await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
    await go('failed objects, by cl', /^Failed objects, by cluster/);
    await page.waitForURL(url => url.search === '?q=status:failed&group=cluster');
    await go('theme: da', /^Theme: Dark/);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  });

  sampled('has a palette that says what it does not find, and that axe does not complain of', async () => {
    await open();
    await page.getByRole('button', { name: /^Go to…/ }).click();
    await page.getByRole('option', { name: 'Overview' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.type('no-such-thing-at-all');
    await page.getByText('1 result').waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('Search the list of objects for “no-such-thing-at-all”'),
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await eventually(
      () => page.getByRole('dialog').count(),
      count => count === 0,
      { what: 'no dialog' },
    );
    await page.keyboard.press('?');
    await page.getByText('Go to any object, cluster, page, view or action').waitFor();
  });

  sampled('sorts clusters by each header, and marks those in production', async () => {
    await open('/clusters');
    const names = async () => page.locator('tbody th a').allInnerTexts();
    await page.getByText('eu-west-1-prod').first().waitFor();
    expect(await page.getByText('production', { exact: true }).count()).toBeGreaterThan(0);
    await page.getByRole('columnheader', { name: 'Cluster' }).getByRole('link').click();
    await eventually(names, all => all.join() === all.toSorted().join(), { what: 'names in order' });
    await page.getByRole('columnheader', { name: 'Cluster' }).getByRole('link').click();
    await page.waitForURL(url => url.search === '?sort=-name');
    await eventually(names, all => all.join() === all.toSorted().reverse().join(), { what: 'names from the end' });
    expect(await page.getByRole('columnheader', { name: 'Cluster' }).getAttribute('aria-sort')).toBe('descending');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled('marks clusters in production wherever objects are shown or acted on', async () => {
    await open('/objects?q=kind:Deployment+name:payments-api&order=cluster');
    const marked = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('.production');
    await marked('eu-west-1-prod').waitFor();
    expect(await marked('eu-west-1-prod').innerText()).toMatch(/^prod/);
    expect(await marked('eu-west-1-staging').count()).toBe(0);
    await page.goto(`${demo.url}/objects?q=kind:Deployment+name:payments-api&group=cluster`);
    await marked('us-east-1-prod').waitFor();
    expect(await marked('us-east-1-staging').count()).toBe(0);
    await page.goto(`${demo.url}/object?id=eu-west-1-prod/apps/Deployment/payments/payments-api`);
    await page.getByRole('main').getByText('production', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restart…' }).click();
    await page.getByRole('dialog').getByText('production', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  sampled('draws bars of groups as long as their share of the largest', async () => {
    await open('/objects?group=cluster');
    const bars = page.locator('.share-bar-whole');
    await bars.first().waitFor();
    const shares = await page.locator('.group-table tbody tr').evaluateAll(rows =>
      rows.map(row => ({
        count: Number(row.querySelector('td.number:nth-last-child(2)')?.textContent.replace(/\D/g, '')),
        width: row.querySelector('.share-bar-whole')?.getBoundingClientRect().width ?? 0,
      })),
    );
    const [largest] = shares.toSorted((a, b) => b.count - a.count);
    expect(largest!.count).toBeGreaterThan(100);
    for (const { count, width } of shares) expect(width).toBeCloseTo((largest!.width * count) / largest!.count, 0);
  });

  sampled('finds objects in the palette by words for their kind and cluster', async () => {
    await open();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('node us-east-1-staging');
    await page
      .getByRole('option', { name: /Node on us-east-1-staging/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Node / }).waitFor();
  });
});
