/**
 * The Explorer in small windows, with large text, in the system's forced colours, by keyboard, in many windows at once,
 * and with missing parts.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, type Visit } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { signInAt, staySignedIn, untilWhole } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { sampled } from '../harness/sampled.ts';
import { sampleOf } from '../harness/sampling.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';

const DEPLOYMENT = '/object?id=eu-west-1-prod/apps/Deployment/payments/payments-api';

describeExplorer('the Explorer', () => {
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

  const signIn = (path = '/objects') => signInAt(page, demo.url + path, demo.token('platform-admin'));
  const rowsOf = (of: Page) =>
    of
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: of.getByRole('link') });
  const rows = () => rowsOf(page);
  const whole = () => untilWhole(page);
  /** Texts that do not fit into their elements. */
  const cut = (selector: string, side: 'Width' | 'Height') =>
    page.evaluate(
      ([selector, scroll, client]) =>
        [...document.querySelectorAll(selector)]
          .filter(
            element => element[scroll] > element[client] + 1 && element.checkVisibility({ visibilityProperty: true }),
          )
          .map(element => `${element.className}: ${element.textContent}`),
      [selector, `scroll${side}`, `client${side}`] as const,
    );
  const isCutAtTheSide = (selector: string) => cut(selector, 'Width');
  const activeIndex = () => page.locator('.grid-row[data-active]').getAttribute('aria-rowindex');

  describe('where code is lost', () => {
    const loseClusters = () =>
      page.route('**/assets/clusters-page-*.js', route => route.fulfill({ status: 404, body: '' }));
    const lost = () => page.getByRole('heading', { name: 'This page did not load' });
    const OF_LOST_CODE = /404|dynamically imported module|file of the page/;

    sampled('keeps its frame, goes on with other pages, and loads the page when somebody asks again', async () => {
      await loseClusters();
      await signIn();
      await page.getByRole('link', { name: 'Clusters', exact: true }).click();
      await lost().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('link', { name: 'Kinds', exact: true }).click();
      await page.getByRole('heading', { name: 'Kinds' }).waitFor();
      await page.getByRole('link', { name: 'Clusters', exact: true }).click();
      await lost().waitFor();
      await page.route('**/clusters', route => route.abort());
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await page.getByText('fleetgraph does not answer.').waitFor();
      await page.unroute('**/clusters');
      await page.unroute('**/assets/clusters-page-*.js');
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await page.getByRole('heading', { name: 'Clusters' }).waitFor();
      visit.expected = new RegExp(`${OF_LOST_CODE.source}|ERR_FAILED`);
    });

    sampled('loads itself again, and once, where the server has another version', async () => {
      await loseClusters();
      await signIn();
      let documents = 0;
      await page.route('**/clusters', async route => {
        if (route.request().resourceType() === 'document') documents++;
        if (route.request().resourceType() !== 'fetch') return route.continue();
        await route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/assets/index-newer.js"></script>',
        });
      });
      await page.getByRole('link', { name: 'Clusters', exact: true }).click();
      await eventually(
        async () => documents,
        count => count === 1,
        { what: 'a reload' },
      );
      await lost().waitFor();
      expect(documents).toBe(1);
      visit.expected = OF_LOST_CODE;
    });

    sampled('has something to show before its script has come', async () => {
      let release = () => {};
      const held = new Promise<void>(resolve => (release = resolve));
      await page.route('**/assets/index-*.js', async route => {
        await held;
        await route.continue();
      });
      await page.goto(demo.url, { waitUntil: 'commit' });
      await page.getByText('Loading the Explorer…').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      release();
      await page.getByLabel('Token').waitFor();
      expect(await page.getByText('Loading the Explorer…').count()).toBe(0);
    });
  });

  sampled('is there in a seventh window over HTTP/1.1', async () => {
    await signIn();
    await rows().first().waitFor();
    const token = demo.token('platform-admin');
    const others: Page[] = [];
    for (let count = 0; count < 7; count++) {
      const other = await page.context().newPage();
      others.push(other);
      await staySignedIn(other, token);
      await other.goto(`${demo.url}/objects`);
      await rowsOf(other).first().waitFor();
      await other
        .getByText(/^[\d,]+ objects$/)
        .first()
        .waitFor();
    }
    // Closing a window frees a place for another window's stream.
    const streams = () =>
      page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('fleetgraph-stream-')).length);
    await eventually(streams, count => count === 4, { what: 'four streams' });
    await Promise.all(others.map(other => other.close()));
    await eventually(streams, count => count <= 1, { what: 'the stream of the one that is left' });
  });

  it.each(sampleOf(1, [1000, 1280, 1920]))('cuts no status and no end of a name at %d px', async width => {
    await page.setViewportSize({ width, height: 800 });
    await signIn('/objects?q=suspended:true');
    await rows().first().waitFor();
    for (const q of ['suspended:true', 'status:in-progress', 'status:terminating', 'status:unknown', '']) {
      await page.goto(`${demo.url}/objects?q=${q}&order=cluster`);
      await page.getByText(/^[\d,]+ objects?$/).waitFor();
      expect(await isCutAtTheSide('.grid-scroll .cell.status')).toEqual([]);
      const beyond = await page.evaluate(() => {
        const lastOf = (node: Node): Node => (node.lastChild ? lastOf(node.lastChild) : node);
        const cells = '.grid-scroll .cell:is(.cluster, .namespace)';
        return [...document.querySelectorAll(`${cells}, ${cells} bdi, .facet-title, .cell.message .suspended`)].flatMap(
          element => {
            const range = document.createRange();
            range.selectNodeContents(lastOf(element));
            const cell = element.closest('.cell, .facet-title')!.getBoundingClientRect();
            return range.getBoundingClientRect().right > cell.right + 1 ? [element.textContent] : [];
          },
        );
      });
      expect(beyond).toEqual([]);
      if (q === 'suspended:true') expect(await rows().first().locator('.suspended').innerText()).toBe('suspended');
    }
  });

  sampled('has room in each header of the list for its words, its arrow and its place among the keys', async () => {
    await signIn('/objects?order=-transitioned,status,-cluster,kind,namespace,name');
    await rows().first().waitFor();
    expect(await isCutAtTheSide('.grid-head button')).toEqual([]);
    expect(await page.getByRole('columnheader', { name: 'Since' }).locator('.sort').isVisible()).toBe(true);
  });

  it.each(sampleOf(1, [1280, 360]))('moves no row when the first is selected, at %d px', async width => {
    await page.setViewportSize({ width, height: 800 });
    await signIn('/objects?q=kind:Deployment+namespace:payments&order=cluster,name');
    const boxes = page.locator('.grid-scroll .cell.select');
    await boxes.first().waitFor();
    await whole();
    const tops = () => rows().evaluateAll(all => all.map(row => row.getBoundingClientRect().top));
    const before = await tops();
    await boxes.nth(1).click();
    await page.getByRole('button', { name: 'Scale…' }).waitFor();
    expect(await tops()).toEqual(before);
    expect(await accessibilityProblems(page)).toEqual([]);
    // Measures again, because texts above the list may have changed during the accessibility check.
    const selected = await tops();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'Export…' }).waitFor();
    expect(await tops()).toEqual(selected);
  });

  const PAGES = [
    '/',
    '/objects',
    '/objects?group=cluster',
    '/clusters',
    '/cluster?name=eu-west-1-prod',
    '/kinds',
    '/revisions',
    '/access',
    DEPLOYMENT,
  ];

  it.each(sampleOf(2, [...PAGES, `${DEPLOYMENT}&show=tree`, `${DEPLOYMENT}&show=yaml`]))(
    'is read at 400 % without scrolling to the side, at %s',
    async path => {
      await page.setViewportSize({ width: 320, height: 256 });
      await signIn(path);
      await whole();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(320);
      const list = page.locator('.grid-scroll');
      if (await list.count()) expect((await list.boundingBox())?.height).toBeGreaterThan(128);
    },
  );

  it.each(sampleOf(2, PAGES))('has room for text of twice the size, at %s', async path => {
    await page.setViewportSize({ width: 1280, height: 1024 });
    await signIn(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '26px'));
    await whole();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    expect(
      await cut('button, select, input, .grid-space > .grid-row, .cell, .timeline-line, .tree-node, th, td', 'Height'),
    ).toEqual([]);
  });

  sampled('is walked by keyboard from the top to the last row, with few keys', async () => {
    await signIn('/objects?order=name');
    await rows().first().waitFor();
    await page
      .getByText(/^[\d,]+ objects$/)
      .first()
      .waitFor();
    await page.locator('body').press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the list');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
    const total = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    expect(total).toBeGreaterThan(500);
    await page.keyboard.press('ArrowDown');
    expect(await activeIndex()).toBe('2');
    await page.keyboard.press('PageDown');
    expect(Number(await activeIndex())).toBeGreaterThan(10);
    await page.keyboard.press('PageUp');
    expect(await activeIndex()).toBe('2');
    await page.keyboard.press('End');
    // The fleet changes during the test, so the last index may differ from `total`.
    await eventually(activeIndex, index => Math.abs(Number(index) - total) < 10, { what: 'the last row' });
    await page.keyboard.press('Home');
    expect(await activeIndex()).toBe('2');
  });

  sampled('has one stop of the Tab key for each group of filters, and arrow keys within', async () => {
    await signIn();
    await rows().first().waitFor();
    await page
      .getByText(/^[\d,]+ objects$/)
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Query' }).focus();
    let stops = 0;
    const role = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    while ((await role()) !== 'grid' && stops < 60) {
      await page.keyboard.press('Tab');
      stops++;
    }
    expect(stops).toBeLessThan(24);
    const cluster = page.getByRole('group', { name: /^Cluster/ }).getByRole('checkbox');
    await cluster.first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await cluster.nth(1).evaluate(box => box === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    expect(await cluster.last().evaluate(box => box === document.activeElement)).toBe(true);
    await page.getByRole('toolbar', { name: 'Status' }).getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(url => url.search === '?q=status:failed');
  });

  sampled('has a scrollbar for all rows, and loads those to which somebody goes', async () => {
    await signIn('/objects?order=name');
    await rows().first().waitFor();
    await page
      .getByText(/^[\d,]+ objects$/)
      .first()
      .waitFor();
    const total = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    const space = page.locator('.grid-space');
    await eventually(
      () => space.evaluate(element => element.getBoundingClientRect().height),
      height => Math.abs(height / 30 - total) < 10,
      { what: 'room for all rows' },
    );
    const scroller = page.locator('.grid-scroll');
    const middle = Math.floor(total / 2);
    await scroller.evaluate((element, top) => element.scrollTo({ top }), middle * 30);
    await rows()
      .and(page.locator(`[aria-rowindex="${middle + 10}"]`))
      .waitFor();
    expect(await scroller.evaluate(element => Math.round(element.scrollTop / 30))).toBeGreaterThanOrEqual(middle - 5);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled(
    'shows in the colours of the system which page is open, which row is active, and how the clusters are',
    async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      await signIn('/objects?q=status:failed');
      await rows().first().waitFor();
      await page.keyboard.press('j');
      const style = (selector: string, property: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);
      const ground = await page.evaluate(() => {
        const canvas = document.body.appendChild(document.createElement('i'));
        canvas.style.color = 'Canvas';
        const { color } = getComputedStyle(canvas);
        canvas.remove();
        return color;
      });
      expect(await style('.top nav a:not(.active)', 'border-bottom-width')).toBe('0px');
      expect(await style('.top nav a.active', 'border-bottom-width')).toBe('2px');
      expect(await style('.honesty-dot', 'background-color')).not.toBe(ground);
      expect(await style('.grid-row[data-active]', 'outline-style')).toBe('solid');
      expect(await style('.status-tabs [aria-pressed=true]', 'outline-style')).toBe('solid');
      await page.goto(demo.url + DEPLOYMENT);
      await page.getByRole('tab', { name: 'Tree' }).waitFor();
      expect(await style('[role=tab][aria-selected=false]', 'border-bottom-width')).toBe('0px');
      expect(await style('[role=tab][aria-selected=true]', 'border-bottom-width')).toBe('2px');
    },
  );

  sampled('shows what is particular to a Pod, a Deployment and a Node, and leads from one to the other', async () => {
    await signIn(DEPLOYMENT);
    const pods = page.getByRole('region', { name: 'Pods' });
    await pods.getByRole('link').first().waitFor();
    expect(await page.locator('.figures').innerText()).toMatch(
      /Replicas\s+\d+\s+Up to date\s+\d+\/\d+\s+Ready\s+\d+\/\d+/,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await pods.getByRole('link').first().click();
    const containers = page.getByRole('region', { name: 'Containers' });
    await containers.getByRole('rowheader', { name: 'main' }).waitFor();
    expect(await containers.innerText()).toMatch(/CrashLoopBackOff\s+\d{2}\s+Error, exit code 1/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator('.figures').getByRole('link', { name: /^ip-/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Node / }).waitFor();
    await page.getByText('Accepts new Pods').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled('leads back from an object to the list that one came from', async () => {
    await signIn('/objects?q=kind:Deployment&order=name');
    await rows().getByRole('link').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Objects' }).click();
    await page.waitForURL(url => url.pathname === '/objects' && url.search === '?q=kind:Deployment&order=name');
  });

  sampled('proposes keys of labels, and the values of a key, before anything of them is typed', async () => {
    await signIn();
    await rows().first().waitFor();
    await page.getByRole('combobox', { name: 'Query' }).click();
    await page.keyboard.type('label:');
    await page.getByRole('option', { name: /^acme[.]example\/team/ }).waitFor();
    await page.keyboard.type('team=');
    await page.getByRole('option', { name: /^acme[.]example\/team=payments/ }).click();
    await page.waitForURL(url => url.searchParams.get('q') === 'label:acme.example/team=payments');
  });

  sampled('shows no count of the query before beside the rows of another one', async () => {
    await signIn('/objects?q=name:no-such-thing');
    await page.getByRole('button', { name: 'All 0' }).waitFor();
    await page.route('**/graphql', async route => {
      if (route.request().postData()?.includes('query Summary') !== true) return route.continue();
      await rows().first().waitFor();
      expect(await page.getByRole('button', { name: 'All 0' }).count()).toBe(0);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Clear the query', exact: true }).first().click();
    await rows().first().waitFor();
    await page.getByRole('button', { name: /^All [1-9]/ }).waitFor();
  });

  sampled('shows all other counts where those of images are refused', async () => {
    await page.route('**/graphql', async route => {
      if (route.request().postData()?.includes('query Summary') !== true) return route.continue();
      const { variables } = route.request().postDataJSON() as { variables: Record<string, unknown> };
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { objects: Record<string, unknown> } };
      const isOfImages = (fields: unknown) => Array.isArray(fields) && fields.includes('IMAGE');
      const refused = isOfImages(variables['fields']) ? 'facets' : 'ofImages';
      data.objects[refused] = null;
      const errors = [{ message: 'IMAGE: too many values.', path: ['objects', refused] }];
      await route.fulfill({ response, json: { data, errors } });
    });
    await signIn('/objects?q=kind:pod image:web');
    await page.getByText('IMAGE: too many values.').first().waitFor();
    await page.getByRole('button', { name: /^All \d/ }).waitFor();
    await page.getByRole('group', { name: 'Cluster' }).waitFor();
  });

  it.each(sampleOf(1, ['/object?id=garbage', '/object', '/cluster?name=']))(
    'says once what is wrong with %s, under a heading',
    async path => {
      await signIn(path);
      await whole();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('');
      const said = (await page.getByRole('main').locator('.problem, .empty').allInnerTexts()).filter(
        text => text !== '',
      );
      expect(said).toHaveLength(1);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  sampled('tells in a table, one row for each object, what would change and what became of it', async () => {
    await signIn('/objects?q=kind:Kustomization+namespace:payments&order=cluster,name');
    const boxes = page.locator('.grid-scroll .cell.select');
    for (const index of [0, 1]) await boxes.nth(index).click();
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await page.getByText('Would be done to 2 of 2. Nothing has been changed yet.').waitFor();
    const table = page.getByRole('dialog').getByRole('table');
    expect(await table.getByRole('rowheader').count()).toBe(2);
    expect(await table.innerText()).toMatch(/spec[.]suspend\s+false\s+→\s+true/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 400 });
    expect(await page.getByRole('dialog').evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Suspend 2 Kustomizations' }).click();
    await page.getByText('Done to 2 of 2.').waitFor();
    await page.keyboard.press('Escape');
  });
});
