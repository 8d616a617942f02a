/**
 * Policies, the mesh and placed workloads in the Explorer, in a real browser. The clusters have objects for each page,
 * and a real Prometheus has their telemetry.
 */
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { accessibilityProblems } from '../harness/chromium.ts';
import { staySignedIn } from '../harness/explorer.ts';
import { placement } from '../subgraphs/placement/objects.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';
import { PERSON, startGraphs, type Graphs } from './graphs-fixture.ts';
import { sampled } from '../harness/sampled.ts';

const ROUTE = '/object?id=east/gateway.networking.k8s.io/HTTPRoute/apps/api';

describeExplorer('the Explorer', () => {
  let graphs: Graphs;
  let page: Page;
  beforeAll(async () => {
    graphs = await startGraphs();
  });
  afterAll(async () => {
    await graphs?.[Symbol.asyncDispose]();
  });
  visitEach(async visit => {
    page = visit.page;
    await staySignedIn(page, PERSON);
  });

  const go = (path: string) => page.goto(graphs.url + path);
  const diagram = () => page.locator('.diagram-frame > svg');
  const node = (name: string | RegExp) => diagram().getByRole('button', { name });
  const saved = async (type: 'SVG' | 'DOT') => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: type, exact: true }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  /** Checks accessibility in the light theme, in the dark theme, and in a narrow window. */
  const expectAccessible = async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth)).toBeLessThanOrEqual(320);
  };

  describe('on the page of policies', () => {
    sampled(
      'shows hostnames, their routes, and which rule of which policy applies, overridden ones struck through',
      async () => {
        await go('/policies?cluster=east');
        const api = page.getByRole('region', { name: 'api.example.test' });
        await api.waitFor();
        expect(await api.innerText()).toMatch(/limits#x by api-limits\s+limits#y by gateway-limits/);
        expect(await api.locator('del').allInnerTexts()).toEqual(
          expect.arrayContaining(['limits#x by gateway-limits', 'authentication#keys by api-keys']),
        );
        expect(await api.innerText()).toContain('replaced by api-limits');
        expect(await page.getByRole('region', { name: 'www.other.test' }).innerText()).toContain(
          'they have no hostname in common',
        );
        await page.getByRole('searchbox', { name: 'Hostname' }).fill('admin.example.test');
        await page.keyboard.press('Enter');
        await api.waitFor({ state: 'detached' });
        await page.getByRole('region', { name: 'admin.example.test' }).waitFor();
        expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
          'admin.example.test',
        ]);
        await expectAccessible();
      },
    );

    sampled('tells of a policy that comes, and of one that goes, as it happens', async () => {
      const east = graphs.leaf('east').objects;
      await go('/policies?cluster=east&hostname=shop.example.test');
      const shop = page.getByRole('region', { name: 'shop.example.test' });
      await shop.waitFor();
      const comes = {
        ...{ apiVersion: 'kuadrant.io/v1', kind: 'RateLimitPolicy', metadata: { namespace: 'apps', name: 'newcomer' } },
        spec: {
          targetRef: { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'storefront' },
          limits: { fresh: { rates: [{ limit: 1, window: '1s' }] } },
        },
      };
      east.put(comes);
      await shop.getByText('limits#fresh').waitFor();
      east.remove(comes);
      await shop.getByText('limits#fresh').waitFor({ state: 'detached' });
    });

    sampled(
      'draws the topology, is walked by arrow keys, and says beside it what applies and what a deletion breaks',
      async () => {
        await go('/policies?cluster=east&show=picture');
        await node(/^edge, Gateway/).waitFor();
        expect(await node(/^names-again, DNSPolicy · Conflict/).getAttribute('data-struck')).toBe('true');
        await node(/^gone, Gateway · does not exist/).waitFor();
        await node(/^edge, Gateway/).focus();
        await page.keyboard.press('ArrowRight');
        expect(await page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toContain(
          'Gateway/apps/edge#',
        );
        await node(/^api, HTTPRoute/).focus();
        await page.keyboard.press('Enter');
        const panel = page.getByRole('complementary', { name: 'Selected' });
        await panel.getByRole('heading', { name: 'HTTPRoute apps/api' }).waitFor();
        expect(await panel.locator('del').allInnerTexts()).toContain('limits#x by gateway-limits');
        await panel.getByRole('button', { name: 'What breaks if I delete this?' }).click();
        await panel.getByText('Policies that would lose their only target:').waitFor();
        expect(await panel.innerText()).toMatch(/RateLimitPolicy apps\/api-limits/);
        expect(await accessibilityProblems(page)).toEqual([]);
        await panel.getByRole('link', { name: 'Show only what is around it' }).click();
        await node(/^lost, HTTPRoute/).waitFor({ state: 'detached' });
      },
    );

    sampled('saves the picture as SVG and as DOT', async () => {
      await go('/policies?cluster=east&show=picture');
      await node(/^edge, Gateway/).waitFor();
      const svg = await saved('SVG');
      expect(svg).toMatch(/^<svg xmlns/);
      expect(svg).toContain('names-again');
      expect(await saved('DOT')).toMatch(
        /"east\/kuadrant.io\/RateLimitPolicy\/apps\/api-limits" -> "east\/[^"]+HTTPRoute\/apps\/api"/,
      );
    });

    sampled('draws 500 nodes, and moves them smoothly', async () => {
      await go('/policies?cluster=south&show=picture');
      await node(/^crowd, Gateway/).waitFor();
      expect(await diagram().getByRole('button').count()).toBe(500);
      const plane = () => diagram().locator('> g').getAttribute('transform');
      const before = await plane();
      const frames = await page.evaluate(async () => {
        const frame = document.querySelector('.diagram-frame')!;
        const { left, top } = frame.getBoundingClientRect();
        const move = (type: string, x: number) =>
          frame.dispatchEvent(
            new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: left + x, clientY: top + 100 }),
          );
        // Synthetic pointers do not exist in the browser, so capturing them would throw.
        Element.prototype.setPointerCapture = () => {};
        move('pointerdown', 100);
        const worked: number[] = [];
        for (let step = 0; step < 60; step++) {
          const before = performance.now();
          move('pointermove', 100 + step * 3);
          worked.push(performance.now() - before);
          await new Promise(requestAnimationFrame);
        }
        move('pointerup', 280);
        return worked.toSorted((a, b) => a - b);
      });
      // Measures the script's time in a frame, without the browser's drawing time.
      expect(frames[54]).toBeLessThan(16);
      expect(await plane()).not.toBe(before);
    });

    sampled('lists policies in trouble first, and faults with their reasons', async () => {
      await go('/policies?cluster=east&show=policies');
      const table = page.getByRole('region', { name: 'Policies' });
      await table.waitFor();
      expect(await table.getByRole('rowheader').first().innerText()).toMatch(/orphan/);
      expect(await table.getByRole('row').filter({ hasText: 'api-keys' }).innerText()).toMatch(
        /Overridden\s+HTTPRoute apps\/api\s+AuthPolicy apps\/deny-all/,
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('link', { name: /^Faults \d/ }).click();
      await page.getByText('refers to Gateway apps/gone, which does not exist').waitFor();
      await page.getByText('refers to HTTPRoute apps/nowhere, which does not exist').waitFor();
      await expectAccessible();
    });

    sampled('tells on the page of a route what applies there', async () => {
      await go(ROUTE);
      const here = page.getByRole('region', { name: 'What applies here' });
      await here.waitFor();
      expect(await here.innerText()).toMatch(/On api.example.test: Gateway apps\/edge/);
      expect(await here.locator('del').count()).toBe(2);
      await here.getByRole('button', { name: 'What breaks if I delete this?' }).click();
      await here.getByText('2 effective policies would change:').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });

  describe('on the page of the mesh', () => {
    const traffic = () => `/mesh?namespaces=shop&at=${graphs.at}`;

    sampled('draws calls over clusters, and lists them, the failing first', async () => {
      await go(traffic());
      await node(/^pay v1, App.*Calls to it: Failing/).waitFor();
      expect(await page.locator('.diagram-box text').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringMatching(/^east/)]),
      );
      const calls = page.getByRole('region', { name: 'Calls, the failing first' }).getByRole('row');
      expect(await calls.nth(1).innerText()).toMatch(/Failing\s+.*pay.*5\/s\s+40 %/s);
      await page.getByText(/^As of /).waitFor();
      await expectAccessible();
    });

    sampled('shows one service in two clusters side by side, with what differs and where its traces are', async () => {
      await go(traffic());
      // A node is scrolled into view when it gets the focus.
      await node(/^cart, Service. shop, east/).focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Selected' });
      const instances = panel.getByRole('region', { name: /^In each cluster: \w+ cart$/ });
      await instances.waitFor();
      expect(await instances.getByRole('columnheader').allInnerTexts()).toEqual(['east', 'west']);
      expect(await instances.getByRole('row', { name: /^Type/ }).innerText()).toMatch(/differs\s+ClusterIP\s+NodePort/);
      expect(await instances.getByRole('link', { name: 'Open traces of west' }).getAttribute('href')).toBe(
        'https://traces.example/west?service=cart.shop',
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('region', { name: 'Calls, the failing first' }).getByRole('button').first().click();
      await panel.getByText('503 UF').waitFor();
    });

    sampled('moves nothing where motion is not wanted, and stops when asked', async () => {
      const moves = () =>
        page
          .locator('.diagram-line')
          .evaluateAll(all => all.some(line => getComputedStyle(line).animationName !== 'none'));
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await go(traffic());
      await node(/^pay v1, App/).waitFor();
      expect(await moves()).toBe(true);
      await page.getByLabel('Movement').click();
      expect(await moves()).toBe(false);
      await page.getByLabel('Movement').click();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await moves()).toBe(false);
    });

    sampled('lists faults of the configuration, and shows each on its object with the line of the YAML', async () => {
      await go('/mesh?show=faults');
      const faults = page.getByRole('region', { name: 'Configuration faults' });
      await faults.waitFor();
      await expectAccessible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await faults.getByRole('link', { name: 'VirtualService shop/web' }).first().click();
      const line = page.getByRole('region', { name: /^Line \d+$/ });
      await line.waitFor();
      expect(await line.locator('[data-here]').innerText()).toMatch(/host: gone/);
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    sampled('says in plain words that Prometheus is away, and keeps the rest', async () => {
      await graphs.prometheus.stop();
      try {
        await go('/mesh?namespaces=shop&window=5m');
        await page.getByText(/^shop: Prometheus cannot be reached/).waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
      } finally {
        await graphs.prometheus.start();
      }
    });
  });

  describe('on the page of workloads', () => {
    sampled('shows where each runs, wanted and actual, and the worst first', async () => {
      await go('/workloads');
      const table = page.getByRole('region', { name: 'Workloads' });
      await table.waitFor();
      const web = table.getByRole('row').filter({ hasText: 'team/web' });
      expect(await web.innerText()).toMatch(
        /In progress.*east\s+Current\s+west\s+In progress\s+2 of 2 members\s+Replicas: 3 of 4 ready/s,
      );
      await page.getByRole('link', { name: 'Nowhere to run 1' }).click();
      await web.waitFor({ state: 'detached' });
      expect(await table.getByRole('row').filter({ hasText: 'team/idle' }).innerText()).toMatch(/nowhere/);
    });

    sampled('says why here, and why not there', async () => {
      await go('/workloads');
      await page.getByRole('button', { name: 'Where, and why: team/web' }).click();
      const why = page.getByRole('region', { name: 'Why here, and why not there' });
      await why.waitFor();
      expect(await why.getByRole('row', { name: /^south/ }).innerText()).toMatch(
        /Refused\s+it has a taint .*: maintenance=yes:NoSelect/,
      );
      expect(await why.getByRole('row', { name: /^east/ }).innerText()).toMatch(/Runs here/);
      const where = page.getByRole('region', { name: 'Where it runs' });
      expect(await where.getByRole('row', { name: /^west/ }).innerText()).toMatch(
        /Deployment apps\/web\s+In progress.*not healthy/s,
      );
      await expectAccessible();
    });

    sampled('tells on the page of a copy, a policy and a member what they are in the placement', async () => {
      await go('/object?id=west/apps/Deployment/apps/web');
      await page.getByRole('region', { name: 'Why here, and why not there' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await go('/object?id=hub/cluster.open-cluster-management.io/Placement/team/where');
      await page.getByRole('heading', { name: 'Places workloads' }).waitFor();
      await page.getByText('east, west', { exact: true }).waitFor();
      await go('/object?id=hub/cluster.open-cluster-management.io/ManagedCluster//south');
      await page.getByRole('heading', { name: 'As a member' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    sampled('shows a move as steps, with what it waits for, as it goes on', async () => {
      const hub = graphs.leaf('hub').objects;
      const write = (phase: string, reason: string) =>
        hub.put(placementMoving({ phase, reason, member: 'east', from: ['west'], to: ['east'] }));
      const current = page.getByRole('list', { name: 'Steps of the move' }).locator('[aria-current=step]');
      try {
        write('EXTENDED', 'NOT_CURRENT');
        await go('/object?id=hub/cluster.open-cluster-management.io/Placement/team/where');
        await current.filter({ hasText: 'Adding and proving the new copies' }).waitFor();
        expect(await current.innerText()).toMatch(/east: a copy is not current there/);
        expect(await accessibilityProblems(page)).toEqual([]);
        write('NARROWED', 'REMOVING');
        await current.filter({ hasText: 'Removing the old copies' }).waitFor();
      } finally {
        hub.put(placementMoving(undefined));
      }
    });

    sampled('asks for a move after a check by the hub, which also tells who follows without a proof', async () => {
      await go('/object?id=hub/cluster.open-cluster-management.io/Placement/team/where');
      const summary = page.getByText('Move…');
      await summary.click();
      await page.getByRole('checkbox', { name: /^south/ }).check();
      await page.getByRole('checkbox', { name: 'west' }).uncheck();
      const wish = page.getByRole('button', { name: 'Move to east, south', exact: true });
      expect(await wish.count()).toBe(0);
      await page.getByRole('button', { name: 'Check: Move to east, south' }).click();
      await page.getByText('The hub would accept it. Nothing has been changed yet.').waitFor();
      await page.getByText('These follow the same Placement at once').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'ApplicationSet team/follower' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await wish.click();
      await page.getByText('Asked for. The steps of the move show what becomes of it.').waitFor();
      await page.getByText('Asked for by annotation').locator('xpath=..').filter({ hasText: 'east, south' }).waitFor();
      await page.getByRole('button', { name: 'Check: Let the engine choose again' }).click();
      await page.getByRole('button', { name: 'Let the engine choose again', exact: true }).click();
      await page.getByText('Asked for by annotation').waitFor({ state: 'detached' });
    });

    sampled('asks for a drain of a member, shows it, and ends it', async () => {
      await go('/object?id=hub/cluster.open-cluster-management.io/ManagedCluster//west');
      await page.getByText('Drain…').click();
      await page.getByRole('button', { name: 'Check: Drain west' }).click();
      await page.getByRole('button', { name: 'Drain west', exact: true }).click();
      await page.getByText('1 workload is left.').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByText('End the drain…').click();
      await page.getByRole('button', { name: 'Check: End the drain of west' }).click();
      await page.getByRole('button', { name: 'End the drain of west', exact: true }).click();
      await page.getByText('1 workload is left.').waitFor({ state: 'detached' });
    });
  });
});

const placementMoving = (move: object | undefined) =>
  placement(
    'team/where',
    { numberOfClusters: 2, clusterSets: ['global'] },
    move && { annotations: { 'placement.fleetgraph.dev/move': JSON.stringify(move) } },
  ) as KubernetesObject;
