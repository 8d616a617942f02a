/**
 * CPU and memory of Pods, Nodes, workloads and namespaces: the sums, the read requests, and the messages about missing
 * values.
 */
import { describe, expect, it } from '@jest/globals';
import type { KubernetesObject, ListOptions, ListPage } from '../../../kubernetes/client.ts';
import type { Resource } from '../../../rbac/types.ts';
import { longestStep } from '../../processor-time.ts';
import { graphOver } from './graph.ts';
import { SERVED, ScriptedLeaf, served } from './scripted-leaf.ts';

const USAGE = `usage {
  state message measuredAt pods podsMeasured containers { name cpu { used requested limit } }
  cpu { used requested limit allocatable } memory { used requested limit allocatable }
}`;
const AT = '2026-01-31T12:00:00Z';
const MIB = 2 ** 20;

interface PodOptions {
  readonly app?: string;
  readonly phase?: string;
  readonly limits?: Readonly<Record<string, string>>;
}

class MeasuredLeaf extends ScriptedLeaf {
  constructor() {
    super('leaf');
    const metrics = (plural: string, kind: string, namespaced: boolean) => ({
      ...served('metrics.k8s.io', plural, kind, namespaced),
      verbs: ['get', 'list'],
    });
    this.resources = [
      ...SERVED,
      served('', 'namespaces', 'Namespace', false),
      metrics('pods', 'PodMetrics', true),
      metrics('nodes', 'NodeMetrics', false),
    ];
  }

  pod(name: string, { app = 'web', phase = 'Running', limits = { memory: '200Mi' } }: PodOptions = {}): this {
    return this.put('pods', {
      metadata: { name, namespace: 'team-a', labels: { app } },
      spec: {
        nodeName: 'n1',
        containers: [{ name: 'main', resources: { requests: { cpu: '100m', memory: '100Mi' }, limits } }],
      },
      status: { phase },
    });
  }

  measure(
    name: string,
    cpu: unknown = '50m',
    memory: unknown = '64Mi',
    timestamp: unknown = AT,
    labels: Readonly<Record<string, string>> = { app: 'web' },
  ): this {
    return this.#put(`namespaces/team-a/pods/${name}`, {
      metadata: { name, namespace: 'team-a', labels },
      timestamp,
      containers: [{ name: 'main', usage: { cpu, memory } }],
    });
  }

  measureNode(name: string): this {
    return this.#put(`nodes/${name}`, { metadata: { name }, timestamp: AT, usage: { cpu: '1500m', memory: '4Gi' } });
  }

  deployment(name: string, app = 'web'): this {
    return this.put('deployments', {
      metadata: { name, namespace: 'team-a' },
      spec: { selector: { matchLabels: { app } } },
    });
  }

  /** Lists by default only in namespace team-a, which holds all Pods. A selector must be `app in (…)`. */
  override list(resource: Resource, options: ListOptions): Promise<ListPage> {
    const { labelSelector, onObjects } = options;
    const isSelected = ({ metadata }: KubernetesObject) =>
      labelSelector === undefined || labelSelector === `app in (${metadata.labels?.['app']})`;
    return super.list(resource, {
      namespace: 'team-a',
      ...options,
      ...(onObjects && { onObjects: objects => onObjects(objects.filter(isSelected)) }),
    });
  }

  #put(path: string, object: any): this {
    this.objects.set(`/apis/metrics.k8s.io/v1/${path}`, object);
    return this;
  }

  /** All requests, as `verb path` with short paths. */
  get reads(): string[] {
    return this.requested.map(
      ({ verb, path }) => `${verb} ${path.replace('/apis/metrics.k8s.io/v1', 'metrics').replace('/api/v1', '')}`,
    );
  }
}

const usageOf = async (leaf: ScriptedLeaf, id: string, usage = USAGE) =>
  (await graphOver([leaf]).ask([id], usage)).lives[0].usage;

describe('the usage', () => {
  it('of a Pod is by container, against requests and limits, with two reads', async () => {
    const leaf = new MeasuredLeaf().pod('web').measure('web');
    expect(await usageOf(leaf, 'leaf//Pod/team-a/web')).toEqual({
      ...{ state: 'OK', message: null, measuredAt: new Date(AT), pods: null, podsMeasured: null },
      cpu: { used: 0.05, requested: 0.1, limit: null, allocatable: null },
      memory: { used: 64 * MIB, requested: 100 * MIB, limit: 200 * MIB, allocatable: null },
      containers: [{ name: 'main', cpu: { used: 0.05, requested: 0.1, limit: null } }],
    });
    expect(leaf.reads).toEqual(['get /namespaces/team-a/pods/web', 'get metrics/namespaces/team-a/pods/web']);
  });

  it('of a workload is the sum of its Pods that have not ended, and names those that are not measured', async () => {
    const leaf = new MeasuredLeaf()
      .deployment('web')
      .pod('web-1')
      .pod('web-2')
      .pod('web-3')
      .pod('web-0', { phase: 'Failed' });
    leaf.measure('web-1').measure('web-2', '150m', '32Mi', '2026-01-31T11:59:00Z').measure('web-0');
    expect(await usageOf(leaf, 'leaf/apps/Deployment/team-a/web')).toEqual({
      ...{ state: 'OK', message: '1 of 3 Pods are not measured.', pods: 3, podsMeasured: 2, containers: null },
      measuredAt: new Date('2026-01-31T11:59:00Z'),
      cpu: { used: 0.2, requested: expect.closeTo(0.3), limit: null, allocatable: null },
      memory: { used: 96 * MIB, requested: 300 * MIB, limit: 600 * MIB, allocatable: null },
    });
    const selectors = leaf.requested
      .slice(1)
      .map(({ options }) => (options as { labelSelector?: string }).labelSelector);
    expect(selectors).toEqual(['app in (web)', 'app in (web)']);
  });

  it('of a Namespace is the sum of its Pods', async () => {
    const leaf = new MeasuredLeaf()
      .put('namespaces', { metadata: { name: 'team-a' } })
      .pod('a')
      .pod('b', { app: 'other', limits: {} });
    leaf.measure('a').measure('b');
    expect(await usageOf(leaf, 'leaf//Namespace//team-a')).toMatchObject({
      ...{ state: 'OK', pods: 2, podsMeasured: 2, cpu: { used: 0.1 }, memory: { requested: 200 * MIB, limit: null } },
    });
  });

  it('of a Node is against what it offers; Pods are listed only for requests', async () => {
    const leaf = new MeasuredLeaf().pod('a').measureNode('n1');
    leaf.put('nodes', { metadata: { name: 'n1' }, status: { allocatable: { cpu: '3920m', memory: '8Gi' } } });
    expect(await usageOf(leaf, 'leaf//Node//n1')).toMatchObject({
      ...{ state: 'OK', message: null, pods: 1, podsMeasured: null },
      cpu: { used: 1.5, requested: 0.1, allocatable: 3.92 },
    });
    expect(leaf.requested.map(({ options }) => (options as ListOptions).fieldSelector)).toContain('spec.nodeName=n1');
    leaf.requested.length = 0;
    expect(await usageOf(leaf, 'leaf//Node//n1', 'usage { cpu { used allocatable } }')).toEqual({
      cpu: { used: 1.5, allocatable: 3.92 },
    });
    expect(leaf.reads).toEqual(['get /nodes/n1', 'get metrics/nodes/n1']);
  });

  it('of many objects takes one list of measurements and one of Pods for each namespace', async () => {
    const leaf = new MeasuredLeaf();
    const names = Array.from({ length: 12 }, (_, i) => `app-${i}`);
    for (const name of names) leaf.deployment(name, name).pod(`${name}-1`, { app: name }).measure(`${name}-1`);
    const { lives } = await graphOver([leaf]).ask(
      names.map(name => `leaf/apps/Deployment/team-a/${name}`),
      'usage { pods cpu { used } }',
    );
    expect(lives.map(({ usage }) => usage)).toEqual(names.map(() => ({ pods: 1, cpu: { used: 0.05 } })));
    expect(leaf.reads.filter(read => read.includes('pods')).sort()).toEqual([
      'list /namespaces/team-a/pods',
      'list metrics/namespaces/team-a/pods',
    ]);
  });

  it('of many objects whose Pods may not be listed is measured for each object alone', async () => {
    const leaf = new MeasuredLeaf();
    const names = Array.from({ length: 12 }, (_, i) => `app-${i}`);
    for (const name of names) leaf.deployment(name, name).measure(`${name}-1`, '50m', '64Mi', AT, { app: name });
    leaf.refuse = ({ path, verb }) => {
      if (path.startsWith('/api/v1') && verb === 'list') throw leaf.error('FORBIDDEN');
    };
    const { lives } = await graphOver([leaf]).ask(
      names.map(name => `leaf/apps/Deployment/team-a/${name}`),
      'usage { pods cpu { used } }',
    );
    expect(lives.map(({ usage }) => usage)).toEqual(names.map(() => ({ pods: null, cpu: { used: 0.05 } })));
  });

  it('of many objects in a namespace of many Pods is summed in short steps', async () => {
    const leaf = new MeasuredLeaf();
    for (let i = 0; i < 2_000; i++) leaf.pod(`p-${i}`, { app: `app-${i % 400}` });
    const ids = Array.from({ length: 400 }, (_, i) => `leaf/apps/Deployment/team-a/app-${i}`);
    for (let i = 0; i < 400; i++) leaf.deployment(`app-${i}`, `app-${i}`);
    const graph = graphOver([leaf]);
    let lives: any[] = [];
    // One step takes far less than 100 ms. Without pauses, all work would be one much longer step.
    expect(await longestStep(async () => ({ lives } = await graph.ask(ids, 'usage { pods }')))).toBeLessThan(100);
    expect(new Set(lives.map(({ usage }) => usage.pods))).toEqual(new Set([5]));
  });

  it('is null for a kind without Pods, and for a selector that selects nothing', async () => {
    const leaf = new MeasuredLeaf().put('secrets', { metadata: { name: 's', namespace: 'team-a' } });
    leaf.put('deployments', { metadata: { name: 'none', namespace: 'team-a' }, spec: { selector: {} } });
    leaf.put('deployments', {
      metadata: { name: 'bad', namespace: 'team-a' },
      spec: { selector: { matchLabels: { 'a,b': 'c' } } },
    });
    for (const id of ['leaf//Secret/team-a/s', 'leaf/apps/Deployment/team-a/none', 'leaf/apps/Deployment/team-a/bad'])
      expect(await usageOf(leaf, id)).toBeNull();
  });

  it('says that the cluster has no metrics server, and still tells requests', async () => {
    const leaf = new MeasuredLeaf().deployment('web').pod('web-1');
    leaf.resources = SERVED;
    expect(await usageOf(leaf, 'leaf/apps/Deployment/team-a/web')).toMatchObject({
      ...{ state: 'NOT_FOUND', pods: 1, podsMeasured: null, cpu: { used: null, requested: 0.1 } },
      message:
        'Cluster "leaf" measures no CPU and memory: it serves no metrics.k8s.io. Its administrator can install metrics-server.',
    });
  });

  it.each([
    ['FORBIDDEN', 'FORBIDDEN', 'Cluster "leaf" does not let you list pods.metrics.k8s.io in namespace "team-a".'],
    ['SERVER_ERROR', 'UNREACHABLE', 'The metrics server of cluster "leaf" does not answer.'],
  ] as const)('says %s of the metrics server', async (code, state, message) => {
    const leaf = new MeasuredLeaf().deployment('web').pod('web-1').measure('web-1');
    leaf.refuse = ({ path }) => {
      if (path.includes('metrics')) throw leaf.error(code);
    };
    expect(await usageOf(leaf, 'leaf/apps/Deployment/team-a/web')).toMatchObject({
      state,
      message,
      cpu: { used: null, requested: 0.1 },
    });
  });

  it('says that Pods may not be listed, and still tells what is measured', async () => {
    const leaf = new MeasuredLeaf().deployment('web').pod('web-1').measure('web-1');
    leaf.refuse = ({ path, verb }) => {
      if (path.startsWith('/api/v1') && verb === 'list') throw leaf.error('FORBIDDEN');
    };
    expect(await usageOf(leaf, 'leaf/apps/Deployment/team-a/web')).toMatchObject({
      ...{ state: 'FORBIDDEN', message: 'Cluster "leaf" does not let you list pods in namespace "team-a".' },
      ...{ pods: null, cpu: { used: 0.05, requested: null } },
    });
  });

  it('takes no measurement of another namespace, and none of an amount that no cluster has', async () => {
    const leaf = new MeasuredLeaf()
      .deployment('web')
      .pod('web-1')
      .pod('web-2')
      .pod('web-3')
      .pod('web-4')
      .measure('web-1');
    for (const [name, namespace, cpu] of [
      ['web-2', 'team-b', '2'],
      ['web-3', 'team-a', '1e308'],
      ['web-4', 'team-a', '-1'],
    ] as const) {
      leaf.measure(name, cpu);
      Object.assign(leaf.objects.get(`/apis/metrics.k8s.io/v1/namespaces/team-a/pods/${name}`)!.metadata, {
        namespace,
      });
    }
    expect(await usageOf(leaf, 'leaf/apps/Deployment/team-a/web')).toMatchObject({
      pods: 4,
      podsMeasured: 1,
      cpu: { used: 0.05 },
    });
    expect(await usageOf(leaf, 'leaf//Pod/team-a/web-2')).toMatchObject({ cpu: { used: null } });
  });

  it('takes nothing that is no quantity for a measurement', async () => {
    const leaf = new MeasuredLeaf().pod('web').measure('web', { toString: 'x' }, '64Mi');
    expect(await usageOf(leaf, 'leaf//Pod/team-a/web')).toMatchObject({
      message: 'The Pod is not measured yet.',
      cpu: { used: null },
    });
  });
});
