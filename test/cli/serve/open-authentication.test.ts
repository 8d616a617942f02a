/** The authenticators of a configuration: their environment variables, the accepted audiences, and their order. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { openAuthentication } from '../../../cli/serve/open-authentication.ts';
import { leafObjects } from '../../../cli/register/leaf-rights.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { loadConfig } from '../../../config/load.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { CLIENT_ID, TestIssuer } from '../../harness/oidc-issuer.ts';
import { bearer, request } from '../../identity/requests.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function open(yaml: string, env: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-config-'));
  closing.push(async () => rmSync(directory, { recursive: true }));
  const file = join(directory, 'fleetgraph.yaml');
  writeFileSync(file, yaml);
  const config = loadConfig({ file, env: {}, cwd: directory });
  return openAuthentication({
    ...{ config, env, closing, log: silentLogger, metrics: new Registry(), registry: new ClusterRegistry(), first: [] },
  });
}

const header = 'authentication: [{ type: header, sharedSecret: { header: X-Proxy-Secret, env: PROXY_SECRET } }]';
const oidc = (issuer: string, more = '') => `
server: { publicUrl: 'http://127.0.0.1:4000' }
authentication:
  - { type: oidc, issuer: '${issuer}', audience: machines, signIn: { clientId: ${CLIENT_ID}, clientSecretEnv: OIDC_SECRET } }
${more}`;

describe('what the environment must hold', () => {
  it.each([
    ['the secret of a proxy', header, {}, 'sharedSecret.env names PROXY_SECRET'],
    ['the secret of the client', oidc('http://127.0.0.1:1'), {}, 'signIn.clientSecretEnv names OIDC_SECRET'],
    [
      'the secret of sessions',
      oidc('http://127.0.0.1:1', 'sessions: { secretEnv: SESSION_SECRET }'),
      { OIDC_SECRET: 'x' },
      'sessions.secretEnv names SESSION_SECRET',
    ],
    [
      'a long secret of sessions',
      oidc('http://127.0.0.1:1', 'sessions: { secretEnv: SESSION_SECRET }'),
      { OIDC_SECRET: 'x', SESSION_SECRET: 'short' },
      'sessions.secretEnv: The session secret has fewer than 32 characters',
    ],
  ])('is %s', (_case, yaml, env, message) => {
    expect(() => open(yaml, env as Record<string, string>)).toThrow(message);
  });
});

it('tokens count for the audience, and for the client with which browsers sign in', async () => {
  await using issuer = await TestIssuer.start();
  const { authenticator, signIn } = open(oidc(issuer.url), { OIDC_SECRET: 'x' });
  expect(signIn).toMatchObject({ clientId: CLIENT_ID, clientSecret: 'x', scopes: ['openid', 'profile', 'email'] });
  for (const aud of ['machines', CLIENT_ID])
    expect(await authenticator.authenticate(bearer(await issuer.token({ aud })))).toMatchObject({ user: 'jane' });
  await expect(authenticator.authenticate(bearer(await issuer.token({ aud: 'other' })))).rejects.toThrow(
    'machines or fleetgraph',
  );
});

it('a session counts after everything that is sent on purpose', async () => {
  await using issuer = await TestIssuer.start();
  const { authenticator, signIn } = open(
    oidc(issuer.url, '  - { type: header, sharedSecret: { header: X-Proxy-Secret, env: PROXY_SECRET } }'),
    { OIDC_SECRET: 'x', PROXY_SECRET: 'long enough, and only the proxy knows it' },
  );
  const [cookie] = await signIn!.sessions.keep({
    id: 's',
    idToken: await issuer.token({ sub: 'the session' }),
    startedAt: Date.now(),
  });
  const headers = { cookie: cookie!.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
  expect(await authenticator.authenticate({ ...request(), headers })).toMatchObject({ user: 'the session' });
  const proxied = request(['X-Remote-User', 'pia'], ['X-Proxy-Secret', 'long enough, and only the proxy knows it']);
  expect(await authenticator.authenticate({ ...proxied, headers })).toMatchObject({ user: 'pia' });
});

it('a cluster lets fleetgraph ask whose a token is only where prepare-cluster was told to', () => {
  const rights = { namespace: 'fleetgraph', allKinds: false, impersonate: 'nobody' } as const;
  expect(JSON.stringify(leafObjects(rights))).not.toContain('tokenreviews');
  expect(JSON.stringify(leafObjects({ ...rights, tokenReviews: true }))).toContain(
    '"resources":["tokenreviews"],"verbs":["create"]',
  );
});
