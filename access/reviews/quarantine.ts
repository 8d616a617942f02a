/**
 * Callers for whom the index was wrong about a cluster. Live reviews decide for them until both agree again.
 *
 * Bounded without dropping anybody: with too many callers in quarantine, the whole cluster is.
 */
const MAX_CALLERS = 1_000;

export class Quarantine {
  readonly #callers = new Map<string, Set<string>>();
  readonly #whole = new Set<string>();
  #revision = 0;

  /** Grows whenever a caller enters or leaves. */
  get revision(): number {
    return this.#revision;
  }

  /** @param key identityKey() of the caller on that cluster */
  add(cluster: string, key: string): void {
    this.#revision++;
    const callers = this.#callers.get(cluster) ?? new Set<string>();
    this.#callers.set(cluster, callers);
    if (callers.size >= MAX_CALLERS && !callers.has(key)) this.#whole.add(cluster);
    else callers.add(key);
  }

  release(cluster: string, key: string): void {
    const callers = this.#callers.get(cluster);
    this.#revision++;
    callers?.delete(key);
    if (callers?.size === 0) this.forget(cluster);
  }

  forget(cluster: string): void {
    this.#revision++;
    this.#callers.delete(cluster);
    this.#whole.delete(cluster);
  }

  has(cluster: string, key: string): boolean {
    return this.#whole.has(cluster) || this.#callers.get(cluster)?.has(key) === true;
  }

  /** Number of (cluster, caller) pairs. */
  get size(): number {
    return [...this.#callers.values()].reduce((sum, callers) => sum + callers.size, 0);
  }
}
