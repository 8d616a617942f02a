/**
 * The Explorer with an identity provider, in a real browser: login, return to the earlier address, renewal of the
 * session, logout.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { stringify } from 'yaml';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { launchBrowser, newVisit } from '../harness/chromium.ts';
import { canOpenExplorer } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { ACCOUNTS, CLIENT_ID, CLIENT_SECRET, TestIssuer } from '../harness/oidc-issuer.ts';
import { freePort, startProcess, type ServerProcess } from '../harness/processes.ts';
import { grant, namespace, pod, ROBOT, startLeaf } from '../sim/fixtures.ts';

const root = new URL('../../', import.meta.url).pathname;
const test = canOpenExplorer() ? it : it.skip;
const alice = ACCOUNTS['alice']!.email;

let directory: string;
let provider: TestIssuer;
let leaf: SimulatedLeaf;
let fleetgraph: ServerProcess;
let browser: Browser;
let url: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-single-sign-on-'));
  url = `http://127.0.0.1:${await freePort()}`;
  provider = await TestIssuer.start({ redirectUris: [`${url}/auth/callback`] });
  leaf = await startLeaf({ name: 'leaf-01' });
  const rules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];
  leaf.objects.load([
    ...[namespace('team-a'), pod('team-a', 'web')],
    ...grant('collector', 'system:serviceaccount:fleetgraph:collector', rules),
    ...grant('alice', alice, [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }], 'team-a'),
  ]);
  const [kubeconfig, config] = [join(directory, 'kubeconfig'), join(directory, 'config.yaml')];
  await writeFile(kubeconfig, simulatedKubeconfig([leaf], ROBOT), { mode: 0o600 });
  const signIn = { clientId: CLIENT_ID, clientSecretEnv: 'CLIENT_SECRET', scopes: ['openid', 'offline_access'] };
  await writeFile(
    config,
    stringify({
      server: { port: Number(new URL(url).port), operations: { port: 0 }, publicUrl: url },
      clusters: [{ name: 'leaf-01', kubeconfig }],
      authentication: [{ type: 'oidc', issuer: provider.url, audience: 'api', usernameClaim: 'email', signIn }],
    }),
  );
  fleetgraph = startProcess({
    name: 'fleetgraph',
    command: join(root, 'bin/fleetgraph'),
    args: ['serve', '--config', config],
    env: { NODE_OPTIONS: '', CLIENT_SECRET },
    logFile: join(directory, 'fleetgraph.log'),
  });
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status;
  await eventually(ready, status => status === 200, { what: 'fleetgraph' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fleetgraph?.stop();
  await Promise.all([leaf?.close(), provider?.stop()]);
  await rm(directory, { recursive: true, force: true });
});

test('whoever signs in with the identity provider sees what is theirs where they wanted to be, until they sign out', async () => {
  const { page, complaints } = await newVisit(browser);
  await page.goto(`${url}/objects?q=kind%3APod`);
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.getByRole('grid').getByRole('link', { name: 'web' }).waitFor();
  expect(page.url()).toBe(`${url}/objects?q=kind%3APod`);

  // Simulates an expired ID token. The provider issues a new token without any visible effect.
  let renewed = 0;
  await page.route('**/auth/session', async route => {
    if (route.request().method() === 'POST') renewed++;
    await route.continue();
  });
  const over = {
    status: 401,
    json: { errors: [{ message: 'Your session is over.', extensions: { code: 'SESSION_EXPIRED' } }] },
  };
  await page.route('**/graphql', (route, request) =>
    renewed === 0 && request.method() === 'POST' ? route.fulfill(over) : route.continue(),
  );
  await page.getByRole('link', { name: 'Clusters', exact: true }).click();
  await page.getByRole('table').getByRole('link', { name: 'leaf-01', exact: true }).waitFor();
  expect(renewed).toBe(1);

  await page.getByRole('button', { name: `${alice}: theme and sign out` }).click();
  expect(complaints.splice(0)).toEqual([]); // checked now, because the next page belongs to the provider
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(address => address.href.startsWith(provider.url));
  await page.goto(url);
  await page.getByRole('link', { name: 'Single sign-on' }).waitFor();
  await page.context().close();
});
