/**
 * The printed columns of a custom resource, from a real API server, for a caller who may read the object and for a
 * caller who may not.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer } from '../../harness/apiserver.ts';
import { graphOver, JANE } from './graph.ts';

const RBAC = 'rbac.authorization.k8s.io';
let server: Awaited<ReturnType<typeof startApiServer>>;
let client: KubernetesClient;

beforeAll(async () => {
  server = await startApiServer({ users: [{ name: 'jane' }] });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(server.name), { log: silentLogger });
  const post = (path: string, body: object) => client.request(path, { as: { type: 'self' }, method: 'POST', body });
  await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'backups.example.org' },
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names: {
        kind: 'Backup',
        listKind: 'BackupList',
        plural: 'backups',
        singular: 'backup',
        shortNames: ['bk'],
        categories: ['all'],
      },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          additionalPrinterColumns: [
            { name: 'Target', type: 'string', jsonPath: '.spec.target' },
            { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
          ],
        },
      ],
    },
  });
  const served = async () => (await client.discover({ fresh: true })).some(({ kind }) => kind === 'Backup');
  while (!(await served()));
  for (let i = 0; i < 12; i += 1)
    await post('/apis/example.org/v1/namespaces/default/backups', {
      ...{ apiVersion: 'example.org/v1', kind: 'Backup', metadata: { name: `b-${i}`, namespace: 'default' } },
      spec: { target: `s3://b/${i}`, size: i },
    });
  const metadata = { name: 'reader', namespace: 'default' };
  const path = `/apis/${RBAC}/v1/namespaces/default`;
  const rules = [{ apiGroups: ['example.org'], resources: ['backups'], verbs: ['get', 'list'] }];
  await post(`${path}/roles`, { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules });
  await post(`${path}/rolebindings`, {
    ...{
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'reader' },
    },
    subjects: [{ kind: 'User', apiGroup: RBAC, name: 'jane' }],
  });
}, 600_000);

afterAll(async () => {
  await client?.close();
  await server?.remove();
});

it('are its additionalPrinterColumns, of one object and of many', async () => {
  const graph = graphOver([client]);
  const ids = Array.from({ length: 12 }, (_, i) => `${client.cluster}/example.org/Backup/default/b-${i}`);
  for (const some of [ids.slice(0, 1), ids]) {
    const { lives, errors } = await graph.ask(some, 'state columns { name value wide }');
    expect(errors).toEqual([]);
    expect(lives).toEqual(
      some.map((_, i) => ({
        state: 'OK',
        columns: [
          { name: 'Target', value: `s3://b/${i}`, wide: false },
          { name: 'Size', value: `${i}`, wide: true },
        ],
      })),
    );
  }
});

it('are null for a caller who may not read it', async () => {
  const { lives } = await graphOver([client]).ask(
    [`${client.cluster}/example.org/Backup/default/b-0`],
    'state columns { name }',
    {
      as: { ...JANE, user: 'mallory', groups: [] },
    },
  );
  expect(lives).toEqual([{ state: 'FORBIDDEN', columns: null }]);
});

it('come with the names of the kind in discovery', async () => {
  expect((await client.discover()).find(({ kind }) => kind === 'Backup')).toMatchObject({
    shortNames: ['bk'],
    categories: ['all'],
  });
  expect((await client.discover()).find(({ group, kind }) => group === '' && kind === 'Pod')).toMatchObject({
    shortNames: ['po'],
    categories: ['all'],
  });
});
