/** Relations of objects, and the bounds on their number. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toRow, type RowOptions } from '../../kinds/row.ts';
import { KINDS } from '../../kinds/registry.ts';
import type { Resource } from '../../rbac/types.ts';
import { decodeObjectKey } from '../../schema/object-id.ts';
import { NOW, POD, resource } from './fixtures.ts';

const FLUX = 'toolkit.fluxcd.io';
const KUSTOMIZATION = resource(`kustomize.${FLUX}`, 'Kustomization');
const HELM_RELEASE = resource(`helm.${FLUX}`, 'HelmRelease');

/** Relations as `TYPE key`, and the number of relations that are left out. */
function related(
  kind: Resource,
  object: { metadata?: object; spec?: unknown; status?: unknown },
  options: RowOptions = {},
): { relations: string[]; leftOut: number } {
  let leftOut = 0;
  const metadata = { name: 'web', ...(kind.namespaced && { namespace: 'apps' }), ...object.metadata };
  const row = toRow('leaf', kind, { ...object, metadata }, NOW, {
    ...options,
    leftOut: (_reason, count) => void (leftOut += count),
  });
  if ('refused' in row) throw new Error(row.refused);
  return { relations: (row.relations ?? []).map(({ type, to }) => `${type} ${to}`), leftOut };
}

/** A proxy of the value that counts each read of a property, at any depth. */
function counting<T>(value: T, count: () => void): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => (count(), counting(Reflect.get(target, key) as unknown, count)),
  });
}

const owner = (apiVersion: string, kind: string, name: string) => ({
  apiVersion,
  kind,
  name,
  uid: 'u',
  controller: true,
  blockOwnerDeletion: true,
});
const applied = (by: 'kustomize' | 'helm', namespace: string, name: string) => ({
  [`${by}.${FLUX}/name`]: name,
  [`${by}.${FLUX}/namespace`]: namespace,
});

const POD_SPEC = {
  initContainers: [{ name: 'migrate', envFrom: [{ secretRef: { name: 'db' } }, { configMapRef: { name: 'env' } }] }],
  containers: [
    {
      name: 'web',
      env: [
        { name: 'A', value: 'plain' },
        { name: 'B', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } },
        { name: 'C', valueFrom: { configMapKeyRef: { name: 'flags', key: 'c' } } },
        { name: 'D', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ],
    },
  ],
  volumes: [
    { name: 'config', configMap: { name: 'files' } },
    { name: 'tls', secret: { secretName: 'web-tls' } },
    { name: 'scratch', emptyDir: {} },
    { name: 'csi', csi: { driver: 'x', nodePublishSecretRef: { name: 'csi' } } },
    {
      name: 'all',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token' } },
          { configMap: { name: 'kube-root-ca.crt' } },
          { configMap: { name: 'more' } },
          { secret: { name: 'extra' } },
        ],
      },
    },
  ],
  imagePullSecrets: [{ name: 'registry' }],
};
const USED = [
  ...[
    'Secret/apps/db',
    'ConfigMap/apps/env',
    'ConfigMap/apps/flags',
    'ConfigMap/apps/files',
    'Secret/apps/web-tls',
    'Secret/apps/csi',
  ],
  ...['ConfigMap/apps/more', 'Secret/apps/extra', 'Secret/apps/registry'],
].map(key => `REFERENCES /${key}`);
const APPLIED = [
  { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', name: 'web', status: 'Synced' },
  { version: 'v1', kind: 'Namespace', name: 'web', status: 'Synced' },
];

describe('the relations of an object', () => {
  it.each<[string, Resource, object, string[]]>([
    [
      'a Pod to its ReplicaSet',
      POD,
      { metadata: { ownerReferences: [owner('apps/v1', 'ReplicaSet', 'web-7d4b9c6f5d')] } },
      ['OWNS apps/ReplicaSet/apps/web-7d4b9c6f5d'],
    ],
    [
      'a Pod of the kubelet to its Node',
      POD,
      { metadata: { ownerReferences: [owner('v1', 'Node', 'n1')] } },
      ['OWNS /Node//n1'],
    ],
    [
      'a Job to its CronJob',
      resource('batch', 'Job'),
      { metadata: { ownerReferences: [owner('batch/v1', 'CronJob', 'nightly')] } },
      ['OWNS batch/CronJob/apps/nightly'],
    ],
    [
      'an object of a kind that nothing else is known of to all its owners',
      resource('example.org', 'Widget'),
      { metadata: { ownerReferences: [owner('example.org/v1', 'Factory', 'a'), owner('v1', 'ConfigMap', 'b')] } },
      ['OWNS example.org/Factory/apps/a', 'OWNS /ConfigMap/apps/b'],
    ],
    [
      'a Deployment to the Kustomization that applied it',
      resource('apps', 'Deployment'),
      { metadata: { labels: { app: 'web', ...applied('kustomize', 'flux-system', 'apps') } } },
      [`MANAGES kustomize.${FLUX}/Kustomization/flux-system/apps`],
    ],
    [
      'a Secret, of which only metadata is read, to the HelmRelease that applied it',
      resource('', 'Secret'),
      { metadata: { labels: applied('helm', 'apps', 'podinfo') } },
      [`MANAGES helm.${FLUX}/HelmRelease/apps/podinfo`],
    ],
    [
      'a Namespace to the Kustomization that applied it',
      resource('', 'Namespace', false),
      { metadata: { labels: applied('kustomize', 'flux-system', 'tenants') } },
      [`MANAGES kustomize.${FLUX}/Kustomization/flux-system/tenants`],
    ],
    [
      'a HelmRelease to the ResourceSet that applied it',
      HELM_RELEASE,
      {
        metadata: {
          labels: {
            'resourceset.fluxcd.controlplane.io/name': 'tenants',
            'resourceset.fluxcd.controlplane.io/namespace': 'flux-system',
          },
        },
      },
      ['MANAGES fluxcd.controlplane.io/ResourceSet/flux-system/tenants'],
    ],
    [
      'a controller of Flux to the FluxInstance that applied it',
      resource('apps', 'Deployment'),
      {
        metadata: {
          labels: { 'fluxcd.controlplane.io/name': 'flux', 'fluxcd.controlplane.io/namespace': 'flux-system' },
        },
      },
      ['MANAGES fluxcd.controlplane.io/FluxInstance/flux-system/flux'],
    ],
    [
      'a Terraform object to its source and what it depends on',
      resource('infra.contrib.fluxcd.io', 'Terraform'),
      { spec: { sourceRef: { kind: 'GitRepository', name: 'infra' }, dependsOn: [{ name: 'network' }] } },
      [`SOURCE source.${FLUX}/GitRepository/apps/infra`, 'DEPENDS_ON infra.contrib.fluxcd.io/Terraform/apps/network'],
    ],
    [
      'a Kustomization to what applied it, its source and what it depends on',
      KUSTOMIZATION,
      {
        metadata: { labels: applied('kustomize', 'flux-system', 'flux-system') },
        spec: {
          sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
          dependsOn: [{ name: 'infra' }, { name: 'crds', namespace: 'base' }],
        },
      },
      [
        `MANAGES kustomize.${FLUX}/Kustomization/flux-system/flux-system`,
        `SOURCE source.${FLUX}/GitRepository/flux-system/flux-system`,
        `DEPENDS_ON kustomize.${FLUX}/Kustomization/apps/infra`,
        `DEPENDS_ON kustomize.${FLUX}/Kustomization/base/crds`,
      ],
    ],
    [
      'a HelmRelease to the repository of its chart, and what it depends on',
      HELM_RELEASE,
      {
        spec: {
          chart: { spec: { chart: 'podinfo', sourceRef: { kind: 'HelmRepository', name: 'podinfo' } } },
          dependsOn: [{ name: 'redis' }],
        },
      },
      [`SOURCE source.${FLUX}/HelmRepository/apps/podinfo`, `DEPENDS_ON helm.${FLUX}/HelmRelease/apps/redis`],
    ],
    [
      'a HelmRelease to what its inventory names, in whatever namespace',
      HELM_RELEASE,
      {
        status: {
          inventory: {
            entries: [
              { id: 'apps_podinfo_apps_Deployment', v: 'v1' },
              { id: 'other_podinfo__Service', v: 'v1' },
              { id: '_podinfo__reader_rbac.authorization.k8s.io_ClusterRole', v: 'v1' },
            ],
          },
        },
      },
      [
        'APPLIES apps/Deployment/apps/podinfo',
        'APPLIES /Service/other/podinfo',
        'APPLIES rbac.authorization.k8s.io/ClusterRole//podinfo%3Areader',
      ],
    ],
    [
      'a HelmRelease with a chartRef to the chart',
      HELM_RELEASE,
      { spec: { chartRef: { kind: 'OCIRepository', name: 'podinfo', namespace: 'charts' } } },
      [`SOURCE source.${FLUX}/OCIRepository/charts/podinfo`],
    ],
    [
      'a HelmChart to its HelmRelease and its repository',
      resource(`source.${FLUX}`, 'HelmChart'),
      {
        metadata: { labels: applied('helm', 'apps', 'podinfo') },
        spec: { sourceRef: { kind: 'HelmRepository', name: 'podinfo' } },
      },
      [`MANAGES helm.${FLUX}/HelmRelease/apps/podinfo`, `SOURCE source.${FLUX}/HelmRepository/apps/podinfo`],
    ],
    [
      'an ArtifactGenerator to its sources',
      resource('source.extensions.fluxcd.io', 'ArtifactGenerator'),
      {
        spec: {
          sources: [
            { alias: 'app', kind: 'GitRepository', name: 'podinfo' },
            { alias: 'x', kind: 'OCIRepository', name: 'base' },
          ],
        },
      },
      [`SOURCE source.${FLUX}/GitRepository/apps/podinfo`, `SOURCE source.${FLUX}/OCIRepository/apps/base`],
    ],
    [
      'an Alert to its Provider',
      resource(`notification.${FLUX}`, 'Alert'),
      { spec: { providerRef: { name: 'slack' }, eventSources: [{ kind: 'Kustomization', name: '*' }] } },
      [`REFERENCES notification.${FLUX}/Provider/apps/slack`],
    ],
    [
      'an Ingress to its Services, each once',
      resource('networking.k8s.io', 'Ingress'),
      {
        spec: {
          defaultBackend: { service: { name: 'fallback', port: { number: 80 } } },
          rules: [
            {
              host: 'a',
              http: {
                paths: [
                  { path: '/', backend: { service: { name: 'web' } } },
                  { path: '/api', backend: { service: { name: 'api' } } },
                ],
              },
            },
            {
              host: 'b',
              http: {
                paths: [
                  { path: '/', backend: { service: { name: 'web' } } },
                  { backend: { resource: { kind: 'Bucket', name: 'x' } } },
                ],
              },
            },
            { host: 'c' },
          ],
        },
      },
      ['REFERENCES /Service/apps/fallback', 'REFERENCES /Service/apps/web', 'REFERENCES /Service/apps/api'],
    ],
    [
      'a VirtualService to its Gateways and the Services of its routes',
      resource('networking.istio.io', 'VirtualService'),
      {
        spec: {
          gateways: ['mesh', 'public', 'istio-system/public'],
          http: [
            {
              route: [{ destination: { host: 'web' } }, { destination: { host: 'api.pay.svc.cluster.local' } }],
              mirror: { host: 'shadow' },
            },
          ],
          tcp: [{ route: [{ destination: { host: 'db.data' } }, { destination: { host: 'outside.example.com' } }] }],
          tls: [{ route: [{ destination: { host: '*.wild' } }, { destination: { host: 'web' } }, {}] }],
        },
      },
      [
        'REFERENCES networking.istio.io/Gateway/apps/public',
        'REFERENCES networking.istio.io/Gateway/istio-system/public',
        'REFERENCES /Service/apps/web',
        'REFERENCES /Service/pay/api',
        'REFERENCES /Service/data/db',
      ],
    ],
    [
      'a DestinationRule to the Service of its host',
      resource('networking.istio.io', 'DestinationRule'),
      { spec: { host: 'web.pay' } },
      ['REFERENCES /Service/pay/web'],
    ],
    [
      'a DestinationRule of an outside host to nothing',
      resource('networking.istio.io', 'DestinationRule'),
      { spec: { host: 'outside.example.com' } },
      [],
    ],
    [
      'an HTTPRoute to its Services, also in other namespaces',
      resource('gateway.networking.k8s.io', 'HTTPRoute'),
      {
        spec: {
          parentRefs: [{ name: 'gateway' }],
          rules: [
            {
              backendRefs: [
                { name: 'web', port: 80 },
                { kind: 'Service', group: '', name: 'api', namespace: 'other' },
              ],
            },
            { backendRefs: [{ kind: 'Backend', group: 'x.io', name: 'y' }] },
          ],
        },
      },
      ['REFERENCES /Service/apps/web', 'REFERENCES /Service/other/api'],
    ],
    [
      'a HorizontalPodAutoscaler to what it scales',
      resource('autoscaling', 'HorizontalPodAutoscaler'),
      { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } } },
      ['REFERENCES apps/Deployment/apps/web'],
    ],
    [
      'a HorizontalPodAutoscaler to an Argo Rollout',
      resource('autoscaling', 'HorizontalPodAutoscaler'),
      { spec: { scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' } } },
      ['REFERENCES argoproj.io/Rollout/apps/web'],
    ],
    [
      'a HorizontalPodAutoscaler in its own namespace alone',
      resource('autoscaling', 'HorizontalPodAutoscaler'),
      { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'other' } } },
      ['REFERENCES apps/Deployment/apps/web'],
    ],
    [
      'a VerticalPodAutoscaler to what it scales',
      resource('autoscaling.k8s.io', 'VerticalPodAutoscaler'),
      { spec: { targetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' } } },
      ['REFERENCES apps/StatefulSet/apps/db'],
    ],
    [
      'a ScaledObject to a Deployment, unless it names another kind',
      resource('keda.sh', 'ScaledObject'),
      { spec: { scaleTargetRef: { name: 'web' } } },
      ['REFERENCES apps/Deployment/apps/web'],
    ],
    [
      'a ScaledObject to the kind that it names',
      resource('keda.sh', 'ScaledObject'),
      { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' } } },
      ['REFERENCES apps/StatefulSet/apps/db'],
    ],
    [
      'a ScaledObject without a target to nothing',
      resource('keda.sh', 'ScaledObject'),
      { spec: { scaleTargetRef: null } },
      [],
    ],
    [
      'a claim to its volume',
      resource('', 'PersistentVolumeClaim'),
      { spec: { volumeName: 'pvc-1' } },
      ['REFERENCES /PersistentVolume//pvc-1'],
    ],
    [
      'a Deployment to the ConfigMaps and Secrets of its Pods, each once',
      resource('apps', 'Deployment'),
      { spec: { template: { spec: POD_SPEC } } },
      USED,
    ],
    [
      'a CronJob to those of its Jobs',
      resource('batch', 'CronJob'),
      { spec: { jobTemplate: { spec: { template: { spec: POD_SPEC } } } } },
      USED,
    ],
    ['a Pod that nothing makes to its own', POD, { spec: POD_SPEC }, USED],
    [
      'a Pod to its own, where what makes it is of a kind that tells of none',
      POD,
      { spec: POD_SPEC, metadata: { ownerReferences: [owner('postgresql.cnpg.io/v1', 'Cluster', 'db')] } },
      [...USED, 'OWNS postgresql.cnpg.io/Cluster/apps/db'],
    ],
    [
      'a Pod of a ReplicaSet to that alone, which tells of them',
      POD,
      { spec: POD_SPEC, metadata: { ownerReferences: [owner('apps/v1', 'ReplicaSet', 'web-1')] } },
      ['OWNS apps/ReplicaSet/apps/web-1'],
    ],
    [
      'a ReplicaSet of a Deployment to that alone',
      resource('apps', 'ReplicaSet'),
      {
        spec: { template: { spec: POD_SPEC } },
        metadata: { ownerReferences: [owner('apps/v1', 'Deployment', 'web')] },
      },
      ['OWNS apps/Deployment/apps/web'],
    ],
    [
      'a ServiceAccount to its Secrets',
      resource('', 'ServiceAccount'),
      { secrets: [{ name: 'token' }], imagePullSecrets: [{ name: 'registry' }] },
      ['REFERENCES /Secret/apps/token', 'REFERENCES /Secret/apps/registry'],
    ],
    [
      'an Ingress to the Secrets of its certificates',
      resource('networking.k8s.io', 'Ingress'),
      { spec: { tls: [{ hosts: ['a'], secretName: 'web-tls' }, { hosts: ['b'] }] } },
      ['REFERENCES /Secret/apps/web-tls'],
    ],
    [
      'a Gateway to the Secrets of its listeners',
      resource('gateway.networking.k8s.io', 'Gateway'),
      {
        spec: {
          listeners: [
            {
              tls: {
                certificateRefs: [{ name: 'web-tls' }, { kind: 'Secret', group: '', name: 'b', namespace: 'certs' }],
              },
            },
          ],
        },
      },
      ['REFERENCES /Secret/apps/web-tls', 'REFERENCES /Secret/certs/b'],
    ],
    [
      'a Certificate to its Secret',
      resource('cert-manager.io', 'Certificate'),
      { spec: { secretName: 'web-tls' } },
      ['REFERENCES /Secret/apps/web-tls'],
    ],
    [
      'a Kustomization to what it substitutes from, decrypts and connects with',
      KUSTOMIZATION,
      {
        spec: {
          decryption: { provider: 'sops', secretRef: { name: 'sops' } },
          kubeConfig: { secretRef: { name: 'kubeconfig' } },
          postBuild: {
            substituteFrom: [
              { kind: 'ConfigMap', name: 'vars' },
              { kind: 'Secret', name: 'secret-vars' },
            ],
          },
        },
      },
      [
        'REFERENCES /Secret/apps/sops',
        'REFERENCES /Secret/apps/kubeconfig',
        'REFERENCES /Secret/apps/secret-vars',
        'REFERENCES /ConfigMap/apps/vars',
      ],
    ],
    [
      'a HelmRelease to its values',
      HELM_RELEASE,
      {
        spec: {
          valuesFrom: [
            { kind: 'ConfigMap', name: 'values' },
            { kind: 'Secret', name: 'secret-values' },
          ],
        },
      },
      ['REFERENCES /Secret/apps/secret-values', 'REFERENCES /ConfigMap/apps/values'],
    ],
    [
      'a source to its credentials',
      resource(`source.${FLUX}`, 'GitRepository'),
      { spec: { secretRef: { name: 'git' }, verify: { secretRef: { name: 'pgp' } } } },
      ['REFERENCES /Secret/apps/git', 'REFERENCES /Secret/apps/pgp'],
    ],
    [
      'an Argo CD Application to what it applied to its own cluster',
      resource('argoproj.io', 'Application'),
      { spec: { destination: { server: 'https://kubernetes.default.svc' } }, status: { resources: APPLIED } },
      ['APPLIES apps/Deployment/web/web', 'APPLIES /Namespace//web'],
    ],
    [
      'an Argo CD Application to nothing where it applies to another cluster',
      resource('argoproj.io', 'Application'),
      { spec: { destination: { name: 'edge-1' } }, status: { resources: APPLIED } },
      [],
    ],
    ['a claim without a volume to nothing', resource('', 'PersistentVolumeClaim'), { spec: {} }, []],
  ])('lead from %s', (_what, kind, object, relations) => {
    const isClusterScoped = ({ group, kind }: { group: string; kind: string }) => group === '' && kind === 'Node';
    expect(related(kind, object, { isClusterScoped })).toEqual({ relations, leftOut: 0 });
  });

  it.each<[string, Resource, object]>([
    ['labels of half a manager', POD, { metadata: { labels: { [`kustomize.${FLUX}/name`]: 'apps' } } }],
    ['labels that are no names', POD, { metadata: { labels: applied('kustomize', '../x', 'a/b') } }],
    ['owners that are no list', POD, { metadata: { ownerReferences: { name: 'x' } } }],
    ['dependencies that are null', KUSTOMIZATION, { spec: { dependsOn: [null] } }],
    ['an inventory that is no list', HELM_RELEASE, { status: { inventory: { entries: 'apps_web__Service' } } }],
    [
      'an Ingress of nothing',
      resource('networking.k8s.io', 'Ingress'),
      { spec: { rules: [null, { http: { paths: 'x' } }] } },
    ],
  ])('are none of %s', (_what, kind, object) => expect(related(kind, object)).toEqual({ relations: [], leftOut: 0 }));

  it.each([
    ['..', '..'],
    ['a path', 'a/../../b'],
    ['a percent', '%2e%2e'],
    ['nothing', ''],
    ['too long', 'n'.repeat(254)],
    ['half a character', '\ud800'],
  ])('to an owner that is called like %s lead to an object of that very name, or nowhere', (_what, name) => {
    const { relations, leftOut } = related(POD, {
      metadata: { ownerReferences: [owner('apps/v1', 'ReplicaSet', name)] },
    });
    for (const relation of relations)
      expect(decodeObjectKey(relation.slice('OWNS '.length))).toEqual({
        group: 'apps',
        kind: 'ReplicaSet',
        namespace: 'apps',
        name,
      });
    expect(relations.length + leftOut).toBe(1);
  });

  it.each([
    '',
    '_',
    '___',
    'apps_web_Service',
    'apps_web__',
    '_a_b',
    'apps_../x__Service',
    `${'n'.repeat(254)}_web__Service`,
    'a/b_web__Service',
  ])('of an inventory lead nowhere by an id like %j', id =>
    expect(related(HELM_RELEASE, { status: { inventory: { entries: [{ id }] } } })).toEqual({
      relations: [],
      leftOut: 1,
    }),
  );

  it.each<[string, Resource, (many: number) => object]>([
    [
      'entries of an inventory',
      HELM_RELEASE,
      many => ({
        status: {
          inventory: { entries: Array.from({ length: many }, (_, i) => ({ id: `ns-${i}_web__Service`, v: 'v1' })) },
        },
      }),
    ],
    [
      'owners',
      POD,
      many => ({
        metadata: {
          ownerReferences: Array.from({ length: many }, (_, i) => owner('apps/v1', 'ReplicaSet', `rs-${i}`)),
        },
      }),
    ],
    [
      'dependencies',
      KUSTOMIZATION,
      many => ({
        spec: { dependsOn: Array.from({ length: many }, (_, i) => ({ name: `k-${i}`, namespace: `ns-${i}` })) },
      }),
    ],
    [
      'backends',
      resource('gateway.networking.k8s.io', 'HTTPRoute'),
      many => ({ spec: { rules: Array.from({ length: many }, (_, i) => ({ backendRefs: [{ name: `s-${i}` }] })) } }),
    ],
    [
      'volumes',
      POD,
      many => ({
        spec: { volumes: Array.from({ length: many }, (_, i) => ({ name: `${i}`, configMap: { name: `c-${i}` } })) },
      }),
    ],
    [
      'resources of an Application',
      resource('argoproj.io', 'Application'),
      many => ({
        spec: { destination: { name: 'in-cluster' } },
        status: {
          resources: Array.from({ length: many }, (_, i) => ({ kind: 'Service', namespace: 'a', name: `s-${i}` })),
        },
      }),
    ],
  ])('are bounded, however many %s there are', (_what, kind, objectOf) => {
    let reads = 0;
    const object = counting(objectOf(100_000), () => reads++);
    const { relations, leftOut } = related(kind, object);
    expect(reads).toBeLessThan(10_000);
    expect(relations).toHaveLength(256);
    expect(leftOut).toBeGreaterThan(0);
  });

  it('are read of anything without an exception, and lead to keys', () => {
    const kinds = KINDS.filter(({ relations }) => relations).map(({ group, kind }) => resource(group, kind));
    fc.assert(
      fc.property(fc.constantFrom(POD, ...kinds), fc.jsonValue(), fc.jsonValue(), (kind, spec, metadata) => {
        const { relations } = related(kind, { spec, metadata: { labels: metadata, ownerReferences: metadata } });
        for (const relation of relations)
          expect(() => decodeObjectKey(relation.slice(relation.indexOf(' ') + 1))).not.toThrow();
      }),
    );
  });
});
