/** Reports of an agent: the lines that it makes of Kubernetes objects. */
import { expect, it } from '@jest/globals';
import { digestOf, fullReport, linesOf, reportedObject, sameReport, type Detail } from '../../agent/lines.ts';
import { aggregated } from '../../kinds/aggregated.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { Resource } from '../../rbac/types.ts';

const resource = (group: string, kind: string, plural: string, namespaced = true): Resource => ({
  group,
  version: 'v1',
  kind,
  plural,
  namespaced,
});
const RBAC = 'rbac.authorization.k8s.io';
const ROLES = resource(RBAC, 'Role', 'roles');
const CLUSTER_ROLES = resource(RBAC, 'ClusterRole', 'clusterroles', false);
const ROLE_BINDINGS = resource(RBAC, 'RoleBinding', 'rolebindings');
const CLUSTER_ROLE_BINDINGS = resource(RBAC, 'ClusterRoleBinding', 'clusterrolebindings', false);
const KUSTOMIZATIONS = resource('kustomize.toolkit.fluxcd.io', 'Kustomization', 'kustomizations');

const objectIn = (of: Resource, object: KubernetesObject, detail: Detail = 'full') =>
  JSON.parse(reportedObject(of, object, detail).line).object;

it('names the kind of each object, as lists of an API server do not', () => {
  const { apiVersion, kind } = objectIn(KUSTOMIZATIONS, { metadata: { name: 'a', namespace: 'b' } });
  expect([apiVersion, kind]).toEqual(['kustomize.toolkit.fluxcd.io/v1', 'Kustomization']);
  expect(objectIn(resource('', 'Namespace', 'namespaces', false), { metadata: { name: 'a' } }).apiVersion).toBe('v1');
});

it('leaves out managed fields and the last applied manifest, and keeps other annotations', () => {
  const last = 'kubectl.kubernetes.io/last-applied-configuration';
  const metadata = { name: 'a', managedFields: [{}], annotations: { [last]: '{}', own: 'x' } };
  expect(objectIn(KUSTOMIZATIONS, { metadata }).metadata).toEqual({ name: 'a', annotations: { own: 'x' } });
  expect(objectIn(KUSTOMIZATIONS, { metadata: { name: 'a', annotations: { [last]: '{}' } } }).metadata).toEqual({
    name: 'a',
  });
});

it('replaces the entries of a ResourceGroup by counts, and cuts messages to reasons, with detail: aggregated', () => {
  const groups = { ...resource('kpt.dev', 'ResourceGroup', 'resourcegroups'), version: 'v1alpha1' };
  const entry = (name: string, status: string) => ({
    group: 'apps',
    kind: 'Deployment',
    namespace: 'a',
    name,
    status,
    actuation: 'Succeeded',
    strategy: 'Apply',
  });
  const group = {
    metadata: { name: 'g', namespace: 'a' },
    spec: { resources: [{ group: 'apps', kind: 'Deployment', namespace: 'a', name: 'secret-project' }] },
    status: {
      observedGeneration: 2,
      resourceStatuses: [entry('web', 'Current'), entry('db', 'Failed'), entry('web', 'Failed')],
      conditions: [
        { type: 'Stalled', status: 'False', reason: 'FinishReconciling', message: 'secret-project is fine' },
      ],
    },
  };
  const sent = objectIn(groups, group, 'aggregated');
  expect(sent.status).toEqual({
    observedGeneration: 2,
    counts: { total: 3, current: 1, inProgress: 1, failed: 1, terminating: 0, notFound: 0, unknown: 0 },
    conditions: [{ type: 'Stalled', status: 'False', reason: 'FinishReconciling' }],
  });
  expect(JSON.stringify(sent)).not.toContain('secret-project');
});

it('leaves out inventories, lists of applied objects and messages of other kinds, with detail: aggregated', () => {
  const secret = 'secret-project';
  const applied = { group: 'apps', kind: 'Deployment', namespace: 'a', name: secret };
  const errors = [{ code: '1', errorMessage: secret, resources: [{ sourcePath: secret, name: secret }] }];
  const statuses: Record<string, readonly [Resource, sent: unknown, kept: unknown]> = {
    Kustomization: [
      KUSTOMIZATIONS,
      { lastAppliedRevision: 'main@sha1:1', inventory: { entries: [{ id: `a_${secret}_apps_Deployment`, v: 'v1' }] } },
      { lastAppliedRevision: 'main@sha1:1' },
    ],
    HelmRelease: [
      resource('helm.toolkit.fluxcd.io', 'HelmRelease', 'helmreleases'),
      { observedGeneration: 1, inventory: { entries: [{ id: `a_${secret}_apps_Deployment`, v: 'v1' }] } },
      { observedGeneration: 1 },
    ],
    RootSync: [
      resource('configsync.gke.io', 'RootSync', 'rootsyncs'),
      { sync: { commit: 'c', errors } },
      { sync: { commit: 'c', errors: [{ code: '1' }] } },
    ],
    Application: [
      resource('argoproj.io', 'Application', 'applications'),
      {
        health: { status: 'Degraded' },
        resources: [
          { ...applied, health: { status: 'Degraded', message: secret } },
          { ...applied, name: 'other', health: { status: 'Healthy' } },
        ],
        operationState: { phase: 'Succeeded', syncResult: { revision: 'c', resources: [applied] } },
      },
      {
        health: { status: 'Degraded' },
        operationState: { phase: 'Succeeded', syncResult: { revision: 'c' } },
        counts: { total: 2, current: 1, inProgress: 0, failed: 1, terminating: 0, notFound: 0, unknown: 0 },
      },
    ],
  };
  for (const [of, status, kept] of Object.values(statuses)) {
    const sent = objectIn(of, { metadata: { name: 'a', namespace: 'a' }, status } as KubernetesObject, 'aggregated');
    expect(sent.status).toEqual(kept);
    expect(aggregated(sent)).toEqual(sent);
    expect(JSON.stringify(sent)).not.toContain(secret);
  }
});

it('leaves out roles that give nothing on what is reported, and bindings to them', () => {
  const role = (of: Resource, name: string, rules: unknown, namespace?: string) =>
    [
      `${of.plural} ${name}`,
      reportedObject(of, { metadata: { name, ...(namespace !== undefined && { namespace }) }, rules }, 'full'),
    ] as const;
  const binding = (of: Resource, name: string, kind: string, to: string, namespace?: string) =>
    [
      `${of.plural} ${name}`,
      reportedObject(
        of,
        { metadata: { name, ...(namespace !== undefined && { namespace }) }, roleRef: { kind, name: to } },
        'full',
      ),
    ] as const;
  const rule = (verbs: string[], apiGroups: string[], resources: string[]) => [{ verbs, apiGroups, resources }];
  const flux = KUSTOMIZATIONS.group;
  const lines = linesOf(
    [
      role(CLUSTER_ROLES, 'everything', rule(['*'], ['*'], ['*'])),
      role(CLUSTER_ROLES, 'pods', rule(['list'], [''], ['pods'])),
      role(CLUSTER_ROLES, 'writers', rule(['create', 'watch'], [flux], ['kustomizations'])),
      role(CLUSTER_ROLES, 'odd', 'no rules'),
      role(ROLES, 'viewer', rule(['get'], [flux], ['kustomizations']), 'a'),
      role(ROLES, 'status', rule(['get'], [flux], ['kustomizations/status']), 'a'),
      binding(CLUSTER_ROLE_BINDINGS, 'b-everything', 'ClusterRole', 'everything'),
      binding(CLUSTER_ROLE_BINDINGS, 'b-pods', 'ClusterRole', 'pods'),
      binding(ROLE_BINDINGS, 'b-viewer', 'Role', 'viewer', 'a'),
      binding(ROLE_BINDINGS, 'b-viewer-elsewhere', 'Role', 'viewer', 'b'),
      binding(ROLE_BINDINGS, 'b-cluster', 'ClusterRole', 'everything', 'b'),
      binding(ROLE_BINDINGS, 'b-dangling', 'Role', 'gone', 'a'),
      ['kustomizations a/web', reportedObject(KUSTOMIZATIONS, { metadata: { name: 'web', namespace: 'a' } }, 'full')],
    ],
    [KUSTOMIZATIONS],
  );
  expect(lines.map(line => JSON.parse(line).object.metadata.name)).toEqual([
    'b-everything',
    'everything',
    'web',
    'b-cluster',
    'b-viewer',
    'viewer',
  ]);
});

it('writes the lines of a report, and one line if nothing has changed', () => {
  const sender = { agent: 'a', seq: 7 };
  const text = { kubernetesVersion: 'v1.36.1', resources: [KUSTOMIZATIONS], lines: ['{"object":{}}'] };
  expect(
    fullReport(sender, text)
      .split('\n')
      .map(line => (line === '' ? '' : JSON.parse(line))),
  ).toEqual([
    { report: 1, agent: 'a', seq: 7, kubernetesVersion: 'v1.36.1', resources: [KUSTOMIZATIONS] },
    { object: {} },
    { end: true, objects: 1 },
    '',
  ]);
  expect(sameReport(sender)).toBe('{"report":1,"agent":"a","seq":7,"same":true}\n');
  expect(digestOf(text)).not.toBe(digestOf({ ...text, lines: [] }));
});
