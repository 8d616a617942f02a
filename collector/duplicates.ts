/** Finds clusters of the store that are registrations of one API server: those of other collectors, too. */
import type { ApiServer, Store, StoredOrigin } from '../store/store.ts';

type Origins = ReadonlyMap<string, StoredOrigin>;

export class Duplicates {
  readonly #store: Pick<Store, 'origins'>;
  /** The reading that begins when the one before has ended; whoever asks until then shares it. */
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

/** By the UID; where either does not say it, by the way to it. */
function isOneServer(a: ApiServer, b: ApiServer): boolean {
  return a.uid !== '' && b.uid !== '' ? a.uid === b.uid : a.connection === b.connection;
}
