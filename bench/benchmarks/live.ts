/**
 * A page across the fleet: one object of each of 25 leaves with its live conditions. The peer is undici alone. It only
 * sends the same requests to the leaves, and alternates with the product. All leaves run in one process, whose speed
 * limits the product and undici.
 */
import { isDeepStrictEqual } from 'node:util';
import { BareReads } from '../bare-reads.ts';
import type { Benchmark } from '../bench.ts';
import { inTurns, ownProcessorMs, processorMs } from '../load.ts';
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
    await using bare = await BareReads.of(bench, {
      person: PERSON,
      reads: clusters.map(cluster => ({ cluster, path: PATH })),
      connections: CONNECTIONS,
    });
    await check(nodes, bare);
    const ask = await client.repeatable(PAGE);
    const read = async () => void (await bare.read());
    const [ours, peer] = await inTurns({ connections: CONNECTIONS, seconds: SECONDS, signal }, ask, read);
    const { product } = await bench.collected();
    const spent = await processorMs({ connections: CONNECTIONS, seconds: SECONDS / 2, signal }, ask, () =>
      product.processorMs(),
    );
    const spentBare = await processorMs(
      { connections: CONNECTIONS, seconds: SECONDS / 2, signal },
      read,
      ownProcessorMs,
    );
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

async function check(nodes: readonly any[], bare: BareReads): Promise<void> {
  const expected = (await bare.read()).map(({ status }) => ({
    state: 'OK',
    conditions: (status?.conditions ?? []).map(({ type, status, reason }) => ({
      type,
      status,
      reason: reason ?? null,
    })),
  }));
  const answered = nodes.map(({ live }) => live);
  const leaves = new Set(nodes.map(({ cluster }) => cluster.name));
  if (leaves.size !== OBJECTS || !isDeepStrictEqual(JSON.parse(JSON.stringify(answered)), expected))
    throw new Error(`The page is ${JSON.stringify(nodes)}, and the leaves say ${JSON.stringify(expected)}.`);
}
