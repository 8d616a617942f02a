/**
 * The registered leaf clusters, with a client for each. Sources (static configuration, kubeconfig, later discovery on a management cluster)
 * add and remove registrations at run time; collectors and the live subgraph follow.
 */
import type { KubernetesClient } from '../kubernetes/client.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';

export interface Registration {
  readonly name: string;
  readonly client: KubernetesClient;
  /** How this leaf sees our callers; the shape is identity/identity.ts IdentityPolicy. */
  readonly identity: {
    readonly mode: 'impersonate' | 'passthrough';
    readonly usernamePrefix: string;
    readonly groupPrefix: string;
    readonly cluster?: string;
  };
  readonly authorization: 'rbac' | 'mixed';
  /** How to reach it, from a kubeconfig. */
  readonly target?: Pick<ClusterTarget, 'server' | 'tls' | 'token'>;
}

export interface RegistryListener {
  added(registration: Registration): void;
  removed(registration: Registration): void;
}

export class ClusterRegistry {
  readonly #registrations = new Map<string, Registration>();
  readonly #listeners = new Set<RegistryListener>();
  #revision = 0;

  /** Grows whenever a cluster is added or removed. */
  get revision(): number {
    return this.#revision;
  }

  get(name: string): Registration | undefined {
    return this.#registrations.get(name);
  }

  list(): readonly Registration[] {
    return [...this.#registrations.values()];
  }

  /** @throws when the name is taken: two registrations with one name would mix the rows of two clusters */
  add(added: Registration): void {
    const registration = { ...added, identity: { ...added.identity, cluster: added.name } };
    if (this.#registrations.has(registration.name)) {
      throw new Error(`A cluster named "${registration.name}" is registered already. Cluster names must be unique; rename one of the two.`);
    }
    this.#registrations.set(registration.name, registration);
    this.#revision++;
    for (const listener of this.#listeners) listener.added(registration);
  }

  remove(name: string): void {
    const registration = this.#registrations.get(name);
    if (!registration) return;
    this.#registrations.delete(name);
    this.#revision++;
    for (const listener of this.#listeners) listener.removed(registration);
  }

  /** Calls back for every present registration at once, then for changes. Returns the function that stops it. */
  subscribe(listener: RegistryListener): () => void {
    this.#listeners.add(listener);
    for (const registration of this.#registrations.values()) listener.added(registration);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    const registrations = this.list();
    for (const { name } of registrations) this.remove(name);
    await Promise.all(registrations.map(({ client }) => client.close()));
  }
}
