/**
 * Cost of telemetry: processor time of a list with the access log and every request traced. The measured gateway
 * alternates with a gateway that only logs errors. Also measures the longest step of the event loop while queued spans
 * are sent.
 */
import { Registry } from 'prom-client';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from '../../telemetry/log.ts';
import type { Bench, Benchmark } from '../bench.ts';
import { Child } from '../child.ts';
import { identityOf } from '../data-set.ts';
import { GraphClient } from '../graph.ts';
import { untilIndexed } from '../indexed.ts';
import { processorMs } from '../load.ts';
import { measurement } from '../measurement.ts';
import type { SpanReceiverAnswer } from '../processes/span-receiver.ts';
import { Product } from '../product.ts';
import { PAGE } from './list.ts';

const TURNS = 8;
const CONNECTIONS = 4;
const SPANS = 10_000;
/** Child spans of a request such as a list: the operation and its parts. */
const CHILDREN = 4;

export const telemetry: Benchmark = {
  name: 'telemetry',
  async run(bench) {
    await using receiver = new Child<null, SpanReceiverAnswer>('./processes/span-receiver.ts');
    const { endpoint } = await receiver.ask(null, bench.signal);
    const quiet = await open(bench, { log: { level: 'error' } });
    await using _quiet = quiet.product;
    const seen = await open(bench, {
      log: { level: 'info', requests: true },
      telemetry: { traces: { endpoint, ratio: 1 } },
    });
    await using _seen = seen.product;
    const load = { connections: CONNECTIONS, seconds: 1, signal: bench.signal };
    const processorOf = ({ product, client }: Opened) =>
      processorMs(
        load,
        async () => void (await client.text(PAGE)),
        () => product.processorMs(),
      );
    const cost = { quiet: 0, seen: 0 };
    for (let i = 0; i <= TURNS; i++) {
      const [withNone, withAll] = [await processorOf(quiet), await processorOf(seen)];
      if (i === 0) continue; // the first turn only warms up compilers and caches
      cost.quiet += withNone / TURNS;
      cost.seen += withAll / TURNS;
    }
    return [
      measurement('telemetry: processor of a list, with the access log and every request traced', {
        unit: 'ms',
        ours: cost.seen,
        peer: { name: 'the same without', value: cost.quiet },
        timesAsMuch: 1.1,
      }),
      measurement(`telemetry: longest step while ${SPANS} spans that wait are sent`, {
        unit: 'ms',
        ours: await longestStepOfExport(endpoint),
        target: 10,
      }),
    ];
  },
};

interface Opened {
  readonly product: Product;
  readonly client: GraphClient;
}

async function open(bench: Bench, config: Readonly<Record<string, unknown>>): Promise<Opened> {
  const { signal } = bench;
  const { all, kubeconfig } = await bench.leaves();
  const { token } = identityOf('platform-admin');
  const product = await Product.start({ signal, kubeconfig, config });
  await untilIndexed(product, { token, clusters: all.length, signal });
  return { product, client: new GraphClient(product.url, { token, connections: CONNECTIONS, signal }) };
}

/** Longest step in milliseconds of this thread's processor time, which does not include other work of the machine. */
async function longestStepOfExport(endpoint: string): Promise<number> {
  process.env['OTEL_BSP_MAX_QUEUE_SIZE'] = String(SPANS);
  // A running gateway has loaded these modules. Loading them during the export would make the measured step longer.
  await Promise.all([import('node:https'), import('node:zlib')]);
  const { openOtlpTraces } = await import('../../telemetry/otlp-traces.ts');
  const metrics = new Registry();
  const traces = openOtlpTraces({ endpoint, version: '0', metrics, log: silentLogger });
  for (let i = 0; i < SPANS / (CHILDREN + 1); i++) {
    const request = traces.begin('POST /graphql', undefined);
    for (let child = 0; child < CHILDREN; child++)
      request.child({ name: 'resolve objects', attributes: { 'graphql.field': 'objects' } }).end();
    request.end();
  }
  let [longest, isOver] = [0, false];
  const watch = async () => {
    for (let before = threadMs(); !isOver;) {
      await turn();
      const now = threadMs();
      [longest, before] = [Math.max(longest, now - before), now];
    }
  };
  const watched = watch();
  const sent = async () =>
    Number(/^fleetgraph_trace_spans_total\{[^}]*sent[^}]*\} (\d+)/m.exec(await metrics.metrics())?.[1] ?? 0);
  for (let i = 0; i < 120 && (await sent()) < SPANS; i++) await delay(500);
  if ((await sent()) < SPANS) throw new Error('The spans were not sent within a minute.');
  isOver = true;
  await watched;
  await traces.close();
  return longest;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
