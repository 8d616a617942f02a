/**
 * Load of many callers. They have streams that wait for changes, and send requests without a pause. Measures errors,
 * streams that end, and the growth of memory. SECONDS sets the duration.
 */
import type { Benchmark } from '../bench.ts';
import { Child } from '../child.ts';
import { GraphClient } from '../graph.ts';
import { summary } from '../load.ts';
import { measurement } from '../measurement.ts';
import type { StreamingAnswer, StreamingRequest } from '../processes/streaming-gateway.ts';
import { Load, PER_CALLER } from './streams.ts';

const STREAMS = 2_000;
const CONNECTIONS = 200;
const SECONDS = Number(process.env['SECONDS'] ?? 60);
const LIST = { query: '{ objects(filter: { statuses: [FAILED] }, first: 50) { nodes { id name } totalCount } }' };

export const crowd: Benchmark = {
  name: 'crowd',
  async run({ signal, say }) {
    await using gateway = new Child<StreamingRequest, StreamingAnswer>('./processes/streaming-gateway.ts');
    const fleet = { clusters: 10, namespaces: 100, podsPerNamespace: 20, callers: STREAMS / PER_CALLER };
    const { url } = await gateway.ask(fleet, signal);
    const streams = new Load(url);
    await streams.open(fleet.callers);
    const resident = async () => (await gateway.ask({ perSecond: 0, seconds: 1 }, signal)).residentBytes;
    let said = new Set<string>();
    /** Sends requests without a pause. Returns latencies in milliseconds, and the number of errors. */
    const ask = async (seconds: number) => {
      const [end, took] = [performance.now() + seconds * 1_000, [] as number[]];
      let errors = 0;
      const connection = async (_: unknown, i: number) => {
        await using client = new GraphClient(url, { token: `caller-${i % fleet.callers}`, connections: 1, signal });
        for (let began = performance.now(); began < end; began = performance.now()) {
          await client.data(LIST).catch((error: Error) => (errors++, said.add(error.message)));
          took.push(performance.now() - began);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, connection));
      return { took, errors };
    };
    await ask(SECONDS / 4); // caches and heap have their final size afterwards
    said = new Set();
    const before = await resident();
    const { took, errors } = await ask(SECONDS);
    const after = await resident();
    const { ended } = streams;
    await streams.close();
    for (const message of [...said].slice(0, 5)) say(`crowd: ${message}`);
    const what = `crowd: ${STREAMS} idle streams, ${CONNECTIONS} busy connections, ${SECONDS} s`;
    return [
      measurement(`${what}: answers with errors, and streams that ended`, {
        unit: 'answers',
        ours: errors + ended,
        target: 0,
      }),
      measurement(`${what}: memory beyond that after a quarter of the time`, {
        unit: 'MB',
        ours: (after - before) / 1e6,
        target: 30,
      }),
      measurement(`${what}: a list, p99`, { unit: 'ms', ours: summary(took).p99 }),
      measurement(`${what}: lists`, { unit: 'queries/s', ours: took.length / SECONDS }),
    ];
  },
};
