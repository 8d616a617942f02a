/**
 * Sends the gateway's requests for live objects to the leaves concurrently, with undici alone. Shows the time without
 * the gateway.
 */
import { Pool } from 'undici';
import { demoCollector } from '../demo/identities.ts';
import type { Bench } from './bench.ts';
import { identityOf, type Person } from './data-set.ts';
import type { ListedObject } from './fan-out.ts';

export interface BareRead {
  readonly cluster: string;
  readonly path: string;
}

export class BareReads implements AsyncDisposable {
  readonly #pools: ReadonlyMap<string, Pool>;
  readonly #reads: readonly BareRead[];
  readonly #signal: AbortSignal;
  /** Headers with the token of the gateway's account and the impersonated user. */
  readonly #headers: Record<string, string | string[]>;

  private constructor(
    pools: ReadonlyMap<string, Pool>,
    person: Person,
    reads: readonly BareRead[],
    signal: AbortSignal,
  ) {
    this.#pools = pools;
    this.#reads = reads;
    this.#signal = signal;
    const { user, groups } = identityOf(person);
    this.#headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      authorization: `Bearer ${demoCollector.token}`,
      'impersonate-user': user,
      'impersonate-group': [...groups],
    };
  }

  /** @param connections Number of connections to each leaf */
  static async of(
    bench: Bench,
    {
      person,
      reads,
      connections,
    }: { readonly person: Person; readonly reads: readonly BareRead[]; readonly connections: number },
  ): Promise<BareReads> {
    const { all } = await bench.leaves();
    const urls = new Map(all.map(({ name, url }) => [name, url]));
    const pools = new Map(reads.map(({ cluster }) => [cluster, new Pool(urls.get(cluster)!, { connections })]));
    return new BareReads(pools, person, reads, bench.signal);
  }

  read(): Promise<ListedObject[]> {
    return Promise.all(this.#reads.map(read => this.#get(read)));
  }

  async #get({ cluster, path }: BareRead): Promise<ListedObject> {
    const { statusCode, body } = await this.#pools
      .get(cluster)!
      .request({ path, method: 'GET', headers: this.#headers, signal: this.#signal });
    if (statusCode !== 200)
      throw new Error(`A leaf answered ${statusCode} to ${path}: ${(await body.text()).slice(0, 300)}`);
    return (await body.json()) as ListedObject;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map(pool => pool.destroy()));
  }
}
