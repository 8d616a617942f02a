/**
 * A hub with the real controllers of an engine, real API servers as its members, and one fleetgraph for all of them.
 * Deployments become available, because their controllers are real and kubelet.ts makes their Pods ready.
 */
import { join } from 'node:path';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { Availability } from '../harness/availability.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import type { EngineProcesses } from '../harness/engines.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { Kubelet } from '../harness/kubelet.ts';
import { karmadaObjects, startKarmada } from '../harness/karmada.ts';
import { ocmObjects, startOcm } from '../harness/ocm.ts';
import { startRedis } from '../harness/redis.ts';
import { binding } from '../e2e/fixture.ts';

export const NAMESPACE = 'shop';
/** The user of queries by default, with all permissions. */
export const ROOT = 'root';
export const MOVER = 'fleetgraph-mover';
/** Timeout in milliseconds. Long, because other suites may run at the same time. */
export const WITHIN = { within: 90_000 };

const WORKLOAD_CONTROLLERS = ['deployment-controller', 'replicaset-controller'];

export interface PlacedFleetOptions {
  readonly engine: keyof typeof ENGINES;
  /** Names of members. Each member is registered as the cluster `edge-<name>`. */
  readonly members: readonly string[];
  /** Configuration of the mover. @default none, so that no mover runs */
  readonly mover?: object;
  /** True if the mover is a separate process, `mover-1`. */
  readonly isApart?: boolean;
}

/** A policy and the workloads that it places. */
export interface Wish {
  readonly policy: string;
  /** Members that the policy chooses. */
  readonly members: readonly string[];
  /**
   * If true, place() taints the members that are not in `members`, until the engine has assigned the workloads. A
   * policy of OCM then accepts every member. A policy of Karmada accepts only `members`.
   */
  readonly isOpen?: boolean;
  /** Objects of each workload by workload name. */
  readonly workloads: Readonly<Record<string, readonly KubernetesJson[]>>;
  /** Number of members to choose. @default all members */
  readonly count?: number;
}

interface Manners {
  readonly policyId: (name: string) => string;
  /** Path of a policy on the hub. */
  readonly policyPath: (name: string) => string;
  readonly memberPath: (name: string) => string;
  readonly memberId: (name: string) => string;
  readonly bindingId: (workload: string) => string;
  /** Path of the object whose deletion ends a workload. */
  readonly workloadPath: (workload: string) => string;
  readonly place: (hub: ApiServer, wish: Wish) => Promise<void>;
  /** Patch that makes a policy choose members by name. */
  readonly choose: (members: readonly string[]) => object;
  /** A taint that keeps new workloads off a member. */
  readonly taint: object;
}

/** Without this setting, the engine moves workloads to balance them when an empty member becomes eligible again. */
const STEADY = {
  mode: 'Exact',
  configurations: [{ scoreCoordinate: { type: 'BuiltIn', builtIn: 'Steady' }, weight: 1 }],
};

const ENGINES = {
  ocm: {
    policyId: name => `hub/cluster.open-cluster-management.io/Placement/${NAMESPACE}/${name}`,
    policyPath: name => `/apis/cluster.open-cluster-management.io/v1beta1/namespaces/${NAMESPACE}/placements/${name}`,
    memberPath: name => `/apis/cluster.open-cluster-management.io/v1/managedclusters/${name}`,
    memberId: name => `hub/cluster.open-cluster-management.io/ManagedCluster//${name}`,
    bindingId: workload => `hub/work.open-cluster-management.io/ManifestWorkReplicaSet/${NAMESPACE}/${workload}`,
    workloadPath: name =>
      `/apis/work.open-cluster-management.io/v1alpha1/namespaces/${NAMESPACE}/manifestworkreplicasets/${name}`,
    choose: members => ({ spec: { predicates: ocmObjects.named(members) } }),
    place: async (hub, { policy, members, isOpen = false, workloads, count = members.length }) => {
      await hub.apply([
        ocmObjects.placement(NAMESPACE, policy, {
          ...{ numberOfClusters: count, prioritizerPolicy: STEADY },
          ...(!isOpen && { predicates: ocmObjects.named(members) }),
        }),
        ...Object.entries(workloads).map(([name, objects]) => ocmObjects.workSet(NAMESPACE, name, policy, objects)),
      ]);
    },
    taint: { key: 'test', value: 'yes', effect: 'NoSelectIfNew' },
  },
  karmada: {
    policyId: name => `hub/policy.karmada.io/PropagationPolicy/${NAMESPACE}/${name}`,
    policyPath: name => `/apis/policy.karmada.io/v1alpha1/namespaces/${NAMESPACE}/propagationpolicies/${name}`,
    memberPath: name => `/apis/cluster.karmada.io/v1alpha1/clusters/${name}`,
    memberId: name => `hub/cluster.karmada.io/Cluster//${name}`,
    bindingId: workload => `hub/work.karmada.io/ResourceBinding/${NAMESPACE}/${workload}-deployment`,
    workloadPath: name => `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/${name}`,
    choose: clusterNames => ({ spec: { placement: { clusterAffinity: { clusterNames } } } }),
    place: async (hub, { policy, members, workloads, count }) => {
      const objects = Object.values(workloads).flat();
      const selectors = objects.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, name: metadata?.name }));
      const spread =
        count === undefined
          ? {}
          : { spreadConstraints: [{ spreadByField: 'cluster', minGroups: count, maxGroups: count }] };
      await hub.apply([
        namespaceObject,
        karmadaObjects.policy(NAMESPACE, policy, selectors, members, spread),
        ...objects,
      ]);
    },
    taint: { key: 'test', value: 'yes', effect: 'NoSchedule' },
  },
} satisfies Record<string, Manners>;

type FleetParts = Pick<PlacedFleet, 'hub' | 'members' | 'kubelets' | 'fleetgraph' | 'manners'> & {
  readonly engine: EngineProcesses;
  /** Disposing ends all servers and processes. */
  readonly started: AsyncDisposableStack;
};

export class PlacedFleet implements AsyncDisposable {
  readonly hub: ApiServer;
  /** Member servers by name. */
  readonly members: Readonly<Record<string, ApiServer>>;
  readonly kubelets: Readonly<Record<string, Kubelet>>;
  readonly fleetgraph: Fleetgraph;
  readonly manners: Manners;
  readonly #engine: EngineProcesses;
  readonly #started: AsyncDisposableStack;

  static async start({ engine, members: names, mover, isApart = false }: PlacedFleetOptions): Promise<PlacedFleet> {
    const users = ['collector', ROOT, MOVER].map(name => ({ name }));
    await using started = new AsyncDisposableStack();
    const keep = async (name: string, controllers: boolean | readonly string[]) =>
      started.use(await startApiServer({ name, users, controllers }));
    const [hub, ...servers] = await Promise.all([
      keep('hub', true),
      ...names.map(name => keep(`edge-${name}`, WORKLOAD_CONTROLLERS)),
    ]);
    const members = Object.fromEntries(names.map((name, i) => [name, servers[i]!]));
    const running = started.use(
      await (engine === 'ocm' ? startOcm({ hub, members, namespaces: [NAMESPACE] }) : startKarmada({ hub, members })),
    );
    const kubelets = Object.fromEntries(
      names.map(name => [name, started.use(new Kubelet(members[name]!, { readyAfterMs: 1_000 }))]),
    );
    await Promise.all([hub, ...servers].map(prepare));
    // All workloads share this namespace. If a workload contained the namespace, this workload would own it.
    await Promise.all(servers.map(server => server.apply([namespaceObject])));
    const clusters = await Promise.all([hub, ...servers].map(registered));
    const redis = isApart ? started.use(await startRedis()) : undefined;
    const fleetgraph = started.use(
      await Fleetgraph.start({
        form: isApart ? 'moving' : 'single',
        config: {
          clusters,
          ...(redis && { store: { type: 'redis', url: redis.url } }),
          authentication: [{ type: 'static', tokens: [ROOT, MOVER].map(user => ({ token: tokenOf(user), user })) }],
          rbac: { audit: { perMinute: 0 } },
          mutations: { enabled: true },
          placement: {
            hubs: [{ cluster: 'hub', engine, members: Object.fromEntries(names.map(name => [name, `edge-${name}`])) }],
            ...(mover && { mover }),
          },
        },
      }),
    );
    const fleet = new PlacedFleet({
      hub,
      members,
      kubelets,
      fleetgraph,
      manners: ENGINES[engine],
      engine: running,
      started: started.move(),
    });
    await eventually(
      () => fleetgraph.query(tokenOf(ROOT), '{ coverage { indexed } }'),
      ({ data }) => data?.coverage?.indexed === clusters.length,
      { ...WITHIN, what: 'all clusters indexed' },
    );
    return fleet;
  }

  private constructor(parts: FleetParts) {
    this.hub = parts.hub;
    this.members = parts.members;
    this.kubelets = parts.kubelets;
    this.fleetgraph = parts.fleetgraph;
    this.manners = parts.manners;
    this.#engine = parts.engine;
    this.#started = parts.started;
  }

  /** Places workloads. If other members are tainted (isOpen), returns when the engine has assigned members. */
  async place(wish: Wish): Promise<void> {
    const others = wish.isOpen ? Object.keys(this.members).filter(member => !wish.members.includes(member)) : [];
    for (const member of others) await this.taint(member, true);
    await this.manners.place(this.hub, wish);
    if (others.length === 0) return;
    const query = 'query($id: ID!) { object(id: $id) { placementPolicy { assigned } } }';
    const id = this.manners.policyId(wish.policy);
    await this.until(
      'members assigned',
      query,
      { id },
      ({ object }) => (object?.placementPolicy?.assigned ?? []).length > 0,
    );
    for (const member of others) await this.taint(member, false);
  }

  /** Deletes the workloads and their policy. */
  async remove({ policy, workloads }: { policy: string; workloads: readonly string[] }): Promise<void> {
    const paths = [...workloads.map(workload => this.manners.workloadPath(workload)), this.manners.policyPath(policy)];
    for (const path of paths) await this.hub.request('DELETE', path);
  }

  /** Adds or removes the taint that keeps new workloads off a member. */
  async taint(member: string, isTainted: boolean): Promise<void> {
    await this.patch(this.manners.memberPath(member), { spec: { taints: isTainted ? [this.manners.taint] : null } });
  }

  /** Writes annotations of an object on the hub, as `kubectl annotate` does. Null removes an annotation. */
  async annotate(path: string, annotations: Readonly<Record<string, string | null>>): Promise<void> {
    await this.patch(path, { metadata: { annotations } });
  }

  /** Patches an object on the hub as an administrator. */
  async patch(path: string, patch: object): Promise<void> {
    const { status, body } = await this.hub.request('PATCH', path, patch);
    if (status !== 200) throw new Error(`${path}: ${status} ${String(body['message'])}`);
  }

  /**
   * Sends a query and returns the data.
   * @throws Error if the answer has errors
   */
  async ask(query: string, variables: Record<string, unknown> = {}, user = ROOT): Promise<any> {
    const { data, errors } = await this.fleetgraph.query(tokenOf(user), query, variables);
    if (errors) throw new Error(`${JSON.stringify(errors)}\n${query}`);
    return data;
  }

  /**
   * Queries until the answer satisfies a condition.
   * @throws Error with logs if no answer satisfies the condition before the timeout
   */
  async until(
    what: string,
    query: string,
    variables: Record<string, unknown>,
    isMet: (data: any) => boolean,
  ): Promise<any> {
    let last: any;
    const asking = async () => (last = (await this.fleetgraph.query(tokenOf(ROOT), query, variables)).data);
    try {
      return (await eventually(asking, data => data !== undefined && data !== null && isMet(data), { ...WITHIN, what }))
        .answer;
    } catch (error) {
      throw new Error(`${String(error)}\n${JSON.stringify(last, undefined, 1)}\n${await this.logs()}`, {
        cause: error,
      });
    }
  }

  /** Samples the availability of the namespace's Deployments, over all members. */
  watchAvailability(): Availability {
    return new Availability(Object.values(this.members), NAMESPACE);
  }

  async logs(): Promise<string> {
    return `${await this.fleetgraph.logs()}\n${await this.#engine.logs()}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#started.disposeAsync();
  }
}

export function tokenOf(user: string): string {
  return `of-${user}`;
}

async function prepare(server: ApiServer): Promise<void> {
  await server.apply([
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    ...[ROOT, MOVER].map(user =>
      binding('ClusterRoleBinding', user, undefined, 'cluster-admin', { kind: 'User', name: user }),
    ),
  ]);
}

async function registered(server: ApiServer): Promise<object> {
  const kubeconfig = join(server.directory, 'collector.kubeconfig');
  await server.writeKubeconfig(kubeconfig, 'collector');
  return { name: server.name, kubeconfig };
}

const namespaceObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };

export const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: NAMESPACE, name },
  data: { a: 'b' },
});

export const deployment = (name: string, spec: object = {}, podSpec: object = {}) => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace: NAMESPACE, name } },
  spec: {
    ...{ replicas: 3, selector: { matchLabels: { app: name } } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: `${name}:1` }], ...podSpec } },
    ...spec,
  },
});
