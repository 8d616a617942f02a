/**
 * The Explorer over real API servers, in a real browser, as users with different permissions. The list of objects shows
 * each user exactly the objects that the user may list.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sampleOf } from '../harness/sampling.ts';
import type { ApiServers } from '../harness/apiserver.ts';
import { signInAt, staySignedIn, untilWhole } from '../harness/explorer.ts';
import { eventually, type Fleetgraph } from '../harness/fleetgraph.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';
import { binding, listedBy, RESOURCES, serveFleet, startFleet, tokenOf, type Person } from './fixture.ts';

const KINDS = RESOURCES.map(({ kind }) => kind).join(',');
const FAILING = 'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/failing';

const suspender = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'suspender' },
  rules: [{ apiGroups: ['kustomize.toolkit.fluxcd.io'], resources: ['kustomizations'], verbs: ['patch'] }],
};

describeExplorer('the Explorer over real clusters', () => {
  let fleet: ApiServers;
  let fleetgraph: Fleetgraph;
  let page: Page;
  beforeAll(async () => {
    fleet = await startFleet();
    fleetgraph = await serveFleet(fleet, {
      mutations: { enabled: true, allow: ['suspend'] },
      explorer: { views: [{ name: 'What fails of team a', query: 'status:failed namespace:team-a' }] },
    });
  }, 900_000);
  afterAll(async () => {
    await fleetgraph?.stop();
    await fleet?.remove();
  });
  visitEach(
    visit => {
      page = visit.page;
    },
    { viewport: { width: 1280, height: 2_400 } },
  );

  const signIn = (person: Person, path = '/objects') => signInAt(page, fleetgraph.url + path, tokenOf(person));
  const go = (path: string) => page.goto(fleetgraph.url + path);
  const links = () => page.getByRole('grid').getByRole('link');
  const shownIds = async () => {
    const addresses = await links().evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
    return addresses.map(address => new URL(address, fleetgraph.url).searchParams.get('id') ?? '').sort();
  };
  const listed = async (person: Person) =>
    (await Promise.all(fleet.servers.map(server => listedBy(server, person)))).flat().sort();
  const main = () => page.getByRole('main').innerText();

  it.each(sampleOf(1, ['alice', 'bob', 'carol', 'dave'] as const))(
    'lists to %s what the clusters list to them, counts it and exports it',
    async person => {
      const expected = await listed(person);
      await signIn(person, `/objects?q=kind:${KINDS}&order=name`);
      const unescaped = expected.map(id => id.split('/').map(decodeURIComponent).join('/')).sort();
      if (expected.length === 0) await page.getByText('No object that you may see matches this query.').waitFor();
      else
        await eventually(
          async () => (await shownIds()).map(id => id.split('/').map(decodeURIComponent).join('/')).sort(),
          ids => ids.length === unescaped.length && ids.every((id, index) => id === unescaped[index]),
          { what: `the ${unescaped.length} objects of ${person}` },
        );
      await eventually(
        () => page.getByLabel('Objects', { exact: true }).first().innerText(),
        text => new RegExp(`^${expected.length} objects?`).test(text),
        { what: `the count of ${expected.length}` },
      );
      if (expected.length === 0) return;
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByLabel('NDJSON').check();
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export', exact: true }).click(),
      ]);
      await page.getByText(`${expected.length} objects saved.`).waitFor();
    },
  );

  it.each(
    sampleOf(1, [
      ['alice', ['leaf-01', 'leaf-02', 'leaf-03'], ['team-a', 'team-b']],
      ['bob', ['leaf-01', 'leaf-02'], ['team-a']],
      ['dave', [], []],
    ] as const),
  )('has on no page a cluster or namespace that %s may not know of', async (person, clusters, namespaces) => {
    const hidden = [
      ...['leaf-01', 'leaf-02', 'leaf-03'].filter(name => !(clusters as readonly string[]).includes(name)),
      ...['team-a', 'team-b'].filter(name => !(namespaces as readonly string[]).includes(name)),
    ];
    await signIn(person);
    for (const path of [
      '/',
      '/objects',
      '/objects?group=cluster',
      '/objects?group=namespace',
      '/clusters',
      '/kinds',
      '/revisions',
      '/access',
    ]) {
      await go(path);
      await page.getByRole('main').waitFor();
      await untilWhole(page);
      const text = await page.locator('body').innerText();
      for (const name of hidden)
        expect([path, text]).toEqual([path, expect.not.stringMatching(new RegExp(`\\b${name}\\b`))]);
      if (path === '/clusters') for (const name of clusters) expect(text).toContain(name);
    }
  });

  it('opens an object from the list, live, as YAML, in its tree, and says why one may see it', async () => {
    await signIn('bob', '/objects?q=kind:Kustomization+cluster:leaf-01');
    await page.getByRole('link', { name: 'failing' }).click();
    await page.getByText(/^Live from leaf-01/).waitFor();
    expect(await main()).toContain('BuildFailed: kustomize build failed');
    await page.getByRole('tab', { name: 'Tree' }).click();
    await page.getByRole('list', { name: 'Objects it comes from' }).getByRole('link', { name: /fleet/ }).waitFor();
    await page.getByRole('tab', { name: 'YAML' }).click();
    await page.getByText('apiVersion').first().waitFor();
    await page.getByRole('tab', { name: 'Why may I see this' }).click();
    await page.getByText(/^Yes. RoleBinding "team-a".*lets you list/).waitFor();
    expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0); // readers have no actions
  });

  it('has the views of the configuration in the menu of everybody, who see by them what they may see', async () => {
    await signIn('carol');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'What fails of team a' }).click();
    await page.waitForURL(url => url.search === '?q=status:failed+namespace:team-a');
    await page.getByText('No object that you may see matches this query.').waitFor();
  });

  it('suspends an object for who may, after a dry run, and sees it so', async () => {
    await fleet
      .get('leaf-02')
      .apply([suspender, binding('RoleBinding', 'suspenders', 'team-b', 'suspender', { kind: 'User', name: 'alice' })]);
    await signIn('alice', '/object?id=leaf-02/kustomize.toolkit.fluxcd.io/Kustomization/team-b/healthy');
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await page.getByText('The cluster would do it. Nothing has been changed yet.').waitFor();
    await page.getByRole('button', { name: 'Suspend healthy' }).click();
    await page.getByText('Done.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.object-head').getByText('suspended').waitFor();
  });

  it('takes a row away, and says on the open page of its object why, when a right to it ends', async () => {
    await signIn('bob', '/objects?q=kind:Kustomization+name:failing&order=cluster');
    await page.getByRole('gridcell', { name: 'leaf-01' }).waitFor();
    const other = await page.context().newPage();
    await staySignedIn(other, tokenOf('bob'));
    await other.goto(`${fleetgraph.url}/object?id=${FAILING}`);
    await other.getByText(/^Live from leaf-01/).waitFor();

    const leaf = fleet.get('leaf-01');
    const path = '/apis/rbac.authorization.k8s.io/v1/namespaces/team-a/rolebindings/team-a';
    expect((await leaf.request('DELETE', path)).status).toBe(200);
    const began = performance.now();
    try {
      await page.getByRole('gridcell', { name: 'leaf-01' }).waitFor({ state: 'detached' });
      console.log(`the row left ${Math.round(performance.now() - began)} ms after the binding was deleted`);
      await page.getByRole('gridcell', { name: 'leaf-02' }).waitFor();
      await other.getByText('You can no longer see this object.').waitFor();
      await other.getByText(/^No. .*list/).waitFor();
      expect(await other.getByRole('main').innerText()).not.toContain('kustomize build failed');
      await other.getByRole('tab', { name: 'YAML' }).click();
      await other.getByText('Object not found, or you may not see it.').first().waitFor();
    } finally {
      await leaf.apply([binding('RoleBinding', 'team-a', 'team-a', 'reader', { kind: 'Group', name: 'team-a' })]);
    }
    await page.getByRole('gridcell', { name: 'leaf-01' }).waitFor();
    await other.getByRole('tab', { name: 'Summary' }).click();
    await other.getByText(/^Live from leaf-01/).waitFor();
  });
});
