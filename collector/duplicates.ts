/** Finds clusters in the store that have the same API server, including clusters of other collectors. */
import type { ApiServer, Store, StoredOrigin } from '../store/store.ts';

type Origins = ReadonlyMap<string, StoredOrigin>;

export class Duplicates {
  readonly #store: Pick<Store, 'origins'>;
  /** Next read of the store. It starts after the current read, and is shared by all waiting callers. */
  #next: Promise<Origins> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<Store, 'origins'>) {
    this.#store = store;
  }

  /**
   * Name of another cluster whose content comes from this API server. If there are several, returns the first by name.
   */
  async of(cluster: string, server: ApiServer): Promise<string | undefined> {
    const found: string[] = [];
    for (const [name, origin] of await this.#origins())
      if (name !== cluster && origin.server && isOneServer(origin.server, server)) found.push(name);
    return found.sort()[0];
  }

  #origins(): Promise<Origins> {
    if (!this.#next) {
      this.#next = this.#last.then(() => {
        this.#next = undefined;
        return this.#store.origins();
      });
      this.#last = this.#next.catch(() => undefined); // callers handle the error
    }
    return this.#next;
  }
}

/**
 * Compares the UIDs of two API servers, or their connections if our own UID is unknown. A token that may not list
 * namespaces gives no UID. If our UID is known, an unknown UID therefore does not match. If it did, a registration with
 * the address of a cluster and such a token could displace the cluster.
 */
function isOneServer(other: ApiServer, own: ApiServer): boolean {
  return own.uid === '' ? other.connection === own.connection : other.uid === own.uid;
}
