/**
 * A page across the fleet: one object of each of 25 leaves with its live conditions. The peer is bare undici that sends the leaves the very
 * same requests and does nothing else, in turns with ours. The leaves are one process, whose speed bounds both. The processor time of
 * either hardly depends on other work of the machine.
 */
import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'undici';
import { demoCollector } from '../../demo/identities.ts';
import type { Bench, Benchmark } from '../bench.ts';
import { identityOf } from '../data-set.ts';
import type { ListedObject } from '../fan-out.ts';
import { closedLoop, inTurns } from '../load.ts';
import { measurement } from '../measurement.ts';

const OBJECTS = 25;
const CONNECTIONS = 8;
const SECONDS = 4;
const NAME = 'flux-system';
const PATH = `/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/${NAME}/kustomizations/${NAME}`;
const PERSON = 'platform-admin';
const PAGE = {
  query: `query Live {
    objects(filter: { kinds: ["Kustomization"], names: ["${NAME}"] }, orderBy: [{ field: CLUSTER }], first: ${OBJECTS}) {
      nodes { id cluster { name } live { state conditions { type status reason } } }
    }
  }`,
};

export const live: Benchmark = {
  name: 'live',
  async run(bench) {
    const { signal } = bench;
    const client = await bench.client(PERSON, CONNECTIONS);
    const { nodes } = (await client.data(PAGE)).objects;
    const clusters: string[] = nodes.map(({ cluster }: any) => cluster.name);
    await using bare = await BareReads.of(bench, clusters);
    await check(nodes, bare);
    const ask = await client.repeatable(PAGE);
    const read = async () => void (await bare.read());
    const [ours, peer] = await inTurns({ connections: CONNECTIONS, seconds: SECONDS, signal }, ask, read);
    const { product } = await bench.collected();
    const spent = await processorMs(ask, signal, async () => 1_000 * (await product.processorSeconds()));
    const spentBare = await processorMs(read, signal, async () => (({ user, system }) => (user + system) / 1_000)(process.cpuUsage()));
    const what = `live: ${OBJECTS} objects of ${OBJECTS} leaves, ${CONNECTIONS} connections`;
    const name = 'bare undici, the same requests to leaves';
    return [
      measurement(`${what}, p50`, { unit: 'ms', ours: ours.p50, peer: { name, value: peer.p50 }, timesAsMuch: 1.3 }),
      measurement(`${what}, p99`, { unit: 'ms', ours: ours.p99, peer: { name, value: peer.p99 } }),
      measurement(`${what}, rate`, { unit: 'queries/s', ours: ours.perSecond, peer: { name, value: peer.perSecond } }),
      measurement(`${what}, processor time of one`, { unit: 'ms', ours: spent, peer: { name, value: spentBare } }),
    ];
  },
};

/** What the gateway asks leaves for one page, without the gateway. */
class BareReads implements AsyncDisposable {
  readonly #pools: readonly Pool[];
  readonly #signal: AbortSignal;
  /** As the gateway's account, for the person. */
  readonly #headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    authorization: `Bearer ${demoCollector.token}`,
    'impersonate-user': identityOf(PERSON).user,
    'impersonate-group': [...identityOf(PERSON).groups],
  };

  private constructor(pools: readonly Pool[], signal: AbortSignal) {
    this.#pools = pools;
    this.#signal = signal;
  }

  static async of(bench: Bench, clusters: readonly string[]): Promise<BareReads> {
    const { all } = await bench.leaves();
    const urls = new Map(all.map(({ name, url }) => [name, url]));
    const pools = clusters.map(cluster => new Pool(urls.get(cluster)!, { connections: CONNECTIONS }));
    return new BareReads(pools, bench.signal);
  }

  read(): Promise<ListedObject[]> {
    return Promise.all(this.#pools.map(pool => this.#get(pool)));
  }

  async #get(pool: Pool): Promise<ListedObject> {
    const { statusCode, body } = await pool.request({ path: PATH, method: 'GET', headers: this.#headers, signal: this.#signal });
    if (statusCode !== 200) throw new Error(`A leaf answered ${statusCode} to ${PATH}: ${(await body.text()).slice(0, 300)}`);
    return (await body.json()) as ListedObject;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#pools.map(pool => pool.destroy()));
  }
}

async function check(nodes: readonly any[], bare: BareReads): Promise<void> {
  const expected = (await bare.read()).map(({ status }) => ({
    state: 'OK',
    conditions: (status?.conditions ?? []).map(({ type, status, reason }) => ({ type, status, reason: reason ?? null })),
  }));
  const answered = nodes.map(({ live }) => live);
  const leaves = new Set(nodes.map(({ cluster }) => cluster.name));
  if (leaves.size !== OBJECTS || !isDeepStrictEqual(JSON.parse(JSON.stringify(answered)), expected))
    throw new Error(`The page is ${JSON.stringify(nodes)}, and the leaves say ${JSON.stringify(expected)}.`);
}

/** The time of one, in a process that does hardly anything else. */
async function processorMs(ask: () => Promise<void>, signal: AbortSignal, spent: () => Promise<number>): Promise<number> {
  let count = 0;
  const before = await spent();
  await closedLoop({ connections: CONNECTIONS, seconds: SECONDS / 2, signal }, async () => {
    await ask();
    count += 1;
  });
  return ((await spent()) - before) / count;
}
