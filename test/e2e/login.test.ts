/**
 * Login with tokens that a real kube-apiserver also accepts: tokens of an OIDC issuer, and tokens of the server's own
 * ServiceAccounts. One server is registered twice. On the first cluster, fleetgraph impersonates callers. To the second
 * cluster, fleetgraph passes the callers' tokens on. Both clusters must show callers exactly the rows that the server
 * shows.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { ACCOUNTS, CLIENT_ID, TestIssuer } from '../harness/oidc-issuer.ts';
import { authority, issue } from '../kubernetes/certificates.ts';
import { binding } from './fixture.ts';

const RBAC = 'rbac.authorization.k8s.io';
const DEPLOYMENTS = '{ objects(filter: { kinds: ["Deployment"] }, first: 100) { nodes { id live { state } } } }';
const CLUSTERS = ['impersonated', 'passed'] as const;

let issuer: TestIssuer;
let server: ApiServer;
let fleetgraph: Fleetgraph;
let believing: Fleetgraph;

beforeAll(async () => {
  const ca = await authority('an authority');
  issuer = await TestIssuer.start({ certificate: await issue(ca, 'issuer', { addresses: ['127.0.0.1'] }) });
  server = await startApiServer({
    name: 'leaf',
    users: [{ name: 'collector' }],
    controllers: true,
    issuer: { url: issuer.url, ca: ca.cert, audience: CLIENT_ID, usernameClaim: 'email', groupsClaim: 'groups' },
  });
  const namespaces = ['team-a', 'team-b'];
  await server.apply(namespaces.map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
  await server.apply(namespaces.map(deployment));
  await server.apply([
    ...(leafObjects({
      namespace: 'fleetgraph',
      allKinds: false,
      impersonate: 'anybody',
      tokenReviews: true,
    }) as KubernetesJson[]),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'ci', namespace: 'team-b' } },
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'reader' } },
      rules: [{ apiGroups: ['', 'apps'], resources: ['namespaces', 'deployments'], verbs: ['get', 'list', 'watch'] }],
    },
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    binding('ClusterRoleBinding', 'admins', undefined, 'reader', { kind: 'Group', name: 'platform-admins' }),
    binding('RoleBinding', 'team-a', 'team-a', 'reader', { kind: 'Group', name: 'team-a' }),
    binding('RoleBinding', 'team-b', 'team-b', 'reader', { kind: 'User', name: 'system:serviceaccount:team-b:ci' }),
  ]);
  const kubeconfig = join(server.directory, 'collector.kubeconfig');
  await server.writeKubeconfig(kubeconfig, 'collector');
  const caFile = join(server.directory, 'issuer-ca.pem');
  await writeFile(caFile, ca.cert);
  const clusters = [
    { name: 'impersonated', kubeconfig },
    { name: 'passed', kubeconfig, identity: { mode: 'passthrough' } },
  ];
  const duplicates = 'allow'; // one API server is registered as two clusters
  const oidc = { type: 'oidc', issuer: issuer.url, audience: CLIENT_ID, usernameClaim: 'email', caFile };
  const accounts = {
    type: 'tokenReview',
    cluster: 'impersonated',
    users: 'serviceAccounts',
    audiences: ['fleetgraph-e2e'],
  };
  [fleetgraph, believing] = await Promise.all([
    Fleetgraph.start({ form: 'single', config: { clusters, duplicates, authentication: [oidc, accounts] } }),
    Fleetgraph.start({
      form: 'single',
      config: { clusters, duplicates, authentication: [{ type: 'tokenReview', cluster: 'passed', cacheFor: '1s' }] },
    }),
  ]);
  const alice = await tokenOf('alice');
  // The API server needs some time to load the issuer's keys.
  await eventually(
    () => namesOn(alice),
    names => names.length === 2,
    { what: 'the API server to know the issuer' },
  );
  for (const gateway of [fleetgraph, believing])
    await eventually(
      () => gateway.query(alice, '{ coverage { indexed } }'),
      ({ data }) => data?.coverage?.indexed === 2,
      { what: 'an index of both clusters' },
    );
}, 900_000);
afterAll(async () => {
  await Promise.all([fleetgraph?.stop(), believing?.stop()]);
  await server?.remove();
  await issuer?.stop();
});

function deployment(namespace: string): KubernetesJson {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace } },
    spec: { selector: { matchLabels: { app: 'web' } }, template },
  };
}

const tokenOf = (account: string, claims = {}) =>
  issuer.token({ sub: account, email_verified: true, ...ACCOUNTS[account], ...claims });

/** Namespaces whose deployments the server itself lists for a token. */
async function namesOn(token: string): Promise<string[]> {
  const found: string[] = [];
  for (const namespace of ['team-a', 'team-b']) {
    const { status } = await asOwner(token, `/apis/apps/v1/namespaces/${namespace}/deployments`);
    if (status === 200) found.push(namespace);
  }
  return found;
}

async function asOwner(token: string, path: string): Promise<{ status: number }> {
  const answer = await server.requestWith(token, path);
  return { status: answer.status };
}

/** The listed deployments, as `cluster/namespace state`. */
async function deployments(token: string, gateway = fleetgraph): Promise<string[]> {
  const { status, data, errors } = await gateway.query(token, DEPLOYMENTS);
  expect([status, errors]).toEqual([200, undefined]);
  return (data.objects.nodes as { id: string; live: { state: string } }[])
    .map(({ id, live }) => `${id.split('/')[0]}/${id.split('/')[3]} ${live.state}`)
    .sort();
}

describe('a token of the issuer', () => {
  it.each([
    ['alice', ['team-a', 'team-b']],
    ['bob', ['team-a']],
  ])(
    'shows %s what the server itself shows them, impersonated and with their own token',
    async (account, namespaces) => {
      const token = await tokenOf(account);
      expect(await namesOn(token)).toEqual(namespaces);
      expect(await deployments(token)).toEqual(
        CLUSTERS.flatMap(cluster => namespaces.map(namespace => `${cluster}/${namespace} OK`)),
      );
      const { data } = await fleetgraph.query(token, '{ viewer { user groups } }');
      expect(data.viewer).toEqual({ user: ACCOUNTS[account]!.email, groups: ACCOUNTS[account]!.groups });
    },
  );

  it.each([
    ['for another service', { aud: 'other' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1_000) - 120 }],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1_000) + 3_000 }],
  ])('%s is refused here and there', async (_case, claims) => {
    const token = await tokenOf('alice', claims);
    expect((await asOwner(token, '/api/v1/namespaces')).status).toBe(401);
    const { status, errors } = await fleetgraph.query(token, DEPLOYMENTS);
    expect([status, errors?.[0]?.extensions['code']]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('is known by asking the server about it, too', async () => {
    for (const account of ['alice', 'bob'])
      expect(await deployments(await tokenOf(account), believing)).toEqual(await deployments(await tokenOf(account)));
  });
});

describe('a token of a ServiceAccount', () => {
  const accountToken = async (audiences: string[]) => {
    const path = '/api/v1/namespaces/team-b/serviceaccounts/ci/token';
    const { body } = await server.request('POST', path, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences },
    });
    return (body['status'] as { token: string }).token;
  };

  it('is that account on its own cluster, and nobody on another', async () => {
    const token = await accountToken(['fleetgraph-e2e']);
    expect(await deployments(token)).toEqual(['impersonated/team-b OK']);
    const { data } = await fleetgraph.query(token, '{ viewer { user } }');
    expect(data.viewer.user).toBe('fleetgraph:cluster:impersonated:system:serviceaccount:team-b:ci');
  });

  it('comes with its own token to its own cluster, where it passes that on', async () => {
    expect(await deployments(await accountToken([]), believing)).toEqual(['passed/team-b OK']);
  });

  it('for another audience is refused', async () => {
    const { status } = await fleetgraph.query(await accountToken(['elsewhere']), DEPLOYMENTS);
    expect(status).toBe(401);
  });
});

describe('while something is away', () => {
  it('the issuer: new tokens of known keys count, and a new key counts once it is back', async () => {
    await issuer.stop();
    expect(await deployments(await tokenOf('bob', { jti: 'while it is away' }))).toHaveLength(2);
    await issuer.listen();
    await issuer.rotate();
    await eventually(
      async () => fleetgraph.query(await tokenOf('bob'), '{ viewer { user } }'),
      ({ status }) => status === 200,
      { what: 'the new key' },
    );
  });

  it('the server that knows the tokens: the answer is 503, not 401, and sign-in comes back with it', async () => {
    const token = await tokenOf('alice', { jti: 'unknown so far' });
    await server.stop();
    const { status, errors } = await believing.query(token, '{ viewer { user } }');
    expect([status, errors?.[0]?.extensions['code']]).toEqual([503, 'AUTHENTICATION_UNAVAILABLE']);
    await server.start();
    await eventually(
      () => believing.query(token, '{ viewer { user } }'),
      ({ status }) => status === 200,
      { what: 'sign-in to work again' },
    );
  });

  it('refusals are counted by reason', async () => {
    const metrics = await (await request(`${fleetgraph.operationsUrl}/metrics`)).body.text();
    for (const reason of ['audience', 'expired', 'notYetValid'])
      expect(metrics).toMatch(
        new RegExp(`fleetgraph_authentication_failures_total\\{authenticator="oidc",reason="${reason}"\\} [1-9]`),
      );
  });
});
