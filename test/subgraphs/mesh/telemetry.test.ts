import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answerCache, Prometheus } from '../../../prometheus/prometheus.ts';
import { OperationTelemetry } from '../../../subgraphs/mesh/telemetry.ts';
import { fakePrometheus, says, vector, type FakePrometheus } from '../../prometheus/prometheus-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const MESH = new Set(['east', 'west']);
const SPAN = { minutes: 10, at: 1_700_000_000_000 };
const NAMESPACES = Array.from({ length: 20 }, (_, i) => `ns-${i}`);

async function started(answer: FakePrometheus['answer'], timeoutMs = 5_000) {
  const fake = await fakePrometheus(answer);
  closing.push(() => fake[Symbol.asyncDispose]());
  const prometheus = new Prometheus({ name: 'p', url: fake.url, timeoutMs }, answerCache(1_000_000));
  closing.push(() => prometheus.close());
  const operation = (deadlineMs = 20_000) =>
    new OperationTelemetry({
      ...{
        prometheus,
        clusters: MESH,
        clusterIds: {},
        matchers: {},
        caller: 'jane',
        signal: new AbortController().signal,
      },
      deadline: performance.now() + deadlineMs,
    });
  return { fake, operation };
}

describe('the queries of one operation', () => {
  it('do not use up the share of their caller, however many there are', async () => {
    const { fake, operation } = await started(says(vector()));
    const telemetry = operation();
    const answers = await Promise.all(
      NAMESPACES.map(namespace => telemetry.of(namespace, MESH, SPAN, { tcp: true, times: true })),
    );
    expect(answers.filter(answer => 'cause' in answer)).toEqual([]);
    expect(fake.requested).toHaveLength(80);
  });

  it('end within the timeout together while Prometheus hangs', async () => {
    const { operation } = await started(() => undefined, 300);
    const telemetry = operation();
    const answers = Promise.all(
      NAMESPACES.map(namespace => telemetry.of(namespace, MESH, SPAN, { tcp: true, times: true })),
    );
    // A busy machine delays the query timeout and the 1,500 ms timer equally.
    expect(await Promise.race([answers, delay(1_500, 'late')])).toEqual(NAMESPACES.map(() => ({ cause: 'TIMEOUT' })));
  });

  it('end before the operation does', async () => {
    const { operation } = await started(() => undefined);
    const answer = operation(700).of('ns', MESH, SPAN, { tcp: false, times: false });
    expect(await Promise.race([answer, delay(690, 'late')])).toEqual({ cause: 'TIMEOUT' });
  });

  it('are of 50 namespaces at most, each asked once', async () => {
    const { fake, operation } = await started(says(vector()));
    const telemetry = operation();
    const of = (i: number) => telemetry.of(`ns-${i}`, MESH, SPAN, { tcp: false, times: false });
    for (let i = 0; i < 50; i++) expect(await of(i)).toMatchObject({ requests: [] });
    expect(await of(50)).toEqual({ cause: 'LIMITED' });
    expect(await of(0)).toMatchObject({ requests: [] });
    expect(await telemetry.of('ns-0', new Set(['east']), SPAN, { tcp: false, times: false })).toEqual({
      cause: 'LIMITED',
    });
    expect(fake.requested).toHaveLength(50);
  });
});
