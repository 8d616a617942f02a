/**
 * A hub with an engine and its members, small enough to run step by step. Objects have resourceVersions, the engine
 * runs one pass at a time, and copies become healthy when the test says so. Rows pass through the real store, read
 * model and access (placement-fleet.ts).
 *
 * The engines imitate the behaviour of the real engines that matters for a move. Open Cluster Management removes copies
 * in the pass in which a member leaves the decision. Karmada keeps copies with an eviction task until
 * `suppressDeletion` is false.
 */
import type { KubernetesObject, ListPage, RequestOptions, ServedResource } from '../../kubernetes/client.ts';
import { resourcePath } from '../../kubernetes/client.ts';
import type { Resource } from '../../rbac/types.ts';
import { wantsMetadataOnly } from '../../sim/watch.ts';
import { ScriptedClient } from '../kubernetes/scripted-client.ts';
import * as made from '../subgraphs/placement/objects.ts';
import { HEALTHY, PlacementFleet, RESOURCES, type Json } from '../subgraphs/placement/placement-fleet.ts';
import type { PlacementSettings } from '../../subgraphs/parts.ts';

const LEASE: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
};
const SLICE: Resource = {
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
};
const SERVED: readonly ServedResource[] = [...RESOURCES, LEASE, SLICE].map(it => ({
  ...it,
  verbs: ['get', 'list', 'watch', 'patch'],
}));

const groupOf = ({ apiVersion }: Json) => (apiVersion.includes('/') ? apiVersion.split('/')[0] : '');

function pathOf(object: Json): string {
  const resource = SERVED.find(({ group, kind }) => kind === object['kind'] && group === groupOf(object))!;
  return resourcePath(resource, object['metadata'].namespace, object['metadata'].name);
}

function merged(value: any, change: any): any {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const result: Json = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete result[key];
    else result[key] = merged(result[key], part);
  }
  return result;
}

/** Objects of one cluster, in the form in which an API server stores them. */
export class FakeCluster extends ScriptedClient {
  readonly objects = new Map<string, Json>();
  readonly changed = new Set<string>();
  readonly gone = new Map<string, Json>();
  /** Accepted patches without dry runs, oldest first. */
  readonly written: { readonly verb: string; readonly object: Json; readonly body: Json }[] = [];
  isReachable = true;
  /** True for patches that the cluster refuses. */
  refuses: (object: Json, body: Json) => boolean = () => false;
  #version = 0;

  get(path: string): any {
    return this.objects.get(path);
  }

  all(kind: string): any[] {
    return [...this.objects.values()].filter(object => object['kind'] === kind);
  }

  put(object: Json): any {
    const path = pathOf(object);
    const before = this.objects.get(path);
    const isSameSpec = JSON.stringify(before?.['spec']) === JSON.stringify(object['spec']);
    const generation = before ? before['metadata'].generation + (isSameSpec ? 0 : 1) : 1;
    const metadata = { ...object['metadata'], generation, uid: path };
    if (
      before &&
      JSON.stringify({ ...object, metadata: { ...metadata, resourceVersion: before['metadata'].resourceVersion } }) ===
        JSON.stringify(before)
    )
      return before;
    const next = { ...object, metadata: { ...metadata, resourceVersion: String(++this.#version) } };
    this.objects.set(path, next);
    this.changed.add(path);
    this.gone.delete(path);
    return next;
  }

  remove(object: Json): void {
    const path = pathOf(object);
    if (!this.objects.delete(path)) return;
    this.changed.delete(path);
    this.gone.set(path, object);
  }

  async request<T>(path: string, { method = 'GET', body, accept, query }: RequestOptions): Promise<T> {
    if (!this.isReachable) throw this.error('UNREACHABLE');
    if (method === 'POST') {
      const object = this.put({ ...(body as Json) });
      return structuredClone(object) as T;
    }
    const object = this.objects.get(path);
    if (!object) throw this.error('NOT_FOUND', path, { status: 404 });
    if (method === 'GET')
      return (
        wantsMetadataOnly(accept, 'PartialObjectMetadata') ? { metadata: object['metadata'] } : structuredClone(object)
      ) as T;
    const change = body as Json;
    if (this.refuses(object, change)) throw this.error('FORBIDDEN', 'no', { status: 403 });
    const version = change['metadata']?.resourceVersion;
    if (version !== undefined && version !== object['metadata'].resourceVersion)
      throw this.error('CONFLICT', 'changed', { status: 409 });
    if (query?.['dryRun'] === 'All') return merged(structuredClone(object), change) as T;
    this.written.push({ verb: 'patch', object, body: structuredClone(change) });
    const { resourceVersion: _version, ...metadata } = change['metadata'] ?? {};
    return structuredClone(this.put(merged(object, { ...change, metadata }))) as T;
  }

  async list(resource: Resource): Promise<ListPage> {
    if (!this.isReachable) throw this.error('UNREACHABLE');
    const items = [...this.objects.values()].filter(
      ({ kind }) => kind === resource.kind,
    ) as unknown as KubernetesObject[];
    return { items, resourceVersion: '1', continue: '', remainingItemCount: undefined };
  }

  async discover(): Promise<readonly ServedResource[]> {
    return SERVED;
  }

  override async close(): Promise<void> {
    // there is no connection to close
  }
}

export interface WorldOptions {
  readonly engine: 'ocm' | 'karmada';
  readonly members: readonly string[];
}

const HUB = 'hub';
const PIN = /^managedCluster\.metadata\.name in (\[.*\])$/;

export class World implements AsyncDisposable {
  readonly engine: 'ocm' | 'karmada';
  readonly hub = new FakeCluster(HUB);
  readonly members: ReadonlyMap<string, FakeCluster>;
  readonly fleet: PlacementFleet;
  readonly settings: PlacementSettings;
  /** Members whose copies never become healthy. */
  readonly sick = new Set<string>();

  private constructor({ engine, members }: WorldOptions, settings: PlacementSettings, fleet: PlacementFleet) {
    this.engine = engine;
    this.members = new Map(members.map(name => [name, new FakeCluster(name)]));
    this.settings = settings;
    this.fleet = fleet;
  }

  static async open(options: WorldOptions): Promise<World> {
    const settings = { hubs: [{ cluster: HUB, engine: options.engine, members: {} }], mover: { overdue: 600_000 } };
    const fleet = await PlacementFleet.open({ [HUB]: {} }, settings);
    const world = new World(options, settings, fleet);
    for (const name of options.members) {
      if (options.engine === 'ocm')
        world.hub.put(
          made.managedCluster(name, { labels: { 'cluster.open-cluster-management.io/clusterset': 'all' } }),
        );
      else world.hub.put(made.karmadaCluster(name, {}));
      await fleet.write(name, {});
    }
    if (options.engine === 'ocm') {
      world.hub.put(made.clusterSet('all'));
      world.hub.put(made.setBinding('shop', 'all'));
    }
    return world;
  }

  get policyPath(): string {
    return this.engine === 'ocm'
      ? '/apis/cluster.open-cluster-management.io/v1/namespaces/shop/placements/where'
      : '/apis/policy.karmada.io/v1/namespaces/shop/propagationpolicies/where';
  }

  get policy(): any {
    return this.hub.get(this.policyPath);
  }

  get state(): any {
    const value = this.policy?.metadata.annotations?.['placement.fleetgraph.dev/move'];
    try {
      return JSON.parse(value) ?? undefined;
    } catch {
      return undefined; // absent, or written by a user
    }
  }

  /**
   * Starts one workload on these members. For Karmada, the workload requires two other Deployments: `config` and
   * `shared`.
   */
  async start(members: readonly string[], { numberOfClusters }: { numberOfClusters?: number } = {}): Promise<void> {
    if (this.engine === 'ocm') {
      this.hub.put(made.placement('shop/where', numberOfClusters === undefined ? {} : { numberOfClusters }));
      this.hub.put(made.workSet('shop/web', ['where'], [made.manifest('apps/v1', 'Deployment', 'shop/web')]));
      this.hub.put(made.decision('shop/where-1', 'where', members));
    } else {
      this.hub.put(made.policy('shop/where', { clusterAffinity: { clusterNames: members } }));
      this.hub.put(
        made.binding('shop/web', {
          policy: 'shop/where',
          id: 'web',
          replicas: 2,
          clusters: members.map(name => ({ name, replicas: 2 })),
        }),
      );
      this.hub.put(
        made.binding('shop/config', {
          ...{
            policy: null,
            id: 'config',
            template: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'config' },
          },
          requiredBy: [{ namespace: 'shop', name: 'web', clusters: members.map(name => ({ name })) }],
        }),
      );
      // `shared` also has a policy of its own, which places it on all members.
      const everywhere = [...this.members.keys()].map(name => ({ name }));
      const requiredBy = [{ namespace: 'shop', name: 'web', clusters: members.map(name => ({ name })) }];
      this.hub.put(made.policy('shop/others', { clusterAffinity: { clusterNames: [...this.members.keys()] } }));
      this.hub.put(
        made.binding('shop/shared', {
          ...{ policy: 'shop/others', id: 'shared', clusters: everywhere, requiredBy },
          template: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'shared' },
        }),
      );
    }
    this.pass({ keeps: true });
    this.heal();
    await this.sync();
  }

  annotate(path: string, annotations: Json): void {
    const object = this.hub.get(path)!;
    this.hub.put(merged(object, { metadata: { annotations } }));
  }

  ask(clusters: string | null): void {
    this.annotate(this.policyPath, { 'placement.fleetgraph.dev/clusters': clusters });
  }

  /** Object on the hub that represents a member. */
  member(name: string): any {
    return this.hub.all(this.engine === 'ocm' ? 'ManagedCluster' : 'Cluster').find(it => it.metadata.name === name);
  }

  drain(name: string, on = true): void {
    this.hub.put(
      merged(this.member(name), {
        metadata: { annotations: { 'placement.fleetgraph.dev/drain': on ? 'true' : null } },
      }),
    );
  }

  bound(name: string, value: string | null): void {
    this.hub.put(merged(this.member(name), { metadata: { annotations: { 'placement.fleetgraph.dev/bound': value } } }));
  }

  /** Simulates another user's edit of the field that the mover has set. */
  edit(): void {
    const spec =
      this.engine === 'ocm'
        ? { predicates: [] }
        : { placement: { clusterAffinity: { clusterNames: ['a', 'b', 'c'] } } };
    this.hub.put({ ...this.policy, spec: { ...this.policy.spec, ...spec } });
  }

  /** Binding of an object that the policy's workload requires and that another policy places. */
  get shared(): any {
    return this.hub.get(SHARED);
  }

  /** Binding of an object that only the policy's workload requires. */
  get config(): any {
    return this.hub.get(CONFIG);
  }

  /** Simulates a user who writes the state of a move by hand. */
  forge(value: string): void {
    this.annotate(this.policyPath, { 'placement.fleetgraph.dev/move': value });
  }

  /** Members that the engine has assigned, in alphabetical order. */
  get assigned(): readonly string[] {
    if (this.engine === 'ocm') {
      const [decision] = this.hub.all('PlacementDecision');
      return (decision?.status.decisions ?? []).map((it: Json) => it['clusterName']).sort();
    }
    return (this.hub.get(BINDING)?.spec.clusters ?? []).map((it: Json) => it['name']).sort();
  }

  /** Number of available replicas of the Deployment, over all members. */
  get available(): number {
    let sum = 0;
    for (const cluster of this.members.values()) sum += cluster.get(WEB)?.status.availableReplicas ?? 0;
    return sum;
  }

  copy(member: string): any {
    return this.members.get(member)!.get(WEB);
  }

  /** Makes copies healthy, except on sick or unreachable members. */
  heal(): void {
    for (const [name, cluster] of this.members) {
      if (this.sick.has(name) || !cluster.isReachable) continue;
      for (const object of cluster.all('Deployment'))
        cluster.put({
          ...object,
          ...made.deployment('shop/x', 'CURRENT'),
          metadata: object.metadata,
          status: { ...made.deployment('shop/x').status, observedGeneration: object.metadata.generation },
        });
    }
  }

  /** Runs one pass of the engine and of the agents. */
  pass({ keeps = false } = {}): void {
    if (this.engine === 'ocm') this.#ocm(keeps);
    else this.#karmada(keeps);
  }

  #ocm(keeps: boolean): void {
    const { hub } = this;
    const placement = hub.get(this.policyPath);
    const decided = this.assigned;
    if (placement && !keeps) {
      const { predicates = [], numberOfClusters } = placement.spec;
      const fits = (member: any) => {
        const isNamed = (predicate: any) =>
          (predicate.requiredClusterSelector?.celSelector?.celExpressions ?? []).every((it: string) =>
            JSON.parse(PIN.exec(it)?.[1] ?? '[]').includes(member.metadata.name),
          );
        const isNew = !decided.includes(member.metadata.name);
        const isTainted = (member.spec.taints ?? []).some(
          (taint: any) => taint.effect === 'NoSelect' || (taint.effect === 'NoSelectIfNew' && isNew),
        );
        return !isTainted && (predicates.length === 0 || predicates.some(isNamed));
      };
      const fitting = hub
        .all('ManagedCluster')
        .filter(fits)
        .map(it => it.metadata.name);
      // Members of the current decision come first, so that the decision is stable.
      const ordered = [
        ...fitting.filter(name => decided.includes(name)),
        ...fitting.filter(name => !decided.includes(name)).sort(),
      ];
      hub.put(made.decision('shop/where-1', 'where', ordered.slice(0, numberOfClusters ?? ordered.length).sort()));
    }
    const manifests = [made.manifest('apps/v1', 'Deployment', 'shop/web')];
    for (const [name, cluster] of this.members) {
      const wanted = this.assigned.includes(name);
      const work = made.work(`${name}/web`, { set: 'shop.web', manifests });
      const there = hub.all('ManifestWork').find(it => it.metadata.namespace === name);
      if (wanted && !there) hub.put({ ...work, status: {} });
      if (!wanted && there) {
        if (!cluster.isReachable) continue;
        hub.remove(there);
        cluster.remove(made.deployment('shop/web'));
      }
      if (!wanted || !cluster.isReachable) continue;
      if (!cluster.get(WEB)) cluster.put(made.deployment('shop/web', 'IN_PROGRESS', made.ownedBy('web')));
      const applied = hub.all('ManifestWork').find(it => it.metadata.namespace === name)!;
      hub.put({ ...applied, status: work['status'] });
    }
  }

  #karmada(keeps: boolean): void {
    const { hub } = this;
    const binding = hub.get(BINDING);
    const policy = hub.get(this.policyPath);
    if (!binding) return;
    if (policy && !keeps) {
      const names = policy.spec.placement.clusterAffinity?.clusterNames;
      const assigned = this.assigned;
      const tasks = (binding.spec.gracefulEvictionTasks ?? []).map((task: any) => task.fromCluster);
      const fitting = hub.all('Cluster').filter(({ metadata: { name }, spec }) => {
        const isTainted = !assigned.includes(name) && (spec.taints ?? []).length > 0;
        return (!names || names.includes(name)) && !tasks.includes(name) && !isTainted;
      });
      const clusters = fitting.map(it => ({ name: it.metadata.name, replicas: 2 }));
      const next = hub.put({ ...binding, spec: { ...binding.spec, clusters } });
      hub.put({ ...next, status: { ...next.status, schedulerObservedGeneration: next.metadata.generation } });
    }
    for (const path of [CONFIG, SHARED]) {
      const required = hub.get(path)!;
      const others = required.spec.requiredBy.filter((it: any) => it.name !== 'web');
      const requiredBy = [
        ...others,
        { namespace: 'shop', name: 'web', clusters: this.assigned.map(name => ({ name })) },
      ];
      hub.put({ ...required, spec: { ...required.spec, requiredBy } });
    }
    for (const [path, id, name] of [
      [BINDING, 'web', 'shop/web'],
      [CONFIG, 'config', 'shop/config'],
      [SHARED, 'shared', 'shop/shared'],
    ] as const) {
      const before = hub.get(path)!;
      // Requested removals in reachable members are completed, and their tasks are deleted.
      const tasks = (before.spec.gracefulEvictionTasks ?? []).filter(
        (task: any) => task.suppressDeletion !== false || !this.members.get(task.fromCluster)!.isReachable,
      );
      const now = hub.put({ ...before, spec: { ...before.spec, gracefulEvictionTasks: tasks } });
      const there = [
        ...now.spec.clusters.map((it: any) => it.name),
        ...(now.spec.requiredBy ?? []).flatMap((it: any) => it.clusters.map((cluster: any) => cluster.name)),
        ...tasks.map((task: any) => task.fromCluster),
      ];
      for (const [member, cluster] of this.members) {
        if (!cluster.isReachable) continue;
        const copy = made.deployment(name, 'IN_PROGRESS', made.marked(id));
        if (there.includes(member) && !cluster.get(pathOf(copy))) cluster.put(copy);
        if (!there.includes(member) && cluster.get(pathOf(copy))?.metadata.labels) cluster.remove(copy);
      }
      const reported = there.map((clusterName: string) => ({ clusterName, applied: true, health: 'Healthy' }));
      hub.put({
        ...now,
        status: { ...now.status, schedulerObservedGeneration: now.metadata.generation, aggregatedStatus: reported },
      });
    }
  }

  /** Writes all changed objects to the index. */
  async sync(): Promise<void> {
    for (const [name, cluster] of [[HUB, this.hub] as const, ...this.members]) {
      if (!cluster.isReachable) {
        await this.fleet.write(name, { state: { ...HEALTHY, phase: 'unreachable', reason: 'UNREACHABLE' } as never });
        continue;
      }
      const known = new Set(RESOURCES.map(({ kind }) => kind));
      const objects = [...cluster.changed]
        .map(path => cluster.get(path))
        .filter(object => object && known.has(object.kind));
      const gone = [...cluster.gone.values()];
      // The changes are forgotten before the write, so that changes during the write are part of the next write.
      cluster.changed.clear();
      cluster.gone.clear();
      await this.fleet.write(name, { objects }, gone);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fleet[Symbol.asyncDispose]();
  }
}

const WEB = '/apis/apps/v1/namespaces/shop/deployments/web';
const BINDING = '/apis/work.karmada.io/v1/namespaces/shop/resourcebindings/web';
const SHARED = '/apis/work.karmada.io/v1/namespaces/shop/resourcebindings/shared';
const CONFIG = '/apis/work.karmada.io/v1/namespaces/shop/resourcebindings/config';
