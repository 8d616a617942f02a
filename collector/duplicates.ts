/** Finds clusters of the store that are registrations of one API server: those of other collectors, too. */
import type { ApiServer, Store, StoredOrigin } from '../store/store.ts';

type Origins = ReadonlyMap<string, StoredOrigin>;

export class Duplicates {
  readonly #store: Pick<Store, 'origins'>;
  /** Next read of the store. It starts when the current read ends, and all callers that wait share it. */
  #next: Promise<Origins> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<Store, 'origins'>) {
    this.#store = store;
  }

  /** Another cluster whose content is of this API server, as of now: the first by name. */
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
      this.#last = this.#next.catch(() => undefined); // whoever asked hears of it
    }
    return this.#next;
  }
}

/**
 * Compares UIDs; without one of its own, compares connections. A server that tells its UID gives way to none that tells
 * none: anybody with a token that may not list namespaces could register the same address.
 */
function isOneServer(other: ApiServer, own: ApiServer): boolean {
  return own.uid === '' ? other.connection === own.connection : other.uid === own.uid;
}
