/** Fleets for the measurements of the Explorer, and paths of its pages on these fleets. */
import { demoIdentities } from '../../demo/identities.ts';
import { Child } from '../child.ts';
import { identityOf } from '../data-set.ts';
import { GraphClient } from '../graph.ts';
import { untilIndexed } from '../indexed.ts';
import type { LeavesAnswer, LeavesRequest } from '../processes/leaves.ts';
import { Product } from '../product.ts';

const CLUSTERS = 30;

/**
 * The product on simulated clusters with about 15 000 rows, packages, a mesh with its telemetry, and placed workloads.
 * Nothing changes on the clusters.
 */
export async function smallWorld(signal: AbortSignal): Promise<AsyncDisposable & { readonly url: string }> {
  await using starting = new AsyncDisposableStack();
  const process = starting.use(new Child<LeavesRequest, LeavesAnswer>('./processes/leaves.ts'));
  const fleet = { clusters: CLUSTERS, objects: 15_000, scenes: true, faults: false };
  const { leaves, kubeconfig, prometheusUrl } = await process.ask({ type: 'start', fleet }, signal);
  const [hub] = leaves;
  const product = starting.use(
    await Product.start({
      ...{ signal, kubeconfig, clusters: leaves, tokens: demoIdentities },
      config: {
        mutations: { enabled: true },
        administrators: { cluster: hub!.name },
        packages: { hubs: [hub!.name] },
        prometheus: [{ name: 'demo', url: prometheusUrl }],
        mesh: { prometheus: 'demo', clusters: 'mesh=acme' },
        placement: { hubs: [{ cluster: hub!.name, engine: 'ocm' }] },
      },
    }),
  );
  await untilIndexed(product, { token: identityOf('platform-admin').token, clusters: CLUSTERS, signal });
  const open = starting.move();
  return { url: product.url, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** Paths of pages that every fleet has, by page name. */
export async function pagesOf(url: string, token: string, signal: AbortSignal): Promise<Record<string, string>> {
  await using client = new GraphClient(url, { token, connections: 1, signal });
  const { deployments, pods, clusters } = await client.data({
    query: `{
      deployments: objects(filter: { kinds: ["Deployment"] }, orderBy: [{ field: NAME }], first: 1) { nodes { id } }
      pods: objects(filter: { kinds: ["Pod"] }, orderBy: [{ field: NAME }], first: 1) { nodes { id } }
      clusters(first: 2) { nodes { name } }
    }`,
  });
  const [deployment, pod] = [deployments, pods].map(({ nodes }) => encodeURIComponent(nodes[0].id));
  const [left, right] = clusters.nodes.map(({ name }: { name: string }) => encodeURIComponent(name));
  return {
    overview: '/',
    objects: '/objects',
    'objects that failed': '/objects?q=status:failed',
    'groups by cluster': '/objects?group=cluster',
    'pivot of namespaces over clusters': '/objects?group=namespace&across=cluster',
    'a Deployment': `/object?id=${deployment}`,
    'a Pod': `/object?id=${pod}`,
    'the tree of a Deployment': `/object?id=${deployment}&show=tree`,
    'who may see a Deployment': `/object?id=${deployment}&show=access`,
    'a Deployment on all clusters': `/elsewhere?id=${deployment}`,
    clusters: '/clusters',
    'one cluster': `/cluster?name=${left}`,
    'two clusters compared': `/compare?left=${left}&right=${right}`,
    kinds: '/kinds',
    revisions: '/revisions',
    packages: '/packages',
    policies: '/policies',
    'the picture of policies': '/policies?show=picture',
    mesh: '/mesh',
    workloads: '/workloads',
    changes: '/changes',
    access: '/access',
  };
}

/** Paths of pages of packages, and of pages that read objects from their clusters. */
export async function livePagesOf(url: string, token: string, signal: AbortSignal): Promise<Record<string, string>> {
  await using client = new GraphClient(url, { token, connections: 1, signal });
  const { deployments, packages } = await client.data({
    query: `{
      deployments: objects(filter: { kinds: ["Deployment"], names: ["payments-api"] }, orderBy: [{ field: CLUSTER }], first: 2) {
        nodes { id }
      }
      packages(first: 1) { nodes { id } }
    }`,
  });
  const [left, right] = deployments.nodes.map(({ id }: { id: string }) => encodeURIComponent(id));
  return {
    'the YAML of a Deployment': `/object?id=${left}&show=yaml`,
    'the logs of a Deployment': `/object?id=${left}&show=logs`,
    'two Deployments compared': `/diff?left=${left}&right=${right}`,
    'one package': `/package?id=${encodeURIComponent(packages.nodes[0].id)}`,
  };
}
