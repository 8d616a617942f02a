/**
 * Three real clusters with Flux CRDs, realistic objects and the permissions of four users: alice (reads everything, by
 * a group), bob (team-a on two clusters), carol (two objects by name on one cluster), dave (nothing).
 */
import { join } from 'node:path';
import { stringify } from 'yaml';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { startApiServers, type ApiServer, type ApiServers } from '../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';

export const PEOPLE = {
  alice: { user: 'alice', groups: ['platform-admins'] },
  bob: { user: 'bob', groups: ['team-a'] },
  carol: { user: 'carol', groups: [] },
  dave: { user: 'dave', groups: [] },
} as const;
export type Person = keyof typeof PEOPLE;

const RBAC = 'rbac.authorization.k8s.io';

export async function startFleet(): Promise<ApiServers> {
  const users = Object.values(PEOPLE).map(({ user, groups }) => ({ name: user, groups }));
  const fleet = await startApiServers(3, { users: [...users, { name: 'collector' }], controllers: false });
  await Promise.all(fleet.servers.map(populate));
  return fleet;
}

/** Tokens of the users for static authentication. */
export const tokenOf = (person: Person): string => `token-of-${person}`;

/**
 * Starts fleetgraph over the fleet, and waits until its index is complete.
 * @param config Configuration without clusters and authentication
 */
export async function serveFleet(fleet: ApiServers, config: Record<string, unknown>): Promise<Fleetgraph> {
  const kubeconfig = join(fleet.servers[0]!.directory, 'fleet.kubeconfig');
  await fleet.writeKubeconfig(kubeconfig, 'collector');
  const tokens = Object.entries(PEOPLE).map(([name, who]) => ({ token: tokenOf(name as Person), ...who }));
  const fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: fleet.servers.map(({ name }) => ({ name, kubeconfig, context: name })),
      authentication: [{ type: 'static', tokens }],
      ...config,
    },
  });
  try {
    await eventually(
      () => fleetgraph.query(tokenOf('alice'), '{ coverage { indexed } }'),
      ({ data }) => data?.coverage?.indexed === fleet.servers.length,
      { what: 'an index of all clusters' },
    );
    return fleetgraph;
  } catch (error) {
    await fleetgraph.stop();
    throw error;
  }
}

async function populate(server: ApiServer): Promise<void> {
  await server.installCrds();
  const collector = [
    ...leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }),
    bindCollector(),
  ];
  await server.apply(collector.map(object => stringify(object)).join('---\n'));
  await server.apply([namespace('team-a'), namespace('team-b')]);
  await server.apply(['team-a', 'team-b'].flatMap(objectsOf));
  await server.apply(rights(server.name));
}

function bindCollector(): object {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'fleetgraph-collector-user' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'fleetgraph-collector' },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: 'collector' }],
  };
}

function rights(cluster: string): KubernetesJson[] {
  const reader = clusterRole('reader', [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }]);
  const all = [
    reader,
    binding('ClusterRoleBinding', 'platform-admins', undefined, 'reader', { kind: 'Group', name: 'platform-admins' }),
  ];
  if (cluster !== 'leaf-03')
    all.push(binding('RoleBinding', 'team-a', 'team-a', 'reader', { kind: 'Group', name: 'team-a' }));
  if (cluster === 'leaf-01') {
    const group = 'kustomize.toolkit.fluxcd.io';
    all.push(
      clusterRole('by-name', [
        { apiGroups: [group], resources: ['kustomizations'], verbs: ['list'], resourceNames: ['healthy'] },
        { apiGroups: [group], resources: ['kustomizations'], verbs: ['get'], resourceNames: ['failing'] },
      ]),
      binding('RoleBinding', 'by-name', 'team-b', 'by-name', { kind: 'User', name: 'carol' }),
    );
  }
  return all;
}

function clusterRole(name: string, rules: object[]): KubernetesJson {
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
}

export function binding(
  kind: string,
  name: string,
  namespace: string | undefined,
  role: string,
  subject: { kind: string; name: string },
): KubernetesJson {
  return {
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name, ...(namespace && { namespace }) },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: RBAC, ...subject }],
  };
}

function namespace(name: string): KubernetesJson {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { team: name } } };
}

export function kustomization(
  namespaceName: string,
  name: string,
  ready: 'True' | 'False' | 'Unknown',
  extra: { suspend?: boolean; message?: string } = {},
): KubernetesJson {
  const reason = ready === 'True' ? 'ReconciliationSucceeded' : ready === 'False' ? 'BuildFailed' : 'Progressing';
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: namespaceName, labels: { app: name } },
    spec: {
      interval: '5m',
      path: './apps',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'fleet' },
      ...(extra.suspend && { suspend: true }),
    },
    status: {
      observedGeneration: 1,
      lastAppliedRevision: 'main@sha1:0000000000000000000000000000000000000001',
      conditions: [
        {
          type: 'Ready',
          status: ready,
          reason,
          message: extra.message ?? `the ${name} message`,
          observedGeneration: 1,
          lastTransitionTime: '2026-01-02T03:04:05Z',
        },
      ],
    },
  };
}

function objectsOf(namespaceName: string): KubernetesJson[] {
  const ready = (status: string) => [
    {
      type: 'Ready',
      status,
      reason: 'Succeeded',
      message: 'stored artifact',
      observedGeneration: 1,
      lastTransitionTime: '2026-01-02T03:04:05Z',
    },
  ];
  const pod = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
  return [
    kustomization(namespaceName, 'healthy', 'True'),
    kustomization(namespaceName, 'failing', 'False', { message: 'kustomize build failed' }),
    kustomization(namespaceName, 'paused', 'True', { suspend: true }),
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: namespaceName },
      spec: { interval: '1m', url: 'https://example.com/fleet' },
      status: {
        observedGeneration: 1,
        conditions: ready('True'),
        artifact: { revision: 'main@sha1:0000000000000000000000000000000000000001' },
      },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'ingress', namespace: namespaceName },
      spec: {
        interval: '5m',
        chart: { spec: { chart: 'ingress', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
      },
      status: {
        observedGeneration: 1,
        conditions: ready('False'),
        history: [{ chartName: 'ingress', chartVersion: '1.2.3', status: 'failed' }],
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: namespaceName },
      spec: { selector: { matchLabels: { app: 'web' } }, template: pod },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-1', namespace: namespaceName, labels: { app: 'web' } },
      spec: pod.spec,
    },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'backup', namespace: namespaceName },
      spec: {
        schedule: '0 3 * * *',
        jobTemplate: { spec: { template: { spec: { ...pod.spec, restartPolicy: 'Never' } } } },
      },
    },
  ] as KubernetesJson[];
}

/** Resources whose rows are compared with the leaf's own answers. */
export const RESOURCES = [
  { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
  { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true },
  { group: '', version: 'v1', plural: 'services', kind: 'Service', namespaced: true },
  { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true },
  { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', namespaced: true },
  { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', namespaced: true },
  { group: 'batch', version: 'v1', plural: 'cronjobs', kind: 'CronJob', namespaced: true },
  {
    group: 'kustomize.toolkit.fluxcd.io',
    version: 'v1',
    plural: 'kustomizations',
    kind: 'Kustomization',
    namespaced: true,
  },
  { group: 'helm.toolkit.fluxcd.io', version: 'v2', plural: 'helmreleases', kind: 'HelmRelease', namespaced: true },
  {
    group: 'source.toolkit.fluxcd.io',
    version: 'v1',
    plural: 'gitrepositories',
    kind: 'GitRepository',
    namespaced: true,
  },
] as const;

/**
 * Ids of the objects that a user may list on the leaf: in all namespaces, in the object's namespace, or by name. A
 * `get` of the object counts too, but only if the user may not get other names. An unrestricted `get` lists nothing.
 */
export async function listedBy(server: ApiServer, person: Person): Promise<string[]> {
  const ids: string[] = [];
  for (const resource of RESOURCES) {
    const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
    const status = async (path: string) => (await server.request('GET', path, undefined, { as: person })).status;
    const ok = async (path: string) => (await status(path)) === 200;
    const { body } = await server.request('GET', `${root}/${resource.plural}`);
    const everything = await ok(`${root}/${resource.plural}`);
    for (const { metadata } of body.items ?? []) {
      const { name, namespace: inNamespace = '' } = metadata as { name: string; namespace?: string };
      const collection = inNamespace
        ? `${root}/namespaces/${inNamespace}/${resource.plural}`
        : `${root}/${resource.plural}`;
      const visible =
        everything ||
        (await ok(collection)) ||
        (await ok(`${collection}?fieldSelector=metadata.name%3D${name}`)) ||
        ((await status(`${collection}/${name}`)) === 200 && (await status(`${collection}/no-such-name`)) === 403);
      if (visible)
        ids.push([server.name, resource.group, resource.kind, inNamespace, name].map(encodeURIComponent).join('/'));
    }
  }
  return ids.sort();
}
