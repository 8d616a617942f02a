/**
 * A client without an index, for comparison. It requests whole lists from the leaves concurrently, as the user. Then it
 * parses, merges and sorts the lists. It has the advantage that it already knows the namespaces of the user.
 */
import { Agent, request } from 'undici';
import { COLLECTED_PATHS, DEVELOPER_NAMESPACES, identityOf, type Person } from './data-set.ts';

export interface Leaf {
  readonly name: string;
  readonly url: string;
}

export interface ListedObject {
  readonly cluster: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

export class FanOut implements AsyncDisposable {
  readonly #leaves: readonly Leaf[];
  readonly #signal: AbortSignal;
  readonly #agent = new Agent({ connections: 16 });

  constructor(leaves: readonly Leaf[], signal: AbortSignal) {
    this.#leaves = leaves;
    this.#signal = signal;
  }

  /** All objects of these kinds that the person may list, sorted by name, then cluster. */
  async list(person: Person, kinds: readonly string[], leaves = this.#leaves): Promise<ListedObject[]> {
    const requested = leaves.flatMap(leaf =>
      kinds.flatMap(kind => pathsOf(person, kind).map(path => this.#ask(leaf, path, identityOf(person).token))),
    );
    const lists = await Promise.all(requested);
    return lists.flat().sort((a, b) => compare(a.metadata.name, b.metadata.name) || compare(a.cluster, b.cluster));
  }

  async #ask({ name, url }: Leaf, path: string, token: string): Promise<ListedObject[]> {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const { statusCode, body } = await request(`${url}${path}`, {
      dispatcher: this.#agent,
      headers,
      signal: this.#signal,
    });
    if (statusCode === 403) {
      await body.dump();
      return [];
    }
    if (statusCode !== 200)
      throw new Error(`${name} answered ${statusCode} to ${path}: ${(await body.text()).slice(0, 300)}`);
    const { items } = (await body.json()) as { items: Omit<ListedObject, 'cluster'>[] };
    return items.map(item => ({ ...item, cluster: name }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

function pathsOf(person: Person, kind: string): readonly string[] {
  const path = COLLECTED_PATHS[kind];
  if (path === undefined)
    throw new Error(`"${kind}" is not among the collected kinds: ${Object.keys(COLLECTED_PATHS).join(', ')}.`);
  if (person === 'platform-admin') return [path];
  const slash = path.lastIndexOf('/');
  return DEVELOPER_NAMESPACES.map(namespace => `${path.slice(0, slash)}/namespaces/${namespace}${path.slice(slash)}`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
