/**
 * The Explorer's pages of kinds: the figures and tables of each kind, the use of CPU and memory, and the logs of
 * workloads.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { signInAt, untilWhole } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { sampled } from '../harness/sampled.ts';
import { sampleOf } from '../harness/sampling.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';

const CRASHING = '/object?id=eu-west-1-prod/apps/Deployment/payments/payments-api';

describeExplorer('the Explorer, by kinds', () => {
  let demo: Demo;
  let page: Page;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.close());
  visitEach(visit => {
    page = visit.page;
  });

  const signIn = (path: string) => signInAt(page, demo.url + path, demo.token('platform-admin'));
  const whole = () => untilWhole(page);
  /** Id of a kind's first healthy object, or of its first object if none is healthy. */
  async function firstOf(kind: string): Promise<string> {
    const response = await fetch(`${demo.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.token('platform-admin')}` },
      body: JSON.stringify({
        query:
          'query ($kind: String!) { objects(filter: { kinds: [$kind] }, orderBy: [{ field: NAME }], first: 50) { nodes { id status } } }',
        variables: { kind },
      }),
    });
    const { data } = (await response.json()) as { data: { objects: { nodes: { id: string; status: string }[] } } };
    const { nodes } = data.objects;
    return (nodes.find(({ status }) => status === 'CURRENT') ?? nodes[0])!.id;
  }
  const pageOf = (id: string, more = '') => `/object?id=${encodeURIComponent(id)}${more}`;
  const figures = () => page.locator('.figures').innerText();

  const FIGURES = [
    ['StatefulSet', /Ready\s+\d+\/\d+/],
    ['DaemonSet', /Wanted\s+\d+/],
    ['ReplicaSet', /Replicas\s+\d+/],
    ['CronJob', /Schedule\s+\S+/],
    ['Job', /Completions\s+\d+\/\d+/],
    ['Service', /Selector\s+\S+/],
    ['Ingress', /Class\s+\S+/],
    ['HorizontalPodAutoscaler', /Target\s+\S+/],
    ['Namespace', /Phase\s+Active/],
    ['Kustomization', /Path\s+\S+/],
    ['HelmRelease', /Source\s+\S+/],
    ['GitRepository', /Revision\s+\S+/],
  ] as const;
  it.each(sampleOf(2, FIGURES))('shows what is particular to a %s', async (kind, text) => {
    await signIn(pageOf(await firstOf(kind)));
    await page.locator('.figures').waitFor();
    await whole();
    expect(await figures()).toMatch(text);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled('leads from an Ingress to its Service, and on to the Pods behind it', async () => {
    await signIn(pageOf(await firstOf('Ingress')));
    await page.getByRole('region', { name: 'Routes' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^Service / }).waitFor();
    await page.getByRole('region', { name: 'Pods behind it' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^Pod / }).waitFor();
  });

  sampled('shows the runs of a CronJob, and the keys of a ConfigMap without their values', async () => {
    await signIn(pageOf(await firstOf('CronJob')));
    await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().waitFor();
    await page.goto(demo.url + pageOf(await firstOf('ConfigMap')));
    await page.getByRole('region', { name: 'Keys' }).getByRole('rowheader').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  sampled('shows CPU and memory of a Pod, a workload, a Namespace and a Node', async () => {
    await signIn(CRASHING);
    const usage = page.locator('.usage');
    const has = (text: RegExp) =>
      eventually(
        () => usage.innerText(),
        words => text.test(words),
        { what: String(text) },
      );
    await has(/Pods are not measured|not measured yet|CPU/);
    for (const [kind, text, id] of [
      ['Pod', /CPU\s*\d+m used.*100m requested, no limit\s*Memory\s*\d+Mi used, \d+ %, 128Mi requested, limit 256Mi/s],
      ['StatefulSet', /Sum of \d+ Pods?/],
      ['Namespace', /Sum of \d+ Pods/, 'eu-west-1-prod//Namespace//payments'],
      ['Node', /used, \d+ %, .* requested, 3\.9 for Pods.*Pods run here/s],
    ] as const) {
      await page.goto(demo.url + pageOf(id ?? (await firstOf(kind))));
      await has(text);
      // The last hour of CPU and of memory, described in words next to the lines.
      const past = page.locator('.usage-history');
      await past
        .getByText(/ at the end, from .+ to /)
        .nth(1)
        .waitFor();
      expect(await past.locator('svg path').count()).toBe(2);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.getByRole('region', { name: 'Pods here' }).getByRole('link').first().waitFor();
  });

  sampled('shows the last hour of CPU and memory also where the cluster does not answer', async () => {
    await page.route('**/graphql', async route => {
      if (route.request().postData()?.includes('query Live(') !== true) return route.continue();
      const response = await route.fetch();
      const json = (await response.json()) as { data: { object: { live: object } } };
      json.data.object.live = { ...json.data.object.live, state: 'UNREACHABLE', message: 'It is away.' };
      await route.fulfill({ response, json });
    });
    await signIn(pageOf(await firstOf('Pod')));
    await page.getByText('It is away.').waitFor();
    await page
      .locator('.usage-history')
      .getByText(/ at the end, from .+ to /)
      .nth(1)
      .waitFor();
    expect(await page.locator('.usage').count()).toBe(0);
  });

  sampled('shows the logs of all Pods of a workload, finds lines in them, follows them, and saves them', async () => {
    await signIn(pageOf(await firstOf('StatefulSet'), '&show=logs'));
    const log = page.getByRole('region', { name: 'Logs of all Pods' });
    await log.waitFor();
    await page.getByText(/^Following \d+ container/).waitFor();
    const lines = () => log.locator('> div').count();
    const before = await lines();
    await eventually(lines, count => count > before, { what: 'newer lines' });
    await page.getByLabel('Find in lines').fill('/healthz');
    await eventually(
      () => log.innerText(),
      text => text.split('\n').every(line => line.includes('/healthz')),
      { what: 'lines found' },
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as text' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(
      /^(\S+Z \S+\/main \S+ info .*GET \/healthz 200 .*\n)+$/,
    );
    await page.getByLabel('Find in lines').fill('');
    await page.getByLabel('Level').selectOption('errors');
    await page.getByText('No line matches.').waitFor();
  });

  sampled('selects lines of one Pod on the server, read or followed, and counts those that do not match', async () => {
    await signIn(pageOf(await firstOf('Pod'), '&show=logs'));
    const log = page.getByRole('region', { name: /^Log of / });
    await log.waitFor();
    const allMatch = () =>
      eventually(
        () => log.innerText(),
        text => text.split('\n').every(line => line === '' || line.includes('/healthz')),
        { what: 'lines found' },
      );
    await page.getByLabel('Find in lines').fill('/healthz');
    await allMatch();
    await page.getByText(/read .*\. \d+ lines? do(es)? not match\./).waitFor();
    await page.getByLabel('Follow').check();
    await page.getByText('Following new lines.').waitFor();
    await page.getByText(/\d+ lines? do(es)? not match\./).waitFor();
    await allMatch();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Level').selectOption('errors');
    await page.getByText('No line matches.').waitFor();
  });

  sampled('shows why a workload crashes, from the runs before', async () => {
    await signIn(`${CRASHING}&show=logs`);
    await page.getByLabel('Previous run').check();
    await page.getByLabel('Level').selectOption('errors');
    await page
      .getByText(/cannot connect to the database/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
