/**
 * Changes made in the Explorer, over real API servers: many objects changed at once and changed back, the YAML of one
 * object, and modules that extend the Explorer.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ApiServers } from '../harness/apiserver.ts';
import { accessibilityProblems, type Visit } from '../harness/chromium.ts';
import { signInAt } from '../harness/explorer.ts';
import { eventually, type Fleetgraph } from '../harness/fleetgraph.ts';
import { describeExplorer, visitEach } from './explorer-suite.ts';
import { binding, kustomization, serveFleet, startFleet, tokenOf } from './fixture.ts';
import { sampled } from '../harness/sampled.ts';
import { sampleOf } from '../harness/sampling.ts';

const EXAMPLE = readFileSync(new URL('../../examples/explorer-extension/ownership.js', import.meta.url));
const WEB = 'leaf-01/apps/Deployment/team-a/web';
const WEB_PATH = '/apis/apps/v1/namespaces/team-a/deployments/web';
const integrityOf = (content: string | Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

const changer = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'changer' },
  rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch', 'patch', 'create'] }],
};

describeExplorer('the Explorer that changes things', () => {
  let fleet: ApiServers;
  let fleetgraph: Fleetgraph;
  let modules: Server;
  let page: Page;
  let visit: Visit;
  beforeAll(async () => {
    modules = createServer((request, response) => {
      const content =
        request.url === '/broken.js' ? "export function page() { throw new Error('on purpose'); }" : EXAMPLE;
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(content);
    }).listen(0, '127.0.0.1');
    await once(modules, 'listening');
    const at = `http://127.0.0.1:${(modules.address() as AddressInfo).port}`;
    fleet = await startFleet();
    await Promise.all(
      fleet.servers.map(async server => {
        await server.apply([
          changer,
          binding('ClusterRoleBinding', 'changers', undefined, 'changer', { kind: 'User', name: 'alice' }),
        ]);
        await server.apply(Array.from({ length: 8 }, (_, at) => kustomization('team-a', `many-${at}`, 'True')));
      }),
    );
    fleetgraph = await serveFleet(fleet, {
      mutations: { enabled: true },
      explorer: {
        extensions: [
          {
            ...{ name: 'ownership', url: `${at}/ownership.js`, integrity: integrityOf(EXAMPLE), page: 'Ownership' },
            card: { title: 'Runbook', kinds: ['Deployment.apps'] },
          },
          { name: 'changed', url: `${at}/changed.js`, integrity: integrityOf('something else'), page: 'Changed' },
          { name: 'away', url: '/graphql/gone.js', integrity: integrityOf('nothing'), page: 'Away' },
          {
            ...{ name: 'broken', url: `${at}/broken.js`, page: 'Broken' },
            integrity: integrityOf("export function page() { throw new Error('on purpose'); }"),
          },
        ],
      },
    });
  }, 900_000);
  afterAll(async () => {
    await fleetgraph?.stop();
    await fleet?.remove();
    modules?.close();
  });
  visitEach(
    begun => {
      visit = begun;
      page = begun.page;
    },
    { viewport: { width: 1280, height: 1_000 } },
  );

  const signIn = (path = '/') => signInAt(page, fleetgraph.url + path, tokenOf('alice'));
  /** Saves a screenshot for manual inspection, if FLEETGRAPH_PICTURES names a folder. */
  async function picture(name: string): Promise<void> {
    const folder = process.env['FLEETGRAPH_PICTURES'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const suspended = async () => {
    const all = await Promise.all(
      fleet.servers.map(server =>
        server.request('GET', '/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/team-a/kustomizations'),
      ),
    );
    const items = all.flatMap(
      ({ body }) => body['items'] as { metadata: { name: string }; spec: { suspend?: boolean } }[],
    );
    return items.filter(({ metadata, spec }) => metadata.name.startsWith('many-') && spec.suspend === true).length;
  };

  it('suspends 24 objects on three clusters, one row each, and takes it back', async () => {
    await signIn('/objects?q=kind:Kustomization+name:many-*');
    await page.getByRole('gridcell', { name: 'leaf-03' }).first().waitFor();
    const boxes = page.getByRole('gridcell').filter({ has: page.getByRole('checkbox') });
    await eventually(
      () => boxes.count(),
      count => count === 24,
      { what: 'all 24 rows' },
    );
    await boxes.first().click();
    await boxes.last().click({ modifiers: ['Shift'] });
    await page.getByRole('group', { name: 'selected' }).getByText('24 selected').waitFor();
    await button(/^Suspend…/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Would be done to 24 of 24.').waitFor();
    expect(await dialog.getByRole('row').count()).toBe(25);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture('suspend');
    await dialog.getByRole('button', { name: 'Suspend 24 Kustomizations' }).click();
    await dialog.getByText('Done to 24 of 24.').waitFor();
    expect(await suspended()).toBe(24);
    await picture('suspended');
    await dialog.getByRole('button', { name: 'Undo: resume 24 Kustomizations' }).click();
    await dialog.getByText('Undo:').waitFor();
    await dialog.getByText('Done to 24 of 24.').waitFor();
    expect(await suspended()).toBe(0);
    await picture('undone');
  });

  sampled('scales a Deployment, and back to what it had', async () => {
    await signIn(`/object?id=${WEB}`);
    await button('Scale…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Replicas').fill('7');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByRole('button', { name: 'Scale web to 7' }).click();
    await dialog.getByRole('button', { name: 'Undo: scale web back to 1' }).click();
    await dialog.getByText('Undo:').waitFor();
    const { body } = await fleet.get('leaf-01').request('GET', WEB_PATH);
    expect(body['spec']).toMatchObject({ replicas: 1 });
  });

  describe('the editor', () => {
    async function edit(from: string, to: string): Promise<void> {
      await button('Edit…').click();
      const editor = page.getByRole('textbox', { name: 'YAML of web, to edit' });
      await editor.waitFor();
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find' }).fill(from);
      await page.getByRole('textbox', { name: 'Replace' }).fill(to);
      await page.getByRole('button', { name: 'replace all', exact: true }).click();
      await page.keyboard.press('Escape');
    }
    const owners = async () => {
      const { body } = await fleet.get('leaf-01').request('GET', WEB_PATH);
      const managed = body.metadata?.['managedFields'] as { manager: string; fieldsV1: object }[];
      return { body, ours: managed.find(({ manager }) => manager === 'fleetgraph-explorer')?.fieldsV1 };
    };

    it('shows who owns a field, what would change, and takes over only what it says', async () => {
      await signIn(`/object?id=${WEB}&show=yaml`);
      await edit('image: web:1', 'image: web:2');
      await picture('edit');
      await button('Dry run').click();
      await page.getByText('Others own 1 field that you set to another value:').waitFor();
      const row = page.getByRole('row', { name: /image/ });
      expect(await row.innerText()).toMatch(/containers\[name="web"\]\.image\s+\S+/);
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture('conflict');
      await button('Dry run, taking over 1 field').click();
      await page.getByText(/Takes over .*image from /).waitFor();
      await page.getByText('The diff is what the cluster would store').waitFor();
      expect(await page.locator('.cm-changedLine').allInnerTexts()).toEqual([expect.stringContaining('image: web:2')]);
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture('taking-over');
      await page
        .getByText(/unchanged lines/)
        .first()
        .waitFor();
      await page.getByLabel('Show unchanged lines').check();
      await page.getByRole('textbox', { name: 'What would change' }).getByText('apiVersion: apps/v1').waitFor();
      expect((await owners()).ours).toBeUndefined();
      await button('Apply to web, taking over 1 field').click();
      await page.getByText('Done.').waitFor();
      const { body, ours } = await owners();
      expect(JSON.stringify(body['spec'])).toContain('"image":"web:2"');
      expect(ours).toEqual({
        'f:spec': {
          'f:template': {
            'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
          },
        },
      });
      await button('Close').click();
      await page.getByText('image: web:2').waitFor();
    });

    it('keeps what it applied before when it applies something else', async () => {
      await signIn(`/object?id=${WEB}&show=yaml`);
      await edit('progressDeadlineSeconds: 600', 'progressDeadlineSeconds: 601');
      await button('Dry run').click();
      const force = button(/^Dry run, taking over/);
      await page
        .getByText(/The diff is|Others own/)
        .first()
        .waitFor();
      if (await force.isVisible()) await force.click();
      await button(/^Apply to web/).click();
      await page.getByText('Done.').waitFor();
      const { body, ours } = await owners();
      expect(body['spec']).toMatchObject({ progressDeadlineSeconds: 601 });
      expect(JSON.stringify(body['spec'])).toContain('"image":"web:2"');
      expect(ours).toMatchObject({ 'f:spec': { 'f:progressDeadlineSeconds': {}, 'f:template': {} } });
    });

    sampled(
      'says what is wrong with a text, in the words of the cluster, and leaves only when it is told to',
      async () => {
        await signIn(`/object?id=${WEB}&show=yaml`);
        await edit('image: web:2', 'image: [');
        await button('Dry run').click();
        await page.getByText(/at line \d+/).waitFor();
        page.once('dialog', dialog => void dialog.dismiss());
        await button('Cancel').click();
        expect(await button('Dry run').isVisible()).toBe(true);
        page.once('dialog', dialog => void dialog.accept());
        await button('Cancel').click();
        await edit('replicas: 1', 'replicas: -1');
        await button('Dry run').click();
        await page.getByText('The cluster rejected the change.').waitFor();
        await page.getByText(/must be greater than or equal to 0/).waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
      },
    );
  });

  describe('an extension', () => {
    sampled('has a page and a card, knows the theme, and leads to other pages', async () => {
      const loaded: string[] = [];
      page.on('request', request => loaded.push(request.url()));
      await signIn('/objects');
      await page.getByRole('grid').waitFor();
      expect(loaded.filter(url => url.endsWith('ownership.js'))).toEqual([]);
      await page.getByRole('link', { name: 'Ownership' }).click();
      await page.getByText(/failing objects, by the label team/).waitFor();
      const bar = page.locator('.extension li span').first();
      const colour = () => bar.evaluate(it => getComputedStyle(it).backgroundColor);
      const before = await colour();
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture('extension');
      await page.emulateMedia({ colorScheme: 'dark' });
      await eventually(colour, now => now !== before, { what: 'the colour of the other theme' });
      await page.locator('.extension li a').first().click();
      await page.getByRole('grid').waitFor();
      expect(new URL(page.url()).search).toContain('q=status:failed');
      await page.goto(`${fleetgraph.url}/object?id=${WEB}`);
      await page.getByText('Deployment web has no annotation example.com/runbook').waitFor();
      await picture('card');
      expect(loaded.filter(url => url.endsWith('ownership.js')).length).toBe(2);
    });

    it.each(
      sampleOf(1, [
        ['changed', 'does not have the configured hash', /integrity|digest|changed\.js|Content Security Policy/],
        ['away', 'answers with HTTP', /gone\.js|integrity|404|400|MIME/],
        ['broken', 'The extension "broken" failed: on purpose', undefined],
        ['none', 'The configuration has no extension "none" with a page', undefined],
      ] as const),
    )('that is %s is refused in clear words, and the frame stays', async (name, words, complaints) => {
      visit.expected = complaints;
      await signIn(`/extension?name=${name}`);
      await page.getByText(words).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(`extension-${name}`);
      await page.getByRole('link', { name: 'Clusters', exact: true }).click();
      await page.getByRole('heading', { name: 'Clusters' }).waitFor();
    });
  });
});
