/**
 * End to end: pages of 25 rows over HTTP with eight connections. The callers have 3 000 grants each, and no two callers
 * have the same grants. The peer is a gateway with prepared answers, and both are measured in alternation. A second run
 * changes one row in a hundred every second.
 */
import { fire, resultOf, type Barrage, type Fired } from '../../autocannon.ts';
import type { Benchmark } from '../../bench.ts';
import { Child } from '../../child.ts';
import { GraphClient } from '../../graph.ts';
import { untilIndexed } from '../../indexed.ts';
import { closedLoop } from '../../load.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import type { CannedAnswer, CannedRequest } from '../../processes/canned-gateway.ts';
import type { FillerAnswer, FillerRequest } from '../../processes/filler.ts';
import type { Person } from '../../scale/people.ts';
import { FACET_LIMIT, FACETS, ONE_KIND, PAGE_QUERY, PAGE_SIZE } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const CONNECTIONS = 8;
const TURNS = 6;
const TURN_SECONDS = 2;
/** Duration of the warm-up. The processor time per request falls during the first 7 000 requests. */
const WARM_UP_SECONDS = 6;
const CHURN_SECONDS = 10;
/** Share of all rows that changes each second. */
const CHURN = 0.01;
const REQUEST = { query: PAGE_QUERY, variables: { filter: ONE_KIND.input, first: PAGE_SIZE } };

const NUMBERS = {
  query: `{ objects { totalCount facets(fields: [${FACETS.join(', ')}], limit: ${FACET_LIMIT}) { field values { value title count } } } }`,
};

export const http: Benchmark<ScaleBench> = {
  name: 'http',
  async run(bench) {
    const { signal } = bench;
    const { admin, tenants } = bench.people;
    const product = await bench.gateway();
    await untilIndexed(product, { token: admin.token, clusters: bench.shape.clusters, orStale: true, signal });
    const common = { connections: CONNECTIONS, request: REQUEST, people: tenants, signal };
    const ours: Barrage = { ...common, url: product.url, expected: await checkedAnswers(bench, product.url) };

    await using gateway = new Child<CannedRequest, CannedAnswer>('./processes/canned-gateway.ts');
    const { objects } = JSON.parse(ours.expected![0]!).data;
    const { url } = await gateway.ask({ tokens: tenants.map(({ token }) => token), objects }, signal);
    const canned: Barrage = { ...common, url, expected: await answers(url, bench) };

    const [together, ceiling] = await inTurns(ours, canned);
    const numbers = [
      await numbersOf(bench, tenants[0]!, product.url),
      await numbersOf(bench, admin, product.url),
    ].flat();
    const [churned, { written, seconds }] = await whileChanging(bench, { ...common, url: product.url });
    const what = `http: 25 by name, one kind, ${tenants.length} people with 3 000 grants each, ${CONNECTIONS} connections`;
    const cannedRows = 'the same gateway with canned rows';
    return [
      measurement(`${what}, rate`, { unit: 'queries/s', ours: together.perSecond, target: 800 }),
      measurement(`${what}, p50`, { unit: 'ms', ours: together.p50, peer: { name: cannedRows, value: ceiling.p50 } }),
      measurement(`${what}, p99`, {
        unit: 'ms',
        ours: together.p99,
        target: 50,
        peer: { name: cannedRows, value: ceiling.p99 },
      }),
      measurement(`${what}, rate beside the ceiling`, {
        ...{ unit: 'queries/s', ours: together.perSecond, peer: { name: cannedRows, value: ceiling.perSecond } },
      }),
      ...numbers,
      measurement('http: changes written meanwhile, 1 % of the rows a second', {
        unit: 'rows/s',
        ours: written / seconds,
      }),
      measurement(`${what}, while they were written, rate`, {
        ...{ unit: 'queries/s', ours: churned.perSecond, peer: { name: 'without changes', value: together.perSecond } },
      }),
      measurement(`${what}, while they were written, p50`, {
        ...{ unit: 'ms', ours: churned.p50, peer: { name: 'without changes', value: together.p50 } },
      }),
      measurement(`${what}, while they were written, p99`, {
        ...{ unit: 'ms', ours: churned.p99, peer: { name: 'without changes', value: together.p99 } },
      }),
    ];
  },
};

/**
 * Time of the request for the numbers of a start page. The difference from the benchmark `numbers` is the cost of
 * GraphQL and HTTP.
 */
async function numbersOf({ signal }: ScaleBench, { token, description }: Person, url: string): Promise<Measurement[]> {
  await using client = new GraphClient(url, { token, connections: 1, signal });
  const { p50, p99 } = await closedLoop({ connections: 1, seconds: 2, signal }, await client.repeatable(NUMBERS));
  const what = `http: count and 4 facets, ${description}, 1 connection`;
  return [
    measurement(`${what}, p50`, { unit: 'ms', ours: p50 }),
    measurement(`${what}, p99`, { unit: 'ms', ours: p99 }),
  ];
}

/** Answers of the gateway for each tenant, checked against the truth. */
async function checkedAnswers(bench: ScaleBench, url: string): Promise<string[]> {
  const texts = await answers(url, bench);
  const truth = await bench.truth();
  for (const [i, person] of bench.people.tenants.entries()) {
    const ids = JSON.parse(texts[i]!).data.objects.nodes.map(({ id }: { id: string }) => id);
    const expected = truth.get(truthKey(person, ONE_KIND))!.first.slice(0, PAGE_SIZE);
    mustEqual('The gateway', `the first page of ${person.name}`, expected, ids);
  }
  return texts;
}

async function answers(url: string, { people, signal }: ScaleBench): Promise<string[]> {
  const texts: string[] = [];
  for (const { token } of people.tenants) {
    await using client = new GraphClient(url, { token, connections: 1, signal });
    texts.push(await client.text(REQUEST));
  }
  return texts;
}

async function inTurns(one: Barrage, other: Barrage) {
  for (const barrage of [one, other]) await fire(barrage, WARM_UP_SECONDS);
  const [ofOne, ofOther]: [Fired[], Fired[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    ofOne.push(await fire(one, TURN_SECONDS));
    ofOther.push(await fire(other, TURN_SECONDS));
  }
  return [resultOf(ofOne), resultOf(ofOther)] as const;
}

async function whileChanging(bench: ScaleBench, barrage: Barrage) {
  const { redis } = await bench.filled();
  await using filler = new Child<FillerRequest, FillerAnswer>('./processes/filler.ts');
  const task = { type: 'churn', perSecond: bench.shape.rows * CHURN, seconds: CHURN_SECONDS } as const;
  const [fired, changed] = await Promise.all([
    fire(barrage, CHURN_SECONDS),
    filler.ask({ redis: redis.url, shape: bench.shapeName, task }, bench.signal),
  ]);
  await using client = new GraphClient(barrage.url, {
    token: bench.people.admin.token,
    connections: 1,
    signal: bench.signal,
  });
  const { objects } = await client.data({ query: '{ objects { totalCount } }' });
  mustEqual('The gateway', 'the number of rows after they were changed', bench.shape.rows, objects.totalCount);
  return [resultOf([fired]), changed] as const;
}
