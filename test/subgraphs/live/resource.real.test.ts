/**
 * Objects from a real API server in the GraphQL types of their kinds, and the queries of docs/schema.md on these types.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isObjectType, Kind, parse, print, visit, type GraphQLObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { graphOver } from './graph.ts';

const ADMIN = { user: 'admin', groups: ['system:masters'], uid: '', extra: {} };
const labels = { app: 'web' };
const container = {
  name: 'web',
  image: 'web:1',
  resources: { requests: { cpu: '100m' }, limits: { cpu: '500m', memory: '1Gi' } },
  ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
  readinessProbe: { httpGet: { path: '/', port: 'http' } },
  env: [{ name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
  volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
};
const template = {
  metadata: { labels },
  spec: {
    containers: [container],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }],
    tolerations: [{ key: 'a', operator: 'Exists', tolerationSeconds: 30, effect: 'NoExecute' }],
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'zone', labelSelector: { matchLabels: labels } },
        ],
      },
    },
  },
};
const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const jobTemplate = {
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'job', image: 'job:1' }] } } },
};

/** Objects by GraphQL type. Namespaced objects are in `default`. */
const OBJECTS: Readonly<Record<string, { apiVersion: string; kind: string; [field: string]: unknown }>> = {
  AppsDeployment: {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
      template,
    },
  },
  AppsStatefulSet: {
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet' },
    spec: { serviceName: 'web', selector: { matchLabels: labels }, template, volumeClaimTemplates: [claim] },
  },
  BatchCronJob: { apiVersion: 'batch/v1', kind: 'CronJob', spec: { schedule: '0 * * * *', jobTemplate } },
  CoreService: {
    apiVersion: 'v1',
    kind: 'Service',
    spec: { selector: labels, ports: [{ port: 80, targetPort: 'http' }] },
  },
  CoreConfigMap: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    data: { 'a.b': 'c' },
    binaryData: { d: 'AAEC' },
    immutable: true,
  },
  NetworkingNetworkPolicy: {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
    spec: {
      podSelector: { matchLabels: labels },
      ingress: [{ ports: [{ port: 8080 }], from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
    },
  },
  AutoscalingHorizontalPodAutoscaler: {
    ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
    spec: {
      ...{ scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  },
  PolicyPodDisruptionBudget: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { minAvailable: '50%' } },
  CorePersistentVolumeClaim: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: claim.spec },
  KustomizeKustomization: {
    ...{ apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' },
    spec: { interval: '10m0s', path: './deploy', prune: true, sourceRef: { kind: 'GitRepository', name: 'apps' } },
    status: {
      lastAppliedRevision: 'main@sha1:1',
      inventory: { entries: [{ id: 'default_web_apps_Deployment', v: 'v1' }] },
    },
  },
};

let server: ApiServer;
let client: KubernetesClient;
beforeAll(async () => {
  server = await startApiServer();
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(server.name), { log: silentLogger });
  await server.installCrds(['kustomizations.kustomize.toolkit.fluxcd.io']);
  await server.apply(
    Object.values(OBJECTS).map(object => ({ ...object, metadata: { name: 'web', namespace: 'default' } })),
  );
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'web', namespace: 'default' },
    stringData: { password: 'hunter2' },
  };
  await server.apply([secret]);
}, 600_000);
afterAll(async () => {
  await client?.close();
  await server?.remove();
});

const idOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }) =>
  `${client.cluster}/${apiVersion.includes('/') ? apiVersion.split('/')[0] : ''}/${kind}/default/web`;

async function live(id: string, selection: string): Promise<any> {
  const { lives, errors } = await graphOver([client], { withKinds: true }).ask([id], selection, { as: ADMIN });
  expect(errors).toEqual([]);
  // Converts the object to plain JSON, which is what clients receive.
  return JSON.parse(JSON.stringify(lives[0]));
}

describe('the type of a kind', () => {
  const { schema } = graphOver([], { withKinds: true }).subgraph;

  it.each(Object.keys(OBJECTS))('%s shows all that the API server sends', async type => {
    const selection = selectionOf(schema.getType(type) as GraphQLObjectType);
    const { manifest, resource } = await live(
      idOf(OBJECTS[type]!),
      `manifest resource { ... on ${type} ${selection} }`,
    );
    const { metadata: _, ...sent } = manifest;
    const { metadata: __, ...shown } = resource;
    expect(withoutNothing(shown)).toEqual(withoutNothing(sent));
  });

  it('CoreSecret shows keys and sizes', async () => {
    const { resource } = await live(
      `${client.cluster}//Secret/default/web`,
      'resource { ... on CoreSecret { type data { name size } } }',
    );
    expect(resource).toEqual({ type: 'Opaque', data: [{ name: 'password', size: 7 }] });
  });
});

describe('a query of docs/schema.md', () => {
  it('Containers: images and resources', async () => {
    const { resource } = await live(idOf(OBJECTS['AppsDeployment']!), liveSelection('Containers'));
    expect(resource).toEqual({
      apiVersion: 'apps/v1',
      spec: {
        replicas: 2,
        template: { spec: { containers: [{ name: 'web', image: 'web:1', resources: container.resources }] } },
      },
      status: { readyReplicas: null },
    });
  });

  it('Sources: where Kustomizations come from', async () => {
    const { resource } = await live(idOf(OBJECTS['KustomizeKustomization']!), liveSelection('Sources'));
    expect(resource).toEqual({
      spec: {
        interval: '10m0s',
        path: './deploy',
        sourceRef: { kind: 'GitRepository', name: 'apps', namespace: null },
      },
      status: { lastAppliedRevision: 'main@sha1:1' },
    });
  });
});

/** The selection on `live` of an operation in docs/schema.md. */
function liveSelection(operation: string): string {
  const page = readFileSync(new URL('../../../docs/schema.md', import.meta.url), 'utf8');
  const document = parse(new RegExp(`query ${operation} [^\`]+`).exec(page)![0]);
  let found = '';
  visit(document, {
    [Kind.FIELD]: ({ name, selectionSet }) => void (name.value === 'live' && (found = print(selectionSet!))),
  });
  return found.replace(/^\{|\}$/g, '');
}

/** A selection of all fields, at any depth. */
function selectionOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map(({ name, type }) => {
    const of = getNamedType(type);
    return isObjectType(of) ? `${name} ${selectionOf(of)}` : name;
  });
  return `{ ${fields.join(' ')} }`;
}

/** The value without members that are null, empty objects or empty lists. Times have the graph's form. */
function withoutNothing(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map(withoutNothing);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, withoutNothing(entry)] as const);
  const kept = entries.filter(
    ([, entry]) => entry !== null && !(typeof entry === 'object' && Object.keys(entry).length === 0),
  );
  return Object.fromEntries(kept);
}
