/**
 * Age of the index: time from the write on a leaf until a query shows the change, for consecutive changes on different
 * clusters. The peer is a plain watch on the leaf.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Bench, Benchmark } from '../bench.ts';
import { COLLECTED_PATHS, identityOf, trueRows, type TrueRow } from '../data-set.ts';
import type { Leaf } from '../fan-out.ts';
import { summary } from '../load.ts';
import { measurement } from '../measurement.ts';
import { now, untilJudged, untilVisible } from '../visible.ts';

const CHANGES = 400;
const CLUSTERS = 5;

export const freshness: Benchmark = {
  name: 'freshness',
  async run(bench) {
    const admin = await bench.client('platform-admin');
    const leaves = await bench.leaves();
    const watched = leaves.all.slice(0, CLUSTERS);
    const targets = trueRows(bench.dataSet, 'platform-admin').filter(
      ({ cluster, kind }) => kind === 'Kustomization' && watched.some(({ name }) => name === cluster),
    );
    const [visible, heard, judged]: [number[], number[], number[]] = [[], [], []];
    await using events = await watchAll(watched, bench);
    for (let change = 0; change < CHANGES; change += 1) {
      // The large prime step spreads the changes over the targets.
      const { cluster, namespace, name } = targets[(change * 7_919) % targets.length] as TrueRow;
      const revision = `main@sha1:${change.toString(16).padStart(40, '0')}`;
      const { at } = await leaves.process.ask({ type: 'revise', cluster, namespace, name, revision }, bench.signal);
      // Even changes wait until the object shows the revision. Odd changes wait until its deployment shows the
      // revision.
      if (change % 2 === 0) visible.push(await untilVisible(admin, { cluster, namespace, name, revision, at }));
      else judged.push(await untilJudged(admin, { cluster, namespace, name, revision, at }));
      heard.push((await events.arrival(revision)) - at);
      // The delay is random, so that writes and batches have no common rhythm.
      await delay(Math.random() * 40, undefined, { signal: bench.signal });
    }
    const [ours, watch] = [summary(visible), summary(heard)];
    const what = `freshness: leaf change until visible in a query, ${visible.length} changes`;
    const phase = summary(judged);
    const ofPhase = `freshness: leaf change until the phase of the deployment is of it, ${judged.length} changes`;
    const peerName = 'a bare watch on the leaf';
    return [
      measurement(`${what}, p50`, { unit: 'ms', ours: ours.p50, peer: { name: peerName, value: watch.p50 } }),
      measurement(`${what}, p99`, { unit: 'ms', ours: ours.p99, peer: { name: peerName, value: watch.p99 } }),
      measurement(`${ofPhase}, p50`, { unit: 'ms', ours: phase.p50 }),
      measurement(`${ofPhase}, p99`, { unit: 'ms', ours: phase.p99, target: 1_000 }),
    ];
  },
};

interface Events extends AsyncDisposable {
  /** Resolves with the time at which the event with this revision arrived. The clock is now() in visible.ts. */
  arrival(revision: string): Promise<number>;
}

async function watchAll(leaves: readonly Leaf[], { signal }: Bench): Promise<Events> {
  const ended = new AbortController();
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const of = (revision: string) => {
    const known = arrivals.get(revision) ?? Promise.withResolvers<number>();
    arrivals.set(revision, known);
    return known;
  };
  const watches = await Promise.all(leaves.map(leaf => openWatch(leaf, AbortSignal.any([signal, ended.signal]))));
  const reading = watches.map(async body => {
    for await (const line of lines(body)) {
      const at = now();
      const revision = (JSON.parse(line) as { object: { status?: { lastAppliedRevision?: string } } }).object.status
        ?.lastAppliedRevision;
      if (revision !== undefined) of(revision).resolve(at);
    }
  });
  const over = Promise.race(reading).then(() =>
    Promise.reject(new Error('A leaf ended a watch that was being measured.')),
  );
  over.catch(() => undefined); // arrival() reports the error if it has a caller
  return {
    arrival: revision => Promise.race([of(revision).promise, over]),
    async [Symbol.asyncDispose]() {
      ended.abort();
      await Promise.allSettled(reading); // rejected, because the benchmark has aborted the watches
    },
  };
}

async function openWatch({ url }: Leaf, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
  const { token } = identityOf('platform-admin');
  const { statusCode, body } = await request(`${url}${COLLECTED_PATHS['Kustomization']}?watch=true`, {
    headers: { authorization: `Bearer ${token}` },
    bodyTimeout: 0,
    signal,
  });
  if (statusCode !== 200) throw new Error(`A watch on ${url} was answered with ${statusCode}.`);
  return body;
}

async function* lines(chunks: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter(part => part !== '');
  }
}
