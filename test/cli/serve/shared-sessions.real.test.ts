/** Several gateways on one Redis, without a secret of their own. A session from one gateway is valid at the others. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { assemble } from '../../../cli/serve/assemble.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { loadConfig } from '../../../config/load.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { Browser } from '../../harness/browser.ts';
import { eventually } from '../../harness/fleetgraph.ts';
import { CLIENT_ID, CLIENT_SECRET, TestIssuer } from '../../harness/oidc-issuer.ts';
import { freePort } from '../../harness/processes.ts';
import { startRedis, type RedisServer } from '../../harness/redis.ts';

const page = { 'sec-fetch-site': 'same-origin' };
const open = new AsyncDisposableStack();
let redis: RedisServer;
let provider: TestIssuer;
let origin: string;

beforeAll(async () => {
  redis = await startRedis();
  open.defer(() => redis.remove());
  origin = `http://127.0.0.1:${await freePort()}`;
  provider = open.use(await TestIssuer.start({ redirectUris: [`${origin}/auth/callback`] }));
});
afterAll(() => open.disposeAsync());

async function start(roles: string[], port: number): Promise<string> {
  const signIn = { clientId: CLIENT_ID, clientSecretEnv: 'CLIENT_SECRET', scopes: ['openid', 'offline_access'] };
  const config = loadConfig({
    env: {},
    cwd: '/',
    flags: {
      roles,
      server: { port, operations: { port: 0 }, publicUrl: origin },
      store: { type: 'redis', url: redis.url },
      authentication: [{ type: 'oidc', issuer: provider.url, audience: 'api', usernameClaim: 'email', signIn }],
    },
  });
  const running = await assemble({
    config,
    registry: new ClusterRegistry(),
    log: silentLogger,
    env: { CLIENT_SECRET },
  });
  open.defer(() => running.close());
  return running.url;
}

it('without a secret of their own they share that of the store, and before it is known nobody is signed out', async () => {
  const one = await start(['gateway'], Number(new URL(origin).port));
  const other = await start(['gateway'], 0);
  const early = await fetch(`${one}/auth/session`, { method: 'POST', headers: { ...page, cookie: 'fleetgraph=x' } });
  expect([early.status, early.headers.getSetCookie()]).toEqual([503, []]);

  await start(['collector'], 0); // the collector creates the secret for sessions
  await eventually(
    () => Promise.all([one, other].map(async url => (await fetch(`${url}/auth/login`, { redirect: 'manual' })).status)),
    statuses => statuses.every(status => status === 302),
    { what: 'the secret of the store at both gateways' },
  );
  const browser = new Browser();
  await browser.follow(`${origin}/auth/login`, url => url.startsWith(origin) && !url.includes('/auth/'));
  for (const url of [one, other]) {
    const headers = { 'content-type': 'application/json', ...page, cookie: browser.cookies(origin) };
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: '{"query":"{ viewer { user } }"}' });
    expect(await answer.json()).toEqual({ data: { viewer: { user: 'alice@example.org' } } });
  }
});
