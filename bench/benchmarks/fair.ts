/**
 * Effects of each attack of test/attacks on a second user: longer waits for a small list, and lost answers. The waits
 * are compared with waits on the same gateway before the attack. Also measures the processor time that fairness adds
 * to each list.
 */
import { parse } from 'graphql';
import { FairGate } from '../../async/fair-gate.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { actualCost, Budgets, compileCost, estimatedCost, requestCost } from '../../gateway/operation/cost.ts';
import { pricesOf } from '../../gateway/operation/prices.ts';
import { variablesProblem } from '../../gateway/operation/run.ts';
import { checkedInSupergraph } from '../../schema/sdl.ts';
import { mayClose, type Attack } from '../../test/attacks/attack.ts';
import { ATTACKS } from '../../test/attacks/attacks.ts';
import { Stage, type Outcome } from '../../test/attacks/stage.ts';
import type { Bench, Benchmark } from '../bench.ts';
import { Child } from '../child.ts';
import { identityOf, smallDataSet } from '../data-set.ts';
import { GraphClient } from '../graph.ts';
import { untilIndexed } from '../indexed.ts';
import { closedLoop } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import type { LeavesAnswer, LeavesRequest } from '../processes/leaves.ts';
import { Product } from '../product.ts';

const FORCE = { seconds: 6, strength: 1 };
const AROUND_MS = 2_000;
const MANY_ROWS = 60_000;
const FEW_ROWS = 3_000;

const TARGET_P99_MS = 50;

export const fair: Benchmark = {
  name: 'fair',
  async run(bench) {
    const measured: Measurement[] = [];
    for (const [rows, attacks] of Map.groupBy(ATTACKS, ({ needs }) => (needs.rows ? MANY_ROWS : FEW_ROWS))) {
      await using stage = await Stage.set({ clusters: 6, objects: rows, signal: bench.signal });
      for (const attack of attacks) {
        const outcome = await stage.play(attack, { force: FORCE, aroundMs: AROUND_MS });
        bench.say(
          `  ${attack.name}: ${JSON.stringify(outcome.attacker.answers)}, ${outcome.ending ?? 'the gateway lives'}`,
        );
        measured.push(...figuresOf(attack, outcome));
      }
    }
    return [...measured, ...(await processorTimes(bench))];
  },
};

function figuresOf(attack: Attack, { before, during }: Outcome): Measurement[] {
  const [alone, beside] = [before.questions.list!, during.questions.list!];
  const what = `fair: a list beside \`${attack.name}\``;
  const name = 'without the attack';
  // An answer also counts as lost if it omits a cluster because of another user's requests.
  const closed = mayClose(attack) ? 0 : during.closed;
  const lost = Object.values(during.questions).reduce((sum, { lost }) => sum + lost, closed);
  return [
    measurement(`${what}, p50`, { unit: 'ms', ours: beside.p50, peer: { name, value: alone.p50 } }),
    measurement(`${what}, p99`, {
      unit: 'ms',
      ours: beside.p99,
      peer: { name, value: alone.p99 },
      target: TARGET_P99_MS,
    }),
    measurement(`${what}, longest wait`, { unit: 'ms', ours: beside.max, peer: { name, value: alone.max } }),
    measurement(`${what}, answers lost of ${Object.keys(during.questions).join(', ')}`, {
      unit: 'answers',
      ours: lost,
      target: 0,
    }),
  ];
}

const LIST = {
  query: `query Page {
    objects(filter: { kinds: ["Pod"] }, orderBy: [{ field: NAME }], first: 25) {
      nodes { id cluster { name } kind namespace name status suspended reason message revision createdAt transitionedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};
const SECONDS = 8;
const DECISIONS = 100_000;

/** Maximum share of a list's processor time that fairness may take. */
const TARGET_SHARE = 0.05;

async function processorTimes({ signal }: Bench): Promise<Measurement[]> {
  await using open = new AsyncDisposableStack();
  const leaves = open.use(new Child<LeavesRequest, LeavesAnswer>('./processes/leaves.ts'));
  const { fleet } = smallDataSet(Date.now());
  const { kubeconfig } = await leaves.ask(
    { type: 'start', fleet: { ...fleet, clusters: 6, objects: FEW_ROWS } },
    signal,
  );
  const { token } = identityOf('platform-admin');
  const product = open.use(await Product.start({ signal, kubeconfig }));
  await untilIndexed(product, { token, clusters: 6, signal });
  const client = open.use(new GraphClient(product.url, { token, connections: 4, signal }));
  const ask = await client.repeatable(LIST);
  let lists = 0;
  // Warms up, so that V8 compiles the code.
  await closedLoop({ connections: 4, seconds: 2, signal }, () => ask().then(() => undefined));
  const before = await product.processorSeconds();
  await closedLoop({ connections: 4, seconds: SECONDS, signal }, () => ask().then(() => void (lists += 1)));
  const list = (1_000 * ((await product.processorSeconds()) - before)) / lists;
  const what = 'fair: processor time of a gateway for a list of 25 rows';
  return [
    measurement(what, { unit: 'ms', ours: list }),
    measurement(`${what}, of it for its price and its caller's share`, {
      unit: 'ms',
      ours: decidingTime((await client.data(LIST)) as object),
      peer: { name: 'the whole list', value: list },
      timesAsMuch: TARGET_SHARE,
    }),
  ];
}

/** Processor time in milliseconds that the gateway needs to price and to admit a known operation. */
function decidingTime(data: object): number {
  const prices = pricesOf(checkedInSupergraph());
  const cost = compileCost(prices, parse(LIST.query), undefined)!;
  const budgets = new Budgets({ size: 1e12, windowMs: 10_000 });
  const [places, bytes] = [new FairGate({ slots: 256 }), new FairGate({ slots: 256 * 1024 * 1024 })];
  const once = (): void => {
    const place = places.tryEnter('jane') as Disposable;
    eventLoopTurns.hasTime();
    variablesProblem({});
    const request = requestCost(prices, cost, {});
    const estimated = estimatedCost(request);
    budgets.take('jane', estimated);
    budgets.settle('jane', actualCost(request, data) - estimated);
    (bytes.tryEnter('jane', 20_000) as Disposable)[Symbol.dispose]();
    place[Symbol.dispose]();
  };
  for (let i = 0; i < DECISIONS; i += 1) once();
  const before = process.cpuUsage();
  for (let i = 0; i < DECISIONS; i += 1) once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / DECISIONS;
}
