/** Clients that ask by GET for a page that they have already: 304 while nothing changes. Beside them the same clients without their tags. */
import { fire, pathOf, resultOf, type Barrage } from '../../autocannon.ts';
import type { Benchmark } from '../../bench.ts';
import { untilIndexed } from '../../indexed.ts';
import { measurement } from '../../measurement.ts';
import { ONE_KIND, PAGE_QUERY, PAGE_SIZE } from '../../scale/questions.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';

const CONNECTIONS = 8;
const PEOPLE = 8;
const TURNS = 3;
const TURN_SECONDS = 2;
const REQUEST = { query: PAGE_QUERY, variables: { filter: ONE_KIND.input, first: PAGE_SIZE } };

export const unchanged: Benchmark<ScaleBench> = {
  name: 'unchanged',
  async run(bench) {
    const { signal, people: all } = bench;
    const product = await bench.gateway();
    await untilIndexed(product, { token: all.admin.token, clusters: bench.shape.clusters, orStale: true, signal });
    const people = all.tenants.slice(0, PEOPLE);
    const tags = await Promise.all(people.map(({ token }) => tagOf(product.url, token)));
    const asked: Barrage = { url: product.url, connections: CONNECTIONS, request: REQUEST, people, signal };
    const known: Barrage = { ...asked, tags };
    for (const barrage of [known, asked]) await fire(barrage, TURN_SECONDS);
    const [ofKnown, ofAsked] = [[await fire(known, TURN_SECONDS)], [await fire(asked, TURN_SECONDS)]];
    for (let turn = 1; turn < TURNS; turn++) {
      ofKnown.push(await fire(known, TURN_SECONDS));
      ofAsked.push(await fire(asked, TURN_SECONDS));
    }
    const [ours, anew] = [resultOf(ofKnown), resultOf(ofAsked)];
    const what = `unchanged: 304 to ${PEOPLE} people who have the page, ${CONNECTIONS} connections`;
    const peer = (value: number) => ({ name: 'the page asked for anew', value });
    return [
      measurement(`${what}, rate`, { unit: 'queries/s', ours: ours.perSecond, target: 5_000, peer: peer(anew.perSecond) }),
      measurement(`${what}, p99`, { unit: 'ms', ours: ours.p99, peer: peer(anew.p99) }),
    ];
  },
};

async function tagOf(url: string, token: string): Promise<string> {
  const answer = await fetch(url + pathOf(REQUEST), { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  const tag = answer.headers.get('etag');
  if (answer.status !== 200 || tag === null) throw new Error(`A page by GET was answered with ${answer.status} and the tag ${tag}.`);
  return tag;
}
