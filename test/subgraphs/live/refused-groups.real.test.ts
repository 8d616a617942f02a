/**
 * A real kube-apiserver that lets fleetgraph impersonate any user and one group. Callers with more groups still read
 * what their user or this group may read.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkCluster } from '../../../cli/register/check-cluster.ts';
import { leafReviews } from '../../../identity/access-reviews.ts';
import { refusedGroups } from '../../../identity/refused-groups.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { graphOver, JANE } from './graph.ts';

const RBAC = 'rbac.authorization.k8s.io';
const BOB = { ...JANE, user: 'bob', groups: ['team-a', 'everyone', 'vpn-users'] };
let server: ApiServer;
let client: KubernetesClient;

beforeAll(async () => {
  server = await startApiServer({ users: [{ name: 'fleetgraph' }] });
  const role = (kind: string, name: string, rules: object[], subject: object, namespace?: string) => {
    const metadata = { name, ...(namespace !== undefined && { namespace }) };
    return [
      { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
      {
        ...{ apiVersion: `${RBAC}/v1`, kind: `${kind}Binding`, metadata },
        ...{ roleRef: { apiGroup: RBAC, kind, name }, subjects: [{ apiGroup: RBAC, ...subject }] },
      },
    ];
  };
  const fleetgraph = { kind: 'User', name: 'fleetgraph' };
  const impersonate = (resources: string[], resourceNames?: string[]) => ({
    ...{ apiGroups: [''], resources, verbs: ['impersonate'] },
    ...(resourceNames && { resourceNames }),
  });
  const read = (resources: string[]) => [{ apiGroups: [''], resources, verbs: ['get', 'list'] }];
  const collect = { apiGroups: ['*'], resources: ['*'], verbs: ['list', 'watch'] };
  await server.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } },
    ...role(
      'ClusterRole',
      'fleetgraph',
      [collect, impersonate(['users']), impersonate(['groups'], ['team-a'])],
      fleetgraph,
    ),
    // Impersonating a group needs a ClusterRoleBinding, so this Role has no effect.
    ...role('Role', 'in-vain', [impersonate(['groups'], ['vpn-users'])], fleetgraph, 'default'),
    ...role('Role', 'readers', read(['configmaps']), { kind: 'Group', name: 'team-a' }, 'team-a'),
    ...role('Role', 'everyone', read(['endpoints']), { kind: 'Group', name: 'everyone' }, 'team-a'),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'team-a' },
      data: { key: 'value' },
    },
  ]);
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig('fleetgraph')), {
    source: 'harness',
    directory: '/',
  });
  client = createKubernetesClient(await kubeconfig.target(server.name), { log: silentLogger });
});
afterAll(async () => {
  await client?.close();
  await server?.remove();
});

it('bob reads live what his team may read, without the groups of the whole company', async () => {
  const { lives, errors } = await graphOver([client]).ask(
    ['settings', 'absent'].map(name => `${client.cluster}//ConfigMap/team-a/${name}`),
    'state manifest',
    { as: BOB },
  );
  expect(errors).toEqual([]);
  expect(lives).toMatchObject([
    { state: 'OK', manifest: { data: { key: 'value' } } },
    { state: 'NOT_FOUND', manifest: null },
  ]);
});

it('bob is told which groups were left out where one of them would let him in', async () => {
  const { lives } = await graphOver([client]).ask([`${client.cluster}//Secret/team-a/any`], 'state message', {
    as: BOB,
  });
  expect(lives[0]).toMatchObject({
    state: 'FORBIDDEN',
    message: expect.stringContaining('without your groups "everyone", "vpn-users"'),
  });
});

it('the API server says which groups fleetgraph may not impersonate, and the caller is told of theirs alone', async () => {
  expect(await refusedGroups(client, [...BOB.groups, 'staff'])).toEqual(['everyone', 'vpn-users', 'staff']);
  const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
  const registration = { name: client.cluster, client, identity, authorization: 'rbac', connection: '' } as const;
  const reviews = leafReviews({ get: () => registration });
  expect(await reviews.refusedGroups?.(client.cluster, BOB)).toEqual(['everyone', 'vpn-users']);
  expect(await reviews.refusedGroups?.(client.cluster, { ...BOB, groups: ['team-a'] })).toEqual([]);
});

it('the check of clusters names the groups that fleetgraph may impersonate', async () => {
  const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
  const { ok, line } = await checkCluster(
    { name: client.cluster, client, identity, authorization: 'rbac' },
    { kinds: { include: [], exclude: [] }, audit: false, tokenReviewers: [], people: [], strangers: true },
  );
  const reported = 'impersonate any user and 1 group by name (team-a), and live reads omit all other groups of callers';
  expect([ok, line]).toEqual([true, expect.stringContaining(reported)]);
});

it('an action is refused with the groups that are in its way', async () => {
  const { data } = await graphOver([client]).run(
    'mutation ($id: ID!) { delete(input: { objects: [{ id: $id }] }) { results { outcome message } } }',
    { id: `${client.cluster}//ConfigMap/team-a/settings` },
    { as: BOB },
  );
  expect(data.delete.results).toEqual([
    {
      outcome: 'FORBIDDEN',
      message: expect.stringContaining('it may not impersonate your groups "everyone", "vpn-users"'),
    },
  ]);
});
