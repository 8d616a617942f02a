/**
 * Time to open objects with their live state. The peer is undici alone, which sends the same requests. One case reads
 * one object, the other reads 200 objects of 50 leaves in one request.
 *
 * Two more queries read no leaves: a page of 200 objects, and the largest tree below one of 100 Flux sources. All
 * leaves run in one process, whose speed limits the product and undici.
 */
import { BareReads, type BareRead } from '../bare-reads.ts';
import type { Bench, Benchmark } from '../bench.ts';
import { closedLoop, inTurns, processorMs } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';

const PERSON = 'platform-admin';
const MANY = 200;
const SECONDS = 4;
const CONDITIONS = 'live { state conditions { type status reason } }';
const UNDICI = 'bare undici, the same requests to leaves';
/** Number of leaves that one request reads. */
const LEAVES = 50;
const EACH = MANY / LEAVES;

interface Listed {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly cluster: { readonly name: string };
}

export const depth: Benchmark = {
  name: 'depth',
  async run(bench) {
    return [
      ...(await oneObject(bench)),
      ...(await manyObjects(bench)),
      ...(await wholePage(bench)),
      ...(await largestTree(bench)),
    ];
  },
};

const pathOf = ({ cluster, namespace, name }: Listed): BareRead => ({
  cluster: cluster.name,
  path: `/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/${namespace}/kustomizations/${name}`,
});

/** Kustomizations of `LEAVES` leaves, `EACH` per leaf. */
async function kustomizations(bench: Bench): Promise<readonly Listed[]> {
  const client = await bench.client(PERSON, 1);
  const query = `{ objects(filter: { kinds: ["Kustomization"] }, orderBy: [{ field: NAME }, { field: CLUSTER }], first: 500) { nodes { id namespace name cluster { name } } } }`;
  const { nodes } = (await client.data({ query })).objects as { nodes: readonly Listed[] };
  const byCluster = Map.groupBy(nodes, ({ cluster }) => cluster.name);
  return [...byCluster.values()].slice(0, LEAVES).flatMap(some => some.slice(0, EACH));
}

async function oneObject(bench: Bench): Promise<Measurement[]> {
  const [object] = await kustomizations(bench);
  await using bare = await BareReads.of(bench, { person: PERSON, reads: [pathOf(object!)], connections: 1 });
  const client = await bench.client(PERSON, 1);
  const ask = await client.repeatable({ query: `{ object(id: ${JSON.stringify(object!.id)}) { ${CONDITIONS} } }` });
  const load = { connections: 1, seconds: SECONDS, signal: bench.signal };
  const [ours, peer] = await inTurns(load, ask, async () => void (await bare.read()));
  const what = 'depth: one object with its live conditions, 1 connection';
  return [
    measurement(`${what}, p50`, {
      unit: 'ms',
      ours: ours.p50,
      peer: { name: UNDICI, value: peer.p50 },
      timesAsMuch: 1.3,
    }),
    measurement(`${what}, p99`, { unit: 'ms', ours: ours.p99, peer: { name: UNDICI, value: peer.p99 } }),
  ];
}

async function manyObjects(bench: Bench): Promise<Measurement[]> {
  const objects = await kustomizations(bench);
  if (objects.length !== MANY)
    throw new Error(`The fleet has ${objects.length} Kustomizations in ${LEAVES} leaves, ${MANY} are wanted.`);
  await using bare = await BareReads.of(bench, { person: PERSON, reads: objects.map(pathOf), connections: EACH });
  const client = await bench.client(PERSON, 1);
  const request = {
    query: `query Many($ids: [ID!]!) { nodes(ids: $ids) { ... on KubernetesObject { ${CONDITIONS} } } }`,
    variables: { ids: objects.map(({ id }) => id) },
  };
  const load = { connections: 1, seconds: SECONDS, signal: bench.signal };
  const [ours, peer] = await inTurns(load, await client.repeatable(request), async () => void (await bare.read()));
  const what = `depth: ${MANY} objects of ${LEAVES} leaves with their live conditions, 1 connection`;
  return [
    measurement(`${what}, p50`, {
      unit: 'ms',
      ours: ours.p50,
      peer: { name: UNDICI, value: peer.p50 },
      timesAsMuch: 2,
    }),
    measurement(`${what}, p99`, { unit: 'ms', ours: ours.p99, peer: { name: UNDICI, value: peer.p99 } }),
  ];
}

async function wholePage(bench: Bench): Promise<Measurement[]> {
  const client = await bench.client(PERSON, 1);
  const query = `{ objects(first: ${MANY}) { nodes { id cluster { name } kind namespace name status reason message createdAt } } }`;
  const { product } = await bench.collected();
  const load = { connections: 1, seconds: SECONDS, signal: bench.signal };
  const spent = await processorMs(load, await client.repeatable({ query }), () => product.processorMs());
  return [
    measurement(`depth: a page of ${MANY} from the index, processor time`, { unit: 'ms', ours: spent, target: 3 }),
  ];
}

async function largestTree(bench: Bench): Promise<Measurement[]> {
  const client = await bench.client(PERSON, 1);
  const tree = (id: string) => ({ query: `{ tree(id: ${JSON.stringify(id)}, depth: 10) { nodes { id } } }` });
  const sources = await client.data({
    query: '{ objects(filter: { kinds: ["GitRepository", "OCIRepository"] }, first: 100) { nodes { id } } }',
  });
  let [largest, nodes] = ['', 0];
  for (const { id } of sources.objects.nodes as { id: string }[]) {
    const found = (await client.data(tree(id))).tree.nodes.length as number;
    if (found > nodes) [largest, nodes] = [id, found];
  }
  const { product } = await bench.collected();
  const load = { connections: 1, seconds: SECONDS, signal: bench.signal };
  const ask = await client.repeatable(tree(largest));
  const spent = await processorMs(load, ask, () => product.processorMs());
  const { p50, p99 } = await closedLoop(load, ask);
  const what = `depth: a tree of ${nodes} objects over HTTP, 1 connection`;
  return [
    measurement(`${what}, p50`, { unit: 'ms', ours: p50 }),
    measurement(`${what}, p99`, { unit: 'ms', ours: p99, target: 5 }),
    measurement(`${what}, processor time`, { unit: 'ms', ours: spent }),
  ];
}
