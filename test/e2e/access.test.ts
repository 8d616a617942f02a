/**
 * Permissions on a real API server. One server is registered three times: with RBAC alone, as a mixed cluster, and with
 * prefixes. The first two clusters must show equal rows to every user. The auditor compares the index with the server's
 * own reviews, and `fleetgraph explain` gives the reasons.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { binding } from './fixture.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const RBAC = 'rbac.authorization.k8s.io';
const PEOPLE = ['reader', 'member', 'named', 'tenant', 'getter', 'helpdesk', 'nobody'] as const;
const ID = 'leaf/apps/Deployment/team-a/web';

let server: ApiServer;
let fleetgraph: Fleetgraph;
let config: string;

beforeAll(async () => {
  server = await startApiServer({ name: 'leaf', users: [...PEOPLE.map(name => ({ name })), { name: 'collector' }] });
  const namespaces = ['team-a', 'team-b', 'team-c'];
  await server.apply(namespaces.map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
  await server.apply(namespaces.flatMap(namespace => ['web', 'db'].map(name => deployment(namespace, name))));
  await server.apply([
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    ...grants(),
  ]);
  const kubeconfig = join(server.directory, 'collector.kubeconfig');
  await writeFile(kubeconfig, stringify(server.kubeconfig('collector')), { mode: 0o600 });
  const settings = {
    duplicates: 'allow', // one API server is registered as several clusters
    clusters: [
      { name: 'leaf', kubeconfig },
      { name: 'mixed', kubeconfig, authorization: 'mixed' },
      { name: 'prefixed', kubeconfig, identity: { usernamePrefix: 'oidc:', groupPrefix: 'oidc:' } },
    ],
    authentication: [{ type: 'static', tokens: PEOPLE.map(user => ({ token: `token-of-${user}`, user })) }],
    identity: { groups: { exclude: ['vpn-*'] } },
    rbac: { audit: { perMinute: 6_000 } },
  };
  config = join(server.directory, 'fleetgraph.yaml');
  await writeFile(config, stringify(settings), { mode: 0o600 });
  fleetgraph = await Fleetgraph.start({ form: 'single', config: settings });
  const indexed = () =>
    fleetgraph.query(
      'token-of-reader',
      '{ coverage { indexed rebuilding closed clusters { nodes { cluster { name } state reason } } } }',
    );
  await eventually(indexed, ({ data }) => data?.coverage?.indexed === 3, {
    what: 'an index of all clusters',
  });
}, 900_000);
afterAll(async () => {
  await fleetgraph?.stop();
  await server?.remove();
});

const ref = (kind: string, name: string) => ({ kind, name });
const role = (name: string, verbs: string[], resourceNames?: string[]): KubernetesJson => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRole',
  metadata: { name },
  rules: [
    {
      apiGroups: ['', 'apps'],
      resources: ['namespaces', 'deployments'],
      verbs,
      ...(resourceNames && { resourceNames }),
    },
  ],
});

function grants(): KubernetesJson[] {
  return [
    role('read', ['get', 'list', 'watch']),
    role('get', ['get']),
    role('by-name', ['get'], ['db', 'team-b']),
    {
      ...role('impersonator', []),
      rules: [{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'], resourceNames: ['member'] }],
    },
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', ref('User', 'collector')),
    binding('ClusterRoleBinding', 'readers', undefined, 'read', ref('User', 'reader')),
    binding('RoleBinding', 'members', 'team-a', 'read', ref('User', 'member')),
    binding('RoleBinding', 'named', 'team-a', 'by-name', ref('User', 'named')),
    binding('ClusterRoleBinding', 'named', undefined, 'by-name', ref('User', 'named')),
    binding('RoleBinding', 'tenants', 'team-c', 'get', ref('User', 'tenant')),
    binding('ClusterRoleBinding', 'getters', undefined, 'get', ref('User', 'getter')),
    binding('RoleBinding', 'getters', 'team-b', 'get', ref('User', 'getter')),
    binding('ClusterRoleBinding', 'impersonators', undefined, 'impersonator', ref('User', 'helpdesk')),
  ];
}

function deployment(namespace: string, name: string): KubernetesJson {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: 'x:1' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { selector: { matchLabels: { app: name } }, template },
  };
}

const LIST =
  'query ($cluster: String!) { objects(filter: { clusters: [$cluster] }, first: 500) { nodes { id } } namespaces(filter: { clusters: [$cluster] }) { nodes { name } } }';

async function shown(person: string, cluster: string): Promise<unknown> {
  const { data, errors } = await fleetgraph.query(`token-of-${person}`, LIST, { cluster });
  expect(errors).toBeUndefined();
  return {
    objects: data.objects.nodes.map(({ id }: { id: string }) => id.slice(cluster.length)),
    namespaces: data.namespaces.nodes.map(({ name }: { name: string }) => name),
  };
}

const explain = (...args: string[]) => explainAs('token-of-member', ...args);

function explainAs(token: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    execFile(
      EXECUTABLE,
      ['explain', ...args],
      { timeout: 240_000, env: { ...process.env, NODE_OPTIONS: '', FLEETGRAPH_TOKEN: token } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

describe('a cluster asked live', () => {
  it.each([
    ['reader', 12],
    ['member', 3],
    ['named', 4],
    ['tenant', 1],
    ['getter', 1],
    ['nobody', 0],
  ])('shows %s what its RBAC alone would', async (person, atLeast) => {
    const byRbac = (await shown(person, 'leaf')) as { objects: string[] };
    expect(byRbac.objects.length).toBeGreaterThanOrEqual(atLeast);
    expect(await shown(person, 'mixed')).toEqual(byRbac);
  });
});

describe('the auditor', () => {
  it("agrees with the server's own reviews", async () => {
    const metrics = async () =>
      Object.fromEntries(
        [
          ...(await (await fetch(`${fleetgraph.operationsUrl}/metrics`)).text()).matchAll(
            /^(fleetgraph_rbac\S+) (\d+)$/gm,
          ),
        ].map(([, name, value]) => [name, Number(value)]),
      );
    const agreed = 'fleetgraph_rbac_audit_decisions_total{result="agreed"}';
    const { answer } = await eventually(metrics, found => (found[agreed] ?? 0) >= 100, {
      what: '100 compared decisions',
    });
    expect(answer).toMatchObject({
      'fleetgraph_rbac_audit_decisions_total{result="refused"}': 0,
      fleetgraph_rbac_drift_total: 0,
      fleetgraph_rbac_quarantined: 0,
      fleetgraph_rbac_audit_refusing_clusters: 0,
    });
  });
});

describe('fleetgraph explain', () => {
  it('prints the chain as a tree', async () => {
    const { code, stdout } = await explain('--server', fleetgraph.url, '--verb', 'get', ID);
    expect(stdout.split('\n')).toEqual([
      `you: get ${ID}`,
      '  allowed, in lists',
      '  RoleBinding "members" in namespace "team-a", which gives ClusterRole "read" to User "member", lets you get deployments.apps "web" in namespace "team-a".',
      expect.stringMatching(/^ {2}based on grants that the cluster confirmed at \d{4}-/),
      '  └─ cluster leaf',
      '     └─ RoleBinding team-a/members',
      '        └─ ClusterRole read',
      '           └─ rule: get, list, watch on namespaces, deployments of core, apps',
      '              └─ matched User member',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('says no with an exit code', async () => {
    const { code, stdout } = await explain('--server', fleetgraph.url, '--verb', 'delete', ID);
    expect([code, stdout]).toEqual([1, expect.stringContaining('not allowed')]);
  });

  it('explains for somebody else only with the right to impersonate, and leaves a trace', async () => {
    const as = ['--server', fleetgraph.url, '--as', 'member', ID];
    expect((await explainAs('token-of-helpdesk', ...as)).stdout).toContain('lets user "member" list');
    expect((await explainAs('token-of-reader', ...as)).stdout).toContain('or you may not impersonate them there');
    const logs = await fleetgraph.logs();
    expect(logs).toMatch(/"user":"helpdesk".*"asUser":"member".*"granted":true/);
    expect(logs).toMatch(/"user":"reader".*"asUser":"member".*"granted":false/);
  });

  it('explains nobody by a name that is reserved for what one cluster alone knows', async () => {
    const as = ['--as', 'jane', '--as-group', 'fleetgraph:cluster:leaf:system:masters'];
    for (const args of [
      ['--config', config, ...as],
      ['--server', fleetgraph.url, ...as, ID],
    ]) {
      const { code, stdout, stderr } = await explain(...args);
      expect([code === 0, stdout]).toEqual([false, '']);
      expect(stderr).toContain('reserved for what one cluster alone knows');
    }
  });

  it('says who a user is on each cluster, from the configuration alone', async () => {
    const { stdout } = await explain(
      '--config',
      config,
      '--as',
      'system:serviceaccount:team-a:robot',
      '--as-group',
      'dev',
      '--as-group',
      'system:masters',
      '--as-group',
      'vpn-users',
    );
    expect(stdout.split('\n')).toEqual([
      'system:serviceaccount:team-a:robot, in groups dev',
      '  removed: system:masters (identity.allowSystemMasters)',
      '  left out: vpn-users (identity.groups)',
      '└─ cluster leaf (impersonate, authorization rbac)',
      '   ├─ User system:serviceaccount:team-a:robot',
      '   ├─ Group dev',
      '   ├─ Group system:serviceaccounts',
      '   ├─ Group system:serviceaccounts:team-a',
      '   └─ Group system:authenticated',
      expect.stringContaining('cluster mixed (impersonate, authorization mixed)'),
      ...[
        'User system:serviceaccount:team-a:robot',
        'Group dev',
        'Group system:serviceaccounts',
        'Group system:serviceaccounts:team-a',
        'Group system:authenticated',
      ].map(it => expect.stringContaining(it)),
      '└─ cluster prefixed (impersonate, authorization rbac)',
      '   ├─ User oidc:system:serviceaccount:team-a:robot',
      '   ├─ Group oidc:dev',
      '   └─ Group system:authenticated',
      '',
    ]);
  });

  it.each([
    [['--server', 'nowhere', ID], '--server nowhere: expected a URL that begins with http:'],
    [['--server', 'http://127.0.0.1:9', ID], 'does not answer'],
    [['--as-group', 'dev', ID], '--as-group needs --as'],
    [[], 'The id of an object is missing. Name an object by its id, or a user with --as'],
  ])('%j says what is wrong, and never the token', async (args, message) => {
    const { code, stderr } = await explain(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/very-secret|token-of/);
  });

  it('with a wrong token says so', async () => {
    const { code, stderr } = await explainAs('very-secret', '--server', fleetgraph.url, ID);
    expect([code, stderr]).toEqual([2, expect.stringContaining('does not accept your token')]);
    expect(stderr).not.toContain('very-secret');
  });
});
