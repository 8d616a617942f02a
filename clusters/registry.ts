/**
 * The registered leaf clusters, with a client for each. Sources (sources/) add, replace and remove registrations while
 * the process runs. Collectors, subgraphs and metrics follow these changes.
 *
 * The registry owns the client of an added registration. The registry closes the client when the cluster is removed or
 * gets another client.
 */
import { connectionDigest } from './connection-digest.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';

/**
 * The way in which the content of a cluster is obtained: read from its API server, reported by its agent, or queried as
 * metrics.
 */
export type Mechanism = 'PULL' | 'PUSH' | 'METRICS';

/** Rules for a cluster whose agent sends reports. */
export interface PushPolicy {
  /** Environment variables or files that contain the tokens of the agent. */
  readonly tokens: readonly { readonly env?: string | undefined; readonly file?: string | undefined }[];
  /** Time between two reports, in milliseconds. */
  readonly intervalMs: number;
  /** Kinds whose reported objects are accepted, as plural.group. */
  readonly kinds: readonly string[];
  /** `aggregated` stores counts instead of applied objects, and no messages. */
  readonly detail: 'full' | 'aggregated';
}

/** Rules for a cluster whose rows are computed from metrics. */
export interface MetricsPolicy {
  /** Name of a configured Prometheus. */
  readonly prometheus: string;
  /** Name and value of the label that all series of the cluster have. */
  readonly label: readonly [name: string, value: string];
  /** Time between two queries, in milliseconds. */
  readonly intervalMs: number;
  readonly names: Readonly<
    Record<'lastSync' | 'pipelineError' | 'resources' | 'readyResources' | 'fluxResource', string>
  >;
  readonly labels: Readonly<
    Record<'syncKind' | 'syncNamespace' | 'syncName' | 'fluxKind' | 'fluxNamespace' | 'fluxName', string>
  >;
  /**
   * Cluster and namespace whose RBAC applies. A caller who may list a kind in this namespace sees the cluster's rows of
   * the kind. If absent, nobody sees any row.
   */
  readonly rbac?: { readonly cluster: string; readonly namespace: string } | undefined;
}

export interface Registration {
  readonly name: string;
  /** Client of the cluster. For a cluster that fleetgraph never connects to, all requests fail at once. */
  readonly client: KubernetesClient;
  /** Rules for callers' identities on this leaf: IdentityPolicy in identity/identity.ts. */
  readonly identity: {
    readonly mode: 'impersonate' | 'passthrough';
    readonly usernamePrefix: string;
    readonly groupPrefix: string;
    readonly cluster?: string;
    readonly owner?: { readonly user: string; readonly groups: readonly string[] };
  };
  readonly authorization: 'rbac' | 'mixed';
  /** Limits the collection to namespaces. Absent if there is no limit. */
  readonly collect?: { readonly namespaces: readonly string[] } | undefined;
  /** Set for a cluster that fleetgraph never connects to, because its agent sends reports. */
  readonly push?: PushPolicy | undefined;
  /** Set for a cluster that fleetgraph never connects to, because a Prometheus has its metrics. */
  readonly metrics?: MetricsPolicy | undefined;
  /** Labels of the cluster, from the configuration or from the object that registers it. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Identifies the source, and the file or hub object that names the cluster: registrantOf() in names.ts. Opaque text
   * of at most MAX_REGISTRANT_LENGTH characters.
   */
  readonly registrant?: string;
  /** Connection data from a kubeconfig. */
  readonly target?: Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl' | 'expiresAt' | 'token'>;
}

/** Registration with the digest of its connection. */
export interface Registered extends Registration {
  /**
   * connectionDigest() of the target, or the name of a cluster without a target. Content that belongs to another
   * connection is not valid for this cluster.
   */
  readonly connection: string;
}

/** Derives the mechanism of a cluster from its policies. */
export function mechanismOf({ push, metrics }: Pick<Registration, 'push' | 'metrics'>): Mechanism {
  return push ? 'PUSH' : metrics ? 'METRICS' : 'PULL';
}

export interface RegistryListener {
  added(registration: Registered): void;
  /**
   * Called if a cluster gets another client, other credentials, or another policy or labels. The cluster keeps its API
   * server, so the rows in the store stay valid.
   */
  replaced(registration: Registered, before: Registered): void;
  removed(registration: Registered): void;
}

export class ClusterRegistry {
  readonly #registrations = new Map<string, Registered>();
  readonly #listeners = new Set<RegistryListener>();
  #revision = 0;
  /**
   * True if every source has been read. Before that, a missing cluster may only be late, so its stored content must be
   * kept.
   */
  isComplete = true;
  /** Names of known registrations, including unusable ones. Their stored content must be kept. */
  reserved: Pick<ReadonlyMap<string, unknown>, 'has'> = new Map();

  /** Increases whenever a cluster is added, replaced or removed. */
  get revision(): number {
    return this.#revision;
  }

  /** Returns identityOf() for a cluster. The value of `policies.revision()` changes whenever a result may change. */
  readonly policies = Object.assign((name: string) => this.identityOf(name), { revision: () => this.#revision });

  /**
   * Connection of a cluster. Undefined if the cluster is not registered. Like names(), it is an arrow function, because
   * it is passed around without its object.
   */
  readonly connectionOf = (name: string): string | undefined => this.#registrations.get(name)?.connection;

  readonly names = (): readonly string[] => [...this.#registrations.keys()];

  get(name: string): Registered | undefined {
    return this.#registrations.get(name);
  }

  /**
   * Rules for callers' identities in the RBAC that applies to a cluster. This is the cluster's own RBAC, or the RBAC of
   * another cluster that its metrics policy names. Undefined if a needed cluster is not registered.
   */
  identityOf(name: string): Registered['identity'] | undefined {
    const registration = this.#registrations.get(name);
    const of = registration?.metrics?.rbac?.cluster;
    return of === undefined ? registration?.identity : this.#registrations.get(of)?.identity;
  }

  list(): readonly Registered[] {
    return [...this.#registrations.values()];
  }

  /** @throws if the name is taken, since two registrations with one name would mix the rows of two clusters */
  add(added: Registration): void {
    const registration = named(added);
    if (this.#registrations.has(registration.name)) {
      throw new Error(
        `A cluster named "${registration.name}" is registered already. Cluster names must be unique; rename one of the two.`,
      );
    }
    this.#registrations.set(registration.name, registration);
    this.#revision++;
    for (const listener of this.#listeners) listener.added(registration);
  }

  /**
   * Replaces the client, policy, labels or credentials of a cluster. If the registration means another API server, call
   * remove() and add() instead. Old rows must not count for the new API server. Resolves when the connections of a
   * replaced client are closed.
   */
  async replace(by: Registration): Promise<void> {
    const registration = named(by);
    const before = this.#registrations.get(registration.name);
    if (!before) throw new Error(`There is no cluster named "${registration.name}" to replace.`);
    this.#registrations.set(registration.name, registration);
    this.#revision++;
    for (const listener of this.#listeners) listener.replaced(registration, before);
    if (before.client !== registration.client) await before.client.close();
  }

  /** Removes a cluster. Resolves when its connections are closed. Requests in progress on these connections fail. */
  async remove(name: string): Promise<void> {
    const registration = this.#registrations.get(name);
    if (!registration) return;
    this.#registrations.delete(name);
    this.#revision++;
    for (const listener of this.#listeners) listener.removed(registration);
    await registration.client.close();
  }

  /**
   * Calls the listener at once for every existing registration, then for changes. Returns a function that ends the
   * subscription.
   */
  subscribe(listener: RegistryListener): () => void {
    this.#listeners.add(listener);
    for (const registration of this.#registrations.values()) listener.added(registration);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map(({ name }) => this.remove(name)));
  }
}

/**
 * Copies the name of the cluster into the identity policy, because the policy is used without its registration.
 * identity/identity.ts needs the name to map users and groups that only this cluster knows.
 */
function named(registration: Registration): Registered {
  const { name, identity, target } = registration;
  return {
    ...registration,
    identity: { ...identity, cluster: name },
    connection: target ? connectionDigest(target) : name,
  };
}
