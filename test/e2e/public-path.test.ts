/**
 * fleetgraph below a path of a host that has other services, too. A browser signs in, returns to the page, follows the
 * fleet and opens GraphiQL, and the command line sends a query. Tested behind a proxy that removes the path, and behind
 * a proxy that keeps it.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { stringify } from 'yaml';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { launchBrowser, newVisit } from '../harness/chromium.ts';
import { canOpenExplorer } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { ACCOUNTS, CLIENT_ID, CLIENT_SECRET, TestIssuer } from '../harness/oidc-issuer.ts';
import { freePort, startProcess, type ServerProcess } from '../harness/processes.ts';
import { sampleOf } from '../harness/sampling.ts';
import { grant, namespace, pod, ROBOT, startLeaf } from '../sim/fixtures.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const executable = join(root, 'bin/fleetgraph');
const test = canOpenExplorer() ? it : it.skip;
const alice = ACCOUNTS['alice']!.email;
const PATH = '/tools/fleet';

/** Starts a proxy that serves only URLs below PATH. */
async function startProxy(port: number, target: number, strips: boolean): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${PATH}/`)) return void outgoing.writeHead(404).end('Here is another service.');
    const path = strips ? url.slice(PATH.length) : url;
    const requested = request({ host: '127.0.0.1', port: target, path, method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    requested.on('error', () => outgoing.destroy());
    outgoing.on('close', () => requested.destroy());
    incoming.pipe(requested);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

const PROXIES = [
  ['strips the path', true],
  ['passes the path on', false],
] as const;

describe.each(sampleOf(1, PROXIES))('behind a proxy that %s', (_what, strips) => {
  let directory: string;
  let provider: TestIssuer;
  let leaf: SimulatedLeaf;
  let fleetgraph: ServerProcess;
  let proxy: Server;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fleetgraph-public-path-'));
    const [outside, inside] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${outside}${PATH}`;
    provider = await TestIssuer.start({ redirectUris: [`${url}/auth/callback`] });
    leaf = await startLeaf({ name: 'leaf-01' });
    leaf.objects.load([
      ...[namespace('team-a'), pod('team-a', 'web')],
      ...grant('collector', 'system:serviceaccount:fleetgraph:collector', [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      ]),
      ...grant('alice', alice, [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }], 'team-a'),
    ]);
    const [kubeconfig, config] = [join(directory, 'kubeconfig'), join(directory, 'config.yaml')];
    await writeFile(kubeconfig, simulatedKubeconfig([leaf], ROBOT), { mode: 0o600 });
    const signIn = { clientId: CLIENT_ID, clientSecretEnv: 'CLIENT_SECRET', scopes: ['openid', 'offline_access'] };
    const content = {
      server: { port: inside, operations: { port: 0 }, publicUrl: `${url}/` },
      clusters: [{ name: 'leaf-01', kubeconfig }],
      authentication: [
        { type: 'static', tokens: [{ token: 'of-the-command-line', user: alice }] },
        { type: 'oidc', issuer: provider.url, audience: 'api', usernameClaim: 'email', signIn },
      ],
    };
    await writeFile(config, stringify(content));
    fleetgraph = startProcess({
      name: 'fleetgraph',
      command: executable,
      args: ['serve', '--config', config],
      env: { NODE_OPTIONS: '', CLIENT_SECRET },
      logFile: join(directory, 'fleetgraph.log'),
    });
    proxy = await startProxy(outside, inside, strips);
    const ready = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status;
    await eventually(ready, status => status === 200, { what: 'fleetgraph' });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await fleetgraph?.stop();
    proxy?.close();
    proxy?.closeAllConnections();
    await Promise.all([leaf?.close(), provider?.stop()]);
    await rm(directory, { recursive: true, force: true });
  });

  it('the command line asks by the address with the path', async () => {
    const env = { ...process.env, NODE_OPTIONS: '', FLEETGRAPH_TOKEN: 'of-the-command-line' };
    const { stdout } = await run(executable, ['get', 'pods', '--server', `${url}/`, '-o', 'name'], { env });
    expect(stdout).toBe('leaf-01//Pod/team-a/web\n');
  });

  test('whoever signs in sees what is theirs, at every page, also after a reload', async () => {
    const { page, complaints } = await newVisit(browser);
    const absent: string[] = [];
    page.on('response', answer => void (answer.status() === 404 && absent.push(answer.url())));
    await page.goto(`${url}/objects?q=kind%3APod`);
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    const web = page.getByRole('grid').getByRole('link', { name: 'web' });
    await web.waitFor();
    expect(decodeURIComponent(page.url())).toBe(`${url}/objects?q=kind:Pod`);
    // fleetgraph's own cookies. The identity provider also has cookies for this host.
    const ours = async (address: string) =>
      (await page.context().cookies(address))
        .filter(({ name }) => name.startsWith('fleetgraph'))
        .map(({ name, path }) => [name, path]);
    expect(await ours(url)).toEqual([['fleetgraph', PATH]]);
    expect(await ours(new URL('/', url).href)).toEqual([]);

    // Changes arrive over a stream.
    leaf.objects.put(pod('team-a', 'worker'));
    await page.getByRole('grid').getByRole('link', { name: 'worker' }).waitFor();

    await page.getByRole('link', { name: 'Clusters', exact: true }).click();
    await page.getByRole('table').getByRole('link', { name: 'leaf-01', exact: true }).waitFor();
    expect(page.url()).toBe(`${url}/clusters`);
    await page.reload();
    await page.getByRole('table').getByRole('link', { name: 'leaf-01', exact: true }).waitFor();
    await page.goto(`${url}/graphiql`);
    await page.getByText(`you are ${alice}`).waitFor();
    expect([absent, complaints.splice(0)]).toEqual([[], []]);
    await page.context().close();
  });
});
