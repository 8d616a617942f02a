/** Reads of Secrets from a real API server: a complete Secret, only its metadata, and a Secret that does not exist. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { MoverClusters } from '../../mover/clusters.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';

const MEMBER = 'member';
const RBAC = 'rbac.authorization.k8s.io';

let server: ApiServer;
let client: KubernetesClient;
let clusters: MoverClusters;

beforeAll(async () => {
  server = await startApiServer({ name: MEMBER });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(MEMBER), { log: silentLogger });
  await server.apply([
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'mover' } },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
    },
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'mover' } },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'mover' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'fleetgraph-mover' }],
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'password', namespace: 'default' },
      data: { word: 'c2VzYW1l' },
    },
  ]);
  const registry = new ClusterRegistry();
  registry.add({
    ...{ name: MEMBER, client, authorization: 'rbac' },
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  });
  const identity = acceptIdentity({ user: 'fleetgraph-mover', groups: [] });
  clusters = new MoverClusters({ registry, identity, timeoutMs: 10_000, signal: new AbortController().signal });
}, 600_000);

afterAll(async () => {
  await client?.close();
  await server?.remove();
});

const secret = (name: string) => ({ cluster: MEMBER, group: '', kind: 'Secret', namespace: 'default', name });

it('reads a Secret with its data, and its metadata without them', async () => {
  expect(await clusters.get(secret('password'))).toMatchObject({ kind: 'Secret', data: { word: 'c2VzYW1l' } });
  const metadata = await clusters.get(secret('password'), { isMetadataOnly: true });
  expect(metadata).toMatchObject({
    kind: 'PartialObjectMetadata',
    metadata: { name: 'password', namespace: 'default' },
  });
  expect(metadata).not.toHaveProperty('data');
});

it('finds nothing where nothing is', async () => {
  expect(await clusters.get(secret('none'), { isMetadataOnly: true })).toBeUndefined();
});
