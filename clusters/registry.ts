/**
 * The registered leaf clusters, with a client for each. Sources (sources/) add, replace and remove registrations while
 * the process runs; collectors, subgraphs and metrics follow.
 *
 * The registry owns a client from `add` on, and closes it when the cluster goes or gets another one.
 */
import { connectionDigest } from './connection-digest.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';

/** How the content of a cluster comes: read from its API server, reported by its agent, or queried as metrics. */
export type Mechanism = 'PULL' | 'PUSH' | 'METRICS';

/** A cluster whose agent sends reports. */
export interface PushPolicy {
  /** Where the tokens of its agent are. */
  readonly tokens: readonly { readonly env?: string | undefined; readonly file?: string | undefined }[];
  /** Time between two reports. */
  readonly intervalMs: number;
  /** Kinds that count, as plural.group. */
  readonly kinds: readonly string[];
  /** `aggregated`: keep counts instead of applied objects, and no messages. */
  readonly detail: 'full' | 'aggregated';
}

/** A cluster whose rows are made from metrics. */
export interface MetricsPolicy {
  /** Name of a Prometheus. */
  readonly prometheus: string;
  /** Label and value of its series. */
  readonly label: readonly [name: string, value: string];
  /** Time between two queries. */
  readonly intervalMs: number;
  readonly names: Readonly<
    Record<'lastSync' | 'pipelineError' | 'resources' | 'readyResources' | 'fluxResource', string>
  >;
  readonly labels: Readonly<
    Record<'syncKind' | 'syncNamespace' | 'syncName' | 'fluxKind' | 'fluxNamespace' | 'fluxName', string>
  >;
  /** Where a caller must be allowed to list a kind to see its rows. Absent: nobody sees any. */
  readonly rbac?: { readonly cluster: string; readonly namespace: string } | undefined;
}

export interface Registration {
  readonly name: string;
  /** Fails at once for a cluster that is never connected to. */
  readonly client: KubernetesClient;
  /** How this leaf sees our callers: IdentityPolicy in identity/identity.ts. */
  readonly identity: {
    readonly mode: 'impersonate' | 'passthrough';
    readonly usernamePrefix: string;
    readonly groupPrefix: string;
    readonly cluster?: string;
    readonly owner?: { readonly user: string; readonly groups: readonly string[] };
  };
  readonly authorization: 'rbac' | 'mixed';
  /** What to collect. Absent: everything that the collector may list. */
  readonly collect?: { readonly namespaces: readonly string[] } | undefined;
  /** Set for a cluster that is never connected to: its agent reports. */
  readonly push?: PushPolicy | undefined;
  /** Set for a cluster that is never connected to: a Prometheus has metrics of it. */
  readonly metrics?: MetricsPolicy | undefined;
  /** Labels of the cluster: from the configuration, or from the object that registers it. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Identifies the source and the origin of the registration; opaque, at most MAX_REGISTRANT_LENGTH characters. */
  readonly registrant?: string;
  /** How to reach it, from a kubeconfig. */
  readonly target?: Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl' | 'expiresAt' | 'token'>;
}

/** A registration in the registry. */
export interface Registered extends Registration {
  /** connectionDigest() of its target, or its name if it has none. Content of another connection is not its own. */
  readonly connection: string;
}

/** The one place that names the mechanism of a cluster. */
export function mechanismOf({ push, metrics }: Pick<Registration, 'push' | 'metrics'>): Mechanism {
  return push ? 'PUSH' : metrics ? 'METRICS' : 'PULL';
}

export interface RegistryListener {
  added(registration: Registered): void;
  /**
   * Called for the same cluster with another client, or other credentials of its client: knowledge of it still holds.
   */
  replaced(registration: Registered, before: Registered): void;
  removed(registration: Registered): void;
}

export class ClusterRegistry {
  readonly #registrations = new Map<string, Registered>();
  readonly #listeners = new Set<RegistryListener>();
  #revision = 0;
  /**
   * True if every source has been read. Before that a missing cluster may only be late, and its stored content must be
   * kept.
   */
  isComplete = true;
  /** Names of known registrations, including unusable ones: their stored content must be kept. */
  reserved: Pick<ReadonlyMap<string, unknown>, 'has'> = new Map();

  /** Grows whenever a cluster is added, replaced or removed. */
  get revision(): number {
    return this.#revision;
  }

  /** How the RBAC that decides about each cluster names our callers (identityOf), with the revision of the answers. */
  readonly policies = Object.assign((name: string) => this.identityOf(name), { revision: () => this.#revision });

  /** Connection of a cluster; undefined if it is not registered. Bound, as names(): others hold on to it. */
  readonly connectionOf = (name: string): string | undefined => this.#registrations.get(name)?.connection;

  readonly names = (): readonly string[] => [...this.#registrations.keys()];

  get(name: string): Registered | undefined {
    return this.#registrations.get(name);
  }

  /**
   * How the RBAC that decides about a cluster names our callers: its own, or that of the cluster it borrows RBAC from.
   * Undefined if one of the two is not registered.
   */
  identityOf(name: string): Registered['identity'] | undefined {
    const registration = this.#registrations.get(name);
    const of = registration?.metrics?.rbac?.cluster;
    return of === undefined ? registration?.identity : this.#registrations.get(of)?.identity;
  }

  list(): readonly Registered[] {
    return [...this.#registrations.values()];
  }

  /** @throws if the name is taken: two registrations with one name would mix the rows of two clusters */
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
   * Replaces the client, policy, labels or credentials of one cluster. Another cluster of the name is removed and
   * added, so that nothing of the old one counts for the new one. Resolves when the connections of a former client are
   * closed.
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

  /** Resolves when its connections are closed; requests that still run on them fail. */
  async remove(name: string): Promise<void> {
    const registration = this.#registrations.get(name);
    if (!registration) return;
    this.#registrations.delete(name);
    this.#revision++;
    for (const listener of this.#listeners) listener.removed(registration);
    await registration.client.close();
  }

  /** Calls back for every present registration at once, then for changes. Returns the function that stops it. */
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
 * Policies are passed on without their registrations; a cluster's own names (identity/identity.ts) need its
 * name.
 */
function named(registration: Registration): Registered {
  const { name, identity, target } = registration;
  return {
    ...registration,
    identity: { ...identity, cluster: name },
    connection: target ? connectionDigest(target) : name,
  };
}
