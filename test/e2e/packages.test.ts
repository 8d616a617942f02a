/**
 * Packages of the demo fleet: the queries of their documentation, the commands, and the Explorer's pages in a real
 * browser.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { signInAt } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const PACKAGE = '//https%3A%2F%2Fgit.acme.example%2Fplatform-config/packages%2Fedge-proxy';
const WRITTEN = 'git@git.acme.example:platform-config.git//packages/edge-proxy';
const [READY, BEHIND, BROKEN] = ['eu-west-1-prod', 'eu-west-1-staging', 'us-east-1-prod'];

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

async function ask<Data>(
  query: string,
  variables: object = {},
  identity: Parameters<Demo['token']>[0] = 'platform-admin',
) {
  const response = await fetch(`${demo.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.token(identity)}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data: Data; errors?: readonly { message: string }[] };
}

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    FLEETGRAPH_SERVER: demo.url,
    FLEETGRAPH_TOKEN: demo.token('platform-admin'),
  };
  return new Promise(resolve => {
    execFile(`${ROOT}bin/fleetgraph`, args, { env, timeout: 240_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

describe('the page about packages', () => {
  const queries = [
    ...readFileSync(`${ROOT}docs/packages.md`, 'utf8').matchAll(/```graphql\n(query (\w+)[^`]+)```/g),
  ].map(([, query = '', name = '']) => [name, query] as const);

  it('has no query that is not asked below', () => {
    const all = readFileSync(`${ROOT}docs/packages.md`, 'utf8').match(/```graphql/g);
    expect(queries).toHaveLength(all!.length);
    expect(queries.length).toBeGreaterThan(4);
  });

  it.each(queries)('asks %s, which is answered whole', async (_name, query) => {
    const id = `${BROKEN}/apps/Deployment/ingress-nginx/edge-proxy`;
    const { data, errors } = await ask(query, { id, package: PACKAGE, clusters: [READY] });
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toMatch(/"(id|open)":/);
  });

  it('names every phase, and the demo has each', async () => {
    const { data } = await ask<{ packageDeployments: { phaseCounts: Record<string, number> } }>(
      '{ packageDeployments { phaseCounts { failed syncFailed unknown terminating outdated syncing reconciling ready } } }',
    );
    const absent = Object.entries(data.packageDeployments.phaseCounts).flatMap(([phase, count]) =>
      count > 0 ? [] : [phase],
    );
    expect(absent).toEqual([]);
  });
});

describe('commands', () => {
  it('gate: open, closed and unknown are exit codes, and blocks name the object', async () => {
    expect(await run('gate', WRITTEN, '--clusters', READY)).toMatchObject({
      code: 0,
      stdout: 'open: 1 of 1 cluster passed\n',
    });
    const closed = await run('gate', WRITTEN, '--clusters', `${READY},${BEHIND},${BROKEN}`, '-o', 'json');
    expect(closed.code).toBe(1);
    expect(JSON.parse(closed.stdout)).toMatchObject({
      package: PACKAGE,
      open: false,
      passed: 1,
      blocks: [
        { cluster: BEHIND, cause: 'OTHER_REVISION' },
        { cluster: BROKEN, cause: 'NOT_READY', deployment: { phase: 'FAILED', object: { name: 'edge-proxy' } } },
      ],
    });
    const waited = await run('gate', WRITTEN, '--clusters', BEHIND, '--wait', '--timeout', '3s');
    expect(waited.code).toBe(1);
    expect(waited.stderr).toMatch(
      new RegExp(`Closed: 0 clusters have passed.\n {2}${BEHIND}: OTHER_REVISION, RootSync`),
    );
    expect((await run('gate', WRITTEN, '--clusters', `${READY},${READY}`)).code).toBe(2);
    expect((await run('gate', 'nowhere', '--clusters', READY)).code).toBe(2);
  });

  it('get packages lists packages, and the deployments of one', async () => {
    const list = await run('get', 'packages');
    expect(list.code).toBe(0);
    expect(list.stdout).toMatch(
      /^https:\/\/git\.acme\.example\/platform-config +packages\/edge-proxy +\d\/\d +1 FAILED, 1 OUTDATED/m,
    );
    const one = await run('get', 'packages', WRITTEN, '-o', 'wide');
    expect(one.stdout).toMatch(new RegExp(`^${BROKEN} +config-management-system +RootSync +edge-proxy +FAILED`, 'm'));
    expect(await run('get', 'package', 'https://git.acme.example/nothing')).toMatchObject({ code: 1, stdout: '' });
    expect(await run('get', 'packages', '--watch')).toMatchObject({ code: 2 });
  });
});

describeExplorer('the Explorer', () => {
  let page: Page;
  visitEach(visit => {
    page = visit.page;
  });

  const signIn = (path: string, identity: Parameters<Demo['token']>[0] = 'platform-admin') =>
    signInAt(page, demo.url + path, demo.token(identity));

  it('shows packages by repository and directory, what is not ready, and what lags behind what', async () => {
    await signIn('/packages');
    const edge = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'packages/edge-proxy' }) });
    await edge.waitFor();
    await edge.getByRole('link', { name: new RegExp(`${BEHIND} runs \\w{7}, behind \\w{7}`) }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search packages' }).fill('storefront');
    await page.waitForURL(url => url.search.includes('storefront'));
    await eventually(
      () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts(),
      it => it.length === 1,
      {
        what: 'one repository',
      },
    );
  });

  it('leads from a package that is not ready to the failing object in one click, and asks the gate', async () => {
    await signIn(`/package?id=${encodeURIComponent(PACKAGE)}`);
    await page.getByRole('button', { name: `Why not ready on ${BROKEN}?` }).click();
    const cause = page.locator('.why-not');
    await cause
      .getByRole('link', { name: /edge-proxy/ })
      .first()
      .waitFor();
    expect(await cause.innerText()).toMatch(/First failing cause:|First failing object/);
    await page.getByRole('checkbox', { name: READY }).check();
    await page.getByRole('button', { name: 'Ask the gate' }).click();
    await page.getByText('Open.').waitFor();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Ask the gate' }).click();
    await page.getByText('Closed.').waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(new RegExp(`${BROKEN} is not ready:`));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('says on an object by which package it was deployed, and on a deployment how it has changed', async () => {
    await signIn(`/object?id=${encodeURIComponent(`${BROKEN}/apps/Deployment/ingress-nginx/edge-proxy`)}`);
    const deployedBy = page.getByText('Deployed by the package').locator('xpath=..').first();
    await deployedBy.waitFor();
    await page.goto(
      `${demo.url}/object?id=${encodeURIComponent(`${BROKEN}/configsync.gke.io/RootSync/config-management-system/edge-proxy`)}`,
    );
    await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('link', { name: /platform-config\/\/packages\/edge-proxy/ })
      .click();
    await page.getByRole('heading', { name: 'May the next wave start?' }).waitFor();
  });

  it('shows what has changed lately, by cluster and namespace', async () => {
    await signIn('/changes?within=168h');
    await page.getByRole('heading', { name: 'By cluster and namespace' }).waitFor();
    await page.getByRole('region', { name: 'Latest changes' }).getByRole('link').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'All objects' }).check();
    await page.waitForURL(url => url.search.includes('of=all'));
  });

  it('shows a developer the packages of their team alone', async () => {
    await signIn('/packages', 'team-developer');
    await page
      .getByRole('link', { name: /payments/ })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: 'packages/edge-proxy' }).count()).toBe(0);
  });
});
